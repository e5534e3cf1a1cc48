import NIOCore
import NIOHTTP2

/// A handler that delays closing a stream until its answer has been sent completely. Closing earlier would reset the
/// stream and discard the bytes that wait for the client's window.
///
/// It is the first handler in a stream's pipeline.
final class HTTP2StreamEnd: ChannelOutboundHandler {
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private var isLeaving = false
    /// The pending close, run once the answer has been sent.
    private var close: (() -> Void)?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isLast =
            switch unwrapOutboundIn(data) {
            case .headers(let frame): frame.endStream
            case .data(let frame): frame.endStream
            default: false
            }
        guard isLast else { return context.write(data, promise: promise) }
        let left = promise ?? context.eventLoop.makePromise(of: Void.self)
        isLeaving = true
        // The future fails when the client resets the stream.
        left.futureResult.assumeIsolated().whenComplete { _ in self.didLeave() }
        context.write(data, promise: left)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard isLeaving else { return context.close(mode: mode, promise: promise) }
        let others = close
        close = {
            others?()
            context.close(mode: mode, promise: promise)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { didLeave() }

    private func didLeave() {
        isLeaving = false
        let close = close
        self.close = nil
        close?()
    }
}
