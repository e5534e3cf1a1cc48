/// The name of a tile in most web maps: `{z}/{x}/{y}.{extension}`, with `@2x` before the dot for twice the pixels. Rows
/// are counted from the top, and level 0 is one tile.
package struct XYZName {
    package var level: Int
    package var column: Int
    package var row: Int
    package var isDoubled: Bool
    /// The extension without the dot. It points into the memory that the name was read from.
    package var fileExtension: UnsafeRawBufferPointer

    /// Returns the URL template for clients.
    package static func template(fileExtension: String) -> String { "{z}/{x}/{y}.\(fileExtension)" }

    /// Parses the rest of the cursor.
    package init(_ cursor: inout NameCursor) throws(TileNameProblem) {
        level = try cursor.number("z", before: "/")
        column = try cursor.number("x", before: "/")
        row = try cursor.number("y")
        isDoubled = cursor.skip("@2x")
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
        name.append("/")
        name.append(row)
        name.append(fileExtension)
    }
}
