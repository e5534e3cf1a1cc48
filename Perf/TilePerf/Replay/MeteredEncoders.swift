import TileEngine
import TileGraphics
import TileSupport
import VirtualTime

/// Makes files of tiles as a server does for its viewers. They are counted, and on the virtual clock take the time that
/// the trace says. A file brings the picture that it was made of, so that the replay can show what a viewer would; that
/// of a lossy format is not read back.
final class MeteredEncoders: Sendable {
    struct Tally {
        var files: [(key: TileKey, bytes: Int)] = []
        /// Nanoseconds.
        var time = 0.0
    }

    private struct State {
        var tally = Tally()
        var times: [Double] = []
    }

    /// What the cache keeps of a tile: as large as its file.
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
    /// A worker makes a file, then its package, of what it drew just before.
    private static let picture = ThreadLocal<TileImage?> { nil }

    /// - Parameters:
    ///   - workers: nil for real time.
    ///   - isMeasured: whether it is noted what each file takes in truth.
    init(_ trace: Trace, workers: VirtualWorkers?, isMeasured: Bool) {
        self.workers = workers
        self.isMeasured = isMeasured
        cost = trace.cost ?? TraceCost()
    }

    /// What was done since the last call.
    func takeTally() -> Tally {
        state.withLock { state in
            defer { state.tally = Tally() }
            return state.tally
        }
    }

    /// Milliseconds that each file took in truth.
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
            // A file that is begun is finished.
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
