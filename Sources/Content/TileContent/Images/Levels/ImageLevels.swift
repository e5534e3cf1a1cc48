import CVips
import Foundation
import TileEngine
import TileGraphics

/// An image at all its sizes: the sides of level k are 2ᵏ times shorter, rounded up. Reads any rect of any level at a
/// bounded cost, from the cheapest source: the file itself (a TIFF in tiles or strips, and overviews in a file) or the
/// store. While a long pass fills the store, a preview serves as a placeholder if the caller accepts one.
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
    /// Whether the file's own overviews suffice, so that no level has to be computed from another whole level.
    let hasOwnOverviews: Bool

    let direct: [DirectLevel]
    /// The full size in compressed strips. It is read from the file only until the store has it.
    private let interim: DirectLevel?
    /// The level that the store's pass reads: the full size, or the file's last overview before a gap.
    private let base: Int
    private let store: ImageStore
    /// The refinement of an image with a long pass; nil for other images.
    let refinement: Refinement?
    /// The number of pixels above which a pass is long.
    private let longPass: Int
    private let cached: CachedOverviews?

    /// The most pixels of a level that may be read whole for one tile: 4 MB, about a millisecond.
    private static let smallLevel = 1 << 20

    /// The most levels between a level that the store does not have yet and the file's level that its tiles are
    /// computed from. Three levels are 64 pixels for each pixel, about 100 ms a tile.
    private static let reach = 3

    init(
        _ header: ImageHeader, limits: ContentLimits, policy: Refinement.Policy = Refinement.Policy(),
        refining: Refinement.Services = Refinement.Services()
    ) {
        self.header = header
        let sizes = Self.sizes(width: header.width, height: header.height)
        self.sizes = sizes
        let found = Self.findDirectLevels(header, sizes: sizes, limits: limits)
        let direct = found.first?.isCostly == true ? [] : found
        self.direct = direct
        interim = found.first?.isCostly == true ? found.first : nil
        let own = direct.map(\.level)
        let reached = sizes.indices.prefix { Self.nearest(own, to: $0, sizes: sizes) != nil }
        hasOwnOverviews = direct.count > 1 && reached.count == sizes.count
        let last = direct.last { reached.contains($0.level) }
        base = last?.level ?? 0
        var services = ImageStore.Services()
        if let last, base > 0 {
            let mayBeEmpty = header.ending != .complete
            services.makeRows = { _ throws(ContentFailure) in
                LevelRows(DecodableLevel(level: last, mayBeEmpty: mayBeEmpty))
            }
        }
        let stored = base == 0 ? header : header.sized(width: sizes[base].width, height: sizes[base].height)
        // Only overviews of the full size are cached, not those of a file's own overviews.
        let cached = base == 0 ? CachedOverviews(header, sizes: sizes, limits: limits) : nil
        self.cached = cached
        store = ImageStore(stored, keepsFullSize: direct.isEmpty, limits: limits, services: services) {
            cached?.keep($0, pinned: $1)
        }
        longPass = policy.longPass
        let isLong = sizes[base].width * sizes[base].height > longPass
        refinement =
            isLong && !hasOwnOverviews
            ? Refinement(header, store, memory: limits.memory, policy: policy, services: refining) : nil
    }

    deinit { refinement?.cancel() }

    static func sizes(width: Int, height: Int) -> [(width: Int, height: Int)] {
        var sizes = [(width: width, height: height)]
        while let last = sizes.last, last.width > 1 || last.height > 1 {
            sizes.append((BoxShrink.half(last.width), BoxShrink.half(last.height)))
        }
        return sizes
    }

    /// Returns the levels that the decoder of a slide or of a tiled JPEG 2000 file reports.
    private static func levels(
        of worker: WorkerImage, sizes: [(width: Int, height: Int)], memory: MemoryBudget
    ) -> [DirectLevel] {
        guard worker.description.isRandomAccess else { return [] }
        var found: [DirectLevel] = []
        for (index, size) in worker.description.levels.enumerated() {
            guard let level = Self.level(of: size.width, size.height, sizes), level == 0 || !found.isEmpty,
                !found.contains(where: { $0.level == level })
            else { continue }
            let picture = WorkerLevel(worker, level: index)
            found.append(DirectLevel(path: worker.path, level: level, picture, memory: memory) { picture })
        }
        return found.sorted { $0.level < $1.level }
    }

    /// Returns the level with a size. Writers round halves up or down at each level, so a side may differ by one pixel.
    private static func level(of width: Int, _ height: Int, _ sizes: [(width: Int, height: Int)]) -> Int? {
        sizes.indices.first { abs(sizes[$0].width - width) <= 1 && abs(sizes[$0].height - height) <= 1 }
    }

    /// Returns the page itself, and the overviews among the file's other pages and directories.
    private static func findDirectLevels(
        _ header: ImageHeader, sizes: [(width: Int, height: Int)], limits: ContentLimits
    ) -> [DirectLevel] {
        let memory = limits.memory ?? MemoryBudget(limit: .max)
        if let worker = header.worker { return levels(of: worker, sizes: sizes, memory: memory) }
        guard header.kind == .tiff, header.orientation == .upright else { return [] }
        // No image has more than 40 levels, but a file may list any number of pages.
        let pages = (1..<max(1, min(header.pageCount, 40))).map(VipsPicture.Page.page)
        let directories = (0..<min(header.subdirectoryCount, 40)).map {
            VipsPicture.Page.subdirectory($0, ofPage: header.page)
        }
        let subdirectorySizes = TIFFRasterImage.storedSizes(
            header.path, ofPage: header.page, subdirectories: directories.count)
        var found: [DirectLevel] = []
        let shown = header.raster.flatMap { $0.layout.isPlanar ? $0.appearance.readBands : nil }
        // The overviews of a document's later pages are in their directories.
        let own = VipsPicture.Page.page(header.page)
        for page in [own] + directories + (header.page == 0 ? pages : []) {
            // Pages of other sizes are not opened.
            if page != own {
                let size =
                    if case .subdirectory(let number, _) = page {
                        subdirectorySizes[number]
                    } else {
                        TIFFRasterImage.storedSize(header.path, page)
                    }
                if let size {
                    guard let level = Self.level(of: size.width, size.height, sizes),
                        !found.contains(where: { $0.level == level })
                    else { continue }
                } else if header.raster != nil {
                    continue
                }
            }
            guard let picture = try? DirectLevel.page(page, of: header, limits: limits) else {
                if page == own { return [] }
                continue
            }
            guard let level = Self.level(of: picture.width, picture.height, sizes),
                !found.contains(where: { $0.level == level })
            else { continue }
            // A mask has the same size as the picture that it masks, but fewer bands.
            let samples = picture.conversion.samples
            guard samples == found.first?.samples ?? samples else { continue }
            found.append(
                DirectLevel(
                    path: header.path, level: level, picture, memory: memory,
                    readTable: { FileBytes(header.path).flatMap { TIFFPieces($0, page: page, shown: shown) } }
                ) { () throws(ContentFailure) in try DirectLevel.page(page, of: header, limits: limits) })
        }
        guard found.first?.level == 0 else { return [] }
        return found.sorted { $0.level < $1.level }
    }

    /// Returns the deepest of `levels` from which `level` can be computed at a bounded cost.
    private static func nearest(_ levels: [Int], to level: Int, sizes: [(width: Int, height: Int)]) -> Int? {
        guard let above = levels.last(where: { $0 <= level }) else { return nil }
        if level - above <= 1 { return above }
        return sizes[above].width * sizes[above].height <= smallLevel ? above : nil
    }

    /// Fills `bitmap` with the pixels of `rect`, which must be within the level.
    ///
    /// - Parameter context: Provides memory for intermediate bitmaps, and reports cancellation.
    /// - Throws: `ContentFailure`, or `CancellationError` soon after the context is cancelled.
    func read(_ rect: Rect, ofLevel level: Int, into bitmap: Bitmap, _ context: RasterContext) throws {
        let size = sizes[level]
        precondition(
            rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= size.width && rect.y + rect.height <= size.height
                && rect.width == bitmap.width && rect.height == bitmap.height,
            "a rect outside its level or of another size than its bitmap")
        if let found = direct.first(where: { $0.level == level }) {
            return try read(rect, of: found, into: bitmap, context)
        }
        let own = direct.map(\.level)
        if store.keeps(level: level - base), Self.nearest(own, to: level, sizes: sizes) == nil {
            if cached?.read(rect, ofLevel: level, into: bitmap) == true { return }
            let bottom = rect.y + rect.height
            let isNear = refinement == nil || store.isNear(level - base, upTo: bottom, within: longPass)
            if !isNear && level == 0, let interim { return try read(rect, of: interim, into: bitmap, context) }
            let isReached = own.contains { $0 <= level && level - $0 <= Self.reach }
            if !isNear && !isReached, let refinement, let onStandIn = context.onStandIn {
                try refinement.standIn(for: rect, of: size, into: bitmap)
                return onStandIn()
            }
            if isNear || !isReached {
                try store.read(rect, ofLevel: level - base, into: bitmap, isCancelled: context.isCancelled)
                if store.lacksPixels(level - base, above: bottom) { context.onMissingPart?(.damaged) }
                return
            }
        }
        // Each pixel of this level is computed from four pixels of the level above.
        let above = sizes[level - 1]
        let wider = Rect(
            x: rect.x * 2, y: rect.y * 2, width: min(rect.width * 2, above.width - rect.x * 2),
            height: min(rect.height * 2, above.height - rect.y * 2))
        let larger = context.pool.uninitializedBitmap(width: wider.width, height: wider.height)
        try read(wider, ofLevel: level - 1, into: larger, context)
        BoxShrink.shrink(larger, into: bitmap)
    }

    /// Reads the decodable part of a level that the file contains.
    private func read(
        _ rect: Rect, of level: DirectLevel, into bitmap: Bitmap, _ context: RasterContext
    ) throws(ContentFailure) {
        let isWhole = try level.readDecodable(rect, into: bitmap, mayBeEmpty: header.ending != .complete)
        if !isWhole { context.onMissingPart?(.damaged) }
    }

    /// Returns a rect as a JPEG file if the image's file stores it as one that can be shown unchanged, or nil
    /// otherwise.
    func storedFile(of rect: Rect, ofLevel level: Int) throws(ContentFailure) -> [UInt8]? {
        guard header.orientation == .upright, !header.convertsByProfile,
            let found = direct.first(where: { $0.level == level })
        else { return nil }
        return try found.storedFile(of: rect)
    }

    /// Returns a reader of all rows at full size, upright, from the top.
    func makeRowReader() throws(ContentFailure) -> any RowReader {
        header.orientation == .upright ? try header.makeStoredRowReader() : StoredRows(self)
    }

    /// The rows of an image that EXIF turns. The first row may be the file's last column, so the rows are read from the
    /// store, which keeps them as long as the reader exists.
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
                let lease = try levels.store.lease(0, upTo: levels.header.height, isCancelled: { false })
                guard !levels.store.lacksPixels(0, above: levels.header.height) else {
                    throw ContentFailure.malformed(
                        path: levels.header.path, reason: "a part of the picture can't be decoded")
                }
                return lease
            } catch let failure as ContentFailure {
                throw failure
            } catch {
                throw .malformed(path: levels.header.path, reason: "\(error)")
            }
        }
    }
}
