/// All frames of a replay: what runs are judged and reported by.
public struct Ledger: Hashable, Sendable, Codable {
    /// Of the JSON format. Schema 1 did not say what a tile costs.
    public static let schema = 2
    /// Of files that are read.
    static let readSchemas = 1...schema
    /// From which on ledgers say what each tile costs, and whose that is.
    private static let firstWithWork = 2

    /// The members of the file. Others are errors: what they say would not be judged.
    enum CodingKeys: String, CodingKey, CaseIterable {
        case schema, trace, fingerprint, content, clock, refreshRate, viewportWidth, viewportHeight, scale, format,
            scrollView, frames, leaks
    }

    public enum Clock: String, Codable, Sendable {
        /// Time passes as the trace's costs say: the same everywhere.
        case virtual
        /// The machine's.
        case real
    }

    public var schema = Ledger.schema
    /// The trace's name and fingerprint.
    public var trace: String
    public var fingerprint: String
    /// Of the bytes of the trace's content; nil where that is no file.
    public var content: String?
    public var clock: Clock
    /// Hz.
    public var refreshRate: Double
    /// In points, and pixels per point.
    public var viewportWidth: Double
    public var viewportHeight: Double
    public var scale: Double
    /// What tiles were made into; nil for pixels.
    public var format: Trace.Format?
    /// The path of the view that the tiles are in; nil where none is known.
    public var scrollView: String?
    public var frames: [FrameRecord]
    /// Controllers that outlived their use, those that the trace excuses too; nil where none was looked for. Not
    /// compared with another run's.
    public var leaks: [ControllerLeak]?

    public init(_ trace: Trace, clock: Clock, content: String? = nil, frames: [FrameRecord] = []) {
        self.trace = trace.name
        fingerprint = trace.fingerprint
        self.content = content
        self.clock = clock
        refreshRate = trace.refreshRate
        (viewportWidth, viewportHeight, scale) = (trace.viewport.width, trace.viewport.height, trace.scale)
        format = trace.format
        self.frames = frames
    }

    /// Whether it says what each tile costs.
    var knowsWork: Bool { schema >= Self.firstWithWork }

    /// Whether a count is the same on every machine, in this ledger. Bytes of files are for some formats only.
    public func isExact(_ count: Count) -> Bool {
        switch count {
        case .bytesEncoded, .bytesCached: format?.isExact ?? true
        default: count.isExact
        }
    }

    /// How many frames there are, and how many of them were shown: the same words in all reports. A frame is a refresh
    /// of the screen, whether anything is shown at it or not, and has that refresh's number.
    var frameText: String {
        let shown = frames.count(where: \.isPresented)
        return "\(frames.count) frame\(frames.count == 1 ? "" : "s"), \(shown) shown"
    }

    /// Of all frames.
    public var totals: FrameCounts {
        var sum = FrameCounts()
        for frame in frames { sum += frame.counts }
        return sum
    }
}
