import Logging
import NIOCore
import Testing
import TileEngine
import TileGeometry
import TileSupport

@testable import SharedTiles

/// Collects the answers to a lookup.
private final class Finding: Sendable {
    private let answers = Lock<[SharedTileAnswer]>([])

    func note(_ answer: SharedTileAnswer) { answers.withLock { $0.append(answer) } }

    var count: Int { answers.withLock { $0.count } }
    var file: [UInt8]? { answers.withLock { if case .file(let file)? = $0.first { file } else { nil } } }
    var isAbsent: Bool { answers.withLock { if case .absent? = $0.first { true } else { false } } }
    /// Removes the claim and returns it. Releasing the claim gives it up.
    func takeClaim() -> (any TileClaim)? {
        answers.withLock { answers in
            guard case .absent(let claim)? = answers.first else { return nil }
            answers[0] = .absent(nil)
            return claim
        }
    }
}

@Suite("Tiles that servers share, with a Redis that is well, slow, full or gone")
struct SharedTileCacheTests {
    private let redis = FakeRedis()
    private let picture: [UInt8] = Array("a tile".utf8)
    private let content = ContentFingerprint("plan")

    private func server(
        _ address: String = "redis://redis.example", program: String = "p", open: Bool = true,
        _ change: (inout SharedTilePolicy) -> Void = { _ in }
    ) throws -> SharedTileCache {
        var policy = SharedTilePolicy()
        change(&policy)
        let server = SharedTileCache(
            try RedisAddress(address), program: program, prefix: "t", policy: policy,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, on: redis.loop, connect: redis.connector)
        server.start()
        redis.settle()
        #expect(server.counts.isConnected == open)
        return server
    }

    private func key(_ column: Int = 0, of content: UInt32 = 1, as format: TileKey.Output = .encoded(.png)) -> TileKey {
        TileKey(ContentID(content), TileCoordinate(level: 3, column: column, row: 2), as: format)
    }

    private func lookUp(
        _ server: SharedTileCache, _ key: TileKey, of content: ContentFingerprint? = nil,
        _ bin: TilePriority.Bin = .visible
    ) -> (finding: Finding, lookup: SharedTileLookup) {
        let finding = Finding()
        let lookup = server.lookUp(key, of: content ?? self.content, priority: TilePriority(bin)) { finding.note($0) }
        redis.settle()
        return (finding, lookup)
    }

    // MARK: Well

    @Test("one makes a tile and the other has it as soon as it is made, whatever its engine calls the content")
    func shared() throws {
        let (a, b) = (try server(), try server())
        let first = lookUp(a, key()).finding
        let second = lookUp(b, key(of: 7)).finding
        #expect(first.isAbsent && second.count == 0)
        first.takeClaim()!.keep(picture)
        redis.settle()
        #expect(second.file == picture)
        #expect(lookUp(b, key()).finding.file == picture)
        #expect(a.counts.count(.miss) == 1 && b.counts.count(.waited) == 1 && b.counts.count(.hit) == 1)
        #expect(a.counts.stored == 1 && b.counts.hitTime.count == 1)
        // The lock has been removed.
        #expect(redis.names.count == 1)
    }

    @Test("another content, program, format or place is another tile")
    func apart() throws {
        let (a, b) = (try server(), try server(program: "q"))
        for key in [
            key(), key(1), key(as: .encoded(.webp(quality: 80))), key(as: .encoded(.webp(quality: 81))),
            key(as: .encoded(.avif(quality: 80))), key(as: .encoded(.jxl(quality: 80))),
            key(as: .encoded(.jxlLossless)),
        ] {
            #expect(lookUp(a, key).finding.isAbsent)
        }
        #expect(lookUp(a, key(), of: ContentFingerprint("another")).finding.isAbsent)
        #expect(lookUp(b, key()).finding.isAbsent)
    }

