import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import TileEngine

/// A connection: cached tiles and scroll sessions are answered first, and Hummingbird's HTTP/1.1 channel has the rest.
///
/// That channel is set up for the first request that is its own, and so is the task that works on it kept: at 8 KB they take
/// more memory than all else of a connection, and most sessions and many viewers of cached tiles never need them.
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
    let idleTimeout: TimeAmount?

    /// Bytes to read a connection's first request into. Heads take some 500 to 800; for more than one read it grows. The memory
    /// is kept for as long as the connection.
    private static let firstRead = 1024

    init(
        responder: @escaping HTTPChannelHandler.Responder, site: Site, engine: TileEngine, date: HTTPDate,
        counters: ServerCounters, sessions: SessionBook, idleTimeout: TimeAmount?
    ) {
        http = HTTP1Channel(
            responder: responder,
            configuration: HTTP1Channel.Configuration(additionalChannelHandlers: [AnswerEndHandler()]))
        self.site = site
        self.engine = engine
        self.date = date
        self.counters = counters
        self.sessions = sessions
        self.idleTimeout = idleTimeout
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let presence = ClientPresence()
        let promise = channel.eventLoop.makePromise(of: HTTP1Channel.Value?.self)
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try channel.syncOptions?.setOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: Self.firstRead, maximum: 65536))
            // Hummingbird's own idle timer sees only what the handler here hands on, so it can't be used.
            if let idleTimeout {
                try pipeline.addHandler(IdleStateHandler(allTimeout: idleTimeout))
                try pipeline.addHandler(IdleConnectionHandler())
            }
            let front = CachedTileHandler(
                site: site, engine: engine, date: date, counters: counters, presence: presence, sessions: sessions
            ) { needsRoutes in
                if needsRoutes {
                    http.setup(channel: channel, logger: logger).map { Optional($0) }.cascade(to: promise)
                } else {
                    promise.succeed(nil)
                }
            }
            try pipeline.addHandler(front)
            return Value(http: promise.futureResult, presence: presence, channel: channel)
        }.flatMapErrorThrowing { error in
            promise.fail(error)
            throw error
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

/// Closes a connection over which nothing went for long.
final class IdleConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent {
            context.close(promise: nil)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }
}
