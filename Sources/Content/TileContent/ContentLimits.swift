public import TileEngine
import TileGeometry

/// How much a file from outside may ask for. Checked against what the file's header claims, before anything of that
/// size is allocated.
public struct ContentLimits: Hashable, Sendable {
    /// The longest side of an image, in pixels. What lies beyond cannot be addressed as tiles.
    public var largestSide = TilePyramid.largestExtent
    /// The most pixels of an image: 2³² need 16 GB of temporary disk when the format cannot be read at random.
    public var largestPixelCount = 1 << 32
    /// The most pixels of an image that is stored in several passes (progressive JPEG, interlaced PNG): all of it must
    /// be kept in memory until the last pass, 3 to 8 bytes a pixel. 2²⁸ is 16,384 × 16,384.
    public var largestMultipassPixelCount = 1 << 28
    /// The most bytes of a document that is read whole (an SVG), after decompression: 1 GB, several times the largest
    /// drawings that programs write.
    public var largestDocument = 1 << 30
    /// Bytes of memory that opening a drawing may take for each byte of its file, besides `documentMemory`. A drawing
    /// that takes more is refused before it has taken it. Large drawings of shapes take 6 to 11.
    public var documentMemoryPerByte = 12
    /// Bytes of memory that opening any drawing may take.
    public var documentMemory = 64 << 20
    /// Whether images inside a drawing are decoded in small while it is read, by a thread of their own, for the first
    /// tiles to have them. Of use where tiles are asked for as soon as it is read. Only with `memory`, and in no more
    /// than half of it.
    public var decodesImagesAhead = false
    /// How many times as long as its file a compressed drawing counts at most. Drawings shrink to a third, those that
    /// programs made to a twentieth, and what was made to do harm to a thousandth.
    public var largestCompression = 20
    /// Compounds of style sheets' selectors that may be tried on a drawing's elements, and declarations looked through,
    /// in all: a thousand rules that ask for more than one thing, in ten thousand places that differ, take half a
    /// second.
    public var largestStyleStepCount = 10_000_000
    /// Bytes of a drawing's values that references and style sheets may have read again, besides 64 for each byte that
    /// it has: a second's work. A hundred thousand symbols of ten shapes take 30 for each byte.
    public var largestRepetition = 128 << 20
    /// Decoded pixels are kept in memory up to this many bytes for each image, and beyond in an unlinked temporary
    /// file. 64 MB is an image of 4096 × 4096, such as most are.
    public var pixelMemory = 64 << 20
    /// What all that is kept of opened files counts against, and may be made to go: decoded pixels, windows of
    /// drawings. One for all contents of a server, and for its tiles. Nil keeps all for as long as its content.
    public var memory: MemoryBudget?
    /// What drawings count against besides `memory` while they are open, each as its limit at most: so the one used
    /// last stays, however large. To be set where opening one again is quick, as with `cache`. Nil for `memory` alone.
    public var openDrawings: MemoryBudget?
    /// The same as `memory` of temporary files. An image whose pixels alone are more, and too many for memory, is
    /// refused before any is written.
    public var disk: MemoryBudget?
    /// What decoding by processes of their own may take, for the formats that need it.
    public var decoders = DecoderLimits()
    /// Where contents are kept between runs; nil for nowhere.
    public var cache: ContentCache?
    /// As what drawings are shown. No limit, but it goes where these go.
    public var drawings = DrawingPreferences()
    /// What drawing by librsvg may take, for the drawings that need it.
    public var librsvg = LibrsvgLimits()
    /// What reading PDF documents may take.
    public var pdf = PDFLimits()

    /// The most elements of a drawing that librsvg draws one by one. Of more, the outermost elements around them are
    /// drawn by it, or the whole drawing.
    public var largestIslandCount = 256
    /// Names of SVG elements that are left to librsvg, although they are read here: for tests of what happens then, and
    /// to find where a difference comes from. With `svg` in it, whole drawings are.
    package var elementsLeftToLibrsvg: Set<String> = []

    public init() {}

    /// Bytes of memory that opening a drawing of so many bytes may take.
    func memory(ofDocument count: Int) -> Int {
        let (product, isTooMuch) = count.multipliedReportingOverflow(by: max(0, documentMemoryPerByte))
        let (sum, isTooMuchStill) = product.addingReportingOverflow(max(0, documentMemory))
        return isTooMuch || isTooMuchStill ? .max : sum
    }
}
