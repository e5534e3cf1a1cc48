import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOWebSocket
import TileSessions
import TileSupport

/// A handler that turns a connection into a session, or refuses it and ends the connection. It is added behind the
/// connection's front when a request for a session has arrived, and removed when the session has begun.
final class SessionUpgradeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let upgrade: SessionUpgrade
    private let request: HTTPRequestHead
    private let date: HTTPDate
    private let counters: ServerCounters
    private let watch: ConnectionWatch?
    /// The bytes that the client sent after its request: frames, if the session is granted.
    private var unread: ByteBuffer
    private var isRefused = false
    private let start = MonotonicClock.nanoseconds

    /// - Parameters:
    ///   - head: The head of a request that the connection's front found valid, up to its empty line.
    ///   - rest: The bytes that arrived after the head.
    /// - Returns: nil if the request does not ask for a session.
    init?(
        _ head: UnsafeRawBufferPointer, rest: ByteBuffer, upgrade: SessionUpgrade, date: HTTPDate,
        counters: ServerCounters, watch: ConnectionWatch?
    ) {
        guard let request = upgrade.request(head) else { return nil }
        self.request = request
        self.upgrade = upgrade
        self.date = date
        self.counters = counters
        self.watch = watch
        unread = rest
    }

    func handlerAdded(context: ChannelHandlerContext) {
        guard let admission = upgrade.admission(of: request, on: context.eventLoop) else { return open(context) }
        admission.assumeIsolated().whenComplete { answer in
            // The client may have disconnected in the meantime.
            guard context.channel.isActive else { return }
            if case .success(true) = answer { self.open(context) } else { self.refuse(.notAdmitted, context) }
        }
    }

    private func open(_ context: ChannelHandlerContext) {
        do throws(HTTPProblem) {
            let session = try upgrade.open(request, context.channel)
            upgrade.answer(to: request, context.channel).assumeIsolated().whenComplete { answer in
                guard case .success(let headers) = answer else { preconditionFailure("the request was checked") }
                self.grant(headers, to: session, in: context)
            }
        } catch {
            refuse(error, context)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if !isRefused { unread.writeBuffer(&bytes) }
    }

    private func grant(_ headers: HTTPHeaders, to session: SessionHandler, in context: ChannelHandlerContext) {
        count(101)
        var answer = ByteBuffer(string: "HTTP/1.1 101 Switching Protocols\r\n")
        for (name, value) in headers { answer.writeString("\(name): \(value)\r\n") }
        answer.writeStaticString("\r\n")
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
        let pipeline = context.pipeline.syncOperations
        do {
            let encoder = WebSocketFrameEncoder()
            let decoder = ByteToMessageHandler(
                WebSocketFrameDecoder(maxFrameSize: upgrade.registry.policy.messageLimit))
            try pipeline.addHandler(encoder, position: .after(self))
            try pipeline.addHandler(decoder, position: .after(encoder))
            // The handler writes as soon as it is added.
            try pipeline.addHandler(session, position: .after(decoder))
        } catch {
            context.close(promise: nil)
            return
        }
        watch?.becomeSession()
        // The connection's task may end from here on, because the registry holds the session.
        (try? pipeline.handler(type: CachedTileHandler.self))?.didGiveUp()
        if unread.readableBytes > 0 {
            context.fireChannelRead(wrapInboundOut(unread))
            context.fireChannelReadComplete()
        }
        removeHTTP(from: pipeline)
        pipeline.removeHandler(context: context, promise: nil)
    }

    /// Removes the HTTP handlers, which frees their memory. If there were earlier requests, the rest of the routes
    /// stays idle and ends with the connection.
    private func removeHTTP(from pipeline: ChannelPipeline.SynchronousOperations) {
        func remove<Handler: ChannelHandler>(_: Handler.Type) {
            guard let context = try? pipeline.context(handlerType: Handler.self) else { return }
            pipeline.removeHandler(context: context, promise: nil)
        }
        remove(HTTPResponseEncoder.self)
        remove(ByteToMessageHandler<HTTPRequestDecoder>.self)
        remove(RequestRules.self)
        remove(AnswerEndHandler.self)
        remove(CachedTileHandler.self)
    }

    private func count(_ status: Int) {
        counters.count(status, of: .session, nanoseconds: MonotonicClock.nanoseconds - start)
    }

    private func refuse(_ problem: HTTPProblem, _ context: ChannelHandlerContext) {
        count(problem.status)
        isRefused = true
        unread = ByteBuffer()
        context.writeAndFlush(wrapOutboundOut(problem.lastAnswer(date: date)), promise: nil)
        context.close(promise: nil)
    }
}
