import TileSupport

/// What decoding images in processes of their own may take (the program `tilework-image`): those of formats whose
/// decoders are not to be trusted with a server. A process that takes more is ended.
public struct DecoderLimits: Hashable, Sendable {
    /// Seconds of processor time for opening a file, or for a part of one.
    public var processorTime = 20.0
    /// Seconds more for each megapixel of an image that can only be decoded as a whole: twice what the slowest takes.
    public var timePerMegapixel = 0.5
    /// Seconds on the clock that the same may take, for each of the processor's: for a machine that is busy.
    public var patience = 3.0
    /// Bytes of address space of a process: of them libraries take some 600 MB, and tiles of a slide what is left.
    public var memory = 1536 << 20
    /// The most processes of a file. As many as there are processors are of use.
    public var processesPerFile = ProcessorSet.count
    /// The most processes in all. When so many are there, the one that has been idle for longest is ended; when none is
    /// idle, whoever needs one waits.
    public var processes = 2 * ProcessorSet.count
    /// Seconds on the clock below which a request is brief. Of the processes, a quarter is for files whose last one
    /// was.
    public var briefTime = 2.0
    /// Seconds after which a process that nobody needed is ended.
    public var idleTime = 15.0
    /// Where the program is; nil looks in the environment variable `TILEWORK_IMAGE`, then beside the running program,
    /// then in `../libexec/tilework` from there.
    public var program: String?

    public init() {}

    /// Seconds of processor time, at least 1, in which the system counts.
    ///
    /// - Parameter pixels: That have to be decoded before there are any.
    func processorSeconds(pixels: Int) -> Int {
        max(1, Int(min(1e6, (processorTime + timePerMegapixel * Double(pixels) / 1e6).rounded(.up))))
    }

    func clockNanoseconds(pixels: Int) -> UInt64 {
        UInt64(max(1, min(1e7, Double(processorSeconds(pixels: pixels)) * patience)) * 1e9)
    }
}
