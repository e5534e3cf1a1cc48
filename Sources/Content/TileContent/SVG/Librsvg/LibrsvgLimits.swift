import TileSupport

/// What drawing by librsvg may take. That library ends its process over some documents, and cannot be stopped over
/// others, so it draws in processes of its own (the program `tilework-svg`), which are given this much and then ended.
///
/// A process holds one document and draws one part of it at a time.
public struct LibrsvgLimits: Hashable, Sendable {
    /// Seconds of processor time that one window of 1,024 pixels may take, or reading the document. Windows of the
    /// largest drawings that we know take half a second.
    public var processorTime = 10.0
    /// Seconds on the clock that the same may take: thrice as long, for a machine that is busy. What takes longer than
    /// this and has not had its processor time is nobody's fault, and may be asked for again.
    public var clockTime = 30.0
    /// Seconds more, of both, for each MB of the document: ten times what reading and drawing a MB of shapes takes.
    public var timePerMegabyte = 0.5
    /// Bytes of address space of a process: 60 surfaces as large as a window with its margin, and the libraries.
    public var memory = 2 << 30
    /// Bytes more for each byte of the document, which librsvg keeps as a tree. Shapes take 10 to 20.
    public var memoryPerByte = 40
    /// The most processes of a document. As many as there are processors are of use.
    public var processesPerDocument = ProcessorSet.count
    /// The most processes in all, those of other documents included. When so many are there, the one that has been idle
    /// for longest is ended; when none is idle, whoever needs one waits.
    public var processes = 2 * ProcessorSet.count
    /// Seconds on the clock below which a window is brief. Of the processes, a quarter is for documents whose last one
    /// was.
    public var briefTime = 5.0
    /// Seconds after which a process that nobody needed is ended. Starting another takes a twentieth of a second and
    /// reading the document.
    public var idleTime = 30.0
    /// Windows of one scale, to the power of two, that may fail in a row before no more of them are drawn for
    /// `failureMemory`; when twice as many failed at whatever scale, none of those scales is drawn that never
    /// succeeded. Else each tile would cost what the limits allow.
    public var failuresInARow = 3
    /// Seconds after the last of them that failures are forgotten.
    public var failureMemory = 60.0
    /// Where the program is; nil looks in the environment variable `TILEWORK_SVG`, then beside the running program,
    /// then in `../libexec/tilework` from there.
    public var program: String?

    public init() {}

    /// The same for a part of a drawing, which is waited for less long than a whole one.
    var ofElement: LibrsvgLimits {
        var limits = self
        limits.clockTime = min(limits.clockTime, 20)
        return limits
    }

    /// Seconds of processor time for a request about a document of so many bytes; at least 1, in which the system
    /// counts.
    func processorSeconds(documentSize: Int) -> Int {
        max(1, Int(min(1e9, (processorTime + more(documentSize)).rounded(.up))))
    }

    /// Nanoseconds on the clock for the same.
    func clockNanoseconds(documentSize: Int) -> UInt64 {
        UInt64(max(0, min(1e9, clockTime + more(documentSize))) * 1e9)
    }

    /// The most processes at a time of documents that are not known to be brief.
    var processesForLong: Int { max(1, processes - max(1, processes / 4)) }

    var briefNanoseconds: UInt64 { UInt64(max(0, min(1e9, briefTime)) * 1e9) }

    /// Bytes of address space for a process that holds such a document.
    func memory(documentSize: Int) -> Int {
        let (more, isTooMuch) = memoryPerByte.multipliedReportingOverflow(by: documentSize)
        let (sum, isTooMuchStill) = memory.addingReportingOverflow(more)
        return isTooMuch || isTooMuchStill ? .max : max(1, sum)
    }

    private func more(_ documentSize: Int) -> Double { timePerMegabyte * Double(documentSize) / 1e6 }
}
