import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import TileEngine

/// A connection: Hummingbird's HTTP/1.1 channel with cached tiles answered before it.
struct TileChannel: ServerChildChannel {
    /// What a connection is worked on with.
    struct Value: ServerChildChannelValue {
        let http: HTTP1Channel.Value
        let presence: ClientPresence
        var channel: any Channel { http.channel }
    }

    let http: HTTP1Channel
    let site: Site
    let engine: TileEngine
    let date: HTTPDate
    let counters: ServerCounters
    let sessions: SessionBook
    let idleTimeout: TimeAmount?

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
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            // Hummingbird's own idle timer sees only what the handler here hands on, so it can't be used.
            if let idleTimeout {
                try pipeline.addHandler(IdleStateHandler(allTimeout: idleTimeout))
                try pipeline.addHandler(IdleConnectionHandler())
            }
            try pipeline.addHandler(
                CachedTileHandler(
                    site: site, engine: engine, date: date, counters: counters, presence: presence,
                    sessions: sessions))
        }.flatMap {
            http.setup(channel: channel, logger: logger)
        }.map {
            Value(http: $0, presence: presence)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await ClientPresence.$current.withValue(value.presence) {
            await http.handle(value: value.http, logger: logger)
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
