import TileSupport

/// Resource limits for reading PDF documents. Poppler runs in worker processes (the program `tilework-pdf`), which are
/// ended when they exceed these limits. A process holds one document.
public struct PDFLimits: Hashable, Sendable {
    /// Seconds of processor time for reading a page or for another request. Pages of the largest known maps take 3.
    public var processorTime = 20.0
    /// Seconds of wall-clock time for the same work: three times as long, for a busy machine.
    public var clockTime = 60.0
    /// Bytes of address space of a process: the libraries, an image of 8,192 × 8,192 with its mask, and the page.
    public var memory = 2 << 30
    /// The maximum bytes of a page when converted to SVG for reading.
    public var largestPage = 512 << 20
    /// The maximum number of processes for one document.
    public var processesPerDocument = max(2, ProcessorSet.count)
    /// The maximum number of processes for all documents.
    public var processes = 2 * max(2, ProcessorSet.count)
    /// Seconds after which an idle process is ended.
    public var idleTime = 30.0
    /// Seconds after which a page that could not be read is tried again.
    public var failureMemory = 60.0
    /// Whether pages have a white background. Without it they are transparent, for example for icons.
    public var hasPaper = true
    /// The passwords to try on encrypted documents, in order, after the empty one.
    public var passwords: [String] = []
    /// The path of the worker program. If nil, it is looked up in the environment variable `TILEWORK_PDF`, then beside
    /// the running program, then in `../libexec/tilework` from there.
    public var program: String?
    /// The ledger in which processes reserve memory; nil to limit only their number.
    package var ledger: MemoryLedger?

    public init() {}

    /// At least 1, the unit of the system's limit.
    var processorSeconds: Int { max(1, Int(min(1e9, processorTime.rounded(.up)))) }
    var clockNanoseconds: UInt64 { UInt64(max(0, min(1e9, clockTime)) * 1e9) }
    var failureNanoseconds: UInt64 { UInt64(max(0, min(1e9, failureMemory)) * 1e9) }
}
