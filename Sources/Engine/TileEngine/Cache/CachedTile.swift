public import TileGraphics

/// A finished tile. It is immutable and lives as long as a reference to it exists, in the cache or outside.
public final class CachedTile: Sendable {
    /// The contents of a tile.
    public enum Payload: Sendable {
        case pixels(TileImage)
        case file([UInt8])
        /// A file in the form in which its client keeps it (`EngineServices.package`).
        case package(any TilePackage)
    }

    /// The durations of a tile's stages, in nanoseconds.
    public struct Times: Hashable, Sendable {
        /// The time from the first request to the start of the render.
        public var queue: UInt64 = 0
        public var raster: UInt64 = 0
        /// 0 for pixels.
        public var encode: UInt64 = 0
    }

    public let key: TileKey
    public let payload: Payload
    /// The validator of the file's bytes; 0 for pixels.
    public let validator: StrongValidator
    /// The content's generation when it was drawn.
    public let generation: UInt64
    /// Whether the content changed while the tile was drawn. A stale tile is correct only for requests made before the
    /// change. It is never cached and must not be cached elsewhere.
    public let isStale: Bool
    /// The reason why a part of the tile could not be drawn; nil when it is complete. A tile with `.forNow` may be
    /// shown but must not be kept.
    public let missing: MissingPart?
    /// Whether the tile is a placeholder that its source draws while it works on the content
    /// (`RasterContext.onStandIn`). A placeholder is never cached and must not be cached elsewhere; when better pixels
    /// are available, the content counts as changed.
    public let isStandIn: Bool
    /// Whether the tile may be cached and shared: it is current, and as complete as it will ever be.
    public var mayBeKept: Bool { !isStale && missing != .forNow && !isStandIn }
    public let times: Times
    /// The memory cost of keeping the tile, in bytes.
    public let byteCount: Int

    /// The memory cost of a tile besides its payload: this object, a slot and an entry of the cache, and block headers.
    /// Rounded up, so that a cache full of tiles of one color also stays within its limit.
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

    /// A copy of the tile's metadata with an empty payload.
    var emptied: CachedTile {
        CachedTile(
            key: key, payload: .file([]), validator: validator, generation: generation, isStale: isStale,
            missing: missing, isStandIn: isStandIn, times: times)
    }
}

/// A file in a form of its client's own, made once along with the tile: for example a response ready to be sent.
public protocol TilePackage: AnyObject, Sendable {
    /// The memory that the package holds, in bytes.
    var byteCount: Int { get }
}

/// A package that can also be displayed: it keeps the image that its file was made from. Used to replay server
/// activity.
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
