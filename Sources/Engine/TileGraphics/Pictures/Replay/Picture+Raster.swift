import CCairo
public import TileGeometry
import TileSupport

extension Picture {
    /// Draws an area of the picture. Layers drawn apart take at most 128 MB at a time, however groups are nested,
    /// unless a single row of pixels takes more, or 32 rows with backdrops, which also draw what is within a blur's
    /// reach of the image.
    ///
    /// - Parameters:
    ///   - transform: Maps the picture's plane to pixels of the image, whose top left is (0, 0).
    ///   - fast: Whether to use the cheapest antialiasing instead of the best affordable.
    ///   - counters: The replay's counters are added to these.
    ///   - externalPatience: The total seconds of wall time for external parts; later ones are missing
    ///     (`ReplayCounters.partsMissing`). Nil waits for all.
    ///   - isCancelled: Called every few operations, and about every tenth of a second within long ones.
    /// - Throws: `RasterFailure`.
    public func raster(
        _ transform: CGAffineTransform, width: Int, height: Int, pool: BitmapPool, fast: Bool = false,
        counters: inout ReplayCounters, externalPatience: Double? = nil, isCancelled: () -> Bool = { false }
    ) throws(RasterFailure) -> TileImage {
        defer { didReadShared() }
        let leastRows = backdropCount > 0 ? Self.leastBackdropRows : 1
        let rows = max(leastRows, Self.maxLayerBytes / max(1, width * 4 * heldLayerDepth))
        if rows < height {
            return try rasterInBands(
                of: rows, transform, width: width, height: height, pool: pool, fast: fast, counters: &counters,
                externalPatience: externalPatience, isCancelled: isCancelled)
        }
        let strip = try rasterAtOnce(
            transform, width: width, height: height, pool: pool, fast: fast, counters: &counters,
            externalPatience: externalPatience, isCancelled: isCancelled)
        return strip.image
    }

    /// - Parameter strips: The number of strips of similar height, of which this is one.
    /// - Returns: The image, and whether it equals the same part of the whole image.
    func rasterAtOnce(
        _ transform: CGAffineTransform, width: Int, height: Int, pool: BitmapPool, fast: Bool = false, strips: Int = 1,
        counters: inout ReplayCounters, externalPatience: Double?, isCancelled: () -> Bool
    ) throws(RasterFailure) -> (image: TileImage, isAsWhole: Bool) {
        let canvas = Canvas(
            width: width, height: height, pool: pool, antialias: fast ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_DEFAULT)
        var failure: RasterFailure?
        var isAsWhole = true
        withoutActuallyEscaping(isCancelled) { isCancelled in
            let replay = Replay(
                pool: pool, antialias: fast ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_DEFAULT, strips: strips,
                externalPatience: externalPatience, isCancelled: isCancelled)
            if backdropCount > 0 { replay.trail = BackdropTrail(root: self) }
            do throws(RasterFailure) {
                try replay.draw(self, transform, on: canvas, clip: canvas.bounds)
            } catch {
                failure = error
            }
            counters += replay.counters
            isAsWhole = replay.isAsWhole
            replay.end()
        }
        if let failure { throw failure }
        guard let image = canvas.finish() else { throw .cairo }
        if case .solid = image { counters.solids += 1 }
        return (image, isAsWhole)
    }

    /// The maximum memory of layers drawn apart at a time, in bytes.
    static let maxLayerBytes = 128 << 20
    /// The minimum height of bands with backdrops: each draws the blur's reach above and below it again.
    private static let leastBackdropRows = 32

    /// Draws bands of rows in sequence, for when nested layers of all rows would take too much memory.
    private func rasterInBands(
        of rows: Int, _ transform: CGAffineTransform, width: Int, height: Int, pool: BitmapPool, fast: Bool,
        counters: inout ReplayCounters, externalPatience: Double?, isCancelled: () -> Bool
    ) throws(RasterFailure) -> TileImage {
        let result = pool.uninitializedBitmap(width: width, height: height)
        for top in stride(from: 0, to: height, by: rows) {
            let part = try raster(
                transform.concatenating(CGAffineTransform(translationX: 0, y: -Double(top))), width: width,
                height: min(rows, height - top), pool: pool, fast: fast, counters: &counters,
                externalPatience: externalPatience, isCancelled: isCancelled)
            result.setRows(from: top, to: part)
        }
        return .bitmap(result)
    }
}
