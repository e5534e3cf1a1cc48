import NIOWebSocket
import TileSessions

extension SessionClosure {
    /// Creates the closure for an invalid frame.
    init(_ error: NIOWebSocketError, messageLimit: Int) {
        switch error {
        case .invalidFrameLength: self = .tooLarge(messageLimit)
        case .fragmentedControlFrame: self = .broken("control frames must not be fragmented")
        case .multiByteControlFrameLength: self = .broken("control frames must be at most 125 bytes")
        }
    }
}
