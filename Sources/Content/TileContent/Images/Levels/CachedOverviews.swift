import TileGraphics
import TileSupport

/// A large image's overviews in a `ContentCache`. They are looked up when a tile first needs one, and stored after they
/// were made.
final class CachedOverviews: Sendable {
    private enum State: Sendable {
        case unknown
        /// The overviews are not in the cache, or damaged, which is treated alike.
        case missing
        case open(OverviewArchive)
    }

    private struct Guarded: Sendable {
        var state = State.unknown
        /// The identity of the file when it was first looked up.
        var name: SipHash.Value?
    }

    private let path: String
    /// The files beside the image that it is shown with.
    private let companions: [String]
    /// The page and the preferences with which it is shown, as a text.
    private let variant: String
    private let sizes: [(width: Int, height: Int)]
    private let cache: ContentCache
    private let guarded = Lock(Guarded())

    /// The smallest number of pixels for which overviews are cached. Smaller images are decoded when first seen, in a
    /// tenth of a second.
    private static let leastPixelCount = 1 << 25

    /// Returns nil if nothing is cached, or if the image is too small.
    init?(_ header: ImageHeader, sizes: [(width: Int, height: Int)], limits: ContentLimits) {
        guard let cache = limits.cache, sizes.count > ImageStore.firstOverview,
            header.width * header.height >= Self.leastPixelCount
        else { return nil }
        self.cache = cache
        path = header.path
        companions = header.raster?.companions ?? []
        variant = (header.page == 0 ? "" : "page \(header.page)") + (header.raster == nil ? "" : limits.rasters.suffix)
        self.sizes = sizes
    }

    /// The identity of the file as it is now.
    private var identity: SipHash.Value? {
        ContentIdentity.ofImage(path, companions: companions, variant: variant, in: cache)
    }

    /// Fills `bitmap` with a rect of a level, if that level is cached.
    ///
    /// - Returns: Whether the level is cached.
    func read(_ rect: ImageLevels.Rect, ofLevel level: Int, into bitmap: Bitmap) -> Bool {
        guard let archive = archive(), archive.keeps(level: level) else { return false }
        do throws(ArchiveDamage) {
            try archive.read(rect, ofLevel: level, into: bitmap)
            return true
        } catch {
            let name = guarded.withLock { guarded in
                guarded.state = .missing
                return guarded.name
            }
            if let name { cache.remove(name, .overviews) }
            return false
        }
    }

    private func archive() -> OverviewArchive? {
        guarded.withLock { guarded in
            switch guarded.state {
            case .open(let archive): return archive
            case .missing: return nil
            case .unknown:
                guarded.state = .missing
                guarded.name = guarded.name ?? identity
                guard let name = guarded.name, let file = cache.file(name, .overviews) else { return nil }
                guard let archive = try? OverviewArchive(file, sizes: sizes) else {
                    cache.remove(name, .overviews)
                    return nil
                }
                guarded.state = .open(archive)
                return archive
            }
        }
    }

    /// Schedules the overviews to be written, unless the file has changed since they were first requested.
    ///
    /// - Parameter pinned: Called with true, returns whether the levels still exist, and keeps them until it is called
    ///   with false.
    func keep(_ levels: KeptLevels, pinned: @escaping @Sendable (Bool) -> Bool) {
        guard let name = guarded.withLock({ $0.name }),
            identity == name
        else { return }
        cache.keep(name, .overviews) { [self] descriptor throws(SystemError) in
            guard pinned(true) else { return false }
            defer { _ = pinned(false) }
            try OverviewArchive.write(levels, sizes: sizes, to: descriptor)
            return true
        } whenKept: { [self] in
            guarded.withLock { if case .missing = $0.state { $0.state = .unknown } }
        }
    }
}
