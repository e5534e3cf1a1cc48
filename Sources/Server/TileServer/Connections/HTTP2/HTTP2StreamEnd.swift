import NIOCore
import NIOHTTP2

/// Has a stream closed only when its answer has left to the end: closed before, what waits for the client's window
/// would be thrown away, and the stream be reset.
///
/// It is the first in a stream's pipeline.
final class HTTP2StreamEnd: ChannelOutboundHandler {
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private var isLeaving = false
    /// What waits for the answer's end, if someone does.
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
        // It fails when the client gives the stream up.
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
