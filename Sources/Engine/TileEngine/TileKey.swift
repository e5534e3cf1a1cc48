public import TileGeometry
public import TileGraphics

/// The identity of a result that the engine can make: a tile of a content with its quality, magnification and output
/// format.
///
/// Packed into two words, because every request hashes and compares a key once, including those answered from the
/// cache.
public struct TileKey: Hashable, Sendable {
    /// The form in which a tile is delivered.
    public enum Output: Hashable, Sendable {
        /// Pixels, for compositing.
        case pixels
        /// A file's bytes.
        case encoded(TileFormat)
    }

    /// The packed position, from the lowest bit: column 24, row 24, level 8 (signed), magnification − 1, cropped,
    /// draft.
    private let position: UInt64
    /// The packed subject, from the lowest bit: the output's code 16, the content 32.
    private let subject: UInt64

    /// The valid ranges of columns and rows, and of levels. Every tile of every `TilePyramid` is within, because no
    /// level is longer than 2²² pixels or 2²⁴ tiles.
    public static let columnsAndRows = 0..<(1 << 24)
    public static let levels = -128..<128

    /// - Parameters:
    ///   - magnification: The factor by which the tile has more pixels each way than in the pyramid: 1, or 2 for dense
    ///     screens.
    ///   - cropped: Whether tiles at the right and bottom end at the content's edge (`TilePyramid.area(of:cropped:)`).
    public init(
        _ content: ContentID, _ tile: TileCoordinate, magnification: Int = 1, cropped: Bool = false,
        quality: RasterContext.Quality = .full, as output: Output
    ) {
        precondition(
            Self.columnsAndRows.contains(tile.column) && Self.columnsAndRows.contains(tile.row)
                && Self.levels.contains(tile.level), "no pyramid has a tile \(tile)")
        precondition(magnification == 1 || magnification == 2, "a tile is magnified by 1 or 2, not \(magnification)")
        var position = UInt64(tile.column) | UInt64(tile.row) << 24
        position |= UInt64(UInt8(bitPattern: Int8(tile.level))) << 48
        if magnification == 2 { position |= 1 << 56 }
        if cropped { position |= 1 << 57 }
        if quality == .draft { position |= 1 << 58 }
        self.position = position
        self.subject = UInt64(output.code) | UInt64(content.number) << 16
    }

    private init(position: UInt64, subject: UInt64) {
        self.position = position
        self.subject = subject
    }

    public var content: ContentID { ContentID(UInt32(truncatingIfNeeded: subject >> 16)) }

    public var tile: TileCoordinate {
        TileCoordinate(
            level: Int(Int8(truncatingIfNeeded: position >> 48)), column: Int(position & 0xFF_FFFF),
            row: Int(position >> 24 & 0xFF_FFFF))
    }

    public var magnification: Int { position >> 56 & 1 == 0 ? 1 : 2 }
    public var isCropped: Bool { position >> 57 & 1 == 1 }
    public var quality: RasterContext.Quality { position >> 58 & 1 == 0 ? .full : .draft }
    public var output: Output { Output(code: UInt16(truncatingIfNeeded: subject)) }

    /// Returns the key of the same tile with another output.
    public func with(_ output: Output) -> TileKey {
        TileKey(position: position, subject: subject & ~0xFFFF | UInt64(output.code))
    }

    /// Returns the key of the same tile with another quality.
    public func with(_ quality: RasterContext.Quality) -> TileKey {
        TileKey(position: quality == .draft ? position | 1 << 58 : position & ~(1 << 58), subject: subject)
    }

    /// Returns the canonical key of the same pixels. A tile that ends within the content is not `cropped`, so Deep Zoom
    /// and XYZ share it.
    public func canonical(in pyramid: TilePyramid) -> TileKey {
        guard isCropped else { return self }
        let tile = tile
        let size = pyramid.pixelSize(ofLevel: tile.level)
        let side = pyramid.tileSize
        guard (tile.column + 1) * side <= size.width, (tile.row + 1) * side <= size.height else { return self }
        return TileKey(position: position & ~(1 << 57), subject: subject)
    }

    /// Returns the pixels of the content that the tile shows.
    public func area(in pyramid: TilePyramid) -> RasterArea {
        let area = pyramid.area(of: tile, cropped: isCropped)
        return magnification == 1 ? area : area.magnified(by: magnification)
    }
}

extension TileKey.Output {
    /// The kind in the high byte, the quality in the low one.
    fileprivate var code: UInt16 {
        switch self {
        case .pixels: 0
        case .encoded(.png): 1 << 8
        case .encoded(.jpeg(let quality)): 2 << 8 | UInt16(min(max(quality, 0), 100))
        case .encoded(.webp(let quality)): 3 << 8 | UInt16(min(max(quality, 0), 100))
        case .encoded(.webpLossless): 4 << 8
        case .encoded(.avif(let quality)): 5 << 8 | UInt16(min(max(quality, 0), 100))
        case .encoded(.jxl(let quality)): 6 << 8 | UInt16(min(max(quality, 0), 100))
        case .encoded(.jxlLossless): 7 << 8
        }
    }

    fileprivate init(code: UInt16) {
        let quality = Int(code & 0xFF)
        switch code >> 8 {
        case 0: self = .pixels
        case 1: self = .encoded(.png)
        case 2: self = .encoded(.jpeg(quality: quality))
        case 3: self = .encoded(.webp(quality: quality))
        case 4: self = .encoded(.webpLossless)
        case 5: self = .encoded(.avif(quality: quality))
        case 6: self = .encoded(.jxl(quality: quality))
        default: self = .encoded(.jxlLossless)
        }
    }
}
