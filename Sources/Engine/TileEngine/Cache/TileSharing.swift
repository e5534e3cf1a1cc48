/// The identity of a content across engines, possibly on other machines.
///
/// Two contents may have the same fingerprint only if all their tiles with the same key are identical: the same bytes,
/// on the same levels, drawn by the same program with the same settings and fonts.
public struct ContentFingerprint: Sendable {
    public let text: String
    /// Whether the content still matches the fingerprint. Called on a worker after a tile was drawn and before it is
    /// shared; it may wait for a disk.
    public let isCurrent: @Sendable () -> Bool

    public init(_ text: String, isCurrent: @escaping @Sendable () -> Bool = { true }) {
        self.text = text
        self.isCurrent = isCurrent
    }
}

/// A store through which engines share finished files (`EngineServices.sharing`).
///
/// A tile that is not cached is looked up there before it is queued, so that no worker idles meanwhile.
public protocol TileSharing: Sendable {
    /// Looks up a tile's file. Returns immediately.
    ///
    /// - Parameters:
    ///   - key: The key of an encoded tile of full quality. Its content number has no meaning for other engines.
    ///   - priority: The tile's priority. A lookup never waits behind a less urgent one.
    ///   - whenKnown: Call exactly once, on any thread, soon: drawing waits for it.
    /// - Returns: Closures that cancel the lookup and change its priority. Both may be called with an engine's lock
    ///   held.
    func lookUp(
        _ key: TileKey, of content: ContentFingerprint, priority: TilePriority,
        whenKnown: @escaping @Sendable (SharedTileAnswer) -> Void
    ) -> SharedTileLookup
}

public enum SharedTileAnswer: Sendable {
    /// The file that another engine made.
    case file([UInt8])
    /// The tile has to be made; with a claim, other engines may wait for it.
    case absent((any TileClaim)?)
}

/// A claim that one engine makes a tile for which others may wait. Releasing it without a file gives it up, and others
/// stop waiting. It may be released with an engine's lock held, so its deinitializer must return immediately.
public protocol TileClaim: AnyObject, Sendable {
    /// Publishes the file to the other engines. Returns immediately; called at most once.
    func keep(_ file: [UInt8])
}