    @Test("visible tiles are asked for before those that are wanted later, in the order in which they came")
    func order() throws {
        let a = try server {
            $0.maxAsking = 2
            $0.maxAskingAhead = 1
        }
        redis.mood = .silent
        let asked = Lock<[String]>([])
        func begin(_ name: String, column: Int, bin: TilePriority.Bin) -> SharedTileLookup {
            a.lookUp(key(column), of: content, priority: TilePriority(bin)) { _ in asked.withLock { $0.append(name) } }
        }
        var looks = [
            begin("later", column: 0, bin: .eventually), begin("soon", column: 1, bin: .soon),
            begin("soon too", column: 2, bin: .soon),
        ]
        looks += [
            begin("seen", column: 3, bin: .visible), begin("seen too", column: 4, bin: .visible),
            begin("now seen", column: 5, bin: .eventually),
        ]
        looks += [begin("not wanted", column: 6, bin: .visible)]
        redis.settle()
        // Lookups for a tile needed later and for a visible tile are under way.
        looks[5].setPriority(.visible)
        looks[6].cancel()
        redis.settle()
        redis.mood = .well
        redis.settle()
        #expect(asked.withLock { $0 } == ["later", "seen", "seen too", "now seen", "soon", "soon too"])
        #expect(a.counts.count(.miss) == 6 && a.counts.count(.cancelled) == 1)
    }

    @Test("looks that wait for their turn are over at once when Redis goes")
    func goneInLine() throws {
        let a = try server {
            $0.maxAsking = 1
            $0.maxAskingAhead = 1
        }
        redis.mood = .silent
        let findings = (0..<2000).map { column in
            let finding = Finding()
            _ = a.lookUp(key(column), of: content, priority: .visible) { finding.note($0) }
            return finding
        }
        redis.settle()
        redis.endConnections()
        #expect(findings.allSatisfy { $0.count == 1 && $0.isAbsent } && a.counts.count(.failed) == 2000)
    }

    @Test("who sees a tile takes over from who only will, and the other's file is taken all the same")
    func takenOver() throws {
        let (a, b, c) = (try server(), try server(), try server())
        let ahead = lookUp(a, key(), .soon).finding
        // A lookup for a tile that is not visible waits.
        let other = lookUp(c, key(), .eventually).finding
        #expect(ahead.isAbsent && other.count == 0)
        let seen = lookUp(b, key()).finding
        #expect(seen.isAbsent && b.counts.count(.miss) == 1)
        // The first server releases a claim that it has lost, so the waiting server continues to wait.
        _ = ahead.takeClaim()
        redis.settle()
        #expect(other.count == 0)
        seen.takeClaim()!.keep(picture)
        redis.settle()
        #expect(other.file == picture)
        // A tile that is visible to its maker is not taken over.
        let (first, second) = (lookUp(a, key(1)).finding, lookUp(b, key(1)).finding)
        #expect(first.isAbsent && second.count == 0)
    }

    @Test("what is given up is at once the next one's who waits")
    func givenUp() throws {
        let (a, b, c) = (try server(), try server(), try server())
        var claim = lookUp(a, key()).finding.takeClaim()
        let (second, third) = (lookUp(b, key()).finding, lookUp(c, key()).finding)
        #expect(claim != nil && second.count == 0 && third.count == 0)
        claim = nil
        redis.settle()
        // One of the two has the lock, and the other continues to wait.
        #expect(second.count + third.count == 1)
        let next = second.count == 1 ? second : third
        next.takeClaim()!.keep(picture)
        redis.settle()
        #expect((second.file ?? third.file) == picture && second.count + third.count == 2)
    }

    @Test("a tile whose maker was killed is another's when the lock has expired")
    func killed() throws {
        let (a, b) = (try server(), try server { $0.waitTime = .seconds(10) })
        let lost = lookUp(a, key()).finding
        let second = lookUp(b, key()).finding
        redis.pass(.milliseconds(2990))
        #expect(second.count == 0)
        redis.pass(.milliseconds(20))
        #expect(second.isAbsent && b.counts.count(.miss) == 1)
        // The first server resumes: it stores the file and leaves the second server's lock alone.
        lost.takeClaim()!.keep(picture)
        redis.settle()
        #expect(redis.names.contains { $0.hasSuffix(":lock") })
        _ = second.takeClaim()
        redis.settle()
        #expect(!redis.names.contains { $0.hasSuffix(":lock") })
    }

    @Test("who waits too long makes the tile too, and takes nobody's lock")
    func expired() throws {
        let (a, b) = (try server(), try server())
        let first = lookUp(a, key()).finding
        let second = lookUp(b, key()).finding
        redis.pass(.milliseconds(499))
        #expect(second.count == 0)
        redis.pass(.milliseconds(2))
        #expect(second.isAbsent && b.counts.count(.expired) == 1)
        second.takeClaim()!.keep(picture)
        redis.settle()
        #expect(redis.names.count == 2)
        #expect(lookUp(b, key()).finding.file == picture)
        _ = first
    }

