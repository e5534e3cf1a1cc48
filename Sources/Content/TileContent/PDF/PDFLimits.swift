import TileSupport

/// What reading PDF documents may take. Poppler reads them in processes of its own (the program `tilework-pdf`), which
/// are given this much and then ended. A process holds one document.
public struct PDFLimits: Hashable, Sendable {
    /// Seconds of processor time that a page may take to be read, or anything else that is asked about the document.
    /// Pages of the largest maps that we know take 3.
    public var processorTime = 20.0
    /// Seconds on the clock for the same: thrice as long, for a machine that is busy.
    public var clockTime = 60.0
    /// Bytes of address space of a process: the libraries, an image of 8,192 × 8,192 with its mask, and the page.
    public var memory = 2 << 30
    /// The most bytes that a page may have as SVG, from which it is read.
    public var largestPage = 512 << 20
    /// The most processes of a document.
    public var processesPerDocument = max(2, ProcessorSet.count)
    /// The most processes in all.
    public var processes = 2 * max(2, ProcessorSet.count)
    /// Seconds after which a process that nobody needed is ended.
    public var idleTime = 30.0
    /// Seconds for which a page that could not be read is not tried again.
    public var failureMemory = 60.0
    /// Whether pages lie on white paper; without it they are clear where nothing is drawn, as an icon is to be.
    public var hasPaper = true
    /// Tried in turn on documents that ask for one, after none.
    public var passwords: [String] = []
    /// Where the program is; nil looks in the environment variable `TILEWORK_PDF`, then beside the running program,
    /// then in `../libexec/tilework` from there.
    public var program: String?

    public init() {}

    /// At least 1, in which the system counts.
    var processorSeconds: Int { max(1, Int(min(1e9, processorTime.rounded(.up)))) }
    var clockNanoseconds: UInt64 { UInt64(max(0, min(1e9, clockTime)) * 1e9) }
    var failureNanoseconds: UInt64 { UInt64(max(0, min(1e9, failureMemory)) * 1e9) }
}
