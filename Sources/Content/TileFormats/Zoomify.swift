import TileGeometry

/// Zoomify: the description `ImageProperties.xml`, and the tiles `TileGroup{n}/{level}-{column}-{row}.{extension}` with
/// 256 tiles in each folder. Level 0 is one tile, and tiles at the edges are cropped to the content.
///
/// There is no standard; this follows its viewers and other writers, from Zoomify Image 3. They support JPEG; PNG works
/// in viewers that request it.
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

/// The tiers of a Zoomify image: the grids of its levels, starting with a single tile.
///
/// Writers halve sizes in two ways. Rounded up, as in Zoomify's own viewers, 1025 becomes 513, 257 and 129. Rounded
/// down, as in older converters, it becomes 512 and 256, which is one level and several tiles fewer. `NUMTILES` in the
/// description tells the two apart.
package struct ZoomifyTiers: Hashable, Sendable {
    package enum Rounding: Hashable, Sendable, CaseIterable { case up, down }

    package struct Tier: Hashable, Sendable {
        package var columns: Int
        package var rows: Int
    }

    package let rounding: Rounding
    package let tiers: [Tier]
    package var tileCount: Int { tiers.reduce(0) { $0 + $1.columns * $1.rows } }

    /// Creates the tiers of an image.
    ///
    /// - Parameters:
    ///   - width: The width in pixels, at least 1.
    ///   - height: The height in pixels, at least 1.
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

/// The naming of an image's tiles within its folder.
package struct ZoomifyName {
    /// The number of tiles in all levels above each level.
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

    /// Returns the group of a tile. Tiles are numbered level by level and row by row.
    package func group(level: Int, column: Int, row: Int) -> Int {
        (firsts[level] + row * columns[level] + column) / Zoomify.tilesInGroup
    }

    /// The parsed name of a tile in a request.
    package struct Parts {
        package var group: Int
        package var level: Int
        package var column: Int
        package var row: Int
        /// The extension without the dot. It points into the memory that the name was read from.
        package var fileExtension: UnsafeRawBufferPointer

        /// Parses the rest of the cursor; nil if it does not start like a group's name.
        package init?(_ cursor: inout NameCursor) throws(TileNameProblem) {
            guard cursor.skip("TileGroup") else { return nil }
            group = try cursor.number("the group", before: "/")
            level = try cursor.number("level", before: "-")
            column = try cursor.number("column", before: "-")
            row = try cursor.number("row")
            fileExtension = try cursor.fileExtension()
        }
    }

    /// Writes a tile's name.
    ///
    /// - Parameter fileExtension: The extension with its dot.
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
