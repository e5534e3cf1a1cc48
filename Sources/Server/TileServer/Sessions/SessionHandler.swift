import NIOCore
import NIOWebSocket
import TileEngine
import TileSessions

/// The WebSocket handler of one viewer's session. It reads the viewer's messages and writes the session's.
///
/// Only the newest viewport counts: viewports that arrive in one read, or while the event loop is left to others, cause
/// a single update. Outgoing messages wait until the previous one and the tiles that it promised have been sent, and
/// their size is bounded by the viewport. So a viewer that reads slowly costs one message and a bounded list. A viewer
/// that breaks a rule gets a closing frame with the reason, and its further input is ignored.
final class SessionHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private enum Phase {
        case open
        /// A closing frame was sent, and the peer's answer is awaited until the deadline.
        case closing(until: NIODeadline)
        case closed
    }

    private let session: ScrollSession
    private let registry: SessionRegistry
    private var policy: SessionPolicy { registry.policy }
    private var counters: SessionCounters { registry.counters }

    private var context: ChannelHandlerContext?
    private var phase = Phase.open
    /// The limit on the frames that the peer sends.
    private let frameLimit: RatePolicy
    private var frames: TokenBucket
    /// The recorder, if this session is recorded.
    private var recorder: SessionRecorder?
    /// The fragments of an incomplete message.
    private var fragments: ByteBuffer?
    /// The newest viewport that is not processed yet, and its arrival.
    private var newest: (viewport: Viewport, arrival: NIODeadline)?
    /// Whether another thread has left something in the mailbox that is not processed yet.
    private var hasMail = false
    /// The time until which the event loop is left to others, in proportion to the time that the last update took.
    private var restEnd = NIODeadline.distantPast

    private var lastHeard: NIODeadline
    /// The time of the ping that the peer has not answered, or nil if there is none.
    private var pinged: NIODeadline?
    /// A pong that waits until the connection is writable. Only the newest is needed (RFC 6455 section 5.5.3).
    private var pong: ByteBuffer?
    /// The time since which no pending frame has been sent, or nil if none is pending.
    private var writing: NIODeadline?
    /// The number of pending frames.
    private var framesOnTheWay = 0
    private var lastPush: NIODeadline?
    private var timer = DeadlineTimer()

    /// - Parameter now: The time on the clock of the connection's event loop.
    init(_ session: ScrollSession, registry: SessionRegistry, now: NIODeadline) {
        self.session = session
        self.registry = registry
        frameLimit = RatePolicy(perSecond: registry.policy.framesPerSecond, burst: registry.policy.frameBurst)
        frames = TokenBucket(frameLimit, now: now.uptimeNanoseconds)
        lastHeard = now
    }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        registry.connectionDidOpen()
        let loop = context.eventLoop
        let me = NIOLoopBound(Weak(handler: self), eventLoop: loop)
        session.mailbox.setWakeHandler { loop.execute { me.value.handler?.wake() } }
        let generation = registry.engine.generation(of: session.mailbox.content) ?? 0
        recorder = registry.tape?.recorder(content: session.contentName)
        send(
            SessionPush.opened(
                generation: generation, isRecorded: recorder != nil, isTouchable: session.isTouchable,
                isResizable: session.isResizable, isReadable: session.isReadable
            ).text)
        context.flush()
        schedule()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        endSession("1006")
        self.context = nil
        registry.connectionDidClose()
    }

    func channelInactive(context: ChannelHandlerContext) {
        endSession("1006")
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent: close(.shutDown)
        case ChannelEvent.inputClosed: abort("1006")
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? NIOWebSocketError {
            close(SessionClosure(error, messageLimit: policy.messageLimit))
        } else {
            abort("1006")
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        push()
        context.flush()
        schedule()
    }

    // MARK: Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        let now = context.eventLoop.now
        lastHeard = now
        pinged = nil
        switch phase {
        case .open:
            do throws(SessionClosure) { try handle(frame, now) } catch { close(error) }
        case .closing:
            if frame.opcode == .connectionClose { abort(nil) }
        case .closed: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        catchUp()
        push()
        context.flush()
        schedule()
    }

    private func handle(_ frame: WebSocketFrame, _ now: NIODeadline) throws(SessionClosure) {
        guard frames.spend(frameLimit, now: now.uptimeNanoseconds) else {
            throw .refused("more than \(Int(frameLimit.perSecond)) frames a second")
        }
        guard frame.maskKey != nil else { throw .broken("client frames must be masked") }
        guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else { throw .broken("no extension was negotiated") }
        switch frame.opcode {
        case .text:
            guard fragments == nil else { throw .broken("a new message started before the last one ended") }
            if frame.fin { try handle(message: frame.unmaskedData, now) } else { fragments = frame.unmaskedData }
        case .continuation:
            guard var whole = fragments else { throw .broken("a continuation frame without a message") }
            guard whole.readableBytes + frame.length <= policy.messageLimit else {
                throw .tooLarge(policy.messageLimit)
            }
            var more = frame.unmaskedData
            whole.writeBuffer(&more)
            fragments = frame.fin ? nil : whole
            if frame.fin { try handle(message: whole, now) }
        case .binary: throw .binary
        case .ping:
            catchUp()
            pong = frame.unmaskedData
            sendPong()
        case .pong: break
        case .connectionClose: try handleClose(frame.unmaskedData)
        default: throw .broken("unknown opcode \(frame.opcode)")
        }
    }

    private func handle(message text: ByteBuffer, _ now: NIODeadline) throws(SessionClosure) {
        var kinds: ViewerMessage.Kinds = recorder == nil ? [] : .input
        if session.isTouchable { kinds.insert(.touch) }
        if session.isResizable { kinds.insert(.screen) }
        if session.isTypable { kinds.insert(.typing) }
        if session.isReadable { kinds.insert(.reading) }
        switch try ViewerMessage(text, also: kinds) {
        case .viewport(let message):
            let viewport = try message.viewport(time: now.seconds, policy)
            counters.viewports.add(1, ordering: .relaxed)
            if newest != nil { counters.coalesced.add(1, ordering: .relaxed) }
            newest = (viewport, newest?.arrival ?? now)
        case .input(let message):
            let isFirst = recorder?.recording.inputs.isEmpty == true
            try recorder?.record(message, now: now.seconds)
            if isFirst { registry.tape?.began() }
        case .touch(let message): session.touch(message, now: now.seconds)
        case .screen(let message): session.resize(message)
        case .typing(let message): session.type(message, now: now.seconds)
        case .read: session.read()
        case .act(let message): session.act(message, now: now.seconds)
        }
    }

    /// Answers the peer's close with its own code, and ends the session.
    private func handleClose(_ data: ByteBuffer) throws(SessionClosure) {
        var data = data
        guard data.readableBytes != 1 else { throw .broken("the close code must be two bytes") }
        let code = data.readInteger(as: UInt16.self)
        if let code {
            guard SessionClosure.mayBeSent(code) else { throw .broken("invalid close code \(code)") }
            guard String(validating: data.readableBytesView, as: UTF8.self) != nil else {
                throw .garbled("the reason is not UTF-8")
            }
        }
        endSession("\(code ?? 1005)")
        guard let context else { return }
        var answer = ByteBuffer()
        if let code { answer.writeInteger(code) }
        let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: answer)
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
        context.close(promise: nil)
    }

    // MARK: What is due

    /// Processes the newest viewport and the mailbox in one update, unless the event loop is left to others.
    private func catchUp() {
        guard case .open = phase, let context else { return }
        let now = context.eventLoop.now
        if now < restEnd { return }
        let (newest, isTickDue) = (newest, hasMail || session.nextTickTime.map { $0 <= now.seconds } ?? false)
        guard newest != nil || isTickDue else { return }
        self.newest = nil
        hasMail = false
        let start = registry.engine.services.processorTime()
        if let newest { session.follow(newest.viewport) }
        if isTickDue { session.tick(now: now.seconds) }
        let time = Double(registry.engine.services.processorTime()) - Double(start)
        // At most a second, whatever the share is.
        let rest = max(0, min(1e9, time * (1 / policy.updateShare - 1)))
        restEnd = context.eventLoop.now + .nanoseconds(Int64(rest))
        if let newest { counters.countUpdate(UInt64(max((context.eventLoop.now - newest.arrival).nanoseconds, 0))) }
        if session.isDismissed { close(.shutDown) }
    }

    /// Handles a wake from another thread.
    private func wake() {
        guard case .open = phase, let context else { return }
        hasMail = true
        // While the event loop is left to others, new items wait for the newest viewport.
        guard context.eventLoop.now >= restEnd else { return act() }
        session.drainInbox(now: context.eventLoop.now.seconds)
        guard session.hasPushes else { return act() }
        push()
        context.flush()
        // Drawing starts after all sessions on this event loop have been told; one change may concern a thousand.
        let me = NIOLoopBound(Weak(handler: self), eventLoop: context.eventLoop)
        context.eventLoop.execute { me.value.handler?.act() }
    }

    private func act() {
        guard case .open = phase, let context else { return }
        catchUp()
        guard case .open = phase else { return }
        push()
        context.flush()
        schedule()
    }

    private func timerDidFire() {
        timer.didFire()
        guard let context else { return }
        let now = context.eventLoop.now
        switch phase {
        case .open:
            if let writing, now - writing >= .seconds(policy.stallTime) { return abort("stalled") }
            if let pinged, now - pinged >= .seconds(policy.pingInterval) { return abort("dead") }
            if pinged == nil, now - lastHeard >= .seconds(policy.pingInterval) {
                pinged = now
                context.write(
                    wrapOutboundOut(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())), promise: nil)
            }
            catchUp()
            push()
            context.flush()
        case .closing(let until):
            if now >= until { return abort(nil) }
        case .closed: return
        }
        schedule()
    }

    /// Sets the timer for the next deadline.
    private func schedule() {
        guard let context, let deadline = nextDeadline else { return }
        let me = NIOLoopBound(Weak(handler: self), eventLoop: context.eventLoop)
        timer.set(for: deadline, on: context.eventLoop) { me.value.handler?.timerDidFire() }
    }

    private var nextDeadline: NIODeadline? {
        switch phase {
        case .open:
            var deadlines = [(pinged ?? lastHeard) + .seconds(policy.pingInterval)]
            if let writing { deadlines.append(writing + .seconds(policy.stallTime)) }
            // While the channel is not writable, messages wait for `channelWritabilityChanged`.
            if session.hasPushes, writing == nil, let context, context.channel.isWritable, let lastPush {
                // The interval can have become longer since the last message.
                deadlines.append(lastPush + .seconds(session.pushInterval(now: context.eventLoop.now.seconds)))
            }
            if let next = session.nextTickTime { deadlines.append(max(NIODeadline(seconds: next), restEnd)) }
            if newest != nil || hasMail { deadlines.append(restEnd) }
            return deadlines.min()
        case .closing(let until): return until
        case .closed: return nil
        }
    }

    // MARK: Writing

    /// Writes the messages that are due, if the previous one has been sent and the minimum interval has passed.
    private func push() {
        guard case .open = phase, let context, context.channel.isWritable else { return }
        sendPong()
        let now = context.eventLoop.now
        guard writing == nil, session.hasPushes else { return }
        // A viewer with a finger down waits for the result, so answers are not delayed.
        let interval = session.pushInterval(now: now.seconds)
        if let lastPush, now - lastPush < .seconds(interval), !session.hasAnswers { return }
        for push in session.takePushes(now: now.seconds) {
            // Changes are not delayed by answers, nor by accessibility elements.
            if push.isPaced { lastPush = now }
            switch push {
            case .refined: counters.refinedSent.add(1, ordering: .relaxed)
            case .changed: counters.changedSent.add(1, ordering: .relaxed)
            case .opened, .touched, .typing, .elements, .notice, .replaced: break
            }
            send(push.text)
            if case .changed(let tiles, _, let delivered) = push { tiles.prefix(delivered).forEach(draw) }
        }
    }

    /// Starts drawing a tile, and sends it when it is ready.
    private func draw(_ name: SessionPush.TileName) {
        guard let loop = context?.eventLoop else { return }
        let me = NIOLoopBound(Weak(handler: self), eventLoop: loop)
        session.draw(name) { tile in
            if loop.inEventLoop {
                me.value.handler?.deliver(name, tile)
            } else {
                loop.execute { me.value.handler?.deliver(name, tile) }
            }
        }
    }

    private func deliver(_ name: SessionPush.TileName, _ tile: ReadyTile?) {
        guard case .open = phase, let context else { return }
        session.settle(name)
        if tile != nil { counters.delivered.add(1, ordering: .relaxed) }
        send(.binary, TilePush(name, tile).bytes)
        context.flush()
    }

    private func send(_ text: String) { send(.text, ByteBuffer(string: text)) }

    private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
        guard let context else { return }
        if framesOnTheWay == 0 { writing = context.eventLoop.now }
        framesOnTheWay += 1
        let frame = WebSocketFrame(fin: true, opcode: opcode, data: data)
        let me = Weak(handler: self)
        context.write(wrapOutboundOut(frame)).assumeIsolated().whenSuccess { me.handler?.didWrite() }
    }

    private func didWrite() {
        framesOnTheWay -= 1
        // A slow network that takes one tile after another does not count as stalled.
        writing = framesOnTheWay > 0 ? context?.eventLoop.now : nil
        if writing == nil, session.hasPushes { schedule() }
    }

    private func sendPong() {
        // A pong promises that everything before the ping was processed.
        guard newest == nil, let data = pong, let context, context.channel.isWritable else { return }
        pong = nil
        context.write(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: data)), promise: nil)
    }

    // MARK: The end

    /// Sends the reason and waits for the peer's answer. Closing at once could lose the reason.
    private func close(_ closure: SessionClosure) {
        guard case .open = phase, let context else { return }
        endSession("\(closure.code)")
        phase = .closing(until: context.eventLoop.now + .seconds(policy.closeTime))
        var data = ByteBuffer(integer: closure.code)
        data.writeString(closure.reason)
        let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
        timer.cancel()
        schedule()
    }

    /// Ends the connection without a closing frame. `reason` is for the counters.
    private func abort(_ reason: String?) {
        endSession(reason)
        phase = .closed
        context?.close(promise: nil)
    }

    /// Ends the session. Its name is free from now on.
    private func endSession(_ reason: String?) {
        if case .open = phase {
            phase = .closed
            if let reason { counters.countEnd(reason) }
            session.end()
            registry.close(session.mailbox)
            if let recorder { registry.tape?.end(recorder) }
            recorder = nil
            newest = nil
            fragments = nil
        }
        timer.cancel()
    }

    private struct Weak { weak var handler: SessionHandler? }
}

extension NIODeadline {
    /// The seconds on the clock of sessions and their viewports.
    var seconds: Double { Double(uptimeNanoseconds) / 1e9 }

    /// Creates the first deadline that is not before `seconds` on that clock.
    init(seconds: Double) {
        self = .uptimeNanoseconds(UInt64(max(0, (seconds * 1e9).rounded(.up))))
        while self.seconds < seconds { self = self + .nanoseconds(1) }
    }
}

extension TimeAmount {
    fileprivate static func seconds(_ seconds: Double) -> TimeAmount { .nanoseconds(Int64(seconds * 1e9)) }
}
