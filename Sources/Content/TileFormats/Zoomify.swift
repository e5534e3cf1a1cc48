import TileGeometry

/// Zoomify: `ImageProperties.xml`, and `TileGroup{n}/{level}-{column}-{row}.{extension}` with 256 tiles a folder. Level
/// 0 is one tile, and tiles end where the content does.
///
/// No standard; as its viewers and other writers have it, from Zoomify Image 3 on. They know JPEG; PNG works in those
/// that ask for it.
package enum Zoomify {
    package static let descriptionName = "ImageProperties.xml"
    package static let tilesInGroup = 256

    package static func groupName(_ number: Int) -> String { "TileGroup\(number)" }

    package static func description(of pyramid: TilePyramid) -> String {
        let size = pyramid.pixelSize(ofLevel: pyramid.maxLevel)
        let count = pyramid.tileCount(ofLevels: 0...pyramid.maxLevel)
        return """
            <IMAGE_PROPERTIES WIDTH="\(size.width)" HEIGHT="\(size.height)" NUMTILES="\(count)" NUMIMAGES="1" \
            VERSION="1.8" TILESIZE="\(pyramid.tileSize)"/>

            """
    }
}

/// The tiers of a Zoomify image: the grids of its levels, from the one of a single tile on.
///
/// Writers halve sizes in two ways. Rounded up, as Zoomify's own viewers count, 1025 becomes 513, 257 and 129; rounded
/// down, as older converters do, it becomes 512 and 256, which is one level and several tiles fewer. The description's
/// `NUMTILES` tells which.
package struct ZoomifyTiers: Hashable, Sendable {
    package enum Rounding: Hashable, Sendable, CaseIterable { case up, down }

    package struct Tier: Hashable, Sendable {
        package var columns: Int
        package var rows: Int
    }

    package let rounding: Rounding
    package let tiers: [Tier]
    package var tileCount: Int { tiers.reduce(0) { $0 + $1.columns * $1.rows } }

    /// - Parameters:
    ///   - width: In pixels, from 1.
    ///   - height: In pixels, from 1.
    package init(width: Int, height: Int, tileSize: Int, rounding: Rounding) {
        self.rounding = rounding
        var (width, height) = (width, height)
        var tiers: [Tier] = []
        func halved(_ side: Int) -> Int { rounding == .up ? side / 2 + side % 2 : max(1, side / 2) }
        func count(_ side: Int) -> Int { (side + tileSize - 1) / tileSize }
        while true {
            tiers.append(Tier(columns: count(width), rows: count(height)))
            if width <= tileSize, height <= tileSize { break }
            (width, height) = (halved(width), halved(height))
        }
        self.tiers = tiers.reversed()
    }
}

/// The place of a tile below the folder of an image.
package struct ZoomifyName {
    /// Tiles of all levels above each.
    private let firsts: [Int]
    private let columns: [Int]

    package init(_ pyramid: TilePyramid) {
        self.init(
            (0...pyramid.maxLevel).map {
                ZoomifyTiers.Tier(columns: pyramid.columns(ofLevel: $0), rows: pyramid.rows(ofLevel: $0))
            })
    }

    package init(_ tiers: [ZoomifyTiers.Tier]) {
        columns = tiers.map(\.columns)
        var first = 0
        firsts = tiers.map { tier in
            defer { first += tier.columns * tier.rows }
            return first
        }
    }

    /// Tiles are counted level by level and row by row.
    package func group(level: Int, column: Int, row: Int) -> Int {
        (firsts[level] + row * columns[level] + column) / Zoomify.tilesInGroup
    }

    /// A name as a client writes it.
    package struct Parts {
        package var group: Int
        package var level: Int
        package var column: Int
        package var row: Int
        /// Without the dot; it lies in the memory that the name was read from.
        package var fileExtension: UnsafeRawBufferPointer

        /// Reads all that is left; nil for what does not begin as a group's name.
        package init?(_ cursor: inout NameCursor) throws(TileNameProblem) {
            guard cursor.skip("TileGroup") else { return nil }
            group = try cursor.number("the group", before: "/")
            level = try cursor.number("level", before: "-")
            column = try cursor.number("column", before: "-")
            row = try cursor.number("row")
            fileExtension = try cursor.fileExtension()
        }
    }

    /// - Parameter fileExtension: With its dot.
    package func write(
        level: Int, column: Int, row: Int, fileExtension: some Sequence<UInt8>, to name: inout NameWriter
    ) {
        name.append("TileGroup")
        name.append(group(level: level, column: column, row: row))
        name.append("/")
        name.append(level)
        name.append("-")
        name.append(column)
        name.append("-")
        name.append(row)
        name.append(fileExtension)
    }
}
