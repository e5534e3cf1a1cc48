import Foundation
import NIOCore
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSessions
import TileSupport

@testable import TileServer

/// A content of one color. The color is its state.
private final class Painted: MovingTileSource, TouchableTileSource, RestorableTileSource, EndingTileSource {
    let contentSize = CGSize(width: 300, height: 200)
    let moves = Lock(0)
    /// The number of requests for its state.
    let saves = Lock(0)
    /// Called with the reason when the source ends.
    let onEnd = Lock<(@Sendable (any TileSourceFailure) -> Void)?>(nil)
    private let paint: Lock<PixelColor>

    init(_ color: PixelColor) { paint = Lock(color) }

    var color: PixelColor {
        get { paint.withLock { $0 } }
        set { paint.withLock { $0 = newValue } }
    }

    func savedState() -> [UInt8]? {
        saves.withLock { $0 += 1 }
        return withUnsafeBytes(of: color.argb.littleEndian) { Array($0) }
    }
    func whenEnded(_ onEnd: @escaping @Sendable (any TileSourceFailure) -> Void) { self.onEnd.withLock { $0 = onEnd } }
    func restore(_ state: [UInt8]) {
        color = PixelColor(argb: state.reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }

    var isMoving: Bool { true }
    func pass(_ seconds: Double) {}
    func touch(_ touches: [ContentTouch]) -> Set<ContentTouch.Finger> { [] }
    func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        TileChangeSubscription {}
    }

    func move(at pace: FramePace) async {
        moves.withLock { $0 += 1 }
        while !Task.isCancelled { await pace.wait(until: nil, ContinuousClock()) }
        moves.withLock { $0 -= 1 }
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        .solid(color, width: area.width, height: area.height)
    }
}

private struct Crash: TileSourceFailure {
    let isLasting = false
    let reasonForClients = "it has crashed"
    let description = "a crash"
}

@Suite("A content that each viewer has for itself")
struct SiteCopiesTests {
    private final class Made: Sendable {
        let all = Lock<[Painted]>([])
    }

    /// A manual clock, in nanoseconds.
    private final class Time: Sendable {
        let value = Lock<UInt64>(1_000_000_000_000)

        func pass(_ seconds: Double) { value.withLock { $0 += UInt64(seconds * 1e9) } }
    }

    private let made = Made()
    private let time = Time()
    private let one = String(repeating: "a", count: 24)
    private let other = String(repeating: "b", count: 24)

    private func server(
        limit: Int = 100, isInteractive: Bool = true, _ change: (inout OwnContentPolicy) -> Void = { _ in }
    ) throws -> TileServer {
        let shared = Painted(.white)
        let made = made
        var content = ServedContent(
            id: "desk", title: "Desk", source: shared,
            pyramid: try TilePyramid(contentSize: shared.contentSize, tileSize: 256), isScalable: true, format: .png)
        content.own = {
            let copy = Painted(PixelColor(argb: 0xFF00_0000))
            made.all.withLock { $0.append(copy) }
            return copy
        }
        let offer = OfferedContent(content)
        return try Fixture(documents: [offer]) {
            $0.isInteractive = isInteractive
            $0.ownContents.limit = limit
            change(&$0.ownContents)
            $0.now = { [time] in time.value.withLock { $0 } }
        }.server
    }

    private func body(_ path: String, of server: TileServer) async throws -> String {
        String(buffer: try await SiteOpeningTests().get(path, from: server).body)
    }

    @Test("is said to be one, and made for each name that somebody asks for, once")
    func copies() async throws {
        let server = try server()
        server.opening.start()
        defer { server.opening.end() }
        #expect(try await body("/tiles/desk.json", of: server).contains(#""personal":true"#))
        let copy = try await body("/tiles/desk*\(one).json", of: server)
        #expect(copy.contains(#""id":"desk*\#(one)""#) && !copy.contains("personal"))
        #expect(try await body("/tiles/desk/0/0/0.png", of: server).hasSuffix("ffffffff png"))
        for name in [one, other, one] {
            #expect(try await body("/tiles/desk*\(name)/0/0/0.png", of: server).hasSuffix("ff000000 png"))
        }
        #expect(made.all.withLock { $0.count } == 2)
        #expect(try await body("/contents.json", of: server).contains("*") == false)
        // Guessable names, and copies of contents that have none.
        for path in ["/tiles/desk*short/0/0/0.png", "/tiles/plan*\(one)/0/0/0.png", "/tiles/desk*/0/0/0.png"] {
            #expect(try await SiteOpeningTests().get(path, from: server).status == .notFound)
        }
    }

    @Test("is one for all where nobody may touch it")
    func off() async throws {
        let server = try server(isInteractive: false)
        server.opening.start()
        defer { server.opening.end() }
        #expect(try await body("/tiles/desk.json", of: server).contains("personal") == false)
        #expect(try await SiteOpeningTests().get("/tiles/desk*\(one).json", from: server).status == .notFound)
    }

