/// Why a session ends, as the server tells the viewer (RFC 6455 section 7.4).
package struct SessionClosure: Error, Hashable {
    package var code: UInt16
    /// For people who read a log; at most 123 bytes, which is what a closing frame holds.
    package var reason: String

    private init(_ code: UInt16, _ reason: String) {
        self.code = code
        var reason = Substring(reason)
        while reason.utf8.count > 123 { reason.removeLast() }
        self.reason = String(reason)
    }

    package static let shutDown = SessionClosure(1001, "the server is shutting down")

    /// Bytes that are no WebSocket messages as a client has to send them.
    package static func broken(_ reason: String) -> SessionClosure { SessionClosure(1002, reason) }

    package static let binary = SessionClosure(1003, "messages are text")

    /// A message that is no UTF-8, or no JSON.
    package static func garbled(_ reason: String) -> SessionClosure { SessionClosure(1007, reason) }

    /// A message that there is not, or a value that it can't have; or too many of them.
    package static func refused(_ reason: String) -> SessionClosure { SessionClosure(1008, reason) }

    package static func tooLarge(_ limit: Int) -> SessionClosure {
        SessionClosure(1009, "a message is at most \(limit) bytes")
    }

    /// Whether a peer may close with this code.
    package static func mayBeSent(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
