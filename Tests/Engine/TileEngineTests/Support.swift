import Foundation
import Synchronization
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileEngine

/// An executor with workers that advance only when a test steps them, on the test's thread.
final class SteppedExecutor: TileExecutor {
    private let workers = Lock<[@Sendable () -> Bool]>([])

    func run(worker: Int, _ step: @escaping @Sendable () -> Bool) { workers.withLock { $0.append(step) } }

    /// Runs one job of the worker that waited longest. Returns whether there was one.
    @discardableResult
    func step() -> Bool {
        while let worker = workers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            guard worker() else { continue }
            workers.withLock { $0.append(worker) }
            return true
        }
        return false
    }

    func runAll() { while step() {} }
}

/// A content that records its requests and draws what a test specifies.
final class ScriptedSource: TileSource {
    let contentSize = CGSize(width: 1024, height: 1024)
    private let script: Lock<@Sendable (RasterArea, RasterContext) throws -> TileImage>
    private let areas = Lock<[RasterArea]>([])

    init(
        _ script: @escaping @Sendable (RasterArea, RasterContext) throws -> TileImage = { area, _ in
            .solid(PixelColor(argb: 0xFF00_0000), width: area.width, height: area.height)
        }
    ) {
        self.script = Lock(script)
    }

    var rasterCount: Int { areas.withLock { $0.count } }

    func draw(_ newScript: @escaping @Sendable (RasterArea, RasterContext) throws -> TileImage) {
        script.withLock { $0 = newScript }
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        areas.withLock { $0.append(area) }
        return try script.withLock { $0 }(area, context)
    }
}

/// The deliveries in order: the name of each request, and its result.
final class Inbox: Sendable {
    struct Letter {
        var name: String
        var result: Result<CachedTile, EngineFailure>
    }

    private let contents = Lock<[Letter]>([])

    func expect(_ name: String) -> @Sendable (Result<CachedTile, EngineFailure>) -> Void {
        { result in self.contents.withLock { $0.append(Letter(name: name, result: result)) } }
    }

    var letters: [Letter] { contents.withLock { $0 } }
    var names: [String] { letters.map(\.name) }

    /// Returns the results for a name: the first byte of the file in decimal, with an asterisk if it is stale, or the
    /// case of the failure.
    subscript(name: String) -> [String] {
        letters.filter { $0.name == name }.map { letter in
            switch letter.result {
            case .success(let tile): "\(tile.firstByte)\(tile.isStale ? "*" : "")"
            case .failure(let failure): failure.name
            }
        }
    }
}

extension CachedTile {
    var firstByte: UInt8 {
        if case .file(let bytes) = payload { bytes[0] } else { 0 }
    }
}

extension EngineFailure {
    var name: String {
        switch self {
        case .unknownContent: "unknownContent"
        case .outsidePyramid: "outsidePyramid"
        case .sourceFailed: "sourceFailed"
        case .encodingFailed: "encodingFailed"
        case .tookTooLong: "tookTooLong"
        case .overloaded: "overloaded"
        case .cancelled: "cancelled"
        case .shutDown: "shutDown"
        }
    }
}

extension Result {
    /// The name of the engine's failure; nil for a success and for other errors.
    var engineFailure: String? {
        guard case .failure(let failure as EngineFailure) = self else { return nil }
        return failure.name
    }
}

struct Broken: Error {}

/// An engine on stepped workers with a single content of 4 × 4 tiles at level 2. Each file is one byte: the blue of the
/// color that the source drew.
struct Bench {
    let executor = SteppedExecutor()
    let source = ScriptedSource()
    let pyramid = try! TilePyramid(contentSize: CGSize(width: 1024, height: 1024), tileSize: 256)
    let inbox = Inbox()
    let engine: TileEngine
    let content: ContentID
    let encodings: Counter

    init(
        workers: Int = 1, _ change: (inout EnginePolicy) -> Void = { _ in },
        onEncode: (@Sendable (TileFormat) throws -> Void)? = nil
    ) {
        var policy = EnginePolicy()
        policy.workers = workers
        change(&policy)
        let encodings = Counter()
        self.encodings = encodings
        engine = TileEngine(
            policy: policy,
            services: EngineServices(
                executor: executor,
                encode: { image, format in
                    encodings.increment()
                    try onEncode?(format)
                    return [image.blue]
                }))
        content = engine.add(source, pyramid: pyramid)
    }

    func key(_ column: Int, _ row: Int = 0, as output: TileKey.Output = .encoded(.png)) -> TileKey {
        TileKey(content, TileCoordinate(level: 2, column: column, row: row), as: output)
    }

    @discardableResult
    func ask(_ name: String, _ key: TileKey, priority: TilePriority = .visible) -> TileRequest {
        engine.request(key, priority, deliver: inbox.expect(name))
    }

    /// Makes the source draw this blue from now on.
    func paint(_ blue: UInt8) { source.draw { area, _ in .blue(blue, area) } }
}

final class Counter: Sendable {
    private let number = Atomic(0)
    func increment() { number.add(1, ordering: .relaxed) }
    var value: Int { number.load(ordering: .relaxed) }
}

extension TileImage {
    static func blue(_ blue: UInt8, _ area: RasterArea) -> TileImage {
        .solid(
            PixelColor(premultipliedRed: 0, green: 0, blue: blue, alpha: 255), width: area.width, height: area.height)
    }

    var blue: UInt8 {
        switch self {
        case .solid(let color, _, _): color.blue
        case .bitmap(let bitmap): bitmap[0, 0].blue
        }
    }
}
