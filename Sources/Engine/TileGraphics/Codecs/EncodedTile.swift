/// A tile as a file: what a server sends and an archive stores.
public struct EncodedTile: Sendable, Equatable {
    /// The encoding of the pixels, for statistics.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// A PNG of one color.
        case solid
        /// A lossless PNG of at most 256 colors.
        case palette
        /// A lossless PNG of gray levels.
        case gray
        /// A lossless PNG of full colors.
        case trueColor
        /// A lossless WebP or JPEG XL.
        case lossless
        /// A lossy JPEG, WebP, AVIF or JPEG XL.
        case lossy
    }

    /// The whole file.
    public let bytes: [UInt8]
    public let format: TileFormat
    public let kind: Kind

    public init(bytes: [UInt8], format: TileFormat, kind: Kind) {
        self.bytes = bytes
        self.format = format
        self.kind = kind
    }
}
