import NIOCore

/// Tells a client why it may not connect, or nothing, and closes.
final class RefusedConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: ByteBuffer?
    private let book: ConnectionBook

    /// - Parameter problem: What the client is told, which the book has counted; nil for nothing.
    init(_ problem: HTTPProblem?, date: HTTPDate, book: ConnectionBook) {
        answer = problem?.lastAnswer(date: date)
        self.book = book
    }

    func channelActive(context: ChannelHandlerContext) {
        guard let answer else { return context.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
        // Its request is read, or the network would take the answer back.
        context.close(mode: .output, promise: nil)
        let channel = context.channel
        let time = TimeAmount.nanoseconds(Int64(book.policy.closeTime * 1e9))
        let end = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in end.cancel() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func handlerRemoved(context: ChannelHandlerContext) {
        if answer != nil { book.refusalDidEnd() }
    }
}
