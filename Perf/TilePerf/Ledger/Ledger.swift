/// All frames of a replay: what runs are judged and reported by.
public struct Ledger: Hashable, Sendable, Codable {
    /// Of the JSON format.
    public static let schema = 1

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

    /// Whether a count is the same on every machine, in this ledger. Bytes of files are for some formats only.
    public func isExact(_ count: Count) -> Bool {
        switch count {
        case .bytesEncoded, .bytesCached: format?.isExact ?? true
        default: count.isExact
        }
    }

    /// Of all frames.
    public var totals: FrameCounts {
        var sum = FrameCounts()
        for frame in frames { sum += frame.counts }
        return sum
    }
}
