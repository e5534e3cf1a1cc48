import Foundation
import NIOCore
import Synchronization

/// Holds a client to its deadlines: for a request's head, for taking what it asked for, and for saying something at
/// all.
///
/// It is the first in a connection's pipeline. Requests and answers pass it by at the cost of a few stores: there is
/// one timer a connection, set for the deadline that is next when it is set, and when it comes it sets itself anew.
/// Only what is rare, half a head or a client that does not take its answer, sets it for an earlier one.
///
/// How much a client takes is what its end of the network has acknowledged: what lies in this machine's own buffers,
/// megabytes of it, was not taken.
///
/// A connection is closed when what was written has left, whoever closes it; and after the last answer it waits for the
/// client to close its end, throwing away what still comes.
///
/// `@exclusivity(unchecked)`: as in `CachedTileHandler`.
final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private enum Phase {
        case serving
        /// It is to be closed when all has left that was written.
        case closing
        /// The last answer has left; the client is waited for.
        case lingering
        /// A session's, which has deadlines of its own.
        case session
        case closed
    }

    /// The input that counts as use of the connection, so that it is not idle.
    enum Activity {
        /// Any bytes: HTTP/1.1, in which a client sends nothing but requests.
        case bytes
        /// Requests alone: HTTP/2, in which a client can send pings and settings for ever.
        case requests
    }

    private let book: ConnectionBook
    private let standing: ConnectionStanding
    private let idleTime: TimeAmount?
    private var policy: ConnectionPolicy { book.policy }

    @exclusivity(unchecked) var activity = Activity.bytes
    private var context: ChannelHandlerContext?
    @exclusivity(unchecked) private var phase = Phase.serving
    /// Since when a head has been waited for of which something has come; of the first one, since the connection's
    /// start.
    @exclusivity(unchecked) private var headSince: NIODeadline?
    /// Requests that the routes have and have not answered.
    private var requestsWithRoutes = 0
    /// Since when nothing has been asked for.
    private var restsSince: NIODeadline
    /// Whether what comes is thrown away, because it is the body of the last request or comes after it.
    @exclusivity(unchecked) private var discardsInput = false
    private var discarded = 0
    private var hasHalfClosed = false

    @exclusivity(unchecked) private var written = 0
    @exclusivity(unchecked) private var unread = 0
    private var areWindowsShut = false
    /// When the client was last found to take enough, and what it had taken by then; nil when nothing is left to take.
    private var pace: (time: NIODeadline, taken: Int)?
    /// Until when a client that has connected and not asked yet is waited for, once the server was told to end.
    private var quiescesAt: NIODeadline?
    /// A request that was sent before is on its way for no longer than that, from anywhere.
    private static let firstRequestTime = TimeAmount.milliseconds(1000)
    /// When waiting for the client ends, while it is closing or lingering.
    private var closingEnd: NIODeadline?
    private var timer: (deadline: NIODeadline, task: Scheduled<Void>)?

    /// - Parameters:
    ///   - idleTime: After which a connection without requests is closed; nil for ever.
    ///   - now: On the clock of the connection's event loop.
    init(_ standing: ConnectionStanding, book: ConnectionBook, idleTime: TimeAmount?, now: NIODeadline) {
        self.standing = standing
        self.book = book
        self.idleTime = idleTime
        headSince = now
        restsSince = now
    }

    // MARK: What the others tell

    /// Whether something has come of a head that is not whole.
    func headIsIncomplete(_ isIncomplete: Bool) {
        guard isIncomplete else {
            headSince = nil
            return
        }
        guard headSince == nil, let context else { return }
        headSince = context.eventLoop.now
        schedule()
    }

    /// Notes the use of a connection whose activity is its requests.
    func requestDidArrive() {
        guard let context else { return }
        standing.lastHeard.store(context.eventLoop.now.uptimeNanoseconds, ordering: .relaxed)
    }

    /// Counts the reason for which another handler ends the connection.
    func willEnd(_ reason: ConnectionCounters.Reason) { book.counters.countEnd(reason) }

    /// A whole head has gone to the routes.
    func routesDidTake() {
        headSince = nil
        requestsWithRoutes += 1
        standing.isAnswering.store(true, ordering: .relaxed)
    }

    func routesDidAnswer() {
        requestsWithRoutes -= 1
        if requestsWithRoutes == 0 { standing.isAnswering.store(false, ordering: .relaxed) }
        guard requestsWithRoutes == 0, let context else { return }
        restsSince = context.eventLoop.now
        // While it waited for its answer, the client could not be blamed for the next head.
        if headSince != nil { headSince = restsSince }
        if timer == nil { schedule() }
    }

    /// Whether answers wait within the connection because the client has not allowed for them to be sent (RFC 9113
    /// section 5.2).
    func windowsAreShut(_ areShut: Bool) {
        self.areWindowsShut = areShut
        account()
    }

    /// From here on what comes is no request.
    func discardInput() { discardsInput = true }

    /// From here on the session has deadlines of its own.
    func becomeSession() {
        phase = .session
        standing.lastHeard.store(.max, ordering: .relaxed)
        headSince = nil
        cancelTimer()
    }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        schedule()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        leave()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ConnectionEvent.drop: drop(.unread)
        case ConnectionEvent.closeIfIdle:
            if isIdle { end(.idle) } else if isSilent(now: context.eventLoop.now) { end(.head) }
        case is ChannelShouldQuiesceEvent where isAwaitingHead:
            // Whoever connected before the end was announced has asked for something, and could not know.
            quiescesAt = context.eventLoop.now + Self.firstRequestTime
            schedule()
        case ChannelEvent.inputClosed:
            hasHalfClosed = true
            // Half a head will not become whole: the parser says so.
            headSince = nil
            if case .lingering = phase { context.close(promise: nil) }
            context.fireUserInboundEventTriggered(event)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    private func leave() {
        phase = .closed
        cancelTimer()
        book.close(standing)
    }

    // MARK: Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch phase {
        case .session:
            context.fireChannelRead(data)
        case .serving where !discardsInput:
            if activity == .bytes {
                standing.lastHeard.store(context.eventLoop.now.uptimeNanoseconds, ordering: .relaxed)
            }
            context.fireChannelRead(data)
        case .serving, .closing, .lingering:
            discarded += unwrapInboundIn(data).readableBytes
            if case .lingering = phase, hasDrainedEnough { context.close(promise: nil) }
        case .closed: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        if quiescesAt != nil, headSince == nil { quiesce(context) }
        // Those who read requests ask for no more of them.
        if discardsInput { drain(context) }
    }

    func read(context: ChannelHandlerContext) {
        if !(discardsInput && hasDrainedEnough) { context.read() }
    }

    private var hasDrainedEnough: Bool { discarded > policy.drainLimit }

    /// Whether the first head, or one of which something has come, is not whole.
    private var isAwaitingHead: Bool {
        if case .serving = phase { return headSince != nil && !discardsInput && !hasHalfClosed }
        return false
    }

    private func quiesce(_ context: ChannelHandlerContext) {
        quiescesAt = nil
        context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }

    private func drain(_ context: ChannelHandlerContext) {
        switch phase {
        case .serving, .closing, .lingering: if !hasDrainedEnough { context.read() }
        case .session, .closed: break
        }
    }

    // MARK: Writing

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        written += unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        // Most clients have taken it all, and asking how much is left takes longer than knowing that it is little.
        if unread > 0 || !context.channel.isWritable { account() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        account()
        context.fireChannelWritabilityChanged()
    }

    /// Looks how much waits to be taken.
    private func account() {
        guard let context else { return }
        switch phase {
        case .serving, .closing, .session: break
        case .lingering, .closed: return
        }
        let now = context.eventLoop.now
        unread = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        if unread == 0, !areWindowsShut {
            if pace != nil {
                restsSince = now
                // Nothing was read from it while it had so much to take.
                if headSince != nil { headSince = now }
            }
            pace = nil
        } else if pace == nil {
            pace = (now, taken)
            standing.slowSince.store(now.uptimeNanoseconds, ordering: .relaxed)
            schedule()
        }
        if unread > policy.unreadLimitPerConnection { return drop(.unread) }
        book.setUnread(unread, of: standing)
    }

    /// Bytes that the client's end of the network has acknowledged.
    private var taken: Int { written - unread - (context.map(Self.unacknowledged) ?? 0) }

    /// Bytes in this machine's buffers for a connection that the other end has not acknowledged; 0 where there is no
    /// network.
    private static func unacknowledged(_ context: ChannelHandlerContext) -> Int {
        let pipeline = context.pipeline.syncOperations
        let bytes = try? pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { socket -> Int in
            var count: Int32 = 0
            // SIOCOUTQ (tcp(7)) is TIOCOUTQ by another name.
            return ioctl(socket, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
        }
        return bytes.flatMap { $0 } ?? 0
    }

    // MARK: Deadlines

    private var isIdle: Bool {
        if case .serving = phase { return headSince == nil && pace == nil && requestsWithRoutes == 0 && !discardsInput }
        return false
    }

    /// Returns whether the client owes a head and has sent nothing of it lately: then it makes room when connections
    /// are short, well before its deadline.
    private func isSilent(now: NIODeadline) -> Bool {
        guard case .serving = phase, headSince != nil, isBlamedForHead else { return false }
        let heard = NIODeadline.uptimeNanoseconds(min(standing.lastHeard.load(ordering: .relaxed), UInt64(Int64.max)))
        return now - heard >= Self.silenceTime
    }

    /// The time that a client may be silent before its first request while connections are short. Clients that waited
    /// in the network's queue have sent their heads; a TLS handshake sends something each round trip.
    static let silenceTime = TimeAmount.milliseconds(250)

    /// When nothing more was asked for or taken.
    private var lastUse: NIODeadline {
        max(restsSince, .uptimeNanoseconds(min(standing.lastHeard.load(ordering: .relaxed), UInt64(Int64.max))))
    }

    private var nextDeadline: NIODeadline? {
        switch phase {
        case .serving, .closing:
            var next: [NIODeadline] = []
            if let closingEnd { next.append(closingEnd) }
            if let quiescesAt { next.append(quiescesAt) }
            if let pace { next.append(pace.time + .seconds(policy.rateTime)) }
            if let headSince, isBlamedForHead { next.append(headSince + .seconds(policy.headTime)) }
            if isIdle, let idleTime { next.append(lastUse + idleTime) }
            return next.min()
        case .lingering: return closingEnd
        case .session, .closed: return nil
        }
    }

    /// A client that waits for an answer, or has one to take, may take its time with the next head.
    private var isBlamedForHead: Bool { requestsWithRoutes == 0 && pace == nil && !discardsInput }

    private func timeHasCome() {
        timer = nil
        guard let context else { return }
        if unread > 0 || pace != nil { account() }
        let now = context.eventLoop.now
        switch phase {
        case .serving, .closing:
            if let closingEnd, now >= closingEnd { return drop(.slow) }
            if let quiescesAt, now >= quiescesAt { quiesce(context) }
            if let pace, now >= pace.time + .seconds(policy.rateTime) {
                let taken = taken
                let seconds = Double((now - pace.time).nanoseconds) / 1e9
                if Double(taken - pace.taken) < policy.minimumRate * seconds { return drop(.slow) }
                self.pace = (now, taken)
                standing.slowSince.store(now.uptimeNanoseconds, ordering: .relaxed)
            }
            if let headSince, isBlamedForHead, now >= headSince + .seconds(policy.headTime) { return end(.head) }
            if isIdle, let idleTime, now >= lastUse + idleTime { return end(.idle) }
        case .lingering:
            if let closingEnd, now >= closingEnd { return context.close(promise: nil) }
        case .session, .closed: return
        }
        schedule()
    }

    /// One timer for all. One that is set for earlier than what is due then sets itself anew.
    private func schedule() {
        guard let context, let deadline = nextDeadline else { return }
        if let timer {
            if timer.deadline <= deadline { return }
            timer.task.cancel()
        }
        let me = NIOLoopBound(Weak(watch: self), eventLoop: context.eventLoop)
        timer = (deadline, context.eventLoop.scheduleTask(deadline: deadline) { me.value.watch?.timeHasCome() })
    }

    private func cancelTimer() {
        timer?.task.cancel()
        timer = nil
    }

    private struct Weak { weak var watch: ConnectionWatch? }

    // MARK: The end

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch phase {
        case .serving where mode != .input: closeGently(context, mode, promise)
        case .closing where mode != .input, .lingering where mode != .input:
            // It is under way, and ends in time.
            if let promise { context.channel.closeFuture.cascade(to: promise) }
        default: context.close(mode: mode, promise: promise)
        }
    }

    /// Closes when all has left that was written.
    private func closeGently(_ context: ChannelHandlerContext, _ mode: CloseMode, _ promise: EventLoopPromise<Void>?) {
        account()
        // Too much waited, and it was dropped.
        guard case .serving = phase else {
            promise?.succeed()
            return
        }
        if unread == 0 { return finish(context, mode, promise) }
        phase = .closing
        discardsInput = true
        if mode == .all { closingEnd = context.eventLoop.now + .seconds(policy.closeTime) }
        let left = context.eventLoop.makePromise(of: Void.self)
        left.futureResult.assumeIsolated().whenComplete { _ in self.finish(context, mode, promise) }
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: left)
        schedule()
    }

    private func finish(_ context: ChannelHandlerContext, _ mode: CloseMode, _ promise: EventLoopPromise<Void>?) {
        switch phase {
        case .serving, .closing: break
        // The client has left meanwhile.
        case .lingering, .session, .closed:
            promise?.succeed()
            return
        }
        pace = nil
        if mode == .all || hasHalfClosed || hasDrainedEnough { return context.close(promise: promise) }
        phase = .lingering
        discardsInput = true
        closingEnd = context.eventLoop.now + .seconds(policy.closeTime)
        context.close(mode: .output, promise: promise)
        drain(context)
        schedule()
    }

    /// Ends it as a server may that has nothing under way.
    private func end(_ reason: ConnectionCounters.Reason) {
        book.counters.countEnd(reason)
        phase = .closed
        context?.close(promise: nil)
    }

    /// Ends it at once. What was written is lost, in the network's buffers as well: a client that does not read it
    /// would keep it there.
    private func drop(_ reason: ConnectionCounters.Reason) {
        guard let context else { return }
        _ = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            socket in
            var reset = linger(l_onoff: 1, l_linger: 0)
            return setsockopt(socket, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
        }
        end(reason)
    }
}

extension TimeAmount {
    fileprivate static func seconds(_ seconds: Double) -> TimeAmount { .nanoseconds(Int64(seconds * 1e9)) }
}
