import TileGeometry

/// Deep Zoom, schema of 2008: `name.dzi`, which describes the content, and
/// `name_files/{level}/{column}_{row}.{extension}`. Level 0 is one pixel, and tiles end where the content does.
package enum DeepZoom {
    package static let fileExtension = "dzi"
    /// What the folder of tiles is called, after the description's name.
    package static let filesSuffix: StaticString = "_files"

    /// The description of tiles that do not overlap.
    ///
    /// - Parameter fileExtension: Of the tiles, without the dot.
    package static func descriptor(of pyramid: TilePyramid, fileExtension: String) -> String {
        let size = pyramid.pixelSize(ofLevel: pyramid.maxLevel)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="\(fileExtension)" Overlap="0" \
            TileSize="\(pyramid.tileSize)">
              <Size Width="\(size.width)" Height="\(size.height)"/>
            </Image>

            """
    }
}

/// The name of a tile below the folder of tiles.
package struct DeepZoomName {
    package var level: Int
    package var column: Int
    package var row: Int
    /// Without the dot; it lies in the memory that the name was read from.
    package var fileExtension: UnsafeRawBufferPointer

    /// How a client makes the names itself.
    package static func template(fileExtension: String) -> String { "{z}/{x}_{y}.\(fileExtension)" }

    /// Reads all that is left.
    package init(_ cursor: inout NameCursor) throws(TileNameProblem) {
        level = try cursor.number("level", before: "/")
        column = try cursor.number("column", before: "_")
        row = try cursor.number("row")
        fileExtension = try cursor.fileExtension()
    }

    /// - Parameter fileExtension: With its dot.
    package static func write(
        level: Int, column: Int, row: Int, fileExtension: some Sequence<UInt8>, to name: inout NameWriter
    ) {
        name.append(level)
        name.append("/")
        name.append(column)
        name.append("_")
        name.append(row)
        name.append(fileExtension)
    }
}
