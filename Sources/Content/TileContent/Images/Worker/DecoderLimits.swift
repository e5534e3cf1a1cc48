import TileSupport

/// The limits for decoding images in separate processes (the program `tilework-image`). These are the formats with
/// decoders that a server should not trust. A process that exceeds a limit is ended.
public struct DecoderLimits: Hashable, Sendable {
    /// Seconds of processor time for opening a file, or for a part of one.
    public var processorTime = 20.0
    /// Additional seconds for each megapixel of an image that can be decoded only as a whole: twice what the slowest
    /// takes.
    public var timePerMegapixel = 0.5
    /// The elapsed seconds allowed for each second of processor time, for a busy machine.
    public var patience = 3.0
    /// The address space of a process in bytes. Libraries take about 600 MB of it, and tiles of a slide may use the
    /// rest.
    public var memory = 1536 << 20
    /// The most processes for one file. More than the number of processors are of no use.
    public var processesPerFile = ProcessorSet.count
    /// The most processes in all. If there are as many, the process that has been idle longest is ended. If none is
    /// idle, new requests wait.
    public var processes = 2 * ProcessorSet.count
    /// The elapsed seconds below which a request is brief. A quarter of the processes is reserved for files with a
    /// brief last request.
    public var briefTime = 2.0
    /// The seconds after which an idle process is ended.
    public var idleTime = 15.0
    /// The path of the program. If it is nil, the environment variable `TILEWORK_IMAGE` is used, then the folder of the
    /// running program, then `../libexec/tilework` relative to it.
    public var program: String?
    /// The ledger in which processes reserve memory; nil to limit only their number.
    package var ledger: MemoryLedger?

    public init() {}

    /// Returns the limit in whole seconds of processor time, at least 1, because the system counts whole seconds.
    ///
    /// - Parameter pixels: The pixels that have to be decoded before the first are available.
    func processorSeconds(pixels: Int) -> Int {
        max(1, Int(min(1e6, (processorTime + timePerMegapixel * Double(pixels) / 1e6).rounded(.up))))
    }

    func clockNanoseconds(pixels: Int) -> UInt64 {
        UInt64(max(1, min(1e7, Double(processorSeconds(pixels: pixels)) * patience)) * 1e9)
    }
}
