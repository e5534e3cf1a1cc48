public import Foundation

/// The address of a tile: a level, and the column and row in the level's grid, counted from the top left.
public struct TileCoordinate: Hashable, Sendable {
    public var level: Int
    public var column: Int
    public var row: Int

    public init(level: Int, column: Int, row: Int) {
        self.level = level
        self.column = column
        self.row = row
    }
}

/// The grids of square tiles of a content, one for each level. Each level has twice the scale of the one before.
///
/// At level 0 one tile contains the whole content, with its origin in the tile's top left corner. At `maxLevel` the
/// content is drawn at `deepestScale`. A tile (level, column, row) is the XYZ tile {z}/{x}/{y} of the same numbers.
/// Levels below 0 exist too, with the whole content in an ever smaller part of one tile, because Deep Zoom counts down
/// to one pixel.
///
/// All members take constant time.
public struct TilePyramid: Hashable, Sendable {
    /// The content's extent, in its own units.
    public let contentSize: CGSize
    /// The side of a tile, in pixels.
    public let tileSize: Int
    /// Pixels per unit of content at `maxLevel`.
    public let deepestScale: Double
    /// The level at which the content is drawn at `deepestScale`.
    public let maxLevel: Int

    /// The reason a pyramid cannot be created.
    public enum Failure: Error, Hashable, CustomStringConvertible {
        case contentSize(width: Double, height: Double)
        case tileSize(Int)
        case scale(Double)
        /// The deepest level would be wider or higher than `TilePyramid.largestExtent` pixels.
        case tooLarge(pixels: Double)

        public var description: String {
            switch self {
            case .contentSize(let width, let height):
                "the content's size is \(width) × \(height); both must be positive and finite"
            case .tileSize(let size):
                "a tile size of \(size) pixels; it must be from 1 to \(TilePyramid.largestTileSize)"
            case .scale(let scale):
                "a scale of \(scale) pixels per unit; it must be positive and finite"
            case .tooLarge:
                "the deepest level would be more than 4,194,304 pixels wide or high, the most that tiles can address; "
                    + "choose a lower maximum level or scale"
            }
        }
    }

    /// The maximum side of a level, in pixels. Cairo's coordinates are 24.8 fixed point and end at 2²³; half of that
    /// leaves room for drawing outside of the content.
    public static let largestExtent = 1 << 22
    /// The longest side of a tile, in pixels.
    public static let largestTileSize = 4096

    /// Creates the pyramid with a level `maxLevel` that draws the content at `scale` pixels per unit times 2 to the
    /// power `extraLevels`.
    ///
    /// `maxLevel` is the smallest for which a single tile contains the whole content at level 0.
    public init(contentSize: CGSize, tileSize: Int, scale: Double = 1, extraLevels: Int = 0) throws(Failure) {
        let width = Double(contentSize.width)
        let height = Double(contentSize.height)
        guard width > 0, height > 0, width.isFinite, height.isFinite else {
            throw .contentSize(width: width, height: height)
        }
        guard (1...Self.largestTileSize).contains(tileSize) else { throw .tileSize(tileSize) }
        let deepestScale = scale * exp2(Double(extraLevels))
        guard deepestScale > 0, deepestScale.isFinite else { throw .scale(deepestScale) }
        let longest = Self.pixels(max(width, height), scale: deepestScale)
        guard longest <= Double(Self.largestExtent) else { throw .tooLarge(pixels: longest) }

        self.contentSize = contentSize
        self.tileSize = tileSize
        self.deepestScale = deepestScale
        var level = 0
        while Double(tileSize) * exp2(Double(level)) < longest { level += 1 }
        self.maxLevel = level
    }

    /// Creates the grid of stored tiles of a square with 2ⁿ tiles in each direction at level n, in units of pixels at
    /// `maxLevel`. It may exceed the size that can be drawn.
    ///
    /// - Parameters:
    ///   - maxLevel: from 0 to `deepestSquareLevel`.
    public init(squareOf tileSize: Int, maxLevel: Int) throws(Failure) {
        guard (1...Self.largestTileSize).contains(tileSize) else { throw .tileSize(tileSize) }
        let side = Double(tileSize) * exp2(Double(maxLevel))
        guard (0...Self.deepestSquareLevel).contains(maxLevel) else { throw .tooLarge(pixels: side) }
        contentSize = CGSize(width: side, height: side)
        self.tileSize = tileSize
        deepestScale = 1
        self.maxLevel = maxLevel
    }

