import TileFormats
import TileGraphics

extension ArchiveComparison {
    /// The levels at which at least one of the archives has tiles, as the first counts.
    public var levels: [Int] {
        var levels = Set(onlyInSecond.map { $0.level - levelOffset })
        for level in 0...PMTilesTile.deepestLevel where !runs.runs(ofLevel: level).isEmpty { levels.insert(level) }
        return levels.sorted()
    }

    /// Writes `picture(ofLevel:)` to a new file.
    ///
    /// - Throws: `.exists`, `.cannotCreate` and `.cannotWrite`.
    public func writePicture(ofLevel level: Int, to output: String) throws(ArchiveFailure) {
        let bytes: [UInt8]
        do { bytes = try picture(ofLevel: level) } catch {
            throw .cannotWrite(path: output, reason: "\(error)")
        }
        try OutputFile.write(bytes, to: output)
    }

    /// Returns a map of a level as PNG, with a square for each tile: white if both lack it, gray if they are equal,
    /// from yellow to red by the largest difference, blue if only the first archive has it, and green if only the
    /// second does.
    ///
    /// - Parameter level: The level, as the first archive counts.
    public func picture(ofLevel level: Int) throws -> [UInt8] {
        var places: [(column: Int, row: Int, shade: Shade)] = []
        for difference in differences where difference.tile.level == level {
            places.append((difference.tile.column, difference.tile.row, .different(difference.largest)))
        }
        for tile in onlyInFirst where tile.level == level { places.append((tile.column, tile.row, .first)) }
        for tile in onlyInSecond where tile.level - levelOffset == level {
            places.append((tile.column, tile.row, .second))
        }
        let known = runs.runs(ofLevel: level)
        var (columns, rows) = (1, 1)
        func grow(_ column: Int, _ row: Int) { (columns, rows) = (max(columns, column + 1), max(rows, row + 1)) }
        for place in places { grow(place.column, place.row) }
        for run in known { for number in run { PMTilesTile(number: number).map { grow($0.column, $0.row) } } }
        // A tile is at least one pixel, or several tiles share a pixel.
        let longest = max(columns, rows)
        let shrink = (longest + Self.longestSide - 1) / Self.longestSide
        let cell = max(1, min(Self.largestCell, Self.usualSide / longest))
        let (width, height) = ((columns + shrink - 1) / shrink, (rows + shrink - 1) / shrink)
        var shades = [UInt16](repeating: Shade.none.rank, count: width * height)
        func mark(column: Int, row: Int, as shade: Shade) {
            let at = row / shrink * width + column / shrink
            shades[at] = max(shades[at], shade.rank)
        }
        for run in known {
            for number in run { PMTilesTile(number: number).map { mark(column: $0.column, row: $0.row, as: .equal) } }
        }
        for place in places { mark(column: place.column, row: place.row, as: place.shade) }
        let bitmap = Bitmap(width: width * cell, height: height * cell)
        for y in 0..<bitmap.height {
            let row = bitmap.row(y)
            for x in 0..<bitmap.width { row[x] = Shade(rank: shades[y / cell * width + x / cell]).color }
        }
        return try TileEncoder().encode(.bitmap(bitmap), as: .png).bytes
    }

    /// The maximum side, in pixels.
    private static let longestSide = 4096
    private static let usualSide = 1024
    private static let largestCell = 16

    private enum Shade {
        case none
        case equal
        case different(Int)
        case first
        case second

        /// The priority when several tiles share a pixel.
        var rank: UInt16 {
            switch self {
            case .none: 0
            case .equal: 1
            case .different(let largest): 2 + UInt16(largest)
            case .first: 300
            case .second: 301
            }
        }

        init(rank: UInt16) {
            self =
                switch rank {
                case 0: .none
                case 1: .equal
                case 300: .first
                case 301: .second
                default: .different(Int(rank) - 2)
                }
        }

        var color: UInt32 {
            switch self {
            case .none: 0xFFFF_FFFF
            case .equal: 0xFFD0_D5DA
            case .different(let largest): 0xFFE0_0000 | UInt32(208 - 208 * min(255, max(0, largest)) / 255) << 8
            case .first: 0xFF30_60C0
            case .second: 0xFF2E_8B57
            }
        }
    }
}
