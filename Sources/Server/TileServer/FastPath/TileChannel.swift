import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOSSL
import TileEngine
import TileSessions

/// A connection: cached tiles and scroll sessions are answered first, and Hummingbird's HTTP/1.1 channel gets the rest.
///
/// The HTTP/1.1 channel and its task are set up for the first request that needs them. At 8 KB they take more memory
/// than the rest of a connection, and most sessions and many viewers of cached tiles never need them.
struct TileChannel: ServerChildChannel {
    /// The state that a connection is handled with.
    struct Value: ServerChildChannelValue {
        /// Fulfilled when the kind of connection is known.
        let mode: EventLoopFuture<ConnectionMode>
        let presence: ClientPresence
        let channel: any Channel
    }

    /// The kind of a connection.
    enum ConnectionMode: Sendable {
        /// The connection uses Hummingbird's HTTP/1.1 channel.
        case routed(HTTP1Channel.Value)
        /// The connection doesn't use Hummingbird's channel.
        case unrouted
        case http2
    }

    let http: HTTP1Channel
    let site: Site
    let engine: TileEngine
    let date: HTTPDate
    let counters: ServerCounters
    let sessions: SessionRegistry
    let connections: ConnectionRegistry
    let opening: SiteOpening
    let gate: FastPathGate
    let answers: AnswersUnderWay
    let idleTimeout: TimeAmount?
    /// The certificate; nil for plain HTTP.
    let certificate: ServerCertificate?

    /// Bytes of the buffer for a connection's first request. Heads take 500 to 800 bytes; the buffer grows if more than
    /// one read is needed. The memory is kept as long as the connection.
    private static let firstRead = 1024
    /// The approximate limits for encrypted bytes that wait for a client. Above the high mark, no more are encrypted
    /// until the client has received most of them. A client that reads receives them at once. For a client that does
    /// not read, they take memory of their own, which a cached tile doesn't.
    private static let encrypted = ChannelOptions.Types.WriteBufferWaterMark(low: 8 << 10, high: 24 << 10)

    init(
        responder: @escaping HTTPChannelHandler.Responder, site: Site, engine: TileEngine, date: HTTPDate,
        counters: ServerCounters, sessions: SessionRegistry, connections: ConnectionRegistry,
        opening: SiteOpening, gate: FastPathGate, answers: AnswersUnderWay, idleTimeout: TimeAmount?,
        certificate: ServerCertificate? = nil
    ) {
        http = HTTP1Channel(
            responder: responder,
            configuration: HTTP1Channel.Configuration(additionalChannelHandlers: [AnswerEndHandler()]))
        self.site = site
        self.engine = engine
        self.date = date
        self.counters = counters
        self.sessions = sessions
        self.connections = connections
        self.opening = opening
        self.gate = gate
        self.answers = answers
        self.idleTimeout = idleTimeout
        self.certificate = certificate
    }

