import TileGeometry

/// How much a file from outside may ask for. Checked against what the file's header claims, before anything of that size
/// is allocated.
public struct ContentLimits: Hashable, Sendable {
    /// The longest side of an image, in pixels. What lies beyond cannot be addressed as tiles.
    public var largestSide = TilePyramid.largestExtent
    /// The most pixels of an image: 2³² need 16 GB of temporary disk when the format cannot be read at random.
    public var largestPixelCount = 1 << 32
    /// The most pixels of an image that is stored in several passes (progressive JPEG, interlaced PNG): all of it must be
    /// kept in memory until the last pass, 3 to 8 bytes a pixel. 2²⁸ is 16,384 × 16,384.
    public var largestMultipassPixelCount = 1 << 28
    /// The most bytes of a document that is read whole (an SVG), after decompression: 1 GB, several times the largest
    /// drawings that programs write.
    public var largestDocument = 1 << 30
    /// Decoded pixels are kept in memory up to this many bytes for each image, and beyond in an unlinked temporary file.
    /// 64 MB is an image of 4096 × 4096, such as most are; a server of a few hundred of them still fits in memory.
    public var pixelMemory = 64 << 20
    /// What drawing by librsvg may take, for the drawings that need it.
    public var librsvg = LibrsvgLimits()

    public init() {}
}