    @Test("who is not told looks again")
    func untold() throws {
        let (a, b) = (try server(), try server())
        redis.endConnections(ofSubscribers: true)
        let first = lookUp(a, key()).finding
        let second = lookUp(b, key()).finding
        first.takeClaim()!.keep(picture)
        redis.settle()
        #expect(second.count == 0)
        redis.pass(.milliseconds(51))
        #expect(second.file == picture)
    }

    @Test("who leaves while it is asked for leaves no lock behind, and who waits is forgotten")
    func cancelled() throws {
        let (a, b) = (try server(), try server())
        redis.mood = .silent
        let (first, under) = lookUp(a, key())
        under.cancel()
        redis.mood = .well
        redis.settle()
        #expect(first.count == 0 && redis.names.isEmpty && a.counts.count(.cancelled) == 1)
        let claim = lookUp(a, key()).finding.takeClaim()
        let (second, leave) = lookUp(b, key())
        leave.cancel()
        redis.settle()
        claim!.keep(picture)
        redis.pass(.seconds(5))
        #expect(second.count == 0 && b.counts.count(.cancelled) == 1)
    }

    @Test("what was not put there as it is is made again, and takes its place")
    func corrupt() throws {
        let a = try server()
        lookUp(a, key()).finding.takeClaim()!.keep(picture)
        redis.settle()
        let name = redis.names[0]
        let whole = redis[name]!
        for broken in [[], Array(whole.dropLast()), whole + [0], Array("nonsense of somebody else".utf8)] {
            redis[name] = broken
            let again = lookUp(a, key()).finding
            #expect(again.isAbsent)
            again.takeClaim()!.keep(picture)
            redis.settle()
            #expect(redis[name] == whole)
        }
        // One tile's file under another's name.
        lookUp(a, key(1)).finding.takeClaim()!.keep(Array("another".utf8))
        redis.settle()
        redis[redis.names.first { $0 != name }!] = whole
        #expect(lookUp(a, key(1)).finding.isAbsent && a.counts.corrupt == 5)
    }

    // MARK: Slow, full and unavailable servers

    @Test("no answer costs one deadline, and then nothing until there is one again")
    func slow() throws {
        let a = try server()
        redis.mood = .silent
        let (first, second) = (lookUp(a, key()).finding, lookUp(a, key(1)).finding)
        redis.pass(.milliseconds(49))
        #expect(first.count == 0 && second.count == 0)
        redis.pass(.milliseconds(2))
        #expect(first.isAbsent && second.isAbsent && first.takeClaim() == nil && !a.counts.isConnected)
        // Neither lookups nor attempts to connect wait.
        for _ in 0..<20 {
            let later = lookUp(a, key(2)).finding
            #expect(later.isAbsent)
            redis.pass(.seconds(1))
        }
        #expect(a.counts.count(.skipped) == 20 && a.counts.count(.failed) == 2)
        // Each of the two connections retries after increasing pauses.
        #expect(redis.connections <= 2 + 2 * 6)
        redis.mood = .well
        redis.pass(.seconds(13))
        #expect(a.counts.isConnected)
        lookUp(a, key()).finding.takeClaim()!.keep(picture)
        redis.settle()
        #expect(lookUp(a, key()).finding.file == picture)
    }

    @Test("one that closes its connections ends who waits at once, and is asked again when it is there")
    func gone() throws {
        let (a, b) = (try server(), try server())
        let claim = lookUp(a, key()).finding.takeClaim()!
        let second = lookUp(b, key()).finding
        redis.mood = .gone
        redis.endConnections()
        #expect(second.isAbsent && second.takeClaim() == nil)
        claim.keep(picture)
        redis.pass(.seconds(3))
        #expect(a.counts.notStored == 1 && lookUp(a, key()).finding.isAbsent)
        redis.mood = .well
        redis.pass(.seconds(13))
        #expect(a.counts.isConnected && b.counts.isConnected)
        // The earlier lock has expired meanwhile.
        #expect(lookUp(b, key()).finding.takeClaim() != nil)
    }

    @Test("one that is not there at the start is found later")
    func late() throws {
        redis.mood = .gone
        let a = try server(open: false)
        #expect(lookUp(a, key()).finding.isAbsent)
        redis.mood = .well
        redis.pass(.seconds(1))
        #expect(a.counts.isConnected)
    }

