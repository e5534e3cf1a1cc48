import Foundation
import Logging
import NIOCore
import Synchronization
import TileSupport

/// Pauses accepting connections while descriptors are short.
///
/// Clients then wait in the network's queue. The shortage is logged, connections at rest are closed, and accepting goes
/// on as soon as the next connection would leave the reserve untouched. NIO's own pause has no effect after an error:
/// the listening socket stays registered for readiness that never ends, and the event loop spins.
///
/// The first handler in the pipeline of the listening socket.
final class DescriptorShortage: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = Never

    private enum State {
        case accepting
        /// Nothing is accepted. The timer checks whether a descriptor is free.
        case paused(since: NIODeadline, timer: Scheduled<Void>)
        /// The server ends and accepts nothing more.
        case stopped
    }

    private let registry: ConnectionRegistry
    private let logger: Logger
    private let reserve: DescriptorReserve
    private let lowestFree: () -> Int?
    private var state = State.accepting
    /// Whether a read was requested while nothing is accepted.
    private var isReadHeldBack = false
    /// The time of the last line in the log. `unlogged` counts the shortages since.
    private var lastLine: NIODeadline?
    private var unlogged = 0

    /// The time between two lines in the log. A shortage lasts, and is found again four times a second.
    static let logInterval = TimeAmount.seconds(30)
    /// The time until a paused listener checks for a free descriptor: short beside the second that a client tolerates,
    /// and long beside the two system calls of a check.
    static let checkInterval = TimeAmount.milliseconds(20)
    /// The time after which a continuing shortage is counted again and more connections are closed. It equals the time
    /// that a client may be silent then.
    static let shortageInterval = ConnectionWatch.silenceTime

    /// - Parameter lowestFree: Returns the lowest free descriptor, or nil.
    init(
        registry: ConnectionRegistry, logger: Logger, reserve: DescriptorReserve,
        lowestFree: @escaping () -> Int? = DescriptorReserve.lowestFree
    ) {
        self.registry = registry
        self.logger = logger
        self.reserve = reserve
        self.lowestFree = lowestFree
    }

    // MARK: Channel

    func channelReadComplete(context: ChannelHandlerContext) {
        if case .accepting = state, reserve.isReached(lowestFree: lowestFree()) { pause(context, EMFILE) }
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) else {
            return context.fireErrorCaught(error)
        }
        if case .accepting = state { pause(context, error.errnoCode) }
    }

    func read(context: ChannelHandlerContext) {
        switch state {
        case .accepting: context.read()
        case .paused, .stopped: isReadHeldBack = true
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop(context.channel)
        context.fireChannelInactive()
    }

    /// Stops accepting for good. Must be called on the event loop.
    func stop(_ channel: any Channel) {
        if case .paused(_, let timer) = state { timer.cancel() }
        state = .stopped
        try? channel.syncOptions?.setOption(.autoRead, value: false)
    }

    // MARK: Pausing

    private func pause(_ context: ChannelHandlerContext, _ code: Int32) {
        note(code, context.eventLoop.now)
        // Only this removes the socket's readiness from the event loop.
        try? context.channel.syncOptions?.setOption(.autoRead, value: false)
        state = .paused(since: context.eventLoop.now, timer: scheduleCheck(context))
    }

    private func scheduleCheck(_ context: ChannelHandlerContext) -> Scheduled<Void> {
        let me = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        return context.eventLoop.scheduleTask(in: Self.checkInterval) {
            let (handler, context) = me.value
            handler.check(context)
        }
    }

    private func check(_ context: ChannelHandlerContext) {
        guard case .paused(var since, _) = state else { return }
        guard reserve.isReached(lowestFree: lowestFree()) else { return resume(context) }
        let now = context.eventLoop.now
        if now - since >= Self.shortageInterval {
            note(EMFILE, now)
            since = now
        }
        state = .paused(since: since, timer: scheduleCheck(context))
    }

    private func resume(_ context: ChannelHandlerContext) {
        state = .accepting
        try? context.channel.syncOptions?.setOption(.autoRead, value: true)
        guard isReadHeldBack else { return }
        isReadHeldBack = false
        context.read()
    }

    private func note(_ code: Int32, _ now: NIODeadline) {
        registry.counters.shortages.add(1, ordering: .relaxed)
        registry.closeIdle()
        if let lastLine, now - lastLine < Self.logInterval {
            unlogged += 1
            return
        }
        let more = unlogged > 0 ? "; \(unlogged) more times since the last message" : ""
        logger.warning(
            """
            can't accept a connection: \(SystemError(code: code)); \(registry.count) are open, others wait. Allow more open \
            files (ulimit -n, LimitNOFILE), or lower --max-connections\(more)
            """)
        lastLine = now
        unlogged = 0
    }
}
