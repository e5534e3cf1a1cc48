import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP2

/// A connection that speaks HTTP/2 (RFC 9113): requests for cached tiles are answered at its front, and the routes have
/// a stream for each other.
struct HTTP2Connection: Sendable {
    let responder: HTTPChannelHandler.Responder
    let tiles: HTTP2TileAnswers
    /// Of the connection; each stream that the routes answer has its own.
    let presence: ClientPresence
    let watch: NIOLoopBound<ConnectionWatch>

    /// A viewer that scrolls fast gives up as many requests as it makes: the library's 200 resets in 30 seconds are
    /// one swipe. An attacker gains little by more, because what nobody waits for is not drawn.
    private static let maxResets = 20_000
    /// Streams at a time; browsers ask for about as many tiles.
    private static let maxStreams = 128
    /// Bytes of answers that wait within a stream before those who make them wait.
    private static let streamBuffer = 64 << 10

    /// Has a connection speak it from here on. On its event loop.
    func configure(_ channel: any Channel) throws {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: Self.maxStreams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: HTTP2TileHandler.maxHeaderList),
        ]
        connection.controlFrameRateLimit.maximumCount = Self.maxResets
        var stream = NIOHTTP2Handler.StreamConfiguration()
        stream.streamResetFrameRateLimit.maximumCount = Self.maxResets
        stream.outboundBufferSizeHighWatermark = Self.streamBuffer
        stream.outboundBufferSizeLowWatermark = Self.streamBuffer / 2
        let end = HTTP2ConnectionEnd(watch: watch.value, eventLoop: channel.eventLoop)
        let handler = NIOHTTP2Handler(
            mode: .server, eventLoop: channel.eventLoop, connectionConfiguration: connection,
            streamConfiguration: stream, streamDelegate: end.delegate
        ) { child in
            child.eventLoop.makeCompletedFuture { try route(child) }
        }
        let front = HTTP2TileHandler(tiles, presence: presence, watch: watch.value)
        try channel.pipeline.syncOperations.addHandlers(front, handler, end)
    }

    /// Sets a stream up for the routes. On its event loop.
    private func route(_ child: any Channel) throws {
        let pipeline = child.pipeline.syncOperations
        try pipeline.addHandlers(HTTP2StreamEnd(), HTTP2FramePayloadToHTTPServerCodec())
        let stream = try NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>(wrappingChannelSynchronously: child)
        let presence = ClientPresence(
            isSecure: presence.isSecure, client: presence.client, address: presence.address, isProxy: presence.isProxy,
            mayForward: presence.mayForward, answers: presence.answers)
        child.closeFuture.whenComplete { _ in presence.clientLeft() }
        let responder = responder
        Task {
            // It fails when the client gives the stream up.
            try? await stream.executeThenClose { inbound, outbound in
                var parts = inbound.makeAsyncIterator()
                guard case .head(let head)? = try await parts.next() else { return }
                // No route reads a body.
                let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
                try await ClientPresence.$current.withValue(presence) {
                    try await responder(request, ResponseWriter(outbound: outbound), stream.channel)
                }
            }
        }
    }
}

/// Ends a connection of HTTP/2: told to, it takes no more streams (GOAWAY), and closes when those that there are have
/// been answered. It tells the connection's watch of them, too.
final class HTTP2ConnectionEnd: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let watch: ConnectionWatch
    private let eventLoop: any EventLoop
    private var streams = 0
    private var isEnding = false
    private var context: ChannelHandlerContext?

    init(watch: ConnectionWatch, eventLoop: any EventLoop) { (self.watch, self.eventLoop) = (watch, eventLoop) }

    /// Called on the connection's event loop, as the library says.
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
        // The stream's end is written, and not yet on its way: that comes in this turn of the event loop.
        let me = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.execute { me.value.closeIfDone() }
    }
}
