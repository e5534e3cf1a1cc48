import TileSupport

/// Resource limits for drawing with librsvg. The library aborts its process on some documents and cannot be interrupted
/// on others, so it draws in worker processes (the program `tilework-svg`), which are ended when they exceed these
/// limits.
///
/// A process holds one document and draws one part of it at a time.
public struct LibrsvgLimits: Hashable, Sendable {
    /// Seconds of processor time for one window of 1,024 pixels, or for reading the document. Windows of the largest
    /// known drawings take half a second.
    public var processorTime = 10.0
    /// Seconds of wall-clock time for the same work: three times as long, for a busy machine. A request that exceeds
    /// this limit without using up its processor time is not counted as the document's fault and may be retried.
    public var clockTime = 30.0
    /// Additional seconds, for both limits, per MB of the document: ten times the time to read and draw a MB of shapes.
    public var timePerMegabyte = 0.5
    /// Bytes of address space of a process: 60 surfaces as large as a window with its margin, and the libraries.
    public var memory = 2 << 30
    /// Additional bytes for each byte of the document, which librsvg keeps as a tree. Shapes take 10 to 20.
    public var memoryPerByte = 40
    /// The maximum number of processes for one document. More than the number of processors is no faster.
    public var processesPerDocument = ProcessorSet.count
    /// The maximum number of processes for all documents. At the limit, the process that has been idle longest is
    /// ended; if none is idle, the request waits.
    public var processes = 2 * ProcessorSet.count
    /// Seconds of wall-clock time below which a window counts as brief. A quarter of the processes is reserved for
    /// documents whose last window was brief.
    public var briefTime = 5.0
    /// Seconds after which an idle process is ended. Starting another takes a twentieth of a second plus reading the
    /// document.
    public var idleTime = 30.0
    /// The number of consecutive failures at one scale (rounded to a power of two) after which windows at that scale
    /// are not tried for `failureMemory`. After twice as many failures at any scales, every scale that never succeeded
    /// is skipped. Otherwise each tile would cost the full limits.
    public var failuresInARow = 3
    /// Seconds after the last failure at which failures are forgotten.
    public var failureMemory = 60.0
    /// The path of the worker program. If nil, it is looked up in the environment variable `TILEWORK_SVG`, then beside
    /// the running program, then in `../libexec/tilework` from there.
    public var program: String?
    /// The ledger in which processes reserve memory; nil to limit only their number.
    package var ledger: MemoryLedger?

    public init() {}

    /// The limits for a part of a drawing, with a shorter wall-clock limit than for a whole drawing.
    var ofElement: LibrsvgLimits {
        var limits = self
        limits.clockTime = min(limits.clockTime, 20)
        return limits
    }

    /// Returns the seconds of processor time for a request about a document of this size; at least 1, the unit of the
    /// system's limit.
    func processorSeconds(documentSize: Int) -> Int {
        max(1, Int(min(1e9, (processorTime + more(documentSize)).rounded(.up))))
    }

    /// Returns the nanoseconds of wall-clock time for the same request.
    func clockNanoseconds(documentSize: Int) -> UInt64 {
        UInt64(max(0, min(1e9, clockTime + more(documentSize))) * 1e9)
    }

    /// The maximum number of concurrent processes for documents that are not known to be brief.
    var processesForLong: Int { max(1, processes - max(1, processes / 4)) }

    var briefNanoseconds: UInt64 { UInt64(max(0, min(1e9, briefTime)) * 1e9) }

    /// Returns the bytes of address space for a process that holds a document of this size.
    func memory(documentSize: Int) -> Int {
        let (more, isTooMuch) = memoryPerByte.multipliedReportingOverflow(by: documentSize)
        let (sum, isTooMuchStill) = memory.addingReportingOverflow(more)
        return isTooMuch || isTooMuchStill ? .max : max(1, sum)
    }

    private func more(_ documentSize: Int) -> Double { timePerMegabyte * Double(documentSize) / 1e6 }
}
