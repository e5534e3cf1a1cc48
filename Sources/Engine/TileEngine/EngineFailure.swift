public import TileGeometry

/// The reason why a tile was not made.
public enum EngineFailure: Error, Sendable, CustomStringConvertible {
    /// The content does not exist or was removed meanwhile.
    case unknownContent(ContentID)
    /// The content has no such tile.
    case outsidePyramid(TileCoordinate, maxLevel: Int)
    /// The content could not be drawn.
    case sourceFailed(any Error)
    /// The tile was drawn but could not be encoded.
    case encodingFailed(any Error)
    /// Drawing exceeded the policy's deadline and was given up.
    case tookTooLong(seconds: Double)
    /// Too many renders are waiting. Retrying a second later may succeed.
    case overloaded
    /// The client cancelled the request.
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
            "it needs more than \(seconds.formatted()) s of processor time, the limit; simplify this part"
        case .overloaded: "too many tiles are waiting to be drawn; ask again later"
        case .cancelled: "the request was given up"
        case .shutDown: "the engine was shut down"
        }
    }
}
