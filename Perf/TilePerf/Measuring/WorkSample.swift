public import Foundation

/// What one process measured of one trace, for another to compare.
public struct WorkSample: Hashable, Sendable, Codable {
    /// Of the JSON format.
    public static let schema = 1

    public var schema = WorkSample.schema
    /// The trace's name and fingerprint.
    public var trace: String
    public var fingerprint: String
    /// Of the content's bytes, where that is a file and the build says it.
    public var content: String?
    public var clock: Ledger.Clock
    /// Frames that were shown, and tiles that were drawn, drafts and full: those before the first frame too.
    public var frames: Int
    public var tiles: Int
    /// Milliseconds: of a phase for each frame that was shown, of raster for each tile. Not the sum, because in real
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

    /// On one line, members in a fixed order.
    public var json: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // All that is in it can be written: numbers are finite.
        return try! encoder.encode(self)
    }

    /// What a process printed; nil for anything else.
    public init?(printed text: Data) {
        guard text.count < 1 << 20, let sample = try? JSONDecoder().decode(WorkSample.self, from: text),
            sample.schema == WorkSample.schema
        else { return nil }
        self = sample
    }
}
