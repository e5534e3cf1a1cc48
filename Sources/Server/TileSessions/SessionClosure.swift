/// The reason why a session ends, as a WebSocket close code and message (RFC 6455 section 7.4).
package struct SessionClosure: Error, Hashable {
    package var code: UInt16
    /// The reason as a log message; at most 123 bytes, the limit of a close frame.
    package var reason: String

    private init(_ code: UInt16, _ reason: String) {
        self.code = code
        var reason = Substring(reason)
        while reason.utf8.count > 123 { reason.removeLast() }
        self.reason = String(reason)
    }

    package static let shutDown = SessionClosure(1001, "the server is shutting down")

    /// Returns the closure for bytes that violate the WebSocket protocol.
    package static func broken(_ reason: String) -> SessionClosure { SessionClosure(1002, reason) }

    package static let binary = SessionClosure(1003, "messages are text")

    /// Returns the closure for a message that is not valid UTF-8 or JSON.
    package static func garbled(_ reason: String) -> SessionClosure { SessionClosure(1007, reason) }

    /// Returns the closure for an unknown message, an invalid value, or too many messages.
    package static func refused(_ reason: String) -> SessionClosure { SessionClosure(1008, reason) }

    package static func tooLarge(_ limit: Int) -> SessionClosure {
        SessionClosure(1009, "a message is at most \(limit) bytes")
    }

    /// Whether a peer may send this close code.
    package static func mayBeSent(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
