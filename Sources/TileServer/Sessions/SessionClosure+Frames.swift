import NIOWebSocket
import TileSessions

extension SessionClosure {
    /// For frames that can't be.
    init(_ error: NIOWebSocketError, messageLimit: Int) {
        switch error {
        case .invalidFrameLength: self = .tooLarge(messageLimit)
        case .fragmentedControlFrame: self = .broken("a control frame is not fragmented")
        case .multiByteControlFrameLength: self = .broken("a control frame is at most 125 bytes")
        }
    }
}
