import Foundation
import FoundationNetworking
import Logging
import ServiceLifecycle
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileServer
import TileSupport

/// A server of one content, and a client that uses a socket.
struct SeatServer {
    private let origin: String
    private let session: URLSession

    /// Runs a server as long as `body` does.
    static func run(
        _ source: any TileSource, _ pyramid: TilePyramid, _ body: (SeatServer) async throws -> Void
    ) async throws {
        let listening = AsyncStream<TileServer.Address>.makeStream()
        var configuration = TileServerConfiguration()
        configuration.port = 0
        // Real sockets use the machine's clock, so no connection may be dropped as idle.
        configuration.idleTimeout = nil
        configuration.connections.headTime = 1e8
        configuration.connections.rateTime = 1e8
        configuration.connections.closeTime = 1e8
        // A debug build draws ten thousand seats for longer than a tile may take.
        configuration.policy.tileDeadline = 1e8
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let content = ServedContent(
            id: "seats", title: "Seats", source: source, pyramid: pyramid, isScalable: true, format: .png)
        let server = try TileServer(
            configuration: configuration, contents: [content], logger: logger,
            onListening: { listening.continuation.yield($0) })
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(services: [server], logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            var addresses = listening.stream.makeAsyncIterator()
            let address = try #require(await addresses.next())
            try await body(SeatServer(origin: "http://\(address)", session: .patient()))
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    struct Answer {
        var tag: String
        var file: Data
        /// Whether the tile was drawn for this request, and not taken from the cache.
        var isDrawnNow: Bool
    }

    func tile(_ tile: TileCoordinate) async throws -> Answer {
        let url = try #require(URL(string: "\(origin)/tiles/seats/\(tile.level)/\(tile.column)/\(tile.row).png"))
        let (file, response) = try await session.data(from: url)
        let answer = try #require(response as? HTTPURLResponse)
        try #require(answer.statusCode == 200, "\(tile)")
        return Answer(
            tag: try #require(answer.value(forHTTPHeaderField: "ETag")), file: file,
            isDrawnNow: answer.value(forHTTPHeaderField: "Server-Timing") != nil)
    }
}

/// A source that stops once, between drawing and returning the result.
// @unchecked Sendable: the state is behind a lock, and a semaphore and a stream are safe from any thread.
final class SteppedSource: ChangingTileSource, @unchecked Sendable {
    private let source: any ChangingTileSource
    private let state = Lock((isArmed: false, count: 0))
    private let semaphore = DispatchSemaphore(value: 0)
    private let drawings = AsyncStream<Void>.makeStream()

    init(_ source: any ChangingTileSource) { self.source = source }

    var contentSize: CGSize { source.contentSize }

    func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        source.subscribe(onChange)
    }

    /// Starts counting drawings, and stops the first one.
    func arm() { state.withLock { $0 = (true, 0) } }

    /// The number of drawings since `arm()`.
    var count: Int { state.withLock { $0.count } }

    /// Waits until the first has been drawn.
    func drawn() async {
        for await _ in drawings.stream { return }
    }

    /// Lets the first drawing be returned.
    func goOn() { semaphore.signal() }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        let image = try source.raster(area, in: context)
        let stops = state.withLock { state in
            state.count += 1
            defer { state.isArmed = false }
            return state.isArmed
        }
        if stops {
            drawings.continuation.yield()
            semaphore.wait()
        }
        return image
    }
}
