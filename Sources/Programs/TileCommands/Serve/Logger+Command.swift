import CommandSupport
import Logging

extension Logger {
    /// The log of a server that a command runs: lines on standard error, as the command's own lines are.
    package static func ofCommand() -> Logger {
        var logger = Logger(label: "tilework") { _ in CommandLogHandler() }
        logger.logLevel = .notice
        return logger
    }
}

/// Writes log messages of libraries as lines of the command: `tilework: the message (request: 4f1c)`. The log's store,
/// such as systemd's journal, adds the time.
struct CommandLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let details = metadata.merging(event.metadata ?? [:]) { $1 }
        StandardError.log(Self.line(event.message, details))
    }

    static func line(_ message: Logger.Message, _ details: Logger.Metadata) -> String {
        let fields = details.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return "\(message)" + (fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))")
    }
}