    @Test("moves while it is there, and goes when nobody has asked for it, or has a session of it, for a while")
    func going() async throws {
        let server = try server()
        server.opening.start()
        defer { server.opening.end() }
        // The copies are not opened by requests: a test's request runs the server only until the answer, and nothing
        // moves after that.
        let content = try await server.opening.entry("desk*\(one)").engineID
        _ = try await server.opening.entry("desk*\(other)")
        let copies = made.all.withLock { $0 }
        while copies.contains(where: { $0.moves.withLock { $0 } == 0 }) { await Task.yield() }
        let session = try server.sessions.open(
            try #require(SessionID(one)), of: content, as: .png,
            client: ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 1)))
        // A copy that was requested at the last moment stays.
        server.copyExpirer.drop(unusedSince: 0)
        #expect(server.site.slot(for: "desk*\(other)")?.entry != nil)
        server.copyExpirer.drop(unusedSince: .max)
        while copies[1].moves.withLock({ $0 }) == 1 { await Task.yield() }
        #expect(server.engine.generation(of: content) != nil && copies[0].moves.withLock { $0 } == 1)
        server.sessions.close(session)
        server.copyExpirer.drop(unusedSince: .max)
        while copies[0].moves.withLock({ $0 }) == 1 { await Task.yield() }
        #expect(server.engine.generation(of: content) == nil)
        // A viewer that returns gets a new copy.
        _ = try await server.opening.entry("desk*\(one)")
        #expect(made.all.withLock { $0.count } == 3)
    }

    private func session(of entry: Site.Entry, _ server: TileServer) throws -> SessionMailbox {
        try server.sessions.open(
            try #require(SessionID(String(repeating: "s", count: 24))), of: entry.engineID, as: .png,
            client: ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 1)))
    }

    @Test(
        "is the same for who comes back within time, counted from when the session ended, and later made from its state"
    )
    func comingBack() async throws {
        let server = try server()
        server.opening.start()
        defer { server.opening.end() }
        let entry = try await server.opening.entry("desk*\(one)")
        let first = try #require(made.all.withLock { $0.last })
        first.color = PixelColor(argb: 0xFF12_3456)
        let mailbox = try session(of: entry, server)
        // An hour without a request, but with a session.
        time.pass(3600)
        server.copyExpirer.dropExpired()
        server.sessions.close(mailbox)
        time.pass(59)
        server.copyExpirer.dropExpired()
        #expect(try await server.opening.entry("desk*\(one)").engineID == entry.engineID)
        time.pass(61)
        server.copyExpirer.dropExpired()
        #expect(server.engine.generation(of: entry.engineID) == nil)
        let next = try await server.opening.entry("desk*\(one)")
        let second = try #require(made.all.withLock { $0.last })
        #expect(next.engineID != entry.engineID && second !== first)
        #expect(second.color == PixelColor(argb: 0xFF12_3456) && first.saves.withLock { $0 } == 1)
        // A state is used once, and only for its viewer.
        _ = try await server.opening.entry("desk*\(other)")
        #expect(made.all.withLock { $0.last?.color } == PixelColor(argb: 0xFF00_0000))
    }

    @Test("is new where its state is too old, or not kept, and states take no more room than they may")
    func states() async throws {
        for (lifetime, bytes, isKept) in [(100.0, 16, true), (0, 16, false), (5, 16, false), (100, 3, false)] {
            let server = try server {
                ($0.stateLifetime, $0.stateBytes) = (lifetime, bytes)
                $0.patience = 10
            }
            server.opening.start()
            defer { server.opening.end() }
            _ = try await server.opening.entry("desk*\(one)")
            made.all.withLock { $0.last }?.color = PixelColor(argb: 0xFF12_3456)
            time.pass(11)
            server.copyExpirer.dropExpired()
            time.pass(6)
            server.copyExpirer.dropExpired()
            _ = try await server.opening.entry("desk*\(one)")
            let color = made.all.withLock { $0.last?.color }
            #expect((color == PixelColor(argb: 0xFF12_3456)) == isKept, "\(lifetime) s, \(bytes) bytes")
        }
    }

    @Test("is refused with the reason when it has ended by itself, without its state, and made again after a moment")
    func ending() async throws {
        for delay in [3600, 0.0] {
            let server = try server { $0.restartDelay = delay }
            server.opening.start()
            defer { server.opening.end() }
            let entry = try await server.opening.entry("desk*\(one)")
            let bystander = try await server.opening.entry("desk*\(other)")
            let mailbox = try session(of: entry, server)
            let first = try #require(made.all.withLock { $0.dropLast().last })
            first.color = PixelColor(argb: 0xFF12_3456)
            first.onEnd.withLock { $0 }?(Crash())
            #expect(server.engine.generation(of: entry.engineID) == nil)
            #expect(mailbox.drain().isReplaced)
            #expect(try await server.opening.entry("desk*\(other)").engineID == bystander.engineID)
            if delay > 0 {
                let refused = try await SiteOpeningTests().get("/tiles/desk*\(one)/0/0/0.png", from: server)
                #expect(refused.status == .notFound)
                #expect(String(buffer: refused.body).contains("“desk” can't be shown: it has crashed"))
            } else {
                var next: Site.Entry?
                while next == nil { next = try? await server.opening.entry("desk*\(one)") }
                #expect(next?.engineID != entry.engineID)
                #expect(made.all.withLock { $0.last?.color } == PixelColor(argb: 0xFF00_0000))
            }
        }
    }

    @Test("gives its place back after its time when it has ended by itself and nobody asks for it again")
    func endingForGood() async throws {
        let server = try server(limit: 1) { $0.restartDelay = 0 }
        server.opening.start()
        defer { server.opening.end() }
        _ = try await server.opening.entry("desk*\(one)")
        made.all.withLock { $0.last }?.onEnd.withLock { $0 }?(Crash())
        let slot = try #require(server.site.slot(for: "desk*\(one)"))
        while slot.isSettled { await Task.yield() }
        await #expect(throws: HTTPProblem.self) { _ = try await server.opening.entry("desk*\(other)") }
        time.pass(61)
        server.copyExpirer.dropExpired()
        let next = try await server.opening.entry("desk*\(other)")
        #expect(next.content.id == "desk*\(other)")
    }

    @Test("in a process of its own opens while more than there are workers block at their launch")
    func blockedLaunches() async throws {
        let isFree = DispatchSemaphore(value: 0)
        let shared = Painted(.white)
        var content = ServedContent(
            id: "desk", title: "Desk", source: shared,
            pyramid: try TilePyramid(contentSize: shared.contentSize, tileSize: 256), isScalable: true, format: .png)
        content.hasOwnProcesses = true
        let begun = Lock(0)
        content.own = {
            let number = begun.withLock { begun in
                begun += 1
                return begun
            }
            if number <= 2 { isFree.wait() }
            return Painted(PixelColor(argb: 0xFF00_0000))
        }
        let offer = OfferedContent(content)
        let server = try Fixture(documents: [offer]) { ($0.isInteractive, $0.openingWorkers) = (true, 1) }.server
        server.opening.start()
        defer { server.opening.end() }
        let names = ["x", "y"].map { "desk*" + String(repeating: $0, count: 24) }
        for name in names { server.opening.wish(for: try #require(server.site.slot(for: name))) }
        while begun.withLock({ $0 }) < names.count { await Task.yield() }
        #expect(try await server.opening.entry("desk*\(one)").content.id == "desk*\(one)")
        for _ in names { isFree.signal() }
        for name in names { #expect(try await server.opening.entry(name).content.id == name) }
        #expect(begun.withLock { $0 } == 3)
    }

    @Test("is refused, with a time to ask again, where as many have one as may")
    func limit() async throws {
        let server = try server(limit: 1)
        server.opening.start()
        defer { server.opening.end() }
        _ = try await body("/tiles/desk*\(one)/0/0/0.png", of: server)
        let refused = try await SiteOpeningTests().get("/tiles/desk*\(other)/0/0/0.png", from: server)
        #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "30")
        #expect(try await body("/tiles/desk*\(one)/0/0/0.png", of: server).hasSuffix("ff000000 png"))
    }

    @Test("gives its place to who comes when there are as many as may, if nobody has looked at it for the longest")
    func eviction() async throws {
        let server = try server(limit: 2)
        server.opening.start()
        defer { server.opening.end() }
        let third = String(repeating: "c", count: 24)
        let watched = try await server.opening.entry("desk*\(one)")
        let mailbox = try session(of: watched, server)
        time.pass(10)
        _ = try await server.opening.entry("desk*\(other)")
        made.all.withLock { $0.last }?.color = PixelColor(argb: 0xFF12_3456)
        // The copy has just been requested: its page is loading.
        time.pass(1)
        await #expect(throws: HTTPProblem.self) { _ = try await server.opening.entry("desk*\(third)") }
        time.pass(5)
        _ = try await server.opening.entry("desk*\(third)")
        #expect(server.site.slot(for: "desk*\(one)")?.entry?.engineID == watched.engineID)
        // The dropped copy has its state when it is back. The third is now the one that was not used for the longest
        // time.
        time.pass(5)
        _ = try await server.opening.entry("desk*\(other)")
        #expect(made.all.withLock { $0.last?.color } == PixelColor(argb: 0xFF12_3456))
        #expect(made.all.withLock { $0.count } == 4)
        server.sessions.close(mailbox)
    }
}
