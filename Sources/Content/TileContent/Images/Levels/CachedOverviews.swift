import TileGraphics
import TileSupport

/// A large image's overviews in a `ContentCache`: looked for when a tile first needs one, and kept when they were made.
final class CachedOverviews: Sendable {
    private enum State: Sendable {
        case unknown
        /// Not there; or damaged, which is the same.
        case missing
        case open(OverviewArchive)
    }

    private struct Guarded: Sendable {
        var state = State.unknown
        /// As the file was when it was first looked at.
        var name: SipHash.Value?
    }

    private let path: String
    private let sizes: [(width: Int, height: Int)]
    private let cache: ContentCache
    private let guarded = Lock(Guarded())

    /// Of fewer pixels an image is decoded as soon as seen: a tenth of a second.
    private static let leastPixelCount = 1 << 25

    /// Nil where nothing is kept, or of an image that is too small for it.
    init?(_ header: ImageHeader, sizes: [(width: Int, height: Int)], limits: ContentLimits) {
        guard let cache = limits.cache, sizes.count > ImageStore.firstOverview,
            header.width * header.height >= Self.leastPixelCount
        else { return nil }
        self.cache = cache
        path = header.path
        self.sizes = sizes
    }

    /// Fills `bitmap` with a rect of a level, if that was kept.
    ///
    /// - Returns: Whether it was.
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
                guarded.name = guarded.name ?? ContentIdentity.ofImage(path, in: cache)
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

    /// Writes the overviews, soon, unless the file has changed since they were first asked for.
    ///
    /// - Parameter pinned: Called with true, says whether the levels are still there, and keeps them until it is called
    ///   with false.
    func keep(_ levels: KeptLevels, pinned: @escaping @Sendable (Bool) -> Bool) {
        guard let name = guarded.withLock({ $0.name }), ContentIdentity.ofImage(path, in: cache) == name else { return }
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