    /// Adds TLS in front of all other handlers, which see the decrypted bytes.
    private func addTLS(to channel: any Channel) throws {
        guard let certificate else { return }
        try channel.syncOptions?.setOption(.writeBufferWaterMark, value: Self.encrypted)
        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: certificate.context))
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        switch connections.open(channel) {
        case .admitted(let record): setup(channel, record, logger)
        case .refused(let problem): refuse(channel, problem)
        case .turnedAway: refuse(channel, nil)
        }
    }

    private func setup(
        _ channel: any Channel, _ record: ConnectionRecord, _ logger: Logger
    ) -> EventLoopFuture<Value> {
        let presence = ClientPresence(
            isSecure: certificate != nil, client: record.client, address: channel.remoteAddress?.ipAddress,
            isProxy: gate.proxies.contains(channel.remoteAddress),
            mayForward: gate.proxies.isEmpty || gate.proxies.contains(channel.remoteAddress), answers: answers)
        let promise = channel.eventLoop.makePromise(of: ConnectionMode.self)
        return channel.eventLoop.makeCompletedFuture {
            try addTLS(to: channel)
            let pipeline = channel.pipeline.syncOperations
            let watch = ConnectionWatch(
                record, registry: connections, idleTime: idleTimeout, now: channel.eventLoop.now)
            try pipeline.addHandler(watch)
            try channel.syncOptions?.setOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: Self.firstRead, maximum: 65536))
            if certificate == nil {
                try addHTTP1(to: channel, watch, presence, promise, logger)
            } else {
                try pipeline.addHandler(
                    ProtocolChoice { isHTTP2 in
                        do {
                            if isHTTP2 {
                                try addHTTP2(to: channel, watch, presence)
                                promise.succeed(.http2)
                            } else {
                                try addHTTP1(to: channel, watch, presence, promise, logger)
                            }
                        } catch {
                            promise.fail(error)
                            channel.close(promise: nil)
                        }
                    })
            }
            return Value(mode: promise.futureResult, presence: presence, channel: channel)
        }.flatMapErrorThrowing { error in
            connections.close(record)
            promise.fail(error)
            throw error
        }
    }

    private func addHTTP2(to channel: any Channel, _ watch: ConnectionWatch, _ presence: ClientPresence) throws {
        let turns = connections.turns.queue(for: channel.eventLoop)
        let streams =
            if let client = presence.client, !presence.isProxy {
                RoutedStreams(resets: .client(client, connections.resets), turns: turns)
            } else {
                RoutedStreams(turns: turns, now: channel.eventLoop.now)
            }
        let connection = HTTP2Connection(
            responder: http.responder,
            tiles: HTTP2TileAnswers(
                site: site, engine: engine, gate: gate, date: date, counters: counters, presence: presence),
            presence: presence, watch: watch, streams: streams, eventLoop: channel.eventLoop)
        try connection.configure(channel)
    }

    private func addHTTP1(
        to channel: any Channel, _ watch: ConnectionWatch, _ presence: ClientPresence,
        _ promise: EventLoopPromise<ConnectionMode>, _ logger: Logger
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        let front = CachedTileHandler(
            site: site, engine: engine, date: date, counters: counters, presence: presence, watch: watch, gate: gate,
            successor: { head, rest in
                SessionUpgradeHandler(
                    head, rest: rest,
                    upgrade: SessionUpgrade(
                        site: site, registry: sessions, opening: opening, gate: gate, presence: presence),
                    date: date, counters: counters, watch: watch)
            }
        ) { needsRoutes in
            guard needsRoutes else { return promise.succeed(.unrouted) }
            // All handlers are in the pipeline when this returns.
            let routes = http.setup(channel: channel, logger: logger)
            do {
                try Self.addRules(to: pipeline, watch)
                routes.map { .routed($0) }.cascade(to: promise)
            } catch {
                promise.fail(error)
                channel.close(promise: nil)
            }
        }
        try pipeline.addHandler(front)
    }

    /// Adds the rules around the parser.
    private static func addRules(to pipeline: ChannelPipeline.SynchronousOperations, _ watch: ConnectionWatch) throws {
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandler(RequestLineLimit(), position: .before(parser))
        try pipeline.addHandler(RequestRules(watch: watch), position: .after(parser))
    }

    /// - Parameter problem: The problem that the client is told; nil to close the connection without a message.
    private func refuse(_ channel: any Channel, _ problem: HTTPProblem?) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try addTLS(to: channel)
            let refusal = RefusedConnection(problem, date: date, registry: connections)
            try channel.pipeline.syncOperations.addHandler(refusal)
            return Value(
                mode: channel.eventLoop.makeSucceededFuture(.unrouted), presence: ClientPresence(), channel: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        let mode = try? await withTaskCancellationHandler {
            try await value.mode.get()
        } onCancel: {
            // The connection may be a session by now, which sends a closing message first.
            value.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
        switch mode {
        case .routed(let routed):
            await ClientPresence.$current.withValue(value.presence) {
                await http.handle(value: routed, logger: logger)
            }
        case .http2:
            // Each stream has its own task.
            await withTaskCancellationHandler {
                try? await value.channel.closeFuture.get()
            } onCancel: {
                value.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
                // Requests that were not answered by now are abandoned.
                value.channel.close(promise: nil)
            }
        case .unrouted, nil: return
        }
    }
}