    /// Creates the grid of stored tiles of a content, in units of pixels at `maxLevel`. It may exceed the size that can
    /// be drawn.
    public init(storedSize size: CGSize, tileSize: Int) throws(Failure) {
        let (width, height) = (Double(size.width), Double(size.height))
        guard width > 0, height > 0, width.isFinite, height.isFinite else {
            throw .contentSize(width: width, height: height)
        }
        guard (1...Self.largestTileSize).contains(tileSize) else { throw .tileSize(tileSize) }
        let longest = max(width, height)
        guard longest <= Double(tileSize) * exp2(Double(Self.deepestSquareLevel)) else {
            throw .tooLarge(pixels: longest)
        }
        contentSize = size
        self.tileSize = tileSize
        deepestScale = 1
        var level = 0
        while Double(tileSize) * exp2(Double(level)) < Self.pixels(longest, scale: 1) { level += 1 }
        maxLevel = level
    }

    /// The deepest level of a square pyramid. On a map with tiles of 256 pixels, a tile is then 2 m wide.
    public static let deepestSquareLevel = 24

    /// Returns the whole pixels that a length needs, with a tolerance for rounding errors, so that 760 × 2⁻ⁿ is not one
    /// pixel too many.
    private static func pixels(_ length: Double, scale: Double) -> Double {
        max(1, (length * scale - 1e-6).rounded(.up))
    }

    /// Pixels per unit of content.
    public func scale(ofLevel level: Int) -> Double {
        deepestScale * exp2(Double(level - maxLevel))
    }

    /// The size of the whole content at a level, in pixels; at least 1 × 1.
    public func pixelSize(ofLevel level: Int) -> (width: Int, height: Int) {
        let scale = scale(ofLevel: level)
        return (
            Int(Self.pixels(Double(contentSize.width), scale: scale)),
            Int(Self.pixels(Double(contentSize.height), scale: scale))
        )
    }

    public func columns(ofLevel level: Int) -> Int {
        (pixelSize(ofLevel: level).width + tileSize - 1) / tileSize
    }

    public func rows(ofLevel level: Int) -> Int {
        (pixelSize(ofLevel: level).height + tileSize - 1) / tileSize
    }

    public func tileCount(ofLevel level: Int) -> Int { columns(ofLevel: level) * rows(ofLevel: level) }

    public func tileCount(ofLevels levels: ClosedRange<Int>) -> Int {
        levels.reduce(0) { $0 + tileCount(ofLevel: $1) }
    }

    /// Whether the tile is in the grid of one of the levels 0 to `maxLevel`.
    public func contains(_ tile: TileCoordinate) -> Bool {
        (0...maxLevel).contains(tile.level)
            && (0..<columns(ofLevel: tile.level)).contains(tile.column)
            && (0..<rows(ofLevel: tile.level)).contains(tile.row)
    }

    /// Returns the pixels of a tile. XYZ tiles are whole squares, even if they extend beyond the content; Deep Zoom
    /// tiles are `cropped` to it.
    public func area(of tile: TileCoordinate, cropped: Bool = false) -> RasterArea {
        let x = tile.column * tileSize
        let y = tile.row * tileSize
        var width = tileSize
        var height = tileSize
        if cropped {
            let size = pixelSize(ofLevel: tile.level)
            width = max(1, min(width, size.width - x))
            height = max(1, min(height, size.height - y))
        }
        return RasterArea(scale: scale(ofLevel: tile.level), x: x, y: y, width: width, height: height)
    }

    // MARK: Deep Zoom

    /// The Deep Zoom level that corresponds to `maxLevel`. Level 0 of Deep Zoom is a single pixel.
    public var deepZoomMaxLevel: Int {
        let size = pixelSize(ofLevel: maxLevel)
        var level = 0
        while 1 << level < max(size.width, size.height) { level += 1 }
        return level
    }

    /// Returns the level that corresponds to Deep Zoom's `level`; may be negative.
    public func level(fromDeepZoom level: Int) -> Int { level - deepZoomMaxLevel + maxLevel }
}
