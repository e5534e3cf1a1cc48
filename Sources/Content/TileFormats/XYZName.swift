/// The name of a tile as most of the web's maps have it: `{z}/{x}/{y}.{extension}`, with `@2x` before the dot where a
/// tile has twice the pixels. Rows are counted from the top; level 0 is one tile.
package struct XYZName {
    package var level: Int
    package var column: Int
    package var row: Int
    package var isDoubled: Bool
    /// Without the dot; it lies in the memory that the name was read from.
    package var fileExtension: UnsafeRawBufferPointer

    /// How a client makes the names itself.
    package static func template(fileExtension: String) -> String { "{z}/{x}/{y}.\(fileExtension)" }

    /// Reads all that is left.
    package init(_ cursor: inout NameCursor) throws(TileNameProblem) {
        level = try cursor.number("z", before: "/")
        column = try cursor.number("x", before: "/")
        row = try cursor.number("y")
        isDoubled = cursor.skip("@2x")
        fileExtension = try cursor.fileExtension()
    }

    /// - Parameter fileExtension: With its dot.
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
