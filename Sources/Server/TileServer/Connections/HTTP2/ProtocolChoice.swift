import NIOCore
import NIOTLS

/// A handler that sets up a connection for the protocol that was negotiated with TLS (ALPN, RFC 7301), before anything
/// is read.
final class ProtocolChoice: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    static let http2 = "h2"
    static let http1 = "http/1.1"

    private var onChoice: ((_ isHTTP2: Bool) -> Void)?

    /// - Parameter onChoice: Called once on the connection's event loop with whether HTTP/2 was negotiated; with false
    ///   if the connection ends before that.
    init(onChoice: @escaping (_ isHTTP2: Bool) -> Void) { self.onChoice = onChoice }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted(let name) = event {
            choose(isHTTP2: name == Self.http2)
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        choose(isHTTP2: false)
        context.fireChannelInactive()
    }

    private func choose(isHTTP2: Bool) {
        guard let choice = onChoice else { return }
        onChoice = nil
        choice(isHTTP2)
    }
}
