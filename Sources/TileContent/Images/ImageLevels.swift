import CVips
import Foundation
import TileEngine
import TileGraphics

/// An image at all its sizes: level k has sides 2ᵏ times shorter, rounded up. Reads any rect of any level at a bounded
/// cost, from wherever that is cheapest: the file itself (a tiled TIFF and its own overviews), or the store.
final class ImageLevels: Sendable {
    /// A rect of a level, in its pixels.
    struct Rect: Hashable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    let header: ImageHeader
    /// Sizes by level, level 0 first, down to 1 × 1.
    let sizes: [(width: Int, height: Int)]
    /// Whether the file has overviews of its own that leave nothing to be computed from a whole level.
    let hasOwnOverviews: Bool

    private let direct: [DirectLevel]
    private let store: ImageStore
    private let cached: CachedOverviews?

    /// A level of at most this many pixels may be read whole for one tile: 4 MB, about a millisecond.
    private static let smallLevel = 1 << 20

    init(_ header: ImageHeader, limits: ContentLimits) {
        self.header = header
        let sizes = Self.sizes(width: header.width, height: header.height)
        self.sizes = sizes
        var direct: [DirectLevel] = []
        if header.isRandomAccess {
            let memory = limits.memory ?? MemoryBudget(limit: .max)
            direct = Self.findDirectLevels(header, sizes: sizes, memory: memory)
        }
        self.direct = direct
        let hasFullSize = direct.first?.level == 0
        hasOwnOverviews =
            hasFullSize
            && sizes.indices.allSatisfy { level in
                Self.nearest(direct.map(\.level), to: level, sizes: sizes) != nil
            }
        let cached = CachedOverviews(header, sizes: sizes, limits: limits)
        self.cached = cached
        store = ImageStore(header, keepsFullSize: !hasFullSize, limits: limits) { levels, pinned in
            cached?.keep(levels, pinned: pinned)
        }
    }

    static func sizes(width: Int, height: Int) -> [(width: Int, height: Int)] {
        var sizes = [(width: width, height: height)]
        while let last = sizes.last, last.width > 1 || last.height > 1 {
            sizes.append((BoxShrink.half(last.width), BoxShrink.half(last.height)))
        }
        return sizes
    }

    /// The page itself, and those among its other pages and directories that are its overviews.
    private static func findDirectLevels(
        _ header: ImageHeader, sizes: [(width: Int, height: Int)], memory: MemoryBudget
    ) -> [DirectLevel] {
        // 40: more levels than 2³² pixels have; a file may list any number of pages.
        let pages = (1..<max(1, min(header.pageCount, 40))).map(VipsPicture.Page.page)
        let directories = (0..<min(header.subdirectoryCount, 40)).map(VipsPicture.Page.subdirectory)
        var found: [DirectLevel] = []
        for page in [.page(0)] + directories + pages {
            guard let picture = try? DirectLevel.open(header, page) else { continue }
            // Writers round the halves up or down.
            let level = sizes.indices.first {
                abs(sizes[$0].width - picture.width) <= 1 && abs(sizes[$0].height - picture.height) <= 1
            }
            guard let level, !found.contains(where: { $0.level == level }) else { continue }
            // A mask has the size of what it masks, but fewer bands.
            let samples = picture.conversion.samples
            guard samples == found.first?.samples ?? samples else { continue }
            found.append(DirectLevel(header, page, level: level, picture, memory: memory))
        }
        guard found.first?.level == 0 else { return [] }
        return found.sorted { $0.level < $1.level }
    }

    /// The deepest-reaching of `levels` from which `level` can be computed at a bounded cost.
    private static func nearest(_ levels: [Int], to level: Int, sizes: [(width: Int, height: Int)]) -> Int? {
        guard let above = levels.last(where: { $0 <= level }) else { return nil }
        if level - above <= 1 { return above }
        return sizes[above].width * sizes[above].height <= smallLevel ? above : nil
    }

    /// Fills `bitmap` with the pixels of `rect`, which must lie within the level.
    ///
    /// - Parameter context: Where what is read on the way lies, and who may give it up.
    /// - Throws: `ContentFailure`, or `CancellationError` soon after the context is cancelled.
    func read(_ rect: Rect, ofLevel level: Int, into bitmap: Bitmap, _ context: RasterContext) throws {
        let size = sizes[level]
        precondition(
            rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= size.width && rect.y + rect.height <= size.height
                && rect.width == bitmap.width && rect.height == bitmap.height,
            "a rect outside its level or of another size than its bitmap")
        if let found = direct.first(where: { $0.level == level }) {
            return try found.withPicture { (picture) throws(ContentFailure) in
                try readDirect(rect, from: picture, into: bitmap)
            }
        }
        if store.keeps(level: level), Self.nearest(direct.map(\.level), to: level, sizes: sizes) == nil {
            if cached?.read(rect, ofLevel: level, into: bitmap) == true { return }
            return try store.read(rect, ofLevel: level, into: bitmap, isCancelled: context.isCancelled)
        }
        // Four pixels of the level above for each of this.
        let above = sizes[level - 1]
        let wider = Rect(
            x: rect.x * 2, y: rect.y * 2, width: min(rect.width * 2, above.width - rect.x * 2),
            height: min(rect.height * 2, above.height - rect.y * 2))
        let larger = context.pool.uninitializedBitmap(width: wider.width, height: wider.height)
        try read(wider, ofLevel: level - 1, into: larger, context)
        BoxShrink.shrink(larger, into: bitmap)
    }

    /// The file's own overviews may be a pixel smaller than half, rounded up: the last row or column is then repeated.
    private func readDirect(_ rect: Rect, from picture: PixelPicture, into bitmap: Bitmap) throws(ContentFailure) {
        let x = min(rect.x, picture.width - 1)
        let y = min(rect.y, picture.height - 1)
        let width = min(rect.width, picture.width - x)
        let height = min(rect.height, picture.height - y)
        do {
            try picture.readRows(x: x, y: y, width: width, height: height) { row, samples in
                let target = bitmap.row(row)
                picture.convert(samples, count: width, into: target.baseAddress!)
                for column in width..<rect.width { target[column] = target[width - 1] }
            }
        } catch {
            throw .malformed(path: header.path, reason: error.reason)
        }
        for row in height..<rect.height {
            bitmap.row(row).baseAddress!.update(from: bitmap.row(height - 1).baseAddress!, count: rect.width)
        }
    }

    /// All rows at full size, upright, from the top.
    func makeRowReader() throws(ContentFailure) -> any RowReader {
        header.orientation == .upright ? try header.makeStoredRowReader() : StoredRows(self)
    }

    /// An image that EXIF turns: its first row may be the file's last column, so it is read back from the store, which
    /// keeps it as long as there is a reader.
    private final class StoredRows: RowReader {
        private let levels: ImageLevels
        private var lease: ImageStore.Lease?
        private var next = 0

        init(_ levels: ImageLevels) { self.levels = levels }

        func readRow(into row: UnsafeMutablePointer<UInt32>) throws(ContentFailure) {
            let lease: ImageStore.Lease
            if let known = self.lease { lease = known } else { lease = try makeLease() }
            self.lease = lease
            try lease.read(into: row, count: levels.header.width, x: 0, row: next, ofLevel: 0)
            next += 1
        }

        private func makeLease() throws(ContentFailure) -> ImageStore.Lease {
            do {
                return try levels.store.lease(0, upTo: levels.header.height, isCancelled: { false })
            } catch let failure as ContentFailure {
                throw failure
            } catch {
                throw .malformed(path: levels.header.path, reason: "\(error)")
            }
        }
    }
}
