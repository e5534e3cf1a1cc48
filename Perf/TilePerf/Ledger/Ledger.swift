/// The records of all frames of a replay, from which runs are judged and reported.
public struct Ledger: Hashable, Sendable, Codable {
    /// The version of the JSON format. Schema 1 did not hold the costs of tiles, schema 2 no observed changes.
    public static let schema = 3
    /// The versions that can be read.
    static let readSchemas = 1...schema
    /// The first version with the cost and the owner of each tile.
    private static let firstWithWork = 2
    /// The first version with the changes of observable properties.
    private static let firstWithObserved = 3

    /// The members of the file. Others are errors, because they would not be judged.
    enum CodingKeys: String, CodingKey, CaseIterable {
        case schema, trace, fingerprint, content, clock, refreshRate, viewportWidth, viewportHeight, scale, format,
            scrollView, frames, leaks, about, verdict
    }

    public enum Clock: String, Codable, Sendable {
        /// Time passes according to the trace's costs, the same on every machine.
        case virtual
        /// The time of the machine's clock.
        case real
    }

    public var schema = Ledger.schema
    /// The trace's name and fingerprint.
    public var trace: String
    public var fingerprint: String
    /// The fingerprint of the content's file; nil if the content is not a file.
    public var content: String?
    public var clock: Clock
    /// The refresh rate in Hz.
    public var refreshRate: Double
    /// The size of the viewport in points, and the pixels per point.
    public var viewportWidth: Double
    public var viewportHeight: Double
    public var scale: Double
    /// The format that tiles were encoded in; nil for pixels.
    public var format: Trace.Format?
    /// The path of the view that contains the tiles; nil if unknown.
    public var scrollView: String?
    public var frames: [FrameRecord]
    /// Controllers that outlived their use, including those that the trace exempts; nil if the replay did not look for
    /// any. Ledgers are not compared by them.
    public var leaks: [ControllerLeak]?
    /// The trace's description; nil in ledgers that hold only what is compared.
    public var about: String?
    /// The judgment of the run; nil in ledgers that hold only what is compared, and before judging.
    public var verdict: Verdict?

    public init(_ trace: Trace, clock: Clock, content: String? = nil, frames: [FrameRecord] = []) {
        self.trace = trace.name
        fingerprint = trace.fingerprint
        about = trace.about.isEmpty ? nil : trace.about
        self.content = content
        self.clock = clock
        refreshRate = trace.refreshRate
        (viewportWidth, viewportHeight, scale) = (trace.viewport.width, trace.viewport.height, trace.scale)
        format = trace.format
        self.frames = frames
    }

    /// Whether the ledger contains the cost of each tile.
    var knowsWork: Bool { schema >= Self.firstWithWork }

    /// Whether the ledger contains the changes of observable properties.
    var knowsObserved: Bool { schema >= Self.firstWithObserved }

    /// Whether a count is the same on every machine, in this ledger. Bytes of files are for some formats only.
    public func isExact(_ count: Count) -> Bool {
        switch count {
        case .bytesEncoded, .bytesCached: format?.isExact ?? true
        default: count.isExact
        }
    }

    /// The numbers of frames and of shown frames, as text for all reports. A frame is a refresh of the screen, whether
    /// or not anything is shown, and has the number of that refresh.
    var frameText: String {
        let shown = frames.count(where: \.isPresented)
        return "\(frames.count) frame\(frames.count == 1 ? "" : "s"), \(shown) shown"
    }

    /// The sums over all frames.
    public var totals: FrameCounts {
        var sum = FrameCounts()
        for frame in frames { sum += frame.counts }
        return sum
    }
}
