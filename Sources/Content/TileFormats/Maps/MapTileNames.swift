/// The name of a tile of the Tile Map Service: `{z}/{x}/{y}.{extension}`, rows from the bottom of the world.
package struct TileMapName {
    package var level: Int
    package var column: Int
    /// From the top, as everywhere else; negative above the world.
    package var row: Int
    /// Without the dot; it lies in the memory that the name was read from.
    package var fileExtension: UnsafeRawBufferPointer

    /// Reads all that is left.
    package init(_ cursor: inout NameCursor) throws(TileNameProblem) {
        level = try cursor.number("z", before: "/")
        column = try cursor.number("x", before: "/")
        let fromBottom = try cursor.number("y")
        fileExtension = try cursor.fileExtension()
        // What is no level is refused by whoever knows the levels.
        row = (0...30).contains(level) ? (1 << level) - 1 - fromBottom : fromBottom
    }
}

/// The name of a tile of a Web Map Tile Service, by its resource's address:
/// `{style}/{matrix set}/{matrix}/{row}/{column}.{extension}`.
package struct WMTSTileName {
    package var style: UnsafeRawBufferPointer
    package var matrixSet: UnsafeRawBufferPointer
    package var level: Int
    package var row: Int
    package var column: Int
    /// Without the dot.
    package var fileExtension: UnsafeRawBufferPointer

    /// Reads all that is left.
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
