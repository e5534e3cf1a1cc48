/// Says of a content that its tiles are those of the same content in another engine, on another machine say.
///
/// Two contents may have one fingerprint only when every tile of the one looks as the other's of the same key does: the
/// same bytes, on the same levels, drawn by the same program with the same settings and fonts.
public struct ContentFingerprint: Sendable {
    public let text: String
    /// Whether the content is still the one that it was taken of. Asked on a worker before a tile is given to others,
    /// after it was drawn; it may wait for a disk.
    public let isCurrent: @Sendable () -> Bool

    public init(_ text: String, isCurrent: @escaping @Sendable () -> Bool = { true }) {
        self.text = text
        self.isCurrent = isCurrent
    }
}

/// Where engines leave finished files for each other (`EngineServices.sharing`).
///
/// A tile that is not cached is looked for there before it gets in line, so that no worker stands idle meanwhile.
public protocol TileSharing: Sendable {
    /// Looks for a tile's file. Returns at once.
    ///
    /// - Parameters:
    ///   - key: of an encoded tile of full quality; its content's number means nothing to other engines.
    ///   - priority: how soon the tile is wanted: no look waits behind one that is less urgent.
    ///   - whenKnown: to be called once, on any thread, soon: drawing waits for it.
    /// - Returns: what ends the look, and what says that the tile is wanted sooner or later than it was. Both may be
    ///   called with an engine's lock held.
    func look(
        for key: TileKey, of content: ContentFingerprint, _ priority: TilePriority,
        whenKnown: @escaping @Sendable (SharedTileAnswer) -> Void
    ) -> TileLook
}

public enum SharedTileAnswer: Sendable {
    /// The file that another engine made.
    case file([UInt8])
    /// It has to be made; with a claim, others may wait for it.
    case absent((any TileClaim)?)
}

/// That one engine makes a tile which others may wait for. Let go without a file, it is given up: others need wait no
/// longer. It may be let go with an engine's lock held, so letting go must return at once.
public protocol TileClaim: AnyObject, Sendable {
    /// Gives the file to the others. Returns at once; called once at most.
    func keep(_ file: [UInt8])
}
