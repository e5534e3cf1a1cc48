import Logging
import TileSupport

/// Logs the first unreadable client address that a trusted proxy sends. Further ones would only fill the log, because a
/// misconfigured proxy sends one with every request.
final class UnreadableClientLog: Sendable {
    private let logger: Logger
    private let isNoted = Lock(false)

    init(_ logger: Logger) { self.logger = logger }

    /// - Parameters:
    ///   - text: The text in place of an address, as the client or the proxy wrote it.
    ///   - proxy: The address of the proxy; nil for one behind a socket in the file system.
    func note(_ text: String, from proxy: String?) {
        let wasNoted = isNoted.withLock { isNoted in
            defer { isNoted = true }
            return isNoted
        }
        if wasNoted { return }
        logger.warning("\(Self.message(text, proxy))")
    }

    static func message(_ text: String, _ proxy: String?) -> String {
        let shown = text.unicodeScalars.prefix(80).map {
            $0.properties.generalCategory == .control ? "\u{FFFD}" : "\($0)"
        }
        return
            "the proxy \(proxy ?? "at the socket") forwards “\(shown.joined())” in place of a client's address: such "
            + "requests count as one client; have it send an address in X-Forwarded-For (logged once)"
    }
}
