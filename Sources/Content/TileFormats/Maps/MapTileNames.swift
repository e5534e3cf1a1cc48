/// The name of a tile in the Tile Map Service: `{z}/{x}/{y}.{extension}`, with rows counted from the bottom of the
/// world.
package struct TileMapName {
    package var level: Int
    package var column: Int
    /// The row from the top, like in other formats; negative above the world.
    package var row: Int
    /// The extension without the dot. It points into the memory that the name was read from.
    package var fileExtension: UnsafeRawBufferPointer

    /// Parses the rest of the cursor.
    package init(_ cursor: inout NameCursor) throws(TileNameProblem) {
        level = try cursor.number("z", before: "/")
        column = try cursor.number("x", before: "/")
        let fromBottom = try cursor.number("y")
        fileExtension = try cursor.fileExtension()
        // Invalid levels are rejected by the caller, which knows the levels.
        row = (0...30).contains(level) ? (1 << level) - 1 - fromBottom : fromBottom
    }
}

/// The name of a tile in a Web Map Tile Service, in the RESTful encoding: `{style}/{matrix
/// set}/{matrix}/{row}/{column}.{extension}`.
package struct WMTSTileName {
    package var style: UnsafeRawBufferPointer
    package var matrixSet: UnsafeRawBufferPointer
    package var level: Int
    package var row: Int
    package var column: Int
    /// The extension without the dot.
    package var fileExtension: UnsafeRawBufferPointer

    /// Parses the rest of the cursor.
    package init(_ cursor: inout NameCursor) throws(TileNameProblem) {
        style = cursor.segment()
        _ = cursor.skip("/")
        matrixSet = cursor.segment()
        _ = cursor.skip("/")
        level = try cursor.number("the matrix", before: "/")
        row = try cursor.number("the row", before: "/")
        column = try cursor.number("the column")
        fileExtension = try cursor.fileExtension()
    }
}
