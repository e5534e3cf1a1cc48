/// The reason why a tile's name is invalid.
package enum TileNameProblem: Error, Hashable {
    /// A part of the name is not a number.
    case notNumber(part: String, found: String)
    /// The name has no dot and file extension after its numbers.
    case noFileExtension(found: String)
}
