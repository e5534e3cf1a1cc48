public import TileGraphics

/// A finished tile. It never changes, and lives as long as anyone holds it, in the cache or not.
public final class CachedTile: Sendable {
    /// What a tile holds.
    public enum Payload: Sendable {
        case pixels(TileImage)
        case file([UInt8])
        /// A file in the form that its user wants to keep it in (`EngineServices.package`).
        case package(any TilePackage)
    }

    /// How long a tile took, in nanoseconds.
    public struct Times: Hashable, Sendable {
        /// From the first request to the start of the render.
        public var queue: UInt64 = 0
        public var raster: UInt64 = 0
        /// 0 for pixels.
        public var encode: UInt64 = 0
    }

    public let key: TileKey
    public let payload: Payload
    /// Of the file's bytes; 0 for pixels.
    public let validator: StrongValidator
    /// The content's generation when it was drawn.
    public let generation: UInt64
    /// Whether the content changed under it before it was done: right for whoever asked before the change, and for
    /// nobody else. Such a tile is never cached and must not be cached elsewhere.
    public let isStale: Bool
    /// Why it lacks a part that could not be drawn; nil when it is whole. What is missing for now makes it right to be
    /// shown, and to be kept by nobody.
    public let missing: MissingPart?
    /// Whether it shows something less than the content, which its source is still at work on
    /// (`RasterContext.onStandIn`). Such a tile is never cached and must not be cached elsewhere; when there is better,
    /// the content counts as changed.
    public let isStandIn: Bool
    /// Whether it may be kept and given to others: it shows the content as it is, and all of it that ever shows.
    public var mayBeKept: Bool { !isStale && missing != .forNow && !isStandIn }
    public let times: Times
    /// The memory that it costs to keep, in bytes.
    public let byteCount: Int

    /// What keeping a tile costs besides its payload: this object, a slot and an entry of the cache, blocks' headers.
    /// Rounded up, so that a cache full of tiles of one color stays within its limit too.
    static let overhead = 512

    init(
        key: TileKey, payload: Payload, validator: StrongValidator = StrongValidator(0), generation: UInt64 = 0,
        isStale: Bool = false, missing: MissingPart? = nil, isStandIn: Bool = false, times: Times = Times()
    ) {
        self.key = key
        self.payload = payload
        self.validator = validator
        self.generation = generation
        self.isStale = isStale
        self.missing = missing
        self.isStandIn = isStandIn
        self.times = times
        byteCount = payload.byteCount + Self.overhead
    }

    /// The same by name, without what it holds.
    var emptied: CachedTile {
        CachedTile(
            key: key, payload: .file([]), validator: validator, generation: generation, isStale: isStale,
            missing: missing, isStandIn: isStandIn, times: times)
    }
}

/// A file kept in a form of its user's own, made once when the tile is: a response ready to be sent, say.
public protocol TilePackage: AnyObject, Sendable {
    /// Memory that it holds, in bytes.
    var byteCount: Int { get }
}

/// A package that can be shown too: the picture that its file was made of. For replays of what a server does.
package protocol PicturedPackage: TilePackage {
    var picture: TileImage { get }
}

extension CachedTile.Payload {
    public var byteCount: Int {
        switch self {
        case .pixels(let image): image.byteCount
        case .file(let bytes): bytes.count
        case .package(let package): package.byteCount
        }
    }
}
