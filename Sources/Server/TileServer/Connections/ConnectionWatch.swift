import Foundation
import NIOCore
import Synchronization

/// A handler that enforces a client's deadlines: for sending a request's head, for reading answers, and for idle time.
///
/// It is the first handler in a connection's pipeline. Requests and answers pass through it at the cost of a few
/// stores. A connection has one timer, set for the next deadline that is known when the timer is set; when it fires, it
/// is set again. Only rare events set it for an earlier deadline: an incomplete head, or a client that does not read
/// its answer.
///
/// The amount that a client has read is what its end of the network has acknowledged. Bytes in this machine's own
/// buffers, which may be megabytes, don't count as read.
///
/// A connection closes when everything written has been sent, whichever side closes it. After the last answer the
/// handler waits for the client to close its end, and discards further input.
///
/// `@exclusivity(unchecked)`: as in `CachedTileHandler`.
final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private enum Phase {
        case serving
        /// The connection closes when everything written has been sent, or at the deadline, if there is one.
        case closing(until: NIODeadline?)
        /// The last answer has been sent; the handler waits for the client to close, until the deadline.
        case lingering(until: NIODeadline)
        /// The connection belongs to a session, which has its own deadlines.
        case session
        case closed
    }

    /// The input that counts as use of the connection, so that it is not idle.
    enum Activity {
        /// Any bytes. Used for HTTP/1.1, in which a client sends nothing but requests.
        case bytes
        /// Requests only. Used for HTTP/2, in which a client can send pings and settings forever.
        case requests
    }

    private let registry: ConnectionRegistry
    private let record: ConnectionRecord
    private let idleTime: TimeAmount?
    private var policy: ConnectionPolicy { registry.policy }

    @exclusivity(unchecked) var activity = Activity.bytes
    private var context: ChannelHandlerContext?
    @exclusivity(unchecked) private var phase = Phase.serving
    /// The time since which an incomplete head has been pending; for the first head, the start of the connection.
    @exclusivity(unchecked) private var headSince: NIODeadline?
    /// The number of requests that the routes have received and not answered.
    private var requestsWithRoutes = 0
    /// The time since which the client has requested nothing.
    private var restsSince: NIODeadline
    /// Whether input is discarded, because it belongs to the body of the last request or follows it.
    @exclusivity(unchecked) private var discardsInput = false
    private var discarded = 0
    private var hasHalfClosed = false

    @exclusivity(unchecked) private var written = 0
    @exclusivity(unchecked) private var unread = 0
    private var areWindowsShut = false
    /// The time when the client was last found to read fast enough, and the bytes it had read by then; nil when nothing
    /// is left to read.
    private var pace: (time: NIODeadline, taken: Int)?
    /// The time until which a client that has connected but sent nothing is awaited after the server was told to end.
    private var quiescesAt: NIODeadline?
    /// The longest time for which a request that was sent before can still be in transit.
    private static let firstRequestTime = TimeAmount.milliseconds(1000)
    private var timer = DeadlineTimer()

    /// - Parameters:
    ///   - idleTime: The time after which a connection without requests is closed, or nil for never.
    ///   - now: The time on the clock of the connection's event loop.
    init(_ record: ConnectionRecord, registry: ConnectionRegistry, idleTime: TimeAmount?, now: NIODeadline) {
        self.record = record
        self.registry = registry
        self.idleTime = idleTime
        headSince = now
        restsSince = now
    }

    // MARK: Reports from other handlers

    /// Reports whether a head has arrived in part.
    func headIsIncomplete(_ isIncomplete: Bool) {
        guard isIncomplete else {
            headSince = nil
            return
        }
        guard headSince == nil, let context else { return }
        headSince = context.eventLoop.now
        schedule()
    }

    /// Reports a request on a connection whose activity is its requests.
    func requestDidArrive() {
        guard let context else { return }
        record.lastHeard.store(context.eventLoop.now.uptimeNanoseconds, ordering: .relaxed)
    }

    /// Counts the reason for which another handler ends the connection.
    func willEnd(_ reason: ConnectionCounters.Reason) { registry.counters.countEnd(reason) }

    /// Reports that a complete head has been passed to the routes.
    func routesDidTake() {
        headSince = nil
        requestsWithRoutes += 1
        record.isAnswering.store(true, ordering: .relaxed)
    }

    func routesDidAnswer() {
        requestsWithRoutes -= 1
        if requestsWithRoutes == 0 { record.isAnswering.store(false, ordering: .relaxed) }
        guard requestsWithRoutes == 0, let context else { return }
        restsSince = context.eventLoop.now
        // While the client waited for its answer, it was not expected to send the next head.
        if headSince != nil { headSince = restsSince }
        if !timer.isSet { schedule() }
    }

    /// Reports whether answers wait within the connection because the client's flow-control windows are closed (RFC
    /// 9113 section 5.2).
    func windowsAreShut(_ areShut: Bool) {
        self.areWindowsShut = areShut
        account()
    }

    /// Discards further input, which is not a request.
    func discardInput() { discardsInput = true }

    /// Removes the deadlines, because the session has its own.
    func becomeSession() {
        phase = .session
        record.lastHeard.store(.max, ordering: .relaxed)
        headSince = nil
        timer.cancel()
    }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        schedule()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        unregister()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        unregister()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ConnectionEvent.drop: drop(.unread)
        case ConnectionEvent.closeIfIdle:
            if isIdle { end(.idle) } else if isSilent(now: context.eventLoop.now) { end(.head) }
        case is ChannelShouldQuiesceEvent where isAwaitingHead:
            // A client that connected before the end was announced may have a request in transit.
            quiescesAt = context.eventLoop.now + Self.firstRequestTime
            schedule()
        case ChannelEvent.inputClosed:
            hasHalfClosed = true
            // An incomplete head stays incomplete; the parser reports it.
            headSince = nil
            if case .lingering = phase { context.close(promise: nil) }
            context.fireUserInboundEventTriggered(event)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    private func unregister() {
        phase = .closed
        timer.cancel()
        registry.close(record)
    }

    // MARK: Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch phase {
        case .session:
            context.fireChannelRead(data)
        case .serving where !discardsInput:
            if activity == .bytes {
                record.lastHeard.store(context.eventLoop.now.uptimeNanoseconds, ordering: .relaxed)
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
        // The handlers that parse requests don't read further.
        if discardsInput { drain(context) }
    }

    func read(context: ChannelHandlerContext) {
        if !(discardsInput && hasDrainedEnough) { context.read() }
    }

    private var hasDrainedEnough: Bool { discarded > policy.drainLimit }

    /// Whether the first head is still pending, or another head has arrived in part.
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
        // Most clients have taken everything, and reading the option costs more than checking writability.
        if unread > 0 || !context.channel.isWritable { account() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        account()
        context.fireChannelWritabilityChanged()
    }

    /// Measures how much the client has yet to read.
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
                // The server did not read from the client while it had so much to take.
                if headSince != nil { headSince = now }
            }
            pace = nil
        } else if pace == nil {
            pace = (now, taken)
            record.slowSince.store(now.uptimeNanoseconds, ordering: .relaxed)
            schedule()
        }
        if unread > policy.unreadLimitPerConnection { return drop(.unread) }
        registry.setUnread(unread, of: record)
    }

    /// The number of bytes that the client's end of the network has acknowledged.
    private var taken: Int { written - unread - (context.map(Self.unacknowledged) ?? 0) }

    /// Returns the number of bytes in this machine's buffers that the other end has not acknowledged, or 0 if there is
    /// no network.
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

    /// Returns whether the client owes a head and has sent nothing recently. Such a connection is closed when
    /// connections are short, well before its deadline.
    private func isSilent(now: NIODeadline) -> Bool {
        guard case .serving = phase, headSince != nil, isBlamedForHead else { return false }
        let heard = NIODeadline.uptimeNanoseconds(min(record.lastHeard.load(ordering: .relaxed), UInt64(Int64.max)))
        return now - heard >= Self.silenceTime
    }

    /// The time that a client may be silent before its first request while connections are short. Clients that waited
    /// in the network's queue have sent their heads, and a TLS handshake sends something each round trip.
    static let silenceTime = TimeAmount.milliseconds(250)

    /// The last time that the client sent or read something.
    private var lastUse: NIODeadline {
        max(restsSince, .uptimeNanoseconds(min(record.lastHeard.load(ordering: .relaxed), UInt64(Int64.max))))
    }

    private var nextDeadline: NIODeadline? {
        switch phase {
        case .serving, .closing:
            var next: [NIODeadline] = []
            if case .closing(let end?) = phase { next.append(end) }
            if let quiescesAt { next.append(quiescesAt) }
            if let pace { next.append(pace.time + .seconds(policy.rateTime)) }
            if let headSince, isBlamedForHead { next.append(headSince + .seconds(policy.headTime)) }
            if isIdle, let idleTime { next.append(lastUse + idleTime) }
            return next.min()
        case .lingering(let end): return end
        case .session, .closed: return nil
        }
    }

    /// Whether the deadline for a head applies. It does not while the client waits for an answer or has one to read.
    private var isBlamedForHead: Bool { requestsWithRoutes == 0 && pace == nil && !discardsInput }

    private func timerDidFire() {
        timer.didFire()
        guard let context else { return }
        if unread > 0 || pace != nil { account() }
        let now = context.eventLoop.now
        switch phase {
        case .serving, .closing:
            if case .closing(let end?) = phase, now >= end { return drop(.slow) }
            if let quiescesAt, now >= quiescesAt { quiesce(context) }
            if let pace, now >= pace.time + .seconds(policy.rateTime) {
                let taken = taken
                let seconds = Double((now - pace.time).nanoseconds) / 1e9
                if Double(taken - pace.taken) < policy.minimumRate * seconds { return drop(.slow) }
                self.pace = (now, taken)
                record.slowSince.store(now.uptimeNanoseconds, ordering: .relaxed)
            }
            if let headSince, isBlamedForHead, now >= headSince + .seconds(policy.headTime) { return end(.head) }
            if isIdle, let idleTime, now >= lastUse + idleTime { return end(.idle) }
        case .lingering(let end):
            if now >= end { return context.close(promise: nil) }
        case .session, .closed: return
        }
        schedule()
    }

    /// Sets the timer for the next deadline.
    private func schedule() {
        guard let context, let deadline = nextDeadline else { return }
        let me = NIOLoopBound(Weak(watch: self), eventLoop: context.eventLoop)
        timer.set(for: deadline, on: context.eventLoop) { me.value.watch?.timerDidFire() }
    }

    private struct Weak { weak var watch: ConnectionWatch? }

    // MARK: The end

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch phase {
        case .serving where mode != .input: closeGently(context, mode: mode, promise: promise)
        case .closing where mode != .input, .lingering where mode != .input:
            // The connection is closing already and will finish in time.
            if let promise { context.channel.closeFuture.cascade(to: promise) }
        default: context.close(mode: mode, promise: promise)
        }
    }

    /// Closes the connection when everything written has been sent.
    private func closeGently(_ context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        account()
        // `account()` has dropped the connection because too much was unread.
        guard case .serving = phase else {
            promise?.succeed()
            return
        }
        if unread == 0 { return finish(context, mode: mode, promise: promise) }
        phase = .closing(until: mode == .all ? context.eventLoop.now + .seconds(policy.closeTime) : nil)
        discardsInput = true
        let left = context.eventLoop.makePromise(of: Void.self)
        left.futureResult.assumeIsolated().whenComplete { _ in self.finish(context, mode: mode, promise: promise) }
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: left)
        schedule()
    }

    private func finish(_ context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch phase {
        case .serving, .closing: break
        // The client has disconnected in the meantime.
        case .lingering, .session, .closed:
            promise?.succeed()
            return
        }
        pace = nil
        if mode == .all || hasHalfClosed || hasDrainedEnough { return context.close(promise: promise) }
        phase = .lingering(until: context.eventLoop.now + .seconds(policy.closeTime))
        discardsInput = true
        context.close(mode: .output, promise: promise)
        drain(context)
        schedule()
    }

    /// Closes a connection that has nothing in progress.
    private func end(_ reason: ConnectionCounters.Reason) {
        registry.counters.countEnd(reason)
        phase = .closed
        context?.close(promise: nil)
    }

    /// Closes the connection at once with a reset. Everything written is lost, including the network's buffers, where a
    /// client that does not read would otherwise keep it.
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
