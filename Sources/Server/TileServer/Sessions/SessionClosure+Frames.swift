import NIOWebSocket
import TileSessions

extension SessionClosure {
    /// For frames that can't be.
    init(_ error: NIOWebSocketError, messageLimit: Int) {
        switch error {
        case .invalidFrameLength: self = .tooLarge(messageLimit)
        case .fragmentedControlFrame: self = .broken("control frames must not be fragmented")
        case .multiByteControlFrameLength: self = .broken("control frames must be at most 125 bytes")
        }
    }
}
