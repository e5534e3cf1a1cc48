/// What is wrong with a tile's name.
package enum TileNameProblem: Error, Hashable {
    /// Where a part of the name should be, there is something else.
    case notNumber(part: String, found: String)
    /// The name has no dot and file extension after its numbers.
    case noFileExtension(found: String)
}
