import TileGeometry

/// Deep Zoom, 2008 schema: the descriptor `name.dzi`, and the tiles `name_files/{level}/{column}_{row}.{extension}`.
/// Level 0 is one pixel, and tiles at the edges are cropped to the content.
package enum DeepZoom {
    package static let fileExtension = "dzi"
    /// The suffix of the tile folder's name, after the descriptor's name.
    package static let filesSuffix: StaticString = "_files"

    /// Returns the descriptor of tiles without overlap.
    ///
    /// - Parameter fileExtension: The tiles' extension, without the dot.
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

/// The name of a tile within the tile folder.
package struct DeepZoomName {
    package var level: Int
    package var column: Int
    package var row: Int
    /// The extension without the dot. It points into the memory that the name was read from.
    package var fileExtension: UnsafeRawBufferPointer

    /// Returns the URL template for clients.
    package static func template(fileExtension: String) -> String { "{z}/{x}_{y}.\(fileExtension)" }

    /// Parses the rest of the cursor.
    package init(_ cursor: inout NameCursor) throws(TileNameProblem) {
        level = try cursor.number("level", before: "/")
        column = try cursor.number("column", before: "_")
        row = try cursor.number("row")
        fileExtension = try cursor.fileExtension()
    }

    /// Writes a tile's name.
    ///
    /// - Parameter fileExtension: The extension with its dot.
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
