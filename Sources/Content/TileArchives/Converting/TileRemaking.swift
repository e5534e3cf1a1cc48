import Dispatch
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

/// Makes those tiles of an archive anew that another kind has otherwise: at the edges, where one kind has whole
/// squares and the other ends with the content, all where each shows some of the next, and those of levels that the
/// archive lacks.
struct TileRemaking: Sendable {
    private let source: ArchiveSource
    private let format: TileFormat
    private let pyramid: TilePyramid
    private let cropsTiles: Bool
    /// Whether no tile of the archive is one of the other.
    private let hasAllOtherwise: Bool
    /// Whether those at the edges are not.
    private let hasEdgesOtherwise: Bool
    /// Levels of the pyramid that the archive cuts from another corner.
    private let shiftedLevels: Set<Int>
    private let pool = BitmapPool()
    private let encoders = EncoderPool()

    /// Tiles that are made by all threads together and held then.
    static let atOnce = 256
    /// Of JPEG and WebP, whose tiles lose a little more by it.
    private static let quality = 90
    /// As near, of AVIF.
    private static let qualityOfAVIF = 80

    /// - Parameter pyramid: of the new archive.
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
            }
        do throws(ArchiveFailure) {
            source = try ArchiveSource(reader)
        } catch {
            throw .archive(error)
        }
    }

    /// Whether the archive's tile at a place of the pyramid is not the other's.
    func hasOtherwise(_ tile: TileCoordinate) -> Bool {
        hasAllOtherwise || shiftedLevels.contains(tile.level) || hasEdgesOtherwise && !pyramid.endsAfter(tile)
    }

    /// The files of tiles, in their order.
    ///
    /// - Throws: what keeps one from being read or encoded.
    func files(_ tiles: [TileCoordinate], jobs: Int) throws -> [[UInt8]] {
        let next = Lock(0)
        let made = Lock<[Result<[UInt8], any Error>?]>(Array(repeating: nil, count: tiles.count))
        DispatchQueue.concurrentPerform(iterations: min(jobs, tiles.count)) { _ in
            while true {
                let index = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard index < tiles.count else { return }
                let result = Result { try file(tiles[index]) }
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
