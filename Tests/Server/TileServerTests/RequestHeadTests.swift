import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import TileServer

@Suite("The reader of request heads")
struct RequestHeadTests {
    func read(_ text: String) -> RequestHead.Outcome { Array(text.utf8).withUnsafeBytes(RequestHead.read) }

    func head(_ text: String) -> RequestHead? {
        if case .head(let head) = read(text) { head } else { nil }
    }

    static let plain = [
        "GET / HTTP/1.1\r\nHost:\r\n\r\n", "HEAD /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /tiles/a/1/2/3.png?v=1?2 HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"1\", W/\"2\"\r\nAccept: */*\r\n\r\n",
        "GET /x HTTP/1.1\r\nHOST: a\r\nconnection: Keep-Alive\r\nx-empty:\r\n\r\n",
    ]

    @Test("knows a whole head from any part of it", arguments: plain)
    func prefixes(text: String) {
        let bytes = Array(text.utf8)
        for length in bytes.indices { #expect(bytes[..<length].withUnsafeBytes(RequestHead.read) == .incomplete) }
        for rest in ["", "GET", "\r\n", "anything at all"] {
            let found = head(text + rest)
            #expect(found?.length == text.utf8.count)
            #expect(found?.isPlain == true)
        }
    }

    @Test("finds path and condition")
    func parts() throws {
        let text = Self.plain[2]
        let found = try #require(head(text))
        func part(_ range: Range<Int>) -> String { String(decoding: Array(text.utf8)[range], as: UTF8.self) }
        #expect(part(found.path) == "/tiles/a/1/2/3.png")
        #expect(part(found.ifNoneMatch) == "\"1\", W/\"2\"")
        #expect(!found.isHead)
        #expect(head(Self.plain[1])?.isHead == true)
        #expect(head(Self.plain[1])?.path == 5..<7)
    }

    @Test(
        "leaves to the parser what may have a body, or is not as it should be",
        arguments: [
            "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\u{0}\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nA: bcdefghijk\u{1F}lmnopq\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nA: bcdefghijklmnop\u{7F}\r\n\r\n",
            "POST / HTTP/1.1\r\n\r\n", "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/2.0\r\n\r\n", "GET /\r\n\r\n",
            "get / HTTP/1.1\r\n\r\n",
            "GET  / HTTP/1.1\r\n\r\n", "GET http://a/ HTTP/1.1\r\n\r\n", "GET / x HTTP/1.1\r\n\r\n",
            "\r\nGET / HTTP/1.1\r\n\r\n",
            "GET /ä HTTP/1.1\r\n\r\n", "GET /\u{1} HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\n\n",
            "GET / HTTP/1.1\r\nA: b\n\r\n",
            "GET / HTTP/1.1\r\nA: b\rc\r\n\r\n", "GET / HTTP/1.1\r\nA: b\r\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
            "GET / HTTP/1.1\r\ncontent-length:5\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length : 5\r\n\r\n",
            "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "GET / HTTP/1.1\r\nTE: trailers\r\n\r\n",
            "GET / HTTP/1.1\r\nExpect: 100-continue\r\n\r\n", "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
            "GET / HTTP/1.1\r\nA: b\r\n\tc\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
            "GET / HTTP/1.1\r\n: b\r\n\r\n",
            "\u{16}\u{3}\u{1}",
        ])
    func unknown(text: String) {
        #expect(read(text) == .unknown)
    }

    @Test(
        "says that a head is not plain when the connection does not go on as it is",
        arguments: ["Connection: close", "connection: Upgrade", "Upgrade: websocket", "Connection: keep-alive, foo"])
    func notPlain(line: String) {
        #expect(head("GET / HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n")?.isPlain == false)
    }

    @Test("takes tabs and bytes beyond ASCII in a value, wherever they are", arguments: 0..<20)
    func values(length: Int) {
        for text in ["\t", "ä", "~", " "] {
            let value = String(repeating: "a", count: length) + text + String(repeating: "b", count: 9)
            #expect(head("GET / HTTP/1.1\r\nHost: a\r\nX: \(value)\r\n\r\n") != nil, "\(value)")
        }
    }

    @Test("gives up on a head without end")
    func endless() {
        let start = "GET / HTTP/1.1\r\nA: "
        #expect(read(start + String(repeating: "b", count: 1000)) == .incomplete)
        #expect(read(start + String(repeating: "b", count: 20_000)) == .unknown)
        #expect(read("GET /" + String(repeating: "b", count: 20_000)) == .unknown)
    }

    /// Returns the requests that NIO's parser reads, or nil if it finds an error.
    func parsed(_ bytes: [UInt8]) throws -> [String]? {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(HTTPRequestDecoder()))
        var requests: [String] = []
        do {
            try channel.writeInbound(ByteBuffer(bytes: bytes))
            while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
                if case .head(let head) = part { requests.append("\(head.method) \(head.uri)") }
                if case .body = part { requests.append("body") }
                if case .end = part { requests.append("end") }
            }
        } catch {
            return nil
        }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return requests
    }

    @Test("never disagrees with the parser about where a request ends", arguments: 1...40)
    func agreesWithParser(seed: UInt64) throws {
        // Heads are damaged at random. If the reader accepts one, the parser must accept exactly its bytes as one
        // request, and find the next one after it.
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func random(_ limit: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(limit))
        }
        let pieces = [
            "\r\n", "\n", "\r", " ", "\t", ":", "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n", "\r\n\r\n",
            "GET /b HTTP/1.1",
            "content-length\t: 3\r\n", "Content-Length: 3", "\u{0}", "\u{b}", "X: y\r\n", "If-None-Match: \"\r\n",
            "Expect: 100-continue\r\n",
        ]
        for _ in 0..<200 {
            var bytes = Array(Self.plain[random(Self.plain.count)].utf8)
            for _ in 0...random(3) {
                let place = random(bytes.count + 1)
                switch random(3) {
                case 0: bytes.insert(contentsOf: pieces[random(pieces.count)].utf8, at: place)
                case 1 where place < bytes.count: bytes.remove(at: place)
                default: bytes.insert(UInt8(random(256)), at: place)
                }
            }
            guard case .head(let head) = bytes.withUnsafeBytes(RequestHead.read) else { continue }
            let own = Array(bytes.prefix(head.length))
            guard let alone = try parsed(own) else { continue }
            #expect(alone.count == 2 && alone.last == "end", "\(String(decoding: own, as: UTF8.self))")
            let two = try parsed(own + Array("GET /next HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
            #expect(two.map { Array($0.suffix(2)) } == ["GET /next", "end"] || !head.isPlain)
        }
    }
}
