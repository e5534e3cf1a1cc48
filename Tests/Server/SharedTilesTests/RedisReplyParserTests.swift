import NIOCore
import TestSupport
import Testing

@testable import SharedTiles

@Suite("Redis' replies")
struct RedisReplyParserTests {
    private func parser() -> RedisReplyParser { RedisReplyParser(limits: RedisReplyParser.Limits(string: 1000)) }

    private func replies(_ parts: [[UInt8]]) throws(RedisFailure) -> [RedisReply] {
        var parser = parser()
        var replies: [RedisReply] = []
        for part in parts {
            var bytes = ByteBuffer(bytes: part)
            parser.append(&bytes)
            while let reply = try parser.next() { replies.append(reply) }
        }
        return replies
    }

    private static let stream =
        "+OK\r\n-ERR no\r\n:-42\r\n$5\r\na\r\nbc\r\n$0\r\n\r\n$-1\r\n*-1\r\n*0\r\n*3\r\n$7\r\nmessage\r\n*1\r\n:7\r\n+x\r\n"
    private static let meant: [RedisReply] = [
        .text("OK"), .error(RedisError("ERR no")), .integer(-42), .bytes(ByteBuffer(string: "a\r\nbc")),
        .bytes(ByteBuffer()),
        .null, .null, .array([]),
        .array([.bytes(ByteBuffer(string: "message")), .array([.integer(7)]), .text("x")]),
    ]

    @Test("are the same wherever the network cuts them")
    func fragments() throws {
        let stream = Array(Self.stream.utf8)
        #expect(try replies([stream]) == Self.meant)
        #expect(try replies(stream.map { [$0] }) == Self.meant)
        for first in stream.indices {
            for second in stride(from: first, to: stream.count, by: 3) {
                let parts = [stream[..<first], stream[first..<second], stream[second...]].map(Array.init)
                #expect(try replies(parts) == Self.meant)
            }
        }
    }

    @Test(
        "that are none, or longer than they may be, are refused before they have come",
        arguments: [
            "hello\r\n", "\r\n", "$abc\r\n", "$-2\r\n", "$1001\r\n", "$99999999999999999999\r\n", "*65\r\n", "*-2\r\n",
            ":\r\n",
            ":1x\r\n", "$3\r\nabcde", "+a\rb\r\n", "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n",
            String(repeating: "x", count: 8192),
            "+" + String(repeating: "x", count: 9000), "%1\r\n", "_\r\n",
        ])
    func hostile(_ text: String) {
        #expect(throws: RedisFailure.self) { try replies([Array(text.utf8)]) }
        #expect(throws: RedisFailure.self) { try replies(Array(text.utf8).map { [$0] }) }
    }

    @Test(
        "tell by an error's code whether Redis is full",
        arguments: [
            ("OOM command not allowed when used memory > 'maxmemory'.", true),
            // Redis 7 and Redis 6 name the script that failed.
            ("OOM command not allowed when used memory > 'maxmemory'. script: 6f8e, on @user_script:3.", true),
            (
                "ERR Error running script (call to f_6f8e): @user_script:3: @user_script: 3: -OOM command not allowed "
                    + "when used memory > 'maxmemory'.", true
            ),
            ("ERR unknown command 'LOOM', with args beginning with: 'OOM'", false), ("LOADING the dataset", false),
            ("", false),
        ])
    func fullness(text: String, isFull: Bool) {
        #expect(RedisError(text).isOutOfMemory == isFull)
    }

    @Test("that chance makes end in a reply, a wait or a refusal")
    func fuzzed() {
        var generator = SeededGenerator(19)
        let alphabet = Array("+-:$*0123456789\r\n\r\n\r\nax".utf8)
        for _ in 0..<20_000 {
            var stream = Array(Self.stream.utf8)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: stream = (0..<40).map { _ in alphabet.randomElement(using: &generator)! }
            case 1: stream[Int.random(in: stream.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            default:
                let place = Int.random(in: stream.indices, using: &generator)
                stream.insert(alphabet.randomElement(using: &generator)!, at: place)
            }
            let cut = Int.random(in: 0...stream.count, using: &generator)
            let whole = try? replies([stream])
            #expect(whole == (try? replies([Array(stream[..<cut]), Array(stream[cut...])])))
        }
    }

    @Test("and commands are arrays of strings, whatever is in them")
    func commands() throws {
        let bytes = ByteBuffer(bytes: [0, 13, 10, 255])
        let command = RedisCommand("SET", "a\r\nb", .bytes(bytes))
        #expect(
            try replies([Array(buffer: command.encoded)])
                == [.array([.bytes(ByteBuffer(string: "SET")), .bytes(ByteBuffer(string: "a\r\nb")), .bytes(bytes)])])
    }
}

@Suite("Addresses of a Redis")
struct RedisAddressTests {
    @Test(
        "name host, port, database and who asks; what is printed has no password",
        arguments: [
            ("redis://host", "redis://host:6379/0"), ("redis://host/", "redis://host:6379/0"),
            ("rediss://user:secret@host:7000/3", "rediss://host:7000/3"),
            ("redis://:secret@[::1]:1/15", "redis://[::1]:1/15"),
            ("redis+unix:///run/redis.sock?db=2", "redis+unix:///run/redis.sock"),
            ("redis+unix://user:secret@/run/redis.sock", "redis+unix:///run/redis.sock"),
        ])
    func sound(_ text: String, _ printed: String) throws {
        #expect("\(try RedisAddress(text))" == printed)
    }

    @Test(
        "that are none say why, without what they are",
        arguments: [
            "", "redis", "redis://", "http://secret@host", "redis://host/secret", "redis://host:0",
            "redis://host:99999",
            "redis+unix://secret", "redis://host/-1", "redis://host/65536", "redis://secret@/0",
            "redis+unix:///" + String(repeating: "x", count: 200),
        ])
    func unsound(_ text: String) {
        #expect { try RedisAddress(text) } throws: { !"\($0)".contains("secret") && "\($0)".contains("address") }
    }

    @Test("say who asks before anything else")
    func greeting() throws {
        func greeting(_ text: String) throws -> [String] {
            try RedisAddress(text).greeting.map { String(buffer: $0.encoded).replacing("\r\n", with: " ") }
        }
        #expect(try greeting("redis://host") == [])
        #expect(try greeting("redis://:pass@host/1") == ["*2 $4 AUTH $4 pass ", "*2 $6 SELECT $1 1 "])
        #expect(try greeting("redis://me:p%40ss@host") == ["*3 $4 AUTH $2 me $4 p@ss "])
    }
}

@Suite("Tiles as Redis has them")
struct SharedTileFileTests {
    @Test("are what was put there under that name, or nothing")
    func checked() {
        let file = Array("some file of a tile".utf8)
        let value = SharedTileFile.encode(file, name: "a")
        #expect(SharedTileFile.decode(value, name: "a") == file)
        #expect(SharedTileFile.decode(value, name: "b") == nil)
        let bytes = Array(buffer: value)
        for place in bytes.indices {
            #expect(SharedTileFile.decode(ByteBuffer(bytes: bytes[..<place]), name: "a") == nil)
            for bit in 0..<8 {
                var broken = bytes
                broken[place] ^= 1 << UInt8(bit)
                #expect(SharedTileFile.decode(ByteBuffer(bytes: broken), name: "a") == nil)
            }
        }
        #expect(SharedTileFile.decode(SharedTileFile.encode([], name: ""), name: "") == [])
    }
}
