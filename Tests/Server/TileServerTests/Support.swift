import Foundation
import Logging
import NIOCore
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileServer

/// A drawing in which each pixel encodes its position: red and green are its column and row, modulo 256.
final class Coordinates: TileSource {
    let contentSize: CGSize
    private let script: @Sendable (RasterArea, RasterContext) throws -> Void

    init(
        width: Double = 1000, height: Double = 600,
        _ script: @escaping @Sendable (RasterArea, RasterContext) throws -> Void = { _, _ in }
    ) {
        contentSize = CGSize(width: width, height: height)
        self.script = script
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        try script(area, context)
        let bitmap = context.pool.uninitializedBitmap(width: area.width, height: area.height)
        for y in 0..<area.height {
            for x in 0..<area.width {
                bitmap[x, y] = PixelColor(
                    premultipliedRed: UInt8(truncatingIfNeeded: area.x + x),
                    green: UInt8(truncatingIfNeeded: area.y + y), blue: UInt8(clamping: area.width / 4), alpha: 255)
            }
        }
        return .bitmap(bitmap)
    }
}

/// A content of one color that can be changed.
final class Repainted: ChangingTileSource {
    let contentSize = CGSize(width: 200, height: 200)
    private let color = Lock(PixelColor(argb: 0xFF00_0000))
    private let watcher = Lock<(@Sendable (Box) -> Void)?>(nil)

    func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        watcher.withLock { $0 = onChange }
        return TileChangeSubscription {}
    }

    func repaint() {
        color.withLock { $0 = .white }
        watcher.withLock { $0 }?(Box(x: 0, y: 0, width: 10, height: 10))
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        .solid(color.withLock { $0 }, width: area.width, height: area.height)
    }
}

struct Broken: Error {}

/// Workers that advance only when a test says so, on the test's thread.
final class SteppedExecutor: TileExecutor {
    private let workers = Lock<[@Sendable () -> Bool]>([])

    func run(worker: Int, _ step: @escaping @Sendable () -> Bool) { workers.withLock { $0.append(step) } }

    func runAll() {
        while let worker = workers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            while worker() {}
        }
    }
}

/// Returns a file with the image's size, its first pixel and the format, in place of an encoded image: `256x256
/// ff000040 png`.
func describe(_ image: TileImage, _ format: TileFormat) -> [UInt8] {
    let argb =
        switch image {
        case .solid(let color, _, _): color.argb
        case .bitmap(let bitmap): bitmap[0, 0].argb
        }
    return Array("\(image.width)x\(image.height) \(String(argb, radix: 16)) \(format.fileExtension)".utf8)
}

extension TileServerConfiguration {
    /// Disables all timeouts. Real sockets use the machine's clock, and the duration of a test depends on the machine's
    /// load, so no peer may be dropped as slow. Timeouts are tested on loops with a manual clock.
    mutating func waitForEver() {
        let years = 1e8
        idleTimeout = nil
        connections.headTime = years
        connections.rateTime = years
        connections.closeTime = years
        connections.answerTime = years
        connections.farewellTime = years
        sessions.pingInterval = years
        sessions.stallTime = years
        sessions.closeTime = years
    }
}

/// A server on a processor that takes no time unless a test says so.
///
/// It has two contents, `plan` (1000 × 600, levels 0 to 2 of 256-pixel tiles, scalable, PNG) and `photo` (300 × 200,
/// JPEG), and one like `photo` for each further name.
struct Fixture {
    let server: TileServer
    var site: Site { server.site }
    var engine: TileEngine { server.engine }

    init(
        plan: any TileSource = Coordinates(), ids: [String] = [], documents: [OfferedContent] = [],
        _ change: (inout TileServerConfiguration) -> Void = { _ in },
        encode: @escaping @Sendable (TileImage, TileFormat) throws -> [UInt8] = describe,
        executor: (any TileExecutor)? = nil, processorTime: @escaping @Sendable () -> UInt64 = { 0 },
        onListening: @escaping @Sendable (TileServer.Address) async -> Void = { _ in }
    ) throws {
        var configuration = TileServerConfiguration()
        configuration.port = 0
        // Tests use other host names, like clients on the network.
        configuration.web.reach = .network
        change(&configuration)
        let photo = Coordinates(width: 300, height: 200)
        let caching = TileCaching(configuration)
        let web = configuration.makeWebRules()
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        server = try TileServer(
            configuration: configuration,
            offers: [
                ServedContent(
                    id: "plan", title: "Plan & Elevation", source: plan,
                    pyramid: TilePyramid(contentSize: plan.contentSize, tileSize: 256), isScalable: true, format: .png,
                    kind: "svg")
            ].map { OfferedContent($0) }
                + (["photo"] + ids).map { id in
                    let pyramid = try TilePyramid(contentSize: photo.contentSize, tileSize: 256)
                    return OfferedContent(
                        ServedContent(
                            id: id, title: id.capitalized, source: photo, pyramid: pyramid, isScalable: false,
                            format: .jpeg(quality: 70)))
                } + documents,
            caching: caching, web: web,
            services: EngineServices(
                executor: executor, processorTime: processorTime, encode: encode,
                package: {
                    ReadyTile(
                        key: $0, file: $1, validator: $2, cacheControl: caching.header(for: $0), web: web)
                }),
            logger: logger, onListening: onListening)
    }

    /// Returns a handler that opens sessions on connections, as the server does.
    func successor(
        _ watch: ConnectionWatch? = nil
    ) -> (UnsafeRawBufferPointer, ByteBuffer) -> (any ChannelHandler)? {
        { head, rest in
            SessionUpgradeHandler(
                head, rest: rest,
                upgrade: SessionUpgrade(
                    site: site, registry: server.sessions, opening: server.opening, gate: server.gate),
                date: HTTPDate(now: { 784_111_777 }), counters: server.counters, watch: watch)
        }
    }

    func key(_ path: String) throws -> TileKey? { try site.tile(atPath: path) }
}
