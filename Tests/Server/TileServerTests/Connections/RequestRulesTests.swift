import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import TileServer

@Suite("The rules of requests")
struct RequestRulesTests {
    /// A connection with a parser before the rules, and nothing behind them.
    struct Connection {
        let channel = EmbeddedChannel()

        init() throws {
            try channel.pipeline.syncOperations.addHandlers([
                HTTPResponseEncoder(), RequestLineLimit(), ByteToMessageHandler(HTTPRequestDecoder()),
                RequestRules(watch: nil),
            ])
            channel.connect(to: try SocketAddress(ipAddress: "192.0.2.1", port: 1), promise: nil)
        }

        /// Returns the paths of the requests that pass, with a star if the routes learn that it is the last.
        func send(_ text: String) throws -> [String] {
            try channel.writeInbound(ByteBuffer(string: text))
            var paths: [String] = []
            while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
                switch part {
                case .head(let head): paths.append(head.uri + (head.headers["Connection"] == ["close"] ? "*" : ""))
                case .body: Issue.record("a body is not for the routes")
                case .end: paths.append("end")
                }
            }
            return paths
        }

        func answer() throws -> String {
            let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Length": "0"])
            try channel.writeOutbound(HTTPServerResponsePart.head(head))
            try channel.writeOutbound(HTTPServerResponsePart.end(nil))
            return try written
        }

        var written: String {
            get throws {
                var text = ""
                while let data = try channel.readOutbound(as: IOData.self) {
                    if case .byteBuffer(let buffer) = data { text += String(buffer: buffer) }
                }
                return text
            }
        }
    }

    static let sound = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test("let sound requests through, and say nothing of the connection")
    func sound() throws {
        let connection = try Connection()
        #expect(try connection.send(Self.sound + Self.sound) == ["/a", "end", "/a", "end"])
        for _ in 0..<2 {
            let answer = try connection.answer()
            #expect(answer.contains("X-Content-Type-Options: nosniff\r\n") && !answer.contains("Connection"))
        }
    }

    /// A GET request for an address of this many bytes. Its line is 13 bytes longer.
    private static func request(_ length: Int) -> String {
        "GET /\(String(repeating: "a", count: length - 1)) HTTP/1.1\r\nHost: x\r\n\r\n"
    }

    @Test("refuse a request line that is too long, wherever the bytes are split, and none below the limit")
    func longLine() throws {
        let longest = RequestLineLimit.maxLength - 13
        for piece in [1, 1000, 1 << 20] {
            let connection = try Connection()
            func send(_ text: String) throws -> Int {
                var (rest, count) = (text[...], 0)
                while !rest.isEmpty {
                    count += try connection.send(String(rest.prefix(piece))).count
                    rest = rest.dropFirst(piece)
                }
                return count
            }
            // Empty lines and headers do not count.
            #expect(try send("\r\n" + Self.sound) == 2)
            let long = String(repeating: "b", count: 70 << 10)
            #expect(try send("GET /a HTTP/1.1\r\nHost: x\r\nX: \(long)\r\n\r\n") == 2)
            #expect(try send(Self.request(longest)) == 2)
            for _ in 0..<3 { _ = try connection.answer() }
            #expect(throws: HTTPParserError.self) { try send(Self.request(longest + 1)) }
            let answer = try connection.answer()
            #expect(answer.hasPrefix("HTTP/1.1 414 URI Too Long\r\n"), "\(answer)")
            #expect(answer.contains("the address is too long: use a shorter path or query\n"))
        }
    }

    @Test("answer requests that came together with a line that is too long, and then refuse it")
    func longLineAfterOthers() throws {
        let connection = try Connection()
        let bytes = ByteBuffer(string: Self.sound + Self.sound + Self.request(RequestLineLimit.maxLength))
        #expect(throws: HTTPParserError.self) { try connection.channel.writeInbound(bytes) }
        #expect(try connection.send(Self.sound) == ["/a", "end", "/a", "end"], "nothing after the refused line")
        for _ in 0..<2 { #expect(try connection.answer().hasPrefix("HTTP/1.1 200 OK\r\n")) }
        #expect(try connection.answer().hasPrefix("HTTP/1.1 414 URI Too Long\r\n"))
    }

    @Test("refuse headers that are too large")
    func largeHeaders() throws {
        let connection = try Connection()
        let long = String(repeating: "b", count: 90 << 10)
        #expect(throws: HTTPParserError.self) {
            try connection.send("GET /a HTTP/1.1\r\nHost: x\r\nX: \(long)\r\n\r\n")
        }
        #expect(try connection.answer().hasPrefix("HTTP/1.1 431 Request Header Fields Too Large\r\n"))
    }

    @Test(
        "refuse a missing or doubled host and control characters, and let nothing through after it",
        arguments: [
            "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\u{0}b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: b\u{0}c\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nX: b\u{1}c\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: b\u{7F}c\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc",
        ])
    func unsound(request: String) throws {
        let connection = try Connection()
        #expect(throws: HTTPParserError.self) { try connection.send(request + Self.sound) }
        #expect(try connection.channel.readInbound(as: HTTPServerRequestPart.self) == nil)
        // The routes answer errors of the parser.
        #expect(try connection.answer().contains("Connection: close\r\n"))
        #expect(try connection.send(Self.sound) == [])
    }

    @Test(
        "end the connection when the client says so, when it is old, changes the protocol or has a body",
        arguments: [
            "GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
            "GET /a HTTP/1.1\r\nHost: x\r\nConnection: foo, CLOSE\r\n\r\n",
            "GET /a HTTP/1.0\r\n\r\n", "GET /a HTTP/1.0\r\nHost: x\r\n\r\n",
            "GET /a HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
            "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
            "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000000\r\n\r\nabc",
            "GET /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            "GET /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno length",
        ])
    func last(request: String) throws {
        let connection = try Connection()
        #expect(try connection.send(request + Self.sound) == ["/a*", "end"])
        #expect(try connection.answer().contains("Connection: close\r\n"))
        #expect(try connection.send(Self.sound) == [])
    }

    @Test("keep a connection of HTTP/1.0 that asks for it, and tell it")
    func keepAlive() throws {
        let connection = try Connection()
        let request = "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
        for _ in 0..<2 {
            #expect(try connection.send(request) == ["/a", "end"])
            #expect(try connection.answer().contains("Connection: keep-alive\r\n"))
        }
    }

    @Test("ask a client that closes its half whether it is still there, if it waits for an answer and knows how")
    func probe() throws {
        for (request, answer) in [
            (Self.sound, "HTTP/1.1 100 Continue\r\n\r\n"), ("GET /a HTTP/1.0\r\n\r\n", ""), ("", ""),
        ] {
            let connection = try Connection()
            _ = try connection.send(request)
            connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            #expect(try connection.written == answer)
            // The client may have read that and then disconnected.
            connection.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            #expect(try connection.written == answer)
            if !request.isEmpty { _ = try connection.answer() }
            connection.channel.embeddedEventLoop.advanceTime(by: .seconds(10))
            #expect(try connection.written == "")
        }
    }
}
