import Dispatch
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

/// Makes the tiles of an archive that differ in another kind: tiles at the edges if only one of the kinds crops them,
/// all tiles if the old ones overlap, and those of missing levels.
struct TileRemaking: Sendable {
    private let source: ArchiveSource
    private let format: TileFormat
    private let pyramid: TilePyramid
    private let cropsTiles: Bool
    /// Whether all tiles of the archive differ in the other kind.
    private let hasAllOtherwise: Bool
    /// Whether tiles at the edges differ.
    private let hasEdgesOtherwise: Bool
    /// Levels of the pyramid with a grid that starts at another corner.
    private let shiftedLevels: Set<Int>
    private let pool = BitmapPool()
    private let encoders = EncoderPool()

    /// The number of tiles that all threads make together and hold in memory.
    static let atOnce = 256
    /// The quality for JPEG, WebP and JPEG XL, whose tiles lose a little quality by being encoded again.
    private static let quality = 90
    /// The comparable quality for AVIF.
    private static let qualityOfAVIF = 80

    /// - Parameter pyramid: The pyramid of the new archive.
    init(
        _ reader: any ArchiveReader, as format: TileFormat, of pyramid: TilePyramid, for layout: ArchiveLayout
    ) throws(BuildFailure) {
        let old = reader.description
        cropsTiles = layout.cropsTiles
        hasEdgesOtherwise = old.cropsTiles != layout.cropsTiles
        hasAllOtherwise = old.overlap > 0
        shiftedLevels = Set(
            old.grids.filter(\.value.isShifted).map { old.layout.level(ofNumber: $0.key, in: pyramid) })
        self.pyramid = pyramid
        self.format =
            switch format {
            case .png: .png
            case .jpeg: .jpeg(quality: Self.quality)
            case .webp, .webpLossless: .webp(quality: Self.quality)
            case .avif: .avif(quality: Self.qualityOfAVIF)
            case .jxl, .jxlLossless: .jxl(quality: Self.quality)
            }
        do throws(ArchiveFailure) {
            source = try ArchiveSource(reader)
        } catch {
            throw .archive(error)
        }
    }

    /// Whether the archive's tile at these coordinates differs in the other kind.
    func hasOtherwise(_ tile: TileCoordinate) -> Bool {
        hasAllOtherwise || shiftedLevels.contains(tile.level) || hasEdgesOtherwise && !pyramid.endsAfter(tile)
    }

    /// Returns the encoded tiles, in order.
    ///
    /// - Throws: If a tile cannot be read or encoded.
    func files(_ tiles: [TileCoordinate], jobs: Int) throws -> [[UInt8]] {
        try Self.all(tiles.count, jobs: jobs) { try file(tiles[$0]) }
    }

    /// Returns JPEG files as JPEG XL, in order, without loss; nil for those that JPEG XL can't hold.
    func repacked(_ files: [[UInt8]], jobs: Int) throws -> [[UInt8]?] {
        try Self.all(files.count, jobs: jobs) { index in
            try encoders.withEncoder { encoder throws(CodecFailure) in try encoder.repack(jpeg: files[index]) }
        }
    }

    /// Returns what `make` makes of each number below `count`, in order.
    private static func all<Value: Sendable>(
        _ count: Int, jobs: Int, _ make: @Sendable (Int) throws -> Value
    ) throws -> [Value] {
        let next = Lock(0)
        let made = Lock<[Result<Value, any Error>?]>(Array(repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: min(jobs, count)) { _ in
            while true {
                let index = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard index < count else { return }
                let result = Result { try make(index) }
                made.withLock { $0[index] = result }
            }
        }
        return try made.withLock { $0 }.map { try $0!.get() }
    }

    private func file(_ tile: TileCoordinate) throws -> [UInt8] {
        let area = pyramid.area(of: tile, cropped: cropsTiles)
        var image = try source.raster(area, in: RasterContext(pool: pool))
        if case .jpeg = format { image = image.continuingEdges(of: pyramid.contentSize, in: area, pool: pool) }
        let shown = image
        return try encoders.withEncoder { encoder throws(CodecFailure) in try encoder.encode(shown, as: format) }.bytes
    }
}
