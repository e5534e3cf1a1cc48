/// A tile as a file: what a server sends and an archive stores.
public struct EncodedTile: Sendable, Equatable {
    /// How the pixels are held, for statistics.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// PNG of one color.
        case solid
        /// PNG of at most 256 colors, exact.
        case palette
        /// PNG of grey levels, exact.
        case gray
        /// PNG of full colors, exact.
        case trueColor
        /// WebP, exact.
        case lossless
        /// JPEG, WebP or AVIF, as near as the quality asks for.
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
