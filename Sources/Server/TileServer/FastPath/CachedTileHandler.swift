import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import TileEngine
import TileSupport

/// Answers requests for cached tiles straight from the socket's bytes, and hands all other bytes on to the HTTP parser
/// and the routes behind it, which are set up when the first of them comes.
///
/// It is the first in a connection's pipeline. A request is answered here when it is plain (`RequestHead`), names a
/// tile that is cached now, and no earlier request of the connection is still with the routes: answers must leave in
/// the order of the requests. So a cached tile never waits for a render, nor for a task to be scheduled.
///
/// Bytes are handed on in whole requests. When a request comes that this can't tell the end of (a body, another
/// method, another protocol), the rest of the connection is handed on unread.
///
/// A request for another protocol ends its part: from then on the connection is its successor's.
///
/// `@exclusivity(unchecked)`: one event loop calls it, and no access of these spans a call to another handler; the
/// checks took a hundredth of a cached tile's time.
final class CachedTileHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let site: Site
    private let engine: TileEngine
    private let date: HTTPDate
    private let counters: ServerCounters
    private let presence: ClientPresence
    private let watch: ConnectionWatch?
    private let gate: FrontGate?
    private let successor: (_ head: UnsafeRawBufferPointer, _ rest: ByteBuffer) -> (any ChannelHandler)?
    /// To be called once, with whether the connection needs the routes: those are set up then. Nil when it was called.
    private var onSettling: ((_ needsRoutes: Bool) -> Void)?

    /// Bytes that are not yet a whole request, or wait until the client has read what it asked for before.
    @exclusivity(unchecked) private var unread = ByteBuffer()
    /// Requests that the routes have not answered to the end.
    @exclusivity(unchecked) private var requestsWithRoutes = 0
    /// Whether all further bytes are the parser's.
    @exclusivity(unchecked) private var isTransparent = false
    /// Whether bytes were handed on since the end of a read was.
    @exclusivity(unchecked) private var hasHandedOn = false
    /// Whether a read was asked for while the client did not take what was written.
    private var isReadHeldBack = false
    /// Answers that are not written yet, where there is TLS: each write is a record of it, or more. Without it, a
    /// buffer is sent from where it is kept, and copying it would take longer.
    @exclusivity(unchecked) private var answers = ByteBuffer()
    /// What is left of the last answer's tile, where there is TLS: it is encrypted as the client takes it, and until
    /// then no memory but the cache's.
    @exclusivity(unchecked) private var rest = ByteBuffer()
    @exclusivity(unchecked) private var needsFlush = false

    /// Bytes of answers that are encrypted together. TLS writes a record of so many into a buffer of 16 KB, which it
    /// keeps at the size of the longest write there ever was (RFC 8446 section 5.1).
    private static let record = 16_000

    /// - Parameters:
    ///   - watch: What holds the client to its deadlines.
    ///   - gate: Says which tiles the client may have at once. Nil for all that are not private.
    ///   - successor: Called with a request for another protocol, and what came with it, when no other request is
    ///     under way. What it returns is added behind this handler, and has the rest of the connection; `didGiveUp` is
    ///     to be called when it is set up.
    ///   - onSettling: Called once on the connection's event loop, with whether the connection needs the routes. When
    ///     it does, what reads requests must be behind this handler when the call returns.
    init(
        site: Site, engine: TileEngine, date: HTTPDate, counters: ServerCounters, presence: ClientPresence,
        watch: ConnectionWatch? = nil, gate: FrontGate? = nil,
        successor: @escaping (_ head: UnsafeRawBufferPointer, _ rest: ByteBuffer) -> (any ChannelHandler)? = { _, _ in
            nil
        },
        onSettling: @escaping (_ needsRoutes: Bool) -> Void = { _ in }
    ) {
        self.site = site
        self.engine = engine
        self.date = date
        self.counters = counters
        self.presence = presence
        self.watch = watch
        self.gate = gate
        self.onSettling = onSettling
        self.successor = successor
    }

    /// To be called when the last part of an answer of the routes has been written.
    func routesDidAnswer() {
        requestsWithRoutes -= 1
        assert(requestsWithRoutes >= 0 || isTransparent, "an answer to nothing")
    }

    /// To be called by the successor when it needs neither this handler nor the routes.
    func didGiveUp() { settle(needsRoutes: false) }

    // MARK: Inbound

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isTransparent {
            // Bodies are not read, so it is of a head. When it is whole, the routes' rules say so.
            watch?.headIsIncomplete(true)
            context.fireChannelRead(data)
            return
        }
        var bytes = unwrapInboundIn(data)
        if unread.readableBytes == 0 { unread = bytes } else { unread.writeBuffer(&bytes) }
        answer(context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        flush(context)
        hasHandedOn = false
        context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        presence.clientTakes(context.channel.isWritable)
        if context.channel.isWritable {
            answer(context)
            flush(context)
            // The routes take what was handed on when a read ends, and the one that brought it has ended.
            if hasHandedOn {
                hasHandedOn = false
                context.fireChannelReadComplete()
            }
            if isReadHeldBack, context.channel.isWritable {
                isReadHeldBack = false
                context.read()
            }
        }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed:
            handOnRest(context)
            if !isSettled { end(context) }
        case is ChannelShouldQuiesceEvent:
            if !isSettled { end(context) }
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        rest = ByteBuffer()
        if isSettled { handOnRest(context) } else { settle(needsRoutes: false) }
        presence.clientLeft()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { settle(needsRoutes: false) }

    // MARK: Outbound

    /// A client that asks for more than it takes is not read from until it has taken it, or the answers would pile up
    /// here.
    func read(context: ChannelHandlerContext) {
        if isTransparent || context.channel.isWritable { context.read() } else { isReadHeldBack = true }
    }

    // MARK: Answering

    private func answer(_ context: ChannelHandlerContext) {
        var preamble: HTTPDate.Preamble?
        var start = MonotonicClock.nanoseconds
        while rest.readableBytes > 0 || unread.readableBytes > 0 {
            guard context.channel.isWritable else {
                // It is not to be blamed for what is not read.
                watch?.headIsIncomplete(false)
                return
            }
            if rest.readableBytes > 0 {
                writeMore(context)
                continue
            }
            let (outcome, found) = unread.withUnsafeReadableBytes(look)
            switch outcome {
            case .incomplete:
                watch?.headIsIncomplete(true)
                return
            case .unknown:
                isTransparent = true
                watch?.headIsIncomplete(true)
                handOnRest(context)
                return
            case .head(let head):
                guard let found else {
                    if !head.isPlain, requestsWithRoutes == 0, giveUp(at: head, context) { return }
                    requestsWithRoutes += 1
                    if !head.isPlain { isTransparent = true }
                    handOn(unread.readSlice(length: head.length)!, context)
                    if isTransparent { handOnRest(context) }
                    continue
                }
                note(found, head, since: start)
                unread.moveReaderIndex(forwardBy: head.length)
                let preambleNow = preamble ?? date.preamble
                preamble = preambleNow
                write(found, to: head, preambleNow, context)
                // Of the next one in the same read, the start.
                let end = MonotonicClock.nanoseconds
                counters.countCached(found.served, notModified: found.matches, nanoseconds: end &- start)
                start = end
            }
        }
        // Gives the memory of a long batch back.
        unread = ByteBuffer()
        watch?.headIsIncomplete(false)
    }

    /// What a request asks for that can be answered here.
    private struct Found {
        var tile: ReadyTile
        var served: ServedProtocol
        /// Whether the client has it.
        var matches: Bool
    }

    /// Reads the next request, and finds its tile if it can be answered here.
    private func look(_ bytes: UnsafeRawBufferPointer) -> (outcome: RequestHead.Outcome, found: Found?) {
        let outcome = RequestHead.read(bytes)
        guard case .head(let head) = outcome, head.isPlain, requestsWithRoutes == 0,
            // A query may ask for another way of showing the content.
            !head.hasQuery || !site.hasVariants,
            gate?.admitsAtOnce(head, bytes) ?? true,
            let named = tile(of: head, bytes),
            case .package(let package)? = engine.cached(named.key)?.payload, let tile = package as? ReadyTile,
            gate?.lets(head, bytes, presence) ?? true
        else { return (outcome, nil) }
        let condition = UnsafeRawBufferPointer(rebasing: bytes[head.ifNoneMatch])
        return (outcome, Found(tile: tile, served: named.served, matches: tile.isNamed(in: condition)))
    }

    /// Notes a request that is answered here in the access log, if there is one.
    private func note(_ found: Found, _ head: RequestHead, since start: UInt64) {
        guard let gate, let log = gate.log,
            var entry = unread.withUnsafeReadableBytes({ gate.entry(of: head, $0, presence) })
        else { return }
        entry.status = found.matches ? 304 : 200
        entry.bytes = found.matches || head.isHead ? 0 : found.tile.file.readableBytes
        entry.nanoseconds = MonotonicClock.nanoseconds - start
        log.note(entry)
    }

    private func tile(of head: RequestHead, _ bytes: UnsafeRawBufferPointer) -> FrontGate.Named? {
        let path = UnsafeRawBufferPointer(rebasing: bytes[head.path])
        guard let gate else { return site.namedTile(atPath: path) }
        return gate.tile(atPath: path, hasAuthorization: head.hasAuthorization, of: site)
    }

    private func write(
        _ found: Found, to head: RequestHead, _ preamble: HTTPDate.Preamble, _ context: ChannelHandlerContext
    ) {
        let (tile, matches) = (found.tile, found.matches)
        let lines = matches ? preamble.notModified : preamble.found
        let rest = matches ? tile.validatorLines : head.isHead ? tile.head : tile.buffer
        needsFlush = true
        guard presence.isSecure else {
            context.write(wrapOutboundOut(lines), promise: nil)
            context.write(wrapOutboundOut(rest), promise: nil)
            return
        }
        if answers.readableBytes + lines.readableBytes > Self.record { flush(context) }
        if answers.readableBytes == 0 {
            answers.reserveCapacity(min(lines.readableBytes + rest.readableBytes, Self.record))
        }
        answers.writeImmutableBuffer(lines)
        self.rest = rest
        fill()
        // The channel is to know before the next is answered whether the client takes it.
        if self.rest.readableBytes > 0 { flush(context) }
    }

    /// Adds what is left of a tile to the answers that leave together, as far as a record has room.
    private func fill() {
        let length = min(max(Self.record - answers.readableBytes, 0), rest.readableBytes)
        guard let part = rest.readSlice(length: length) else { return }
        answers.writeImmutableBuffer(part)
        // Lets the cache's memory go.
        if rest.readableBytes == 0 { rest = ByteBuffer() }
    }

    /// The next part of a tile that is longer than a record.
    private func writeMore(_ context: ChannelHandlerContext) {
        needsFlush = true
        fill()
        if rest.readableBytes > 0 { flush(context) }
    }

    /// All that is left of answers, for what comes after them.
    private func writeAll(_ context: ChannelHandlerContext) {
        writeAnswers(context)
        guard rest.readableBytes > 0 else { return }
        needsFlush = true
        context.write(wrapOutboundOut(rest), promise: nil)
        rest = ByteBuffer()
    }

    private func writeAnswers(_ context: ChannelHandlerContext) {
        guard answers.readableBytes > 0 else { return }
        let whole = answers
        answers = ByteBuffer()
        context.write(wrapOutboundOut(whole), promise: nil)
    }

    /// Leaves the connection to a successor, if the request asks for one.
    private func giveUp(at head: RequestHead, _ context: ChannelHandlerContext) -> Bool {
        var rest = unread
        rest.moveReaderIndex(forwardBy: head.length)
        let found = unread.withUnsafeReadableBytes { bytes in
            successor(UnsafeRawBufferPointer(rebasing: bytes[..<head.length]), rest)
        }
        guard let found else { return false }
        // Whatever comes next is no request.
        isTransparent = true
        unread = ByteBuffer()
        writeAll(context)
        do {
            try context.pipeline.syncOperations.addHandler(found, position: .after(self))
        } catch {
            context.close(promise: nil)
        }
        return true
    }

    private func flush(_ context: ChannelHandlerContext) {
        guard needsFlush else { return }
        needsFlush = false
        writeAnswers(context)
        context.flush()
    }

    private func handOnRest(_ context: ChannelHandlerContext) {
        guard unread.readableBytes > 0 else { return }
        // Half a request is answered, too: how many there are is not known any more.
        isTransparent = true
        let rest = unread
        unread = ByteBuffer()
        handOn(rest, context)
    }

    private func handOn(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        // The routes' answers come after it.
        writeAll(context)
        settle(needsRoutes: true)
        hasHandedOn = true
        context.fireChannelRead(wrapInboundOut(bytes))
    }

    // MARK: What the connection is for

    private var isSettled: Bool { onSettling == nil }

    private func settle(needsRoutes: Bool) {
        guard let settle = onSettling else { return }
        onSettling = nil
        settle(needsRoutes)
    }

    /// Ends a connection that asked for nothing but cached tiles, when they have left.
    private func end(_ context: ChannelHandlerContext) {
        settle(needsRoutes: false)
        isTransparent = true
        unread = ByteBuffer()
        writeAll(context)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: written)
    }
}

/// Tells the handler in front of the HTTP parser when the routes have answered a request.
final class AnswerEndHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private var front: CachedTileHandler?

    func handlerAdded(context: ChannelHandlerContext) {
        front = try? context.pipeline.syncOperations.handler(type: CachedTileHandler.self)
    }

    func handlerRemoved(context: ChannelHandlerContext) { front = nil }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
        // The bytes are written before the handler may write others after them.
        context.write(data, promise: promise)
        if isEnd { front?.routesDidAnswer() }
    }
}
