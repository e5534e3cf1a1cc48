import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP2

/// A connection that speaks HTTP/2 (RFC 9113). Requests for cached tiles are answered at its front; the routes answer
/// each other request on a stream of its own.
struct HTTP2Connection: Sendable {
    let responder: HTTPChannelHandler.Responder
    let tiles: HTTP2TileAnswers
    /// The presence of the connection's client; each stream that the routes answer has its own.
    let presence: ClientPresence
    let watch: NIOLoopBound<ConnectionWatch>
    let streams: NIOLoopBound<RoutedStreams>

    /// The resets and control frames that the library tolerates in 30 seconds. Its default of 200 is one swipe of a
    /// viewer. `RoutedStreams` ends a connection earlier, at 17,000 resets.
    private static let maxFrames = 20_000
    /// The streams that a client may have open; browsers request about as many tiles at a time.
    private static let maxStreams = 128
    /// Bytes of an answer that are buffered within a stream before its route has to wait.
    private static let streamBuffer = 64 << 10

    init(
        responder: @escaping HTTPChannelHandler.Responder, tiles: HTTP2TileAnswers, presence: ClientPresence,
        watch: ConnectionWatch, streams: RoutedStreams, eventLoop: any EventLoop
    ) {
        self.responder = responder
        self.tiles = tiles
        self.presence = presence
        self.watch = NIOLoopBound(watch, eventLoop: eventLoop)
        self.streams = NIOLoopBound(streams, eventLoop: eventLoop)
    }

    /// Adds the handlers to a connection. Called on its event loop.
    func configure(_ channel: any Channel) throws {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: Self.maxStreams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: HTTP2TileHandler.maxHeaderList),
        ]
        connection.controlFrameRateLimit.maximumCount = Self.maxFrames
        var stream = NIOHTTP2Handler.StreamConfiguration()
        stream.streamResetFrameRateLimit.maximumCount = Self.maxFrames
        stream.outboundBufferSizeHighWatermark = Self.streamBuffer
        stream.outboundBufferSizeLowWatermark = Self.streamBuffer / 2
        let end = HTTP2ConnectionEnd(watch: watch.value, eventLoop: channel.eventLoop)
        let handler = NIOHTTP2Handler(
            mode: .server, eventLoop: channel.eventLoop, connectionConfiguration: connection,
            streamConfiguration: stream, streamDelegate: end.delegate
        ) { child in
            child.eventLoop.makeCompletedFuture { try route(child) }
        }
        let front = HTTP2TileHandler(tiles, presence: presence, watch: watch.value, streams: streams.value)
        try channel.pipeline.syncOperations.addHandlers(front, handler, end)
    }

    /// Sets up a stream for the routes. Called on its event loop.
    private func route(_ child: any Channel) throws {
        let pipeline = child.pipeline.syncOperations
        try pipeline.addHandlers(HTTP2StreamEnd(), HTTP2FramePayloadToHTTPServerCodec())
        let stream = try NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>(wrappingChannelSynchronously: child)
        let presence = ClientPresence(
            isSecure: presence.isSecure, client: presence.client, address: presence.address, isProxy: presence.isProxy,
            mayForward: presence.mayForward, answers: presence.answers)
        let (responder, streams) = (responder, streams)
        let drop = streams.value.add {
            Task {
                await Self.answer(stream, responder, presence: presence)
                stream.channel.eventLoop.execute { streams.value.answerDidEnd() }
            }
        }
        child.closeFuture.assumeIsolated().whenComplete { _ in
            drop()
            presence.clientLeft()
        }
    }

    /// Answers the request of a stream. Returns when the answer has been written or the stream was reset.
    private static func answer(
        _ stream: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>,
        _ responder: @escaping HTTPChannelHandler.Responder, presence: ClientPresence
    ) async {
        // The call fails when the client resets the stream.
        try? await stream.executeThenClose { inbound, outbound in
            var parts = inbound.makeAsyncIterator()
            guard case .head(let head)? = try await parts.next(), !presence.hasLeft else { return }
            // No route reads a body.
            let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
            try await ClientPresence.$current.withValue(presence) {
                try await responder(request, ResponseWriter(outbound: outbound), stream.channel)
            }
        }
    }
}

/// Ends an HTTP/2 connection on request: the connection accepts no more streams (GOAWAY), and closes when its open
/// streams have been answered. It also reports the streams to the connection's watch.
final class HTTP2ConnectionEnd: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let watch: ConnectionWatch
    private let eventLoop: any EventLoop
    private var streams = 0
    private var isEnding = false
    private var context: ChannelHandlerContext?

    init(watch: ConnectionWatch, eventLoop: any EventLoop) { (self.watch, self.eventLoop) = (watch, eventLoop) }

    /// The library calls the delegate on the connection's event loop.
    var delegate: any NIOHTTP2StreamDelegate { Delegate(me: NIOLoopBound(self, eventLoop: eventLoop)) }

    private struct Delegate: NIOHTTP2StreamDelegate {
        let me: NIOLoopBound<HTTP2ConnectionEnd>

        func streamCreated(_ id: HTTP2StreamID, channel: any Channel) { me.value.didOpen() }
        func streamClosed(_ id: HTTP2StreamID, channel: any Channel) { me.value.didClose() }
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { end(context) }
        context.fireUserInboundEventTriggered(event)
    }

    private func end(_ context: ChannelHandlerContext) {
        guard !isEnding else { return }
        isEnding = true
        let farewell = HTTP2Frame(
            streamID: .rootStream,
            payload: .goAway(lastStreamID: .maxID, errorCode: .noError, opaqueData: nil))
        context.writeAndFlush(wrapOutboundOut(farewell), promise: nil)
        if streams == 0 { context.close(promise: nil) }
    }

    private func closeIfDone() {
        guard streams == 0, let context else { return }
        context.flush()
        context.close(promise: nil)
    }

    private func didOpen() {
        streams += 1
        watch.routesDidTake()
    }

    private func didClose() {
        streams -= 1
        watch.routesDidAnswer()
        guard isEnding, streams == 0, let context else { return }
        // The stream's end is written, but sent only later in this turn of the event loop.
        let me = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.execute { me.value.closeIfDone() }
    }
}
