import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing
import TileEngine

@testable import TileServer

/// A client of a server without a network, with a clock and workers that a test steps.
struct SessionPeer {
    static let id = "dGhlIHNhbXBsZSBub25jZQ"
    static let key = "dGhlIHNhbXBsZSBub25jZQ=="

    let channel: NIOAsyncTestingChannel
    var loop: NIOAsyncTestingEventLoop { channel.testingEventLoop }

    /// A message from the server after the handshake.
    enum Received: Equatable {
        case text(String)
        /// A tile's name and its file.
        case tile(String, String)
        case ping(String)
        case pong(String)
        case close(UInt16?, String)
    }

    init(_ fixture: Fixture, address: String = "192.0.2.1") async throws {
        let handler = HandlerMaker {
            CachedTileHandler(
                site: fixture.site, engine: fixture.engine, date: HTTPDate(now: { 784_111_777 }),
                counters: fixture.server.counters, presence: ClientPresence(), successor: fixture.successor())
        }
        channel = NIOAsyncTestingChannel()
        let channel = channel
        try await channel.testingEventLoop.executeInContext {
            try channel.pipeline.syncOperations.addHandler(handler.make())
        }
        try await channel.connect(to: SocketAddress(ipAddress: address, port: 1)).get()
    }

    /// Returns a peer with an open session after its first message.
    static func open(
        _ fixture: Fixture, _ path: String = "/session/\(id)?content=plan", address: String = "192.0.2.1"
    ) async throws -> SessionPeer {
        let peer = try await SessionPeer(fixture, address: address)
        let answer = try await peer.request(path)
        try #require(answer.hasPrefix("HTTP/1.1 101 "), "\(answer)")
        #expect(try await peer.received() == [.text(#"{"type":"opened","generation":0}"#)])
        return peer
    }

    static func head(
        _ path: String, key: String = key, version: String = "13", _ lines: String = ""
    ) -> String {
        "GET \(path) HTTP/1.1\r\nHost: tiles.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: \(key)\r\nSec-WebSocket-Version: \(version)\r\n\(lines)\r\n"
    }

    /// Sends a request for a session. Returns the answer's head and, unless the session is opened, its body.
    func request(_ path: String, _ lines: String = "") async throws -> String {
        try await channel.writeInbound(ByteBuffer(string: Self.head(path, lines)))
        return try await channel.readOutbound(as: ByteBuffer.self).map { String(buffer: $0) } ?? ""
    }

    // MARK: Frames

    /// Returns a frame as a client sends it, or with the given faults.
    static func frame(
        _ payload: some Sequence<UInt8>, opcode: UInt8 = 1, isLast: Bool = true, isMasked: Bool = true,
        reserved: UInt8 = 0
    ) -> ByteBuffer {
        let payload = Array(payload)
        var frame = ByteBuffer(bytes: [(isLast ? 0x80 : 0) | reserved | opcode])
        let mask: UInt8 = isMasked ? 0x80 : 0
        if payload.count < 126 {
            frame.writeInteger(mask | UInt8(payload.count))
        } else if payload.count < 1 << 16 {
            frame.writeInteger(mask | 126)
            frame.writeInteger(UInt16(payload.count))
        } else {
            frame.writeInteger(mask | 127)
            frame.writeInteger(UInt64(payload.count))
        }
        let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
        if isMasked { frame.writeBytes(key) }
        frame.writeBytes(payload.enumerated().map { isMasked ? $1 ^ key[$0 % 4] : $1 })
        return frame
    }

    func send(_ text: String) async throws { try await send(Self.frame(text.utf8)) }

    func send(_ bytes: ByteBuffer) async throws { try await channel.writeInbound(bytes) }

    static func viewport(
        x: Double = 0, y: Double = 0, width: Double = 1000, height: Double = 600, scale: Double = 1,
        velocityY: Double = 0
    ) -> String {
        #"{"type":"viewport","x":\#(x),"y":\#(y),"width":\#(width),"height":\#(height),"scale":\#(scale),"#
            + #""velocityX":0,"velocityY":\#(velocityY)}"#
    }

    /// Has the workers do all pending work, and the sessions handle it once.
    func draw(_ executor: SteppedExecutor) async throws {
        try await loop.executeInContext { executor.runAll() }
        await loop.run()
    }

    /// Returns all received frames that were not read.
    func received() async throws -> [Received] {
        // Work that other threads have left for the loop comes first.
        await loop.run()
        var bytes = ByteBuffer()
        while var more = try await channel.readOutbound(as: ByteBuffer.self) { bytes.writeBuffer(&more) }
        var all: [Received] = []
        while let first = bytes.readInteger(as: UInt8.self), let second = bytes.readInteger(as: UInt8.self) {
            #expect(first & 0xF0 == 0x80 && second & 0x80 == 0, "a server's frames are whole and not masked")
            var length = Int(second)
            if length == 126 { length = Int(bytes.readInteger(as: UInt16.self) ?? 0) }
            var payload = bytes.readSlice(length: length) ?? ByteBuffer()
            switch first & 0xF {
            case 1: all.append(.text(String(buffer: payload)))
            case 2:
                let length = Int(payload.readInteger(as: UInt8.self) ?? 0)
                let name = payload.readString(length: length) ?? ""
                all.append(.tile(name, String(buffer: payload)))
            case 8:
                let code = payload.readInteger(as: UInt16.self)
                all.append(.close(code, String(buffer: payload)))
            case 9: all.append(.ping(String(buffer: payload)))
            case 10: all.append(.pong(String(buffer: payload)))
            case let opcode: Issue.record("a frame of opcode \(opcode)")
            }
        }
        return all
    }

    /// Waits for the server to close the session. Messages that other threads send before that are skipped.
    func closure() async throws -> (code: UInt16?, reason: String) {
        while true {
            for case .close(let code, let reason) in try await received() { return (code, reason) }
            await Task.yield()
        }
    }
}

/// Makes a handler on the loop that it will belong to.
private struct HandlerMaker: Sendable {
    let make: @Sendable () -> CachedTileHandler
    init(_ make: @escaping @Sendable () -> CachedTileHandler) { self.make = make }
}
