import Foundation
import NIOCore
import NIOEmbedded
import NIOHPACK
import TileEngine
import TileSessions

@testable import TileServer

extension String {
    /// The text with every byte of UTF-8 escaped, as `%C3`, except ASCII letters, digits and dots.
    fileprivate var percentEncoded: String {
        addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: "a"..."z").union(["."]))!
    }
}

/// An HTTP/2 client and the front of its connection, without the handlers behind it. Tests can read what those would
/// get.
///
/// The tiles (2, 0…3, 0) are cached, of 20 bytes each.
final class HTTP2Peer {
    struct Frame: Equatable {
        var kind: UInt8
        var stream: Int32
        var flags: UInt8 = 0
        var payload: [UInt8] = []
    }

    /// A network that accepts everything.
    final class Network: ChannelOutboundHandler {
        typealias OutboundIn = IOData
        typealias OutboundOut = IOData
    }

    let fixture: Fixture
    let registry: ConnectionRegistry
    let channel: EmbeddedChannel
    private var encoder = HPACKEncoder(allocator: ByteBufferAllocator())
    private var decoder = HPACKDecoder(allocator: ByteBufferAllocator())
    private var behind = HPACKDecoder(allocator: ByteBufferAllocator(), maxDynamicTableSize: 0)

    /// - Parameters:
    ///   - window: The bytes that the client allows for the connection, beyond the initial window.
    ///   - resets: The budget that the client's connections share; nil for a budget of this connection.
    init(
        window: Int = 1 << 20, settings: [(UInt16, UInt32)] = [], limits: RoutedStreams.Limits = .init(),
        resets: RateLimiter? = nil, ids: [String] = [], accessLog: AccessLog? = nil
    ) async throws {
        let fixture = try Fixture(ids: ids) { $0.accessLog = accessLog }
        self.fixture = fixture
        registry = fixture.server.connections
        for column in 0..<4 { _ = try await fixture.engine.tile(fixture.key("/tiles/plan/2/\(column)/0.png")!) }
        for id in ids { _ = try await fixture.engine.tile(fixture.key("/tiles/\(id.percentEncoded)/0/0/0.jpg")!) }
        // The channel is created after the last suspension, because an embedded channel belongs to the thread that
        // created it.
        channel = EmbeddedChannel()
        channel.connect(to: try SocketAddress(ipAddress: "192.0.2.1", port: 1), promise: nil)
        guard case .admitted(let record) = registry.open(channel) else { throw ChannelError.ioOnClosedChannel }
        let watch = ConnectionWatch(
            record, registry: registry, idleTime: .seconds(120), now: channel.embeddedEventLoop.now)
        let presence = ClientPresence()
        let answers = HTTP2TileAnswers(
            site: fixture.site, engine: fixture.engine, gate: fixture.server.gate, date: HTTPDate(now: { 784_111_777 }),
            counters: fixture.server.counters, presence: presence)
        let turns = TurnQueue(channel.embeddedEventLoop)
        let streams =
            if let resets {
                RoutedStreams(
                    limits: limits, resets: .client(ClientAddress(bytes: 1, isNetwork: false), resets), turns: turns)
            } else {
                RoutedStreams(limits: limits, turns: turns, now: channel.embeddedEventLoop.now)
            }
        try channel.pipeline.syncOperations.addHandlers([
            Network(), watch, HTTP2TileHandler(answers, presence: presence, watch: watch, streams: streams),
        ])
        try send(ByteBuffer(string: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))
        try send(Self.settings(settings))
        if window > 0 { try send(Self.windowUpdate(0, window)) }
        _ = try handedOn()
    }

    // MARK: Sending

    func send(_ bytes: ByteBuffer) throws { try channel.writeInbound(bytes) }

    func send(_ frame: Frame) throws { try send(Self.bytes(frame)) }

    /// Sends frames as the handlers behind the front do.
    func answer(_ frames: Frame...) {
        for frame in frames { channel.write(IOData.byteBuffer(Self.bytes(frame)), promise: nil) }
        channel.flush()
    }

