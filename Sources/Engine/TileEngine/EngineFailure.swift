public import TileGeometry

/// Why a tile was not made.
public enum EngineFailure: Error, Sendable, CustomStringConvertible {
    /// There is no such content, or it was removed meanwhile.
    case unknownContent(ContentID)
    /// The content has no such tile.
    case outsidePyramid(TileCoordinate, maxLevel: Int)
    /// The content could not be drawn.
    case sourceFailed(any Error)
    /// It was drawn and could not be encoded.
    case encodingFailed(any Error)
    /// It was drawn for as long as the policy allows, and given up.
    case tookTooLong(seconds: Double)
    /// Too many renders wait already. Asking again a second later may work.
    case overloaded
    /// Whoever asked gave it up.
    case cancelled
    /// The engine was shut down.
    case shutDown

    public var description: String {
        switch self {
        case .unknownContent(let content): "there is no \(content)"
        case .outsidePyramid(let tile, let maxLevel):
            "no tile at level \(tile.level), column \(tile.column), row \(tile.row); the deepest level is \(maxLevel)"
        case .sourceFailed(let error): "the content can't be drawn: \(error)"
        case .encodingFailed(let error): "the tile can't be encoded: \(error)"
        case .tookTooLong(let seconds):
            "it takes more than the \(seconds.formatted()) s of processor time that it may; simplify what is there"
        case .overloaded: "too many tiles are waiting to be drawn; ask again later"
        case .cancelled: "the request was given up"
        case .shutDown: "the engine was shut down"
        }
    }
}
