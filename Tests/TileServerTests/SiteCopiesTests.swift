import Foundation
import NIOCore
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSessions
import TileSupport

@testable import TileServer

/// A content of one color.
private final class Painted: MovingTileSource, TouchableTileSource {
    let contentSize = CGSize(width: 300, height: 200)
    let color: PixelColor
    let moves = Lock(0)

    init(_ color: PixelColor) { self.color = color }

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

@Suite("A content that each viewer has for itself")
struct SiteCopiesTests {
    private final class Made: Sendable {
        let all = Lock<[Painted]>([])
    }

    private let made = Made()
    private let one = String(repeating: "a", count: 24)
    private let other = String(repeating: "b", count: 24)

    private func server(limit: Int = 100, isInteractive: Bool = true) throws -> TileServer {
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
            $0.maxOwnContents = limit
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
        // Names that could be guessed, and copies of what has none.
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
        // Not by requests: a server that answers a test's runs for as long as that, and then nothing moves any more.
        let content = try await server.opening.entry("desk*\(one)").engineID
        _ = try await server.opening.entry("desk*\(other)")
        let copies = made.all.withLock { $0 }
        while copies.contains(where: { $0.moves.withLock { $0 } == 0 }) { await Task.yield() }
        let session = try server.sessions.open(
            try #require(SessionID(one)), of: content, as: .png,
            client: ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 1)))
        // What was asked for at the last moment stays.
        server.keeper.drop(unusedSince: 0)
        #expect(server.site.place("desk*\(other)")?.entry != nil)
        server.keeper.drop(unusedSince: .max)
        while copies[1].moves.withLock({ $0 }) == 1 { await Task.yield() }
        #expect(server.engine.generation(of: content) != nil && copies[0].moves.withLock { $0 } == 1)
        server.sessions.close(session)
        server.keeper.drop(unusedSince: .max)
        while copies[0].moves.withLock({ $0 }) == 1 { await Task.yield() }
        #expect(server.engine.generation(of: content) == nil)
        // Who comes again has a new one.
        _ = try await server.opening.entry("desk*\(one)")
        #expect(made.all.withLock { $0.count } == 3)
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
}