    @Test("a full one gives what it has, and takes more when it can")
    func full() throws {
        let (a, b) = (try server(), try server())
        lookUp(a, key()).finding.takeClaim()!.keep(picture)
        let begun = lookUp(a, key(1)).finding
        redis.mood = .full
        #expect(lookUp(b, key()).finding.file == picture)
        let other = lookUp(b, key(2)).finding
        #expect(other.isAbsent && other.takeClaim() == nil && b.counts.count(.full) == 1)
        // A tile that was begun before is not stored, and waiting servers learn about it.
        let waits = lookUp(b, key(1)).finding
        begun.takeClaim()!.keep(picture)
        redis.settle()
        #expect(a.counts.notStored == 1 && waits.isAbsent && b.counts.isConnected)
        redis.mood = .well
        lookUp(b, key(2)).finding.takeClaim()!.keep(picture)
        redis.settle()
        #expect(b.counts.stored == 1)
    }

    @Test(
        "errors and nonsense for an answer are no tile",
        arguments: [
            "-LOADING Redis is loading the dataset in memory\r\n", "-NOPERM no permissions to run 'eval'\r\n",
            "+OK\r\n", "$-1\r\n", "*0\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n", "$99999999999\r\n",
            ":0\r\n:0\r\n:0\r\n",
        ])
    func nonsense(_ text: String) throws {
        let a = try server()
        redis.mood = .saying(text)
        let first = lookUp(a, key()).finding
        #expect(first.isAbsent && first.file == nil)
        redis.mood = .well
        redis.pass(.seconds(13))
        #expect(a.counts.isConnected && lookUp(a, key(1)).finding.isAbsent)
    }

    @Test("no more waits for answers than may")
    func backlog() throws {
        let a = try server { policy in
            policy.maxPending = 3
            policy.maxFile = 100
        }
        // If the file is longer than allowed, the server releases its lock.
        lookUp(a, key()).finding.takeClaim()!.keep([UInt8](repeating: 0, count: 101))
        redis.settle()
        #expect(a.counts.notStored == 1 && redis.names.isEmpty)
        redis.mood = .silent
        let all = (0..<5).map { lookUp(a, key($0)).finding }
        #expect(all.map(\.count) == [0, 0, 0, 1, 1])
        redis.pass(.milliseconds(51))
        #expect(all.map(\.isAbsent) == [true, true, true, true, true])
    }

    @Test("a password lets in, and a wrong one is no reason to ask")
    func password() throws {
        redis.password = "open sesame"
        let a = try server("redis://user:open%20sesame@redis.example/2")
        #expect(lookUp(a, key()).finding.isAbsent && redis.heard.contains("SELECT"))
        let b = try server("redis://:wrong@redis.example", open: false)
        #expect(lookUp(b, key()).finding.isAbsent && b.counts.count(.skipped) == 1 && b.counts.failures == 1)
    }

    // MARK: Announcements

    @Test(
        "a change is told to the others, and what was not told while there was no Redis is told then, the last of each")
    func announcements() throws {
        let (a, b) = (try server(), try server())
        let heard = Lock<[String]>([])
        a.listen { id, _ in heard.withLock { $0.append("a hears \(id)") } }
        b.listen { id, state in heard.withLock { $0.append("\(id) is \(state)") } }
        let (old, new) = (ContentFingerprint("old"), ContentFingerprint("new"))
        a.announce("plan", is: old)
        redis.settle()
        #expect(heard.withLock { $0 } == ["plan is \(b.state(of: old))"])
        redis.mood = .gone
        redis.endConnections()
        a.announce("plan", is: old)
        a.announce("plan", is: new)
        redis.mood = .well
        // The change is announced again, whichever of the two connects first.
        redis.pass(.seconds(40))
        #expect(heard.withLock { $0 } == ["plan is \(b.state(of: old))", "plan is \(b.state(of: new))"])
        #expect(a.counts.changesSent == 2 && b.counts.changesHeard == 2)
        // Texts that are not valid messages.
        for text in ["", "x", "a b", "a b c d", String(repeating: "x", count: 5000) + " a b"] {
            redis.publish("t:changes", text)
        }
        redis.settle()
        #expect(heard.withLock { $0.count } == 2 && b.counts.isConnected)
    }
}
