import TileEngine
import TileGraphics
import VirtualTime

/// Makes files of tiles as a server does for its viewers. They are counted, and on the virtual clock take the time that the trace
/// says. A file brings the picture that it was made of, so that the replay can show what a viewer would; that of a lossy format
/// is not read back.
final class MeteredEncoders: Sendable {
    struct Tally {
        var files: [(key: TileKey, bytes: Int)] = []
        /// Nanoseconds.
        var time = 0.0
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
    private let tally = Lock(Tally())
    /// A worker makes a file, then its package, of what it drew just before.
    private static let picture = ThreadLocal<TileImage?> { nil }

    /// - Parameter workers: nil for real time.
    init(_ trace: Trace, workers: VirtualWorkers?) {
        self.workers = workers
        cost = trace.cost ?? TraceCost()
    }

    /// What was done since the last call.
    func takeTally() -> Tally {
        tally.withLock { tally in
            defer { tally = Tally() }
            return tally
        }
    }

    func encode(_ image: TileImage, _ format: TileFormat) throws -> [UInt8] {
        let begin = workers == nil ? MonotonicClock.nanoseconds : 0
        var result: Result<[UInt8], any Error>?
        WorkPart.raster.perform { result = Result { try encoders(image, format) } }
        let bytes = try result!.get()
        Self.picture.value = image
        let time: Double
        if let workers {
            let seconds = seconds(for: image)
            // A file that is begun is finished.
            workers.spend(seconds) { false }
            time = seconds * 1e9
        } else {
            time = Double(MonotonicClock.nanoseconds - begin)
        }
        tally.withLock { $0.time += time }
        return bytes
    }

    func package(_ key: TileKey, _ bytes: [UInt8]) -> any TilePackage {
        guard let picture = Self.picture.value else { preconditionFailure("a file that was not encoded here") }
        Self.picture.value = nil
        tally.withLock { $0.files.append((key, bytes.count)) }
        return File(byteCount: bytes.count, picture: picture)
    }

    private func seconds(for image: TileImage) -> Double {
        switch image {
        case .solid: cost.encode / 1000
        case .bitmap: (cost.encode + cost.encodeMegapixel * Double(image.width * image.height) / 1e6) / 1000
        }
    }
}
