import TileEngine
import TileGraphics
import TileSupport
import VirtualTime

/// Encoders of tile files, like those of a server. Files are counted, and on the virtual clock each takes the time
/// given by the trace. A file retains its source picture, so that the replay can show what a viewer would see; lossy
/// formats are not decoded.
final class MeteredEncoders: Sendable {
    struct Tally {
        var files: [(key: TileKey, bytes: Int)] = []
        /// The time in nanoseconds.
        var time = 0.0
    }

    private struct State {
        var tally = Tally()
        var times: [Double] = []
    }

    /// The cached form of a tile, which counts with the size of its file.
    private final class File: PicturedPackage {
        let byteCount: Int
        let picture: TileImage

        init(byteCount: Int, picture: TileImage) {
            self.byteCount = byteCount
            self.picture = picture
        }
    }

    private let encoders = EngineServices.pooledEncoders()
    private let workers: VirtualWorkers?
    private let cost: TraceCost
    private let isMeasured: Bool
    private let state = Lock(State())
    /// The picture that this worker drew last. A worker encodes a file, then its package, right after drawing.
    private static let picture = ThreadLocal<TileImage?> { nil }

    /// Creates encoders.
    ///
    /// - Parameters:
    ///   - workers: The virtual workers; nil for real time.
    ///   - isMeasured: Whether the real time of each file is recorded.
    init(_ trace: Trace, workers: VirtualWorkers?, isMeasured: Bool) {
        self.workers = workers
        self.isMeasured = isMeasured
        cost = trace.cost ?? TraceCost()
    }

    /// Returns the work done since the last call.
    func takeTally() -> Tally {
        state.withLock { state in
            defer { state.tally = Tally() }
            return state.tally
        }
    }

    /// The real milliseconds of each file.
    var times: [Double] { state.withLock { $0.times } }

    func encode(_ image: TileImage, _ format: TileFormat) throws -> [UInt8] {
        let begin = MonotonicClock.nanoseconds
        var result: Result<[UInt8], any Error>?
        WorkPart.raster.perform { result = Result { try encoders(image, format) } }
        let bytes = try result!.get()
        Self.picture.value = image
        var time = Double(MonotonicClock.nanoseconds - begin)
        if isMeasured { state.withLock { $0.times.append(time / 1e6) } }
        if let workers {
            let seconds = seconds(for: image)
            // Encoding cannot be cancelled.
            workers.spend(seconds) { false }
            time = seconds * 1e9
        }
        state.withLock { $0.tally.time += time }
        return bytes
    }

    func package(_ key: TileKey, _ bytes: [UInt8]) -> any TilePackage {
        guard let picture = Self.picture.value else { preconditionFailure("a file that was not encoded here") }
        Self.picture.value = nil
        state.withLock { $0.tally.files.append((key, bytes.count)) }
        return File(byteCount: bytes.count, picture: picture)
    }

    private func seconds(for image: TileImage) -> Double {
        switch image {
        case .solid: cost.encode / 1000
        case .bitmap: (cost.encode + cost.encodeMegapixel * Double(image.width * image.height) / 1e6) / 1000
        }
    }
}