    /// Receives a frame and answers it during the read, like a handler behind the front whose send window just grew.
    func send(_ frame: Frame, answeredBy answer: Frame) {
        channel.pipeline.fireChannelRead(Self.bytes(frame))
        self.answer(answer)
        channel.pipeline.fireChannelReadComplete()
    }

    func pass(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

    func pass(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

    static func bytes(_ frame: Frame) -> ByteBuffer {
        var bytes = ByteBuffer()
        FrameHead(frame.kind, stream: frame.stream, flags: frame.flags, length: frame.payload.count).write(to: &bytes)
        bytes.writeBytes(frame.payload)
        return bytes
    }

    static func settings(_ values: [(UInt16, UInt32)]) -> Frame {
        var payload = ByteBuffer()
        for value in values { payload.writeMultipleIntegers(value.0, value.1) }
        return Frame(kind: FrameHead.settings, stream: 0, payload: Array(payload.readableBytesView))
    }

    static func windowUpdate(_ stream: Int32, _ bytes: Int) -> Frame {
        Frame(
            kind: FrameHead.windowUpdate, stream: stream,
            payload: Array(ByteBuffer(integer: UInt32(bytes)).readableBytesView))
    }

    static func plain(_ path: String, _ more: [(String, String)] = [], method: String = "GET") -> [(String, String)] {
        [(":method", method), (":scheme", "https"), (":path", path), (":authority", "x")] + more
    }

    /// Returns a request's head, encoded with the client's own table of fields.
    func block(_ fields: [(String, String)]) throws -> [UInt8] {
        var block = ByteBuffer()
        try encoder.encode(headers: HPACKHeaders(fields), to: &block)
        return Array(block.readableBytesView)
    }

    func request(_ stream: Int32, _ fields: [(String, String)], hasBody: Bool = false) throws -> Frame {
        Frame(
            kind: FrameHead.headers, stream: stream,
            flags: FrameHead.endHeaders | (hasBody ? 0 : FrameHead.endStream), payload: try block(fields))
    }

    func ask(_ stream: Int32, column: Int = 0, _ more: [(String, String)] = [], method: String = "GET") throws {
        try send(request(stream, Self.plain("/tiles/plan/2/\(column)/0.png", more, method: method)))
    }

    // MARK: Receiving

    static func frames(_ bytes: ByteBuffer) -> [Frame] {
        var (bytes, frames) = (bytes, [Frame]())
        while let head = FrameHead(in: bytes, at: bytes.readerIndex) {
            bytes.moveReaderIndex(forwardBy: FrameHead.size)
            frames.append(
                Frame(
                    kind: head.kind, stream: head.stream, flags: head.flags,
                    payload: bytes.readBytes(length: head.length)!
                ))
        }
        return frames
    }

    func received() throws -> [Frame] {
        var bytes = ByteBuffer()
        while case .byteBuffer(var part)? = try channel.readOutbound(as: IOData.self) { bytes.writeBuffer(&part) }
        return Self.frames(bytes)
    }

    func handedOn() throws -> [Frame] {
        var bytes = ByteBuffer()
        while var part = try channel.readInbound(as: ByteBuffer.self) { bytes.writeBuffer(&part) }
        if bytes.readableBytesView.starts(with: "PRI".utf8) { bytes.moveReaderIndex(forwardBy: 24) }
        return Self.frames(bytes)
    }

    /// Returns the fields of an answer's head, as the client reads them.
    func fields(_ frame: Frame) throws -> [String: String] { try Self.fields(frame, &decoder) }

    /// Returns the fields of a request's head, decoded without the connection's table.
    func handedOnFields(_ frame: Frame) throws -> [String: String] { try Self.fields(frame, &behind) }

    private static func fields(_ frame: Frame, _ decoder: inout HPACKDecoder) throws -> [String: String] {
        var block = ByteBuffer(bytes: frame.payload)
        return Dictionary(
            try decoder.decodeHeaders(from: &block).map { ($0.name, $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
    }
}
