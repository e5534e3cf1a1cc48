import Logging
import PerfCommands

extension Logger {
    /// The logger of a server that a command runs, which writes to standard error.
    static func ofCommand() -> Logger {
        var logger = Logger(label: "tilework") { FlagLogHandler(StreamLogHandler.standardError(label: $0)) }
        logger.logLevel = .warning
        return logger
    }
}

/// Replaces names of parameters in log messages by the flags of the command.
private struct FlagLogHandler: LogHandler {
    private var handler: any LogHandler

    init(_ handler: any LogHandler) { self.handler = handler }

    var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue }
    }

    var logLevel: Logger.Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        event.message = "\(FlagNames.spelled(in: event.message.description))"
        handler.log(event: event)
    }
}
