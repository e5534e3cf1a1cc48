import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOSSL
import TileEngine
import TileSessions

/// A connection: cached tiles and scroll sessions are answered first, and Hummingbird's HTTP/1.1 channel has the rest.
///
/// That channel is set up for the first request that is its own, and so is the task that works on it kept: at 8 KB they
/// take more memory than all else of a connection, and most sessions and many viewers of cached tiles never need them.
struct TileChannel: ServerChildChannel {
    /// What a connection is worked on with.
    struct Value: ServerChildChannelValue {
        /// Hummingbird's part; nil when the connection does without it. Fulfilled when that is known.
        let http: EventLoopFuture<HTTP1Channel.Value?>
        let presence: ClientPresence
        let channel: any Channel
    }

    let http: HTTP1Channel
    let site: Site
    let engine: TileEngine
    let date: HTTPDate
    let counters: ServerCounters
    let sessions: SessionBook
    let connections: ConnectionBook
    let opening: SiteOpening
    let idleTimeout: TimeAmount?
    /// Nil for plain HTTP.
    let certificate: ServerCertificate?

    /// Bytes to read a connection's first request into. Heads take some 500 to 800; for more than one read it grows.
    /// The memory is kept for as long as the connection.
    private static let firstRead = 1024

    init(
        responder: @escaping HTTPChannelHandler.Responder, site: Site, engine: TileEngine, date: HTTPDate,
        counters: ServerCounters, sessions: SessionBook, connections: ConnectionBook,
        opening: SiteOpening, idleTimeout: TimeAmount?, certificate: ServerCertificate? = nil
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
        self.idleTimeout = idleTimeout
        self.certificate = certificate
    }

    /// In front of all else: what the others see are the bytes within.
    private func addTLS(to channel: any Channel) throws {
        guard let certificate else { return }
        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: certificate.context))
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        switch connections.open(channel) {
        case .admitted(let standing): setup(channel, standing, logger)
        case .refused(let problem): refuse(channel, problem)
        case .turnedAway: refuse(channel, nil)
        }
    }

    private func setup(
        _ channel: any Channel, _ standing: ConnectionStanding, _ logger: Logger
    ) -> EventLoopFuture<Value> {
        let presence = ClientPresence(isSecure: certificate != nil)
        let promise = channel.eventLoop.makePromise(of: HTTP1Channel.Value?.self)
        return channel.eventLoop.makeCompletedFuture {
            try addTLS(to: channel)
            let pipeline = channel.pipeline.syncOperations
            let watch = ConnectionWatch(
                standing, book: connections, idleTime: idleTimeout, now: channel.eventLoop.now)
            try pipeline.addHandler(watch)
            try channel.syncOptions?.setOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: Self.firstRead, maximum: 65536))
            let front = CachedTileHandler(
                site: site, engine: engine, date: date, counters: counters, presence: presence, watch: watch,
                successor: { head, rest in
                    SessionUpgradeHandler(
                        head, rest: rest, upgrade: SessionUpgrade(site: site, book: sessions, opening: opening),
                        date: date,
                        counters: counters, watch: watch)
                }
            ) { needsRoutes in
                if needsRoutes {
                    // All handlers are there when it returns.
                    let routes = http.setup(channel: channel, logger: logger)
                    do {
                        try Self.addRules(to: pipeline, watch)
                        routes.map { Optional($0) }.cascade(to: promise)
                    } catch {
                        promise.fail(error)
                        channel.close(promise: nil)
                    }
                } else {
                    promise.succeed(nil)
                }
            }
            try pipeline.addHandler(front)
            return Value(http: promise.futureResult, presence: presence, channel: channel)
        }.flatMapErrorThrowing { error in
            connections.close(standing)
            promise.fail(error)
            throw error
        }
    }

    /// Right behind the parser.
    private static func addRules(to pipeline: ChannelPipeline.SynchronousOperations, _ watch: ConnectionWatch) throws {
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandler(RequestRules(watch: watch), position: .after(parser))
    }

    /// - Parameter problem: What the client is told, if anything.
    private func refuse(_ channel: any Channel, _ problem: HTTPProblem?) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try addTLS(to: channel)
            let refusal = RefusedConnection(problem, date: date, book: connections)
            try channel.pipeline.syncOperations.addHandler(refusal)
            return Value(
                http: channel.eventLoop.makeSucceededFuture(nil), presence: ClientPresence(), channel: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        let routed = try? await withTaskCancellationHandler {
            try await value.http.get()
        } onCancel: {
            // By now it may be a session's, which has something to say first.
            value.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
        guard let routed else { return }
        await ClientPresence.$current.withValue(value.presence) {
            await http.handle(value: routed, logger: logger)
        }
    }
}
