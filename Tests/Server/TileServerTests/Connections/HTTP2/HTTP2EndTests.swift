import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import Testing

@testable import TileServer

@Suite("The ends of streams and connections of HTTP/2")
struct HTTP2EndTests {
    /// Records outgoing frames, and holds writes until a test releases them.
    private final class Network: ChannelOutboundHandler {
        typealias OutboundIn = Any

        private(set) var log: [String] = []
        private var held: [EventLoopPromise<Void>] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            log.append("write")
            if let promise { held.append(promise) }
        }

        func flush(context: ChannelHandlerContext) { log.append("flush") }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            log.append("close")
            context.close(mode: mode, promise: promise)
        }

        func letGo(_ error: (any Error)? = nil) {
            for promise in held { if let error { promise.fail(error) } else { promise.succeed() } }
            held = []
        }
    }

    private struct GivenUp: Error {}

    private static func data(isLast: Bool) -> HTTP2Frame.FramePayload {
        .data(.init(data: .byteBuffer(ByteBuffer(string: "tile")), endStream: isLast))
    }

    @Test("a stream is closed when its answer has left to the end, or was given up", arguments: [false, true])
    func stream(isGivenUp: Bool) throws {
        let network = Network()
        let channel = EmbeddedChannel(handlers: [network, HTTP2StreamEnd()])
        channel.connect(to: try SocketAddress(ipAddress: "192.0.2.1", port: 1), promise: nil)
        channel.writeAndFlush(Self.data(isLast: false), promise: nil)
        channel.writeAndFlush(Self.data(isLast: true), promise: nil)
        channel.close(promise: nil)
        #expect(network.log == ["write", "flush", "write", "flush"])
        network.letGo(isGivenUp ? GivenUp() : nil)
        #expect(network.log.last == "close")
    }

    @Test("a stream without an answer's end is closed at once")
    func unanswered() throws {
        let network = Network()
        let channel = EmbeddedChannel(handlers: [network, HTTP2StreamEnd()])
        channel.connect(to: try SocketAddress(ipAddress: "192.0.2.1", port: 1), promise: nil)
        channel.writeAndFlush(Self.data(isLast: false), promise: nil)
        channel.close(promise: nil)
        #expect(network.log == ["write", "flush", "close"])
    }

    @Test("a connection that ends says so, and closes when the last stream's end is on its way")
    func connection() async throws {
        let fixture = try Fixture()
        let network = Network()
        let channel = EmbeddedChannel()
        channel.connect(to: try SocketAddress(ipAddress: "192.0.2.1", port: 1), promise: nil)
        let registry = fixture.server.connections
        guard case .admitted(let record) = registry.open(channel) else { throw ChannelError.ioOnClosedChannel }
        let watch = ConnectionWatch(
            record, registry: registry, idleTime: .seconds(120), now: channel.embeddedEventLoop.now)
        let end = HTTP2ConnectionEnd(watch: watch, eventLoop: channel.embeddedEventLoop)
        try channel.pipeline.syncOperations.addHandlers([network, end])
        let streams = end.delegate
        let stream = EmbeddedChannel(loop: channel.embeddedEventLoop)
        streams.streamCreated(1, channel: stream)
        streams.streamCreated(3, channel: stream)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(network.log == ["write", "flush"], "it takes no more streams")
        streams.streamClosed(1, channel: stream)
        channel.embeddedEventLoop.run()
        #expect(network.log == ["write", "flush"])
        // The library reports a stream's end before it has flushed the frame that ends the stream.
        channel.write(HTTP2Frame(streamID: 3, payload: Self.data(isLast: true)), promise: nil)
        streams.streamClosed(3, channel: stream)
        #expect(network.log == ["write", "flush", "write"])
        channel.embeddedEventLoop.run()
        #expect(network.log == ["write", "flush", "write", "flush", "close"])
    }
}
