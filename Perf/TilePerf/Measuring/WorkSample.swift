public import Foundation

/// The measurements of one trace by one process, for comparison by another.
public struct WorkSample: Hashable, Sendable, Codable {
    /// The version of the JSON format.
    public static let schema = 1

    public var schema = WorkSample.schema
    /// The trace's name and fingerprint.
    public var trace: String
    public var fingerprint: String
    /// The fingerprint of the content's bytes, if it is a file and the build reports it.
    public var content: String?
    public var clock: Ledger.Clock
    /// The numbers of shown frames and of drawn tiles, drafts and full, including those before the first frame.
    public var frames: Int
    public var tiles: Int
    /// The milliseconds of each part: phases for each shown frame, raster for each tile. Not the sum, because in real
    /// time the faster build shows more frames.
    public var milliseconds: [WorkPart: Double]

    init(_ trace: Trace, clock: Ledger.Clock, content: String? = nil, _ times: WorkTimes) {
        (self.trace, fingerprint, self.clock) = (trace.name, trace.fingerprint, clock)
        self.content = content
        (frames, tiles) = (times.frames.count, times.tiles.count)
        milliseconds = [:]
        for phase in FramePhase.allCases where frames > 0 {
            let sum = times.frames.reduce(0) { $0 + ($1[phase] ?? 0) }
            milliseconds[.phase(phase)] = sum / Double(frames)
        }
        if tiles > 0 {
            milliseconds[.raster] = (times.tiles.reduce(0, +) + times.files.reduce(0, +)) / Double(tiles)
        }
    }

    /// The sample on one line, with members in a fixed order.
    public var json: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding cannot fail: numbers are finite.
        return try! encoder.encode(self)
    }

    /// Decodes the output of a process; nil if it is invalid.
    public init?(printed text: Data) {
        guard text.count < 1 << 20, let sample = try? JSONDecoder().decode(WorkSample.self, from: text),
            sample.schema == WorkSample.schema
        else { return nil }
        self = sample
    }
}
