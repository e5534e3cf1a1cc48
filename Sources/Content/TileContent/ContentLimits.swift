public import TileEngine
import TileGeometry
import TileSupport

/// Limits for untrusted files. They are checked against the sizes in a file's header before memory is allocated.
public struct ContentLimits: Hashable, Sendable {
    /// The maximum side of an image, in pixels. Larger images cannot be addressed as tiles.
    public var largestSide = TilePyramid.largestExtent
    /// The maximum number of pixels of an image: 2³² need 16 GB of temporary disk if the format has no random access.
    public var largestPixelCount = 1 << 32
    /// The maximum number of pixels of an image with several passes (progressive JPEG, interlaced PNG). The whole image
    /// must stay in memory until the last pass, with 3 to 8 bytes for each pixel. 2²⁸ is 16,384 × 16,384.
    public var largestMultipassPixelCount = 1 << 28
    /// The maximum bytes of a document that is read as a whole (an SVG), after decompression: 1 GB, several times the
    /// largest drawings that programs write.
    public var largestDocument = 1 << 30
    /// Bytes of memory for opening a drawing, for each byte of its file, in addition to `documentMemory`. Opening fails
    /// before it takes more. Large drawings of shapes take 6 to 11.
    public var documentMemoryPerByte = 12
    /// Bytes of memory for opening any drawing.
    public var documentMemory = 64 << 20
    /// Whether a separate thread decodes the images inside a drawing at small sizes while the drawing is read, so that
    /// they are ready for the first tiles. It is useful if tiles are requested right after reading. It requires
    /// `memory`, and uses at most half of it.
    public var decodesImagesAhead = false
    /// The maximum compression ratio with which a compressed drawing is counted. Typical drawings shrink to a third,
    /// machine-made ones to a twentieth, and malicious ones to a thousandth.
    public var largestCompression = 20
    /// The maximum number of steps of style sheet matching: compounds matched against elements, and declarations
    /// examined. A thousand complex rules with ten thousand different elements take half a second.
    public var largestStyleStepCount = 10_000_000
    /// The maximum bytes of a drawing's values that are read repeatedly because of references and style sheets, in
    /// addition to 64 for each of its bytes: a second of work. A hundred thousand symbols of ten shapes take 30 for
    /// each byte.
    public var largestRepetition = 128 << 20
    /// The maximum bytes of decoded pixels of an image in memory. A larger image uses an unlinked temporary file. 64 MB
    /// is an image of 4096 × 4096, which is larger than most.
    public var pixelMemory = 64 << 20
    /// The budget for data of open files that can be evicted, such as decoded pixels and windows of drawings. A server
    /// shares one with all contents and tiles. Nil keeps everything as long as its content.
    public var memory: MemoryBudget?
    /// An additional budget for open drawings. Each counts for at most its limit, so the most recently used one stays,
    /// however large. Set it if reopening is fast, as with `cache`. Nil to use only `memory`.
    public var openDrawings: MemoryBudget?
    /// The budget for temporary files. An image with more pixels than that, and too many for memory, is rejected before
    /// anything is written.
    public var disk: MemoryBudget?
    /// The limits for worker processes that decode image formats.
    public var decoders = DecoderLimits()
    /// The cache of contents between runs; nil for none.
    public var cache: ContentCache?
    /// The preferences with which drawings are shown. Not a limit, but used in the same places.
    public var drawings = DrawingPreferences()
    /// The preferences with which measured images are shown. Not a limit, but used in the same places.
    public var rasters = RasterPreferences()
    /// The limits for drawings that need librsvg.
    public var librsvg = LibrsvgLimits()
    /// The limits for PDF documents.
    public var pdf = PDFLimits()

    /// The maximum number of elements of a drawing that librsvg draws individually. If there are more, it draws the
    /// outermost elements around them, or the whole drawing.
    public var largestIslandCount = 256
    /// Names of supported SVG elements that are left to librsvg anyway, for tests and for investigating differences. If
    /// it contains `svg`, whole drawings are.
    package var elementsLeftToLibrsvg: Set<String> = []

    /// The ledger in which reading a document and each worker process reserve memory; nil to limit only their number.
    package var ledger: MemoryLedger? {
        didSet {
            decoders.ledger = ledger
            librsvg.ledger = ledger
            pdf.ledger = ledger
        }
    }

    public init() {}

    /// Returns the bytes of memory that reading a document of this size usually takes, based on large drawings of
    /// shapes.
    func usualMemory(ofDocument count: Int) -> Int {
        let (product, isTooMuch) = count.multipliedReportingOverflow(by: max(0, documentMemoryPerByte))
        return isTooMuch ? .max / 4 : min(product, .max / 4)
    }

    /// Returns the bytes of memory for opening a drawing of this size.
    func memory(ofDocument count: Int) -> Int {
        let (product, isTooMuch) = count.multipliedReportingOverflow(by: max(0, documentMemoryPerByte))
        let (sum, isTooMuchStill) = product.addingReportingOverflow(max(0, documentMemory))
        return isTooMuch || isTooMuchStill ? .max : sum
    }
}
