import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import TileEngine
import TileSupport

/// Answers requests for cached tiles straight from the socket's bytes, and hands all other bytes to the HTTP parser and
/// the routes behind it. Those are set up when the first such bytes arrive.
///
/// This handler is the first in a connection's pipeline. It answers a request that is plain (`RequestHead`) and names a
/// tile that is cached now, if the routes have no earlier request of the connection left to answer: answers must leave
/// in the order of the requests. So a cached tile never waits for a render or for a task to be scheduled.
///
/// Bytes are handed on in whole requests. If this handler can't tell where a request ends (a body, another method,
/// another protocol), it hands on the rest of the connection unread.
///
/// A request for another protocol ends its work: from then on the connection belongs to the successor.
///
/// `@exclusivity(unchecked)`: one event loop calls this handler, and no access to these properties spans a call to
/// another handler. The checks took a hundredth of a cached tile's time.
final class CachedTileHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Stage {
        /// Requests are parsed here.
        case parsing
        /// All further bytes are passed on to the next handler.
        case transparent
    }

    private enum Purpose {
        /// A connection that may or may not need the routes. The function is called once when that is known, and sets
        /// them up.
        case unknown(onSettling: (_ needsRoutes: Bool) -> Void)
        case settled
    }

    private let site: Site
    private let engine: TileEngine
    private let date: HTTPDate
    private let counters: ServerCounters
    private let presence: ClientPresence
    private let watch: ConnectionWatch?
    private let gate: FastPathGate?
    private let successor: (_ head: UnsafeRawBufferPointer, _ rest: ByteBuffer) -> (any ChannelHandler)?
    private var purpose: Purpose

    /// Bytes that are not yet a whole request, or wait until the client has read earlier answers.
    @exclusivity(unchecked) private var unread = ByteBuffer()
    /// The number of requests that the routes have not fully answered.
    @exclusivity(unchecked) private var requestsWithRoutes = 0
    /// Whether all further bytes go to the parser.
    @exclusivity(unchecked) private var stage = Stage.parsing
    /// Whether bytes were handed on since the last read ended.
    @exclusivity(unchecked) private var hasHandedOn = false
    /// Whether a read was requested while the client did not accept more bytes.
    private var isReadHeldBack = false
    /// Answers that are not yet written, with TLS only: each write becomes one record or more. Without TLS, a buffer is
    /// sent from where it is kept, and copying it would take longer.
    @exclusivity(unchecked) private var answers = ByteBuffer()
    /// The rest of the last answer's tile, with TLS only. It is encrypted as the client accepts it; until then it uses
    /// no memory besides the cache's.
    @exclusivity(unchecked) private var rest = ByteBuffer()
    @exclusivity(unchecked) private var needsFlush = false

    /// Bytes of answers that are encrypted together. TLS writes such a record into a buffer of 16 KB, and the buffer
    /// keeps the size of the longest write (RFC 8446 section 5.1).
    private static let record = 16_000

    /// - Parameters:
    ///   - watch: Holds the client to its deadlines.
    ///   - gate: Decides which tiles the client gets at once. If it is nil, the client gets all that are not private.
    ///   - successor: Called with a request for another protocol and the bytes after it, when no other request is under
    ///     way. The handler that it returns is added behind this one and gets the rest of the connection. The successor
    ///     calls `didGiveUp` when it is set up.
    ///   - onSettling: Called once on the connection's event loop, with whether the connection needs the routes. If it
    ///     does, the handlers that read requests must be behind this one when the call returns.
    init(
        site: Site, engine: TileEngine, date: HTTPDate, counters: ServerCounters, presence: ClientPresence,
        watch: ConnectionWatch? = nil, gate: FastPathGate? = nil,
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
        purpose = .unknown(onSettling: onSettling)
        self.successor = successor
    }

    /// Called when the last part of an answer of the routes has been written.
    func routesDidAnswer() {
        requestsWithRoutes -= 1
        assert(requestsWithRoutes >= 0 || stage == .transparent, "an answer to nothing")
    }

    /// Called by the successor when it needs neither this handler nor the routes.
    func didGiveUp() { settle(needsRoutes: false) }

    // MARK: Inbound

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if stage == .transparent {
            // Bodies are not read, so these bytes belong to a head. `RequestRules` reports when it is complete.
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
            // The routes handle what was handed on when a read ends, and the read that brought it has ended.
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

    /// Reads from the client unless it has answers to receive. Otherwise the answers of a client that requests more
    /// than it reads would pile up here.
    func read(context: ChannelHandlerContext) {
        if stage == .transparent || context.channel.isWritable { context.read() } else { isReadHeldBack = true }
    }

    // MARK: Answering

    private func answer(_ context: ChannelHandlerContext) {
        var preamble: HTTPDate.Preamble?
        var start = MonotonicClock.nanoseconds
        while rest.readableBytes > 0 || unread.readableBytes > 0 {
            guard context.channel.isWritable else {
                // The client is not late with bytes that the server does not read.
                watch?.headIsIncomplete(false)
                return
            }
            if rest.readableBytes > 0 {
                writeMore(context)
                continue
            }
            let (outcome, found) = unread.withUnsafeReadableBytes(findTile)
            switch outcome {
            case .incomplete:
                watch?.headIsIncomplete(true)
                return
            case .unknown:
                stage = .transparent
                watch?.headIsIncomplete(true)
                handOnRest(context)
                return
            case .head(let head):
                guard let found else {
                    if !head.isPlain, requestsWithRoutes == 0, giveUp(at: head, context) { return }
                    requestsWithRoutes += 1
                    if !head.isPlain { stage = .transparent }
                    handOn(unread.readSlice(length: head.length)!, context)
                    if stage == .transparent { handOnRest(context) }
                    continue
                }
                note(found, head, since: start)
                unread.moveReaderIndex(forwardBy: head.length)
                let preambleNow = preamble ?? date.preamble
                preamble = preambleNow
                write(found, to: head, preambleNow, context)
                // The end of this answer is the start of the next one in the same read.
                let end = MonotonicClock.nanoseconds
                counters.countCached(found.served, notModified: found.matches, nanoseconds: end &- start)
                start = end
            }
        }
        // Releases the memory of a long batch.
        unread = ByteBuffer()
        watch?.headIsIncomplete(false)
    }

    /// A request that can be answered here.
    private struct Found {
        var tile: ReadyTile
        var served: ServedProtocol
        /// Whether the client's cached copy is current.
        var matches: Bool
    }

    /// Reads the next request and finds its tile if it can be answered here.
    private func findTile(_ bytes: UnsafeRawBufferPointer) -> (outcome: RequestHead.Outcome, found: Found?) {
        let outcome = RequestHead.read(bytes)
        guard case .head(let head) = outcome, head.isPlain, requestsWithRoutes == 0,
            !head.hasQuery || site.ignores(query: UnsafeRawBufferPointer(rebasing: bytes[head.query])),
            gate?.admitsAtOnce(head, bytes) ?? true,
            let named = tile(of: head, bytes),
            // Damage is reported where tiles are drawn.
            let cached = engine.cached(named.key), cached.missing != .damaged,
            case .package(let package) = cached.payload, let tile = package as? ReadyTile,
            gate?.admits(head, in: bytes, from: presence) ?? true
        else { return (outcome, nil) }
        let condition = UnsafeRawBufferPointer(rebasing: bytes[head.ifNoneMatch])
        return (outcome, Found(tile: tile, served: named.served, matches: tile.isNamed(in: condition)))
    }

    /// Adds a request that is answered here to the access log, if there is one.
    private func note(_ found: Found, _ head: RequestHead, since start: UInt64) {
        guard let gate, let log = gate.log,
            var entry = unread.withUnsafeReadableBytes({ gate.entry(of: head, in: $0, from: presence) })
        else { return }
        entry.status = found.matches ? 304 : 200
        entry.bytes = found.matches || head.isHead ? 0 : found.tile.file.readableBytes
        entry.nanoseconds = MonotonicClock.nanoseconds - start
        log.note(entry)
    }

    private func tile(of head: RequestHead, _ bytes: UnsafeRawBufferPointer) -> FastPathGate.Named? {
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
        // The channel must know whether the client accepts the bytes before the next request is answered.
        if self.rest.readableBytes > 0 { flush(context) }
    }

    /// Moves as much of the tile's rest to the pending answers as the record has space for.
    private func fill() {
        let length = min(max(Self.record - answers.readableBytes, 0), rest.readableBytes)
        guard let part = rest.readSlice(length: length) else { return }
        answers.writeImmutableBuffer(part)
        // Releases the cache's memory.
        if rest.readableBytes == 0 { rest = ByteBuffer() }
    }

    /// Writes the next part of a tile that is longer than a record.
    private func writeMore(_ context: ChannelHandlerContext) {
        needsFlush = true
        fill()
        if rest.readableBytes > 0 { flush(context) }
    }

    /// Writes all pending answers before other bytes follow.
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

    /// Leaves the connection to a successor if the request asks for another protocol.
    private func giveUp(at head: RequestHead, _ context: ChannelHandlerContext) -> Bool {
        var rest = unread
        rest.moveReaderIndex(forwardBy: head.length)
        let found = unread.withUnsafeReadableBytes { bytes in
            successor(UnsafeRawBufferPointer(rebasing: bytes[..<head.length]), rest)
        }
        guard let found else { return false }
        // The bytes that follow are not requests.
        stage = .transparent
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
        // An incomplete request is answered, too, so the number of requests is unknown from here on.
        stage = .transparent
        let rest = unread
        unread = ByteBuffer()
        handOn(rest, context)
    }

    private func handOn(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        // The routes' answers follow the pending ones.
        writeAll(context)
        settle(needsRoutes: true)
        hasHandedOn = true
        context.fireChannelRead(wrapInboundOut(bytes))
    }

    // MARK: Settling

    private var isSettled: Bool {
        if case .settled = purpose { true } else { false }
    }

    private func settle(needsRoutes: Bool) {
        guard case .unknown(let onSettling) = purpose else { return }
        purpose = .settled
        onSettling(needsRoutes)
    }

    /// Ends a connection that requested only cached tiles, after they have been sent.
    private func end(_ context: ChannelHandlerContext) {
        settle(needsRoutes: false)
        stage = .transparent
        unread = ByteBuffer()
        writeAll(context)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: written)
    }
}

/// Tells the handler in front of the HTTP parser that the routes have answered a request.
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
