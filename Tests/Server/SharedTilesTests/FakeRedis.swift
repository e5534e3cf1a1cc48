import NIOCore
import NIOEmbedded
import TileSupport

@testable import SharedTiles

/// A fake Redis with the functions that a shared cache needs. It has a manual clock and answers when a test says so.
///
/// It runs no scripts. Instead, it implements the two that the cache sends. Tests/Viewer/test_shared_cache.py uses a
/// real Redis.
// @unchecked Sendable: used by one test, on its thread.
final class FakeRedis: @unchecked Sendable {
    enum Mood {
        case well
        /// Accepts connections and bytes, and answers nothing.
        case silent
        /// Has no memory for more tiles.
        case full
        /// Accepts no connections.
        case gone
        /// Answers every command with this text.
        case saying(String)
    }

    private struct Value {
        var bytes: [UInt8]
        var end: NIODeadline?
    }

    private final class Client {
        let channel: EmbeddedChannel
        var parser = RedisReplyParser(limits: RedisReplyParser.Limits(string: 1 << 24))
        var subscriptions: Set<String> = []
        var isLetIn: Bool

        init(_ channel: EmbeddedChannel, isLetIn: Bool) { (self.channel, self.isLetIn) = (channel, isLetIn) }
    }

    let loop = EmbeddedEventLoop()
    var mood = Mood.well
    var password: String?
    private var values: [String: Value] = [:]
    private var clients: [Client] = []
    /// The names of the received commands, in order.
    private(set) var heard: [String] = []
    private(set) var connections = 0

    /// A connector for one client of this server.
    var connector: RedisClient.Connector {
        { _, handler in
            if case .gone = self.mood { return self.loop.makeFailedFuture(IOError(errnoCode: 111, reason: "connect")) }
            let channel = EmbeddedChannel(handler: handler, loop: self.loop)
            let connected = channel.connect(to: try! SocketAddress(ipAddress: "127.0.0.1", port: 6379))
            self.connections += 1
            self.clients.append(Client(channel, isLetIn: self.password == nil))
            return connected.map { channel }
        }
    }

    /// Runs everything that is due now.
    func settle() {
        repeat { loop.run() } while serve()
    }

    func pass(_ time: TimeAmount) {
        settle()
        // Time passes in steps, so that commands sent in between are answered in between.
        var left = time.nanoseconds
        while left > 0 {
            let step = min(left, 1_000_000)
            loop.advanceTime(by: .nanoseconds(step))
            settle()
            left -= step
        }
    }

    func endConnections(ofSubscribers: Bool? = nil) {
        for client in clients where ofSubscribers.map({ $0 == !client.subscriptions.isEmpty }) ?? true {
            client.channel.close(promise: nil)
        }
        settle()
    }

    subscript(name: String) -> [UInt8]? {
        get { live(name)?.bytes }
        set { values[name] = newValue.map { Value(bytes: $0) } }
    }

    var names: [String] { values.keys.filter { live($0) != nil }.sorted() }

    private func live(_ name: String) -> Value? {
        values[name].flatMap { value in value.end.map { $0 > loop.now } ?? true ? value : nil }
    }

    /// - Returns: Whether anything was answered.
    private func serve() -> Bool {
        var hasAnswered = false
        clients.removeAll { !$0.channel.isActive }
        for client in clients {
            while var bytes = try? client.channel.readOutbound(as: ByteBuffer.self) { client.parser.append(&bytes) }
            if case .silent = mood { continue }
            while client.channel.isActive, case .array(let parts)? = try? client.parser.next() {
                hasAnswered = true
                answer(parts.map { $0.string ?? "" }, parts: parts, to: client)
            }
        }
        return hasAnswered
    }

    private func send(_ text: String, to client: Client) {
        _ = try? client.channel.writeInbound(ByteBuffer(string: text))
    }

    private func answer(_ words: [String], parts: [RedisReply], to client: Client) {
        heard.append(words[0])
        if case .saying(let text) = mood { return send(text, to: client) }
        if words[0] == "AUTH" {
            client.isLetIn = words.last == password
            return send(client.isLetIn ? "+OK\r\n" : "-WRONGPASS invalid username-password pair\r\n", to: client)
        }
        guard client.isLetIn else { return send("-NOAUTH Authentication required.\r\n", to: client) }
        switch words[0] {
        case "PING":
            send(client.subscriptions.isEmpty ? "+PONG\r\n" : "*2\r\n$4\r\npong\r\n$0\r\n\r\n", to: client)
        case "SELECT": send("+OK\r\n", to: client)
        case "SUBSCRIBE":
            client.subscriptions.insert(words[1])
            send("*3\r\n$9\r\nsubscribe\r\n\(bulk(words[1])):\(client.subscriptions.count)\r\n", to: client)
        case "PUBLISH": send(":\(publish(words[1], words[2]))\r\n", to: client)
        case "SET":
            if case .full = mood { return send(Self.outOfMemory, to: client) }
            guard case .bytes(let bytes) = parts[2] else { return send("-ERR\r\n", to: client) }
            values[words[1]] = Value(
                bytes: Array(buffer: bytes), end: loop.now + .milliseconds(Int64(words[4])!))
            send("+OK\r\n", to: client)
        case "EVAL" where words[1].contains("'NX'"): takeLock(words, for: client)
        case "EVAL":
            if live(words[3]).map({ String(decoding: $0.bytes, as: UTF8.self) }) == words[4] { values[words[3]] = nil }
            send(":\(publish(words[5], words[6]))\r\n", to: client)
        default: send("-ERR unknown command\r\n", to: client)
        }
    }

    private static let outOfMemory = "-OOM command not allowed when used memory > 'maxmemory'.\r\n"

    private func takeLock(_ words: [String], for client: Client) {
        let (tile, lock) = (words[3], words[4])
        if let value = live(tile) {
            var reply = ByteBuffer(string: "$\(value.bytes.count)\r\n")
            reply.writeBytes(value.bytes)
            reply.writeString("\r\n")
            _ = try? client.channel.writeInbound(reply)
        } else if let held = live(lock),
            words[7].isEmpty || !String(decoding: held.bytes, as: UTF8.self).hasSuffix(words[7])
        {
            let left = held.end.map { ($0 - loop.now).nanoseconds / 1_000_000 } ?? 1
            send(":\(max(left, 1))\r\n", to: client)
        } else if case .full = mood {
            send(Self.outOfMemory, to: client)
        } else {
            values[lock] = Value(bytes: Array(words[5].utf8), end: loop.now + .milliseconds(Int64(words[6])!))
            send(":0\r\n", to: client)
        }
    }

    private func bulk(_ text: String) -> String { "$\(text.utf8.count)\r\n\(text)\r\n" }

    @discardableResult
    func publish(_ channel: String, _ text: String) -> Int {
        let listeners = clients.filter { $0.subscriptions.contains(channel) }
        for client in listeners { send("*3\r\n$7\r\nmessage\r\n\(bulk(channel))\(bulk(text))", to: client) }
        return listeners.count
    }
}
