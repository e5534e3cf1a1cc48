import NIOCore

/// A connection to Redis. Commands are pipelined, and replies arrive in the same order.
///
/// A late reply closes the connection, because later replies could no longer be assigned to their commands.
// @unchecked Sendable: used on its channel's event loop alone.
final class RedisConnection: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer
    typealias Answer = (Result<RedisReply, RedisFailure>) -> Void

    private struct Pending {
        var byteCount: Int
        var deadline: NIODeadline
        var within: TimeAmount
        var answer: Answer
    }

    private let policy: SharedTilePolicy
    private var parser: RedisReplyParser
    private var context: ChannelHandlerContext?
    private var pending = CircularBuffer<Pending>()
    private var pendingBytes = 0
    private var timer: Scheduled<Void>?
    private var flushIsDue = false
    private var isOver = false
    /// Called for each message in a subscribed channel.
    var onMessage: (_ channel: String, _ text: String) -> Void = { _, _ in }
    /// Called once when the connection has closed, after all pending commands have failed.
    var onEnd: (RedisFailure) -> Void = { _ in }

    init(policy: SharedTilePolicy) {
        self.policy = policy
        parser = RedisReplyParser(
            limits: RedisReplyParser.Limits(string: policy.maxFile + SharedTileFile.headerLength))
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { end(.closed) }

    /// Sends a command, soon.
    ///
    /// - Parameter answer: Called once, with the reply or the reason why there is none.
    func send(_ command: RedisCommand, within: TimeAmount, _ answer: @escaping Answer) {
        guard !isOver, let context else { return answer(.failure(.notConnected)) }
        let byteCount = command.encoded.readableBytes
        guard pending.count < policy.maxPending, pendingBytes + byteCount <= policy.maxPendingBytes else {
            return answer(.failure(.backlog))
        }
        pendingBytes += byteCount
        pending.append(
            Pending(
                byteCount: byteCount, deadline: context.eventLoop.now + within, within: within, answer: answer))
        context.write(NIOAny(command.encoded), promise: nil)
        if timer == nil { watch(context) }
        // Commands sent in one turn of the event loop are flushed together.
        guard !flushIsDue else { return }
        flushIsDue = true
        context.eventLoop.execute { [self] in
            flushIsDue = false
            self.context?.flush()
        }
    }

    /// Starts the timer for the oldest reply, which arrives first.
    private func watch(_ context: ChannelHandlerContext) {
        timer = pending.first.map { first in
            context.eventLoop.scheduleTask(deadline: first.deadline) { [weak self] in self?.timeIsUp() }
        }
    }

    private func timeIsUp() {
        timer = nil
        guard let context, let first = pending.first else { return }
        if first.deadline <= context.eventLoop.now {
            end(.timedOut(milliseconds: first.within.nanoseconds / 1_000_000))
        } else {
            watch(context)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        parser.append(&bytes)
        do throws(RedisFailure) {
            while !isOver, let reply = try parser.next() { try handle(reply) }
        } catch {
            end(error)
        }
    }

    private func handle(_ reply: RedisReply) throws(RedisFailure) {
        if case .array(let parts) = reply, parts.count == 3, parts[0].string == "message",
            let channel = parts[1].string, let text = parts[2].string
        {
            onMessage(channel, text)
            return
        }
        guard let first = pending.popFirst() else { throw .violation("a reply that nobody asked for") }
        pendingBytes -= first.byteCount
        first.answer(.success(reply))
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(.closed)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { end(.unreachable(RedisClient.reason(error))) }

    /// Closes the connection and fails all pending commands.
    func end(_ failure: RedisFailure) {
        guard !isOver else { return }
        isOver = true
        timer?.cancel()
        let waiting = pending
        pending = []
        context?.close(promise: nil)
        context = nil
        for entry in waiting { entry.answer(.failure(failure)) }
        let told = onEnd
        (onEnd, onMessage) = ({ _ in }, { _, _ in })
        told(failure)
    }
}
