import Foundation
import Logging
import NIOCore
import SharedTiles
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileServer

/// Views that show a state shared by several programs, as far as a server knows.
private final class Board: RedrawableTileSource {
    let contentSize = CGSize(width: 200, height: 200)
    private let shown = Lock<UInt32>(0)
    private let watchers = TileChangeWatchers()
    private let ownWatchers = TileChangeWatchers()
    let redrawn = Lock<[Box]>([])

    func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        watchers.subscribe(onChange)
    }

    func subscribeToOwnChanges(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        ownWatchers.subscribe(onChange)
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        .solid(PixelColor(argb: shown.withLock { $0 }), width: area.width, height: area.height)
    }

    /// Paints a box, as the program does.
    func paint(_ argb: UInt32, _ box: Box) {
        shown.withLock { $0 = argb }
        watchers.notify([box])
        ownWatchers.notify([box])
    }

    func redraw(_ boxes: [Box]) {
        redrawn.withLock { $0 += boxes }
        shown.withLock { $0 = 0xFFFF_FFFF }
        watchers.notify(boxes)
    }
}

/// A Redis for this test, with a socket in a separate folder.
private final class RedisServer: Sendable {
    private let process = Process()
    let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "tilework-redis-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/redis-server")
        process.arguments = ["--port", "0", "--unixsocket", "\(folder)/s", "--save", "", "--dir", folder]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
    }

    var address: String { "redis+unix://\(folder)/s" }

    func end() {
        // The test does not wait for the process's end, which would occupy one of the threads that run tests.
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(atPath: folder)
    }
}

@Suite("Views that two servers show, with a Redis between them")
struct ViewChangesTests {
    private func server(_ redis: RedisServer, _ board: Board, fingerprint: String) throws -> TileServer {
        var configuration = TileServerConfiguration()
        configuration.port = 0
        var policy = SharedTilePolicy()
        // The answer time of the machine does not matter here.
        policy.answerTime = .seconds(60)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        configuration.sharedTiles = try SharedTileCache(
            RedisAddress(redis.address), program: "p", policy: policy, logger: logger)
        var content = ServedContent(
            id: "board", title: "Board", source: board,
            pyramid: try TilePyramid(contentSize: board.contentSize, tileSize: 256), isScalable: true, format: .png)
        content.fingerprint = ContentFingerprint(fingerprint)
        let server = try TileServer(configuration: configuration, contents: [content], logger: logger)
        server.startSharing()
        return server
    }

    @Test("what one program changes is drawn again by the other, told to its viewers, and not told back")
    func exchange() async throws {
        let redis = try RedisServer()
        defer { redis.end() }
        let boards = (0..<3).map { _ in Board() }
        let servers = try zip(boards, ["same", "same", "another"]).map { try server(redis, $0, fingerprint: $1) }
        for server in servers {
            while server.configuration.sharedTiles?.counts.isConnected != true { await Task.yield() }
        }
        let told = Lock<[Box]>([])
        let id = try #require(servers[1].site.entries.first?.engineID)
        let watching = servers[1].engine.watch(id) { box in told.withLock { $0.append(box) } }
        let key = TileKey(id, TileCoordinate(level: 0, column: 0, row: 0), as: .encoded(.png))
        let before = try await servers[1].engine.tile(key)

        let box = Box(x: 10, y: 20, width: 30, height: 40)
        // Repeats the change until the other server's listening connection exists. Changes before that are announced
        // again later.
        while boards[1].redrawn.withLock({ $0.isEmpty }) {
            boards[0].paint(0xFF00_00FF, box)
            await Task.yield()
        }
        while told.withLock({ $0.isEmpty }) { await Task.yield() }
        #expect(boards[1].redrawn.withLock { $0.allSatisfy { $0 == box } })
        let after = try await servers[1].engine.tile(key)
        #expect(after.validator != before.validator && told.withLock { $0.contains(box) })
        #expect(servers[1].configuration.sharedTiles?.counts.changesSent == 0)
        #expect(boards[0].redrawn.withLock { $0.isEmpty } && boards[2].redrawn.withLock { $0.isEmpty })

        // Changes outside the content have no effect, and a withdrawn content gets no more changes.
        servers[1].withdraw("board")
        let count = boards[1].redrawn.withLock { $0.count }
        let heard = servers[1].configuration.sharedTiles?.counts.changesHeard ?? 0
        boards[0].paint(0xFF00_FF00, Box(x: 500, y: 0, width: 10, height: 10))
        boards[0].paint(0xFF00_FF00, box)
        while servers[1].configuration.sharedTiles?.counts.changesHeard == heard { await Task.yield() }
        #expect(boards[1].redrawn.withLock { $0.count } == count)
        for server in servers { await server.configuration.sharedTiles?.end() }
        _ = watching
    }
}
