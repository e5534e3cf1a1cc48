import Foundation
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import TileServer

@Suite("The front of a connection of HTTP/2")
struct HTTP2TileHandlerTests {
    typealias Frame = HTTP2Peer.Frame

    static let file = Array("256x256 ff000040 png".utf8)
    static let path = "/tiles/plan/2/0/0.png"

    /// Returns whether frames are the complete answer with column 0's tile.
    func isTile(_ frames: ArraySlice<Frame>, on stream: Int32, _ peer: HTTP2Peer) throws -> Bool {
        guard frames.count == 2, let head = frames.first, let body = frames.last else { return false }
        return try head.kind == FrameHead.headers && head.stream == stream && head.flags == FrameHead.endHeaders
            && peer.fields(head)[":status"] == "200" && body.kind == FrameHead.data && body.stream == stream
            && body.flags == FrameHead.endStream && body.payload == Self.file
    }

    func goAway(_ frames: [Frame]) -> UInt32? {
        frames.last.flatMap { frame in
            frame.kind == FrameHead.goAway ? ByteBuffer(bytes: frame.payload).getInteger(at: 4, as: UInt32.self) : nil
        }
    }

    // MARK: Answers

    @Test("answers with the fields and the file that HTTP/1.1 has, and hands nothing on")
    func answer() async throws {
        let peer = try await HTTP2Peer()
        try peer.ask(1)
        let frames = try peer.received()
        let key = try #require(try peer.fixture.key(Self.path))
        let tag = ReadyTile.entityTag(try #require(peer.fixture.engine.cached(key)).validator)
        let validators = [
            "etag": tag, "cache-control": "public, max-age=60, must-revalidate", "access-control-allow-origin": "*",
            "cross-origin-resource-policy": "cross-origin",
            "x-content-type-options": "nosniff", "date": "Sun, 06 Nov 1994 08:49:37 GMT",
        ]
        let whole = validators.merging(
            [":status": "200", "content-type": "image/png", "content-length": "20"]) { $1 }
        try #require(frames.count == 2)
        #expect(try peer.fields(frames[0]) == whole)
        #expect(frames[1] == Frame(kind: FrameHead.data, stream: 1, flags: FrameHead.endStream, payload: Self.file))

        try peer.ask(3, method: "HEAD")
        let head = try peer.received()
        try #require(head.count == 1)
        #expect(head[0].flags == FrameHead.endHeaders | FrameHead.endStream)
        #expect(try peer.fields(head[0]) == whole)

        for (stream, condition) in zip(Int32(5)..., [tag, "*", "\"other\", W/\(tag)"]) where stream & 1 == 1 {
            try peer.ask(stream, [("if-none-match", condition)])
            let frames = try peer.received()
            try #require(frames.count == 1)
            #expect(try peer.fields(frames[0]) == validators.merging([":status": "304"]) { $1 })
        }
        #expect(try peer.handedOn().isEmpty)
        #expect(peer.fixture.server.counters.byStatus == [200: 2, 304: 2])
    }

    @Test(
        "answers for names of other alphabets, which are percent-encoded in paths (RFC 3986), however they spell it",
        arguments: [
            "%E5%9C%B0%E5%9B%B3", "%e5%9c%b0%e5%9b%b3", "z%C3%BCrich", "zu%CC%88rich", "%7A%C3%BCrich",
            "%D0%BF%D0%BB%D0%B0%D0%BD.%D0%B0",
        ])
    func unicodeNames(name: String) async throws {
        let peer = try await HTTP2Peer(ids: ["地図", "zürich", "план.а"])
        try peer.send(peer.request(1, HTTP2Peer.plain("/tiles/\(name)/0/0/0.jpg")))
        let frames = try peer.received()
        // A letter followed by a combining accent is the same name as the combined letter (Unicode normalization).
        try #require(frames.count == 2)
        #expect(try peer.fields(frames[0])[":status"] == "200")
        #expect(frames[1].payload.starts(with: Array("256x256 ".utf8)))
        #expect(try peer.handedOn().isEmpty)
    }

    @Test("hands names on that no content has, or that are no text", arguments: ["%FF%FE", "%E5%9C", "%", "plan%00"])
    func malformedNames(name: String) async throws {
        let peer = try await HTTP2Peer(ids: ["地図"])
        try peer.send(peer.request(1, HTTP2Peer.plain("/tiles/\(name)/0/0/0.jpg")))
        #expect(try peer.received().isEmpty)
        #expect(try peer.handedOn().count == 1)
    }

    @Test("hands on a query that may choose bands or a range, and answers others as if they were not there")
    func queries() async throws {
        let peer = try await HTTP2Peer()
        for (stream, query) in [(1, "range=0:1"), (3, "a=b&bands=1"), (5, "%72ange=0:1")] as [(Int32, String)] {
            try peer.send(peer.request(stream, HTTP2Peer.plain("\(Self.path)?\(query)")))
            #expect(try peer.received().isEmpty)
            #expect(try peer.handedOn().count == 1)
        }
        for (stream, query) in [(7, ""), (9, "v=1")] as [(Int32, String)] {
            try peer.send(peer.request(stream, HTTP2Peer.plain("\(Self.path)?\(query)")))
            #expect(try isTile(peer.received()[...], on: stream, peer))
            #expect(try peer.handedOn().isEmpty)
        }
    }

    @Test("answers the same, however the bytes come in pieces", arguments: [1, 2, 3, 9, 10, 50])
    func pieces(length: Int) async throws {
        let peer = try await HTTP2Peer()
        var bytes = ByteBuffer()
        for stream in [1, 3, 5] as [Int32] {
            bytes.writeImmutableBuffer(HTTP2Peer.bytes(try peer.request(stream, HTTP2Peer.plain(Self.path))))
        }
        while let part = bytes.readSlice(length: min(length, bytes.readableBytes)), part.readableBytes > 0 {
            try peer.send(part)
        }
        let frames = try peer.received()
        try #require(frames.count == 6)
        for (at, stream) in [1, 3, 5].enumerated() {
            #expect(try isTile(frames[2 * at..<2 * at + 2], on: Int32(stream), peer))
        }
        #expect(try peer.handedOn().isEmpty)
    }

    @Test("reads heads with padding, with a priority, and in several frames")
    func forms() async throws {
        let peer = try await HTTP2Peer()
        let whole = FrameHead.endHeaders | FrameHead.endStream
        var block = try peer.block(HTTP2Peer.plain(Self.path))
        try peer.send(
            Frame(
                kind: FrameHead.headers, stream: 1, flags: whole | FrameHead.padded | FrameHead.priority,
                payload: [3, 0, 0, 0, 0, 15] + block + [0, 0, 0]))
        #expect(try isTile(peer.received()[...], on: 1, peer))
        block = try peer.block(HTTP2Peer.plain(Self.path))
        try peer.send(
            Frame(kind: FrameHead.headers, stream: 3, flags: FrameHead.endStream, payload: Array(block.prefix(1))))
        try peer.send(Frame(kind: FrameHead.continuation, stream: 3))
        try peer.send(
            Frame(
                kind: FrameHead.continuation, stream: 3, flags: FrameHead.endHeaders, payload: Array(block.dropFirst(1))
            ))
        #expect(try isTile(peer.received()[...], on: 3, peer))
        #expect(try peer.handedOn().isEmpty)
    }

    @Test("reads no request of a client that does not take its answers, until it does")
    func backpressure() async throws {
        let peer = try await HTTP2Peer()
        peer.channel.isWritable = false
        try peer.ask(1)
        #expect(try peer.received().isEmpty && peer.handedOn().isEmpty)
        peer.channel.isWritable = true
        peer.channel.pipeline.fireChannelWritabilityChanged()
        #expect(try isTile(peer.received()[...], on: 1, peer))
    }

    // MARK: Requests for the routes

    @Test("hands other requests on in literals, and both ends' tables of fields stay in step")
    func others() async throws {
        let peer = try await HTTP2Peer()
        let others: [[(String, String)]] = [
            HTTP2Peer.plain("/contents.json"), HTTP2Peer.plain("/tiles/plan/2/0/9.png"),
            HTTP2Peer.plain(Self.path, [("authorization", "Bearer x")]),
            HTTP2Peer.plain(Self.path, [("range", "bytes=0-1")]), HTTP2Peer.plain(Self.path, [("te", "trailers")]),
            HTTP2Peer.plain(Self.path, method: "POST"),
        ]
        for (number, fields) in others.enumerated() {
            let stream = Int32(4 * number + 1)
            try peer.send(peer.request(stream, fields))
            #expect(try peer.received().isEmpty)
            let frames = try peer.handedOn()
            try #require(frames.count == 1)
            #expect(frames[0].stream == stream && frames[0].flags == FrameHead.endHeaders | FrameHead.endStream)
            #expect(try peer.handedOnFields(frames[0]) == Dictionary(uniqueKeysWithValues: fields))
            try peer.ask(stream + 2)
            #expect(try isTile(peer.received()[...], on: stream + 2, peer))
        }
        #expect(try peer.handedOn().isEmpty)
    }

    @Test(
        "leaves heads that are not as the protocol has them to who refuses them",
        arguments: [
            [(":method", "GET"), (":path", path)], [(":method", "GET"), (":scheme", "https")],
            [(":scheme", "https"), (":path", path)], HTTP2Peer.plain(path, [(":path", path)]),
            HTTP2Peer.plain(path, [(":method", "GET")]), HTTP2Peer.plain(path, [(":other", "x")]),
            HTTP2Peer.plain(path, [("Accept", "x")]), HTTP2Peer.plain(path, [("a b", "x")]),
            HTTP2Peer.plain(path, [("connection", "close")]), HTTP2Peer.plain(path, [("content-length", "1")]),
        ])
    func malformed(_ fields: [(String, String)]) async throws {
        let peer = try await HTTP2Peer()
        var block = ByteBuffer()
        // The fields are written unchanged, because an encoder would reject some of them.
        for (name, value) in fields { block.writeField(name, value) }
        try peer.send(
            Frame(
                kind: FrameHead.headers, stream: 1, flags: FrameHead.endHeaders | FrameHead.endStream,
                payload: Array(block.readableBytesView)))
        #expect(try peer.received().isEmpty && peer.handedOn().count == 1)
    }

    @Test("answers a head that is too large with the status for it, and the connection goes on")
    func largeHead() async throws {
        let logPath = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).log").path
        defer { try? FileManager.default.removeItem(atPath: logPath) }
        let log = try AccessLog(path: logPath, logger: Logger(label: "test"))
        let peer = try await HTTP2Peer(accessLog: log)
        let long = String(repeating: "a", count: 20_000)
        for (stream, fields, status, text) in [
            (
                Int32(1), HTTP2Peer.plain("/\(long)"), "414",
                "the address is too long: use a shorter path or query\n"
            ),
            (
                3, HTTP2Peer.plain("/", [("cookie", long)]), "431",
                "the request's headers are too large: send fewer or shorter headers, or delete cookies\n"
            ),
        ] {
            try peer.send(peer.request(stream, fields))
            let frames = try peer.received()
            try #require(frames.count == 2)
            let head = try peer.fields(frames[0])
            #expect(head[":status"] == status && head["content-length"] == "\(text.utf8.count)")
            #expect(head["content-type"] == "text/plain; charset=utf-8" && head["cache-control"] == "no-store")
            #expect(String(decoding: frames[1].payload, as: UTF8.self) == text)
            #expect(frames[1].kind == FrameHead.data && frames[1].flags == FrameHead.endStream)
            #expect(try peer.handedOn().isEmpty)
        }
        try peer.send(peer.request(5, HTTP2Peer.plain("/\(long)", method: "HEAD")))
        let frames = try peer.received()
        #expect(frames.map(\.flags) == [FrameHead.endHeaders | FrameHead.endStream])
        #expect(try peer.fields(frames[0])[":status"] == "414")
        // They are counted, and in the access log with the beginning of the address.
        let counts = peer.fixture.server.counters.byStatus
        #expect(counts[414] == 2 && counts[431] == 1)
        log.finish()
        let lines = try String(contentsOfFile: logPath, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 3 && lines.allSatisfy { $0.utf8.count < 1300 })
        #expect(lines[0].contains("\"method\":\"GET\",\"path\":\"/aaa") && lines[0].contains("\"status\":414"))
        #expect(lines[1].contains("\"path\":\"/\",\"status\":431") && lines[2].contains("\"method\":\"HEAD\""))
        try peer.ask(7)
        #expect(try isTile(peer.received()[...], on: 7, peer))
    }

