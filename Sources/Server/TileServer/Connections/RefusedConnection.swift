import NIOCore

/// A handler that closes a refused connection, after an answer with the reason if there is one.
final class RefusedConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: ByteBuffer?
    private let registry: ConnectionRegistry

    /// - Parameter problem: The reason to answer with, which the registry has counted, or nil to close
    ///   without an answer.
    init(_ problem: HTTPProblem?, date: HTTPDate, registry: ConnectionRegistry) {
        answer = problem?.lastAnswer(date: date)
        self.registry = registry
    }

    func channelActive(context: ChannelHandlerContext) {
        guard let answer else { return context.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
        // The client's request is read: otherwise the network would discard the answer.
        context.close(mode: .output, promise: nil)
        let channel = context.channel
        let time = TimeAmount.nanoseconds(Int64(registry.policy.closeTime * 1e9))
        let end = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in end.cancel() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func handlerRemoved(context: ChannelHandlerContext) {
        if answer != nil { registry.refusalDidEnd() }
    }
}