    @Test("tells who is behind it that the client has no table, and the client that none is used")
    func tables() async throws {
        let peer = try await HTTP2Peer()
        try peer.send(HTTP2Peer.settings([(1, 65_536), (3, 7), (5, 20_000)]))
        #expect(try peer.handedOn() == [HTTP2Peer.settings([(3, 7), (5, 20_000), (1, 0)])])
        try peer.ask(1)
        // One table update is enough (RFC 7541 section 4.2).
        #expect(try peer.received().first?.payload.first == 0x20)
        try peer.ask(3)
        #expect(try peer.received().first?.payload.first == 0x88)
    }

    @Test("what comes for a stream that was answered ends here; other streams' go on")
    func overStreams() async throws {
        let peer = try await HTTP2Peer()
        try peer.ask(1)
        try peer.send(peer.request(3, HTTP2Peer.plain("/contents.json")))
        try peer.ask(5)
        _ = try (peer.handedOn(), peer.received())
        for stream in [1, 5] as [Int32] {
            try peer.send(HTTP2Peer.windowUpdate(stream, 9))
            try peer.send(Frame(kind: FrameHead.resetStream, stream: stream, payload: [0, 0, 0, 8]))
        }
        #expect(try peer.handedOn().isEmpty)
        let frames = [
            HTTP2Peer.windowUpdate(3, 9), Frame(kind: FrameHead.resetStream, stream: 3, payload: [0, 0, 0, 8]),
            // A window update for a stream that was never opened, which is an error for the library to report.
            HTTP2Peer.windowUpdate(7, 9), Frame(kind: 6, stream: 0, payload: [0, 1, 2, 3, 4, 5, 6, 7]),
        ]
        for frame in frames { try peer.send(frame) }
        #expect(try peer.handedOn() == frames)
        #expect(try peer.received().isEmpty)
    }
}
