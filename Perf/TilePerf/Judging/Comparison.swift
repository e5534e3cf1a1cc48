import Foundation
import TileSupport

/// A comparison of one part of the work between two builds.
public struct Comparison: Hashable, Sendable, Codable {
    public enum Measure: String, Hashable, Sendable, Codable {
        /// The instructions of a whole replay.
        case cost
        /// The milliseconds for each frame or each tile.
        case time
    }

    public enum Verdict: String, Hashable, Sendable, Codable {
        case unchanged, faster, slower
        /// Too small to matter.
        case small
        /// The machine is too noisy for a judgment.
        case notJudged
    }

    public var trace: String
    public var measure: Measure
    /// The part of the work; nil for all phases of frames together.
    public var part: WorkPart?
    public var base: Double
    public var head: Double
    /// The increase from base to head as a fraction of the base; nil if the base is zero.
    public var change: Double?
    /// The difference between runs of one build, as a fraction, and the p-value of the Mann–Whitney test. For times
    /// only.
    public var noise: Double?
    public var p: Double?
    public var verdict: Verdict

    public init(
        trace: String, measure: Measure, part: WorkPart?, base: Double, head: Double, change: Double?,
        noise: Double? = nil, p: Double? = nil, verdict: Verdict
    ) {
        self.trace = trace
        self.measure = measure
        self.part = part
        self.base = base
        self.head = head
        self.change = change
        self.noise = noise
        self.p = p
        self.verdict = verdict
    }

    /// The reason why it was not judged, as a sentence.
    public var refusal: String {
        "\(name) not judged: noise floor \(((noise ?? 0) * 100).short)%, so \(((change ?? 0) * 100).short)% may be noise"
    }

    /// The part's name in reports.
    public var name: String { part?.rawValue ?? "frame" }

    /// The regression as a finding; nil if there is none.
    public var finding: Finding? {
        guard verdict == .slower, let change else { return nil }
        let percent = "\((change * 100).short)%"
        switch measure {
        case .cost:
            return Finding(
                Fault(.regression, name, change: .more), trace: trace,
                "\(name) costs \(percent) more: \(Int(head).grouped) instructions, were \(Int(base).grouped)")
        case .time:
            let per = part == .raster ? "per tile" : "per frame"
            return Finding(
                Fault(.regression, name, change: .more), trace: trace,
                "\(name) takes \(percent) longer: \(head.short) ms \(per), were \(base.short); "
                    + "two runs of the base differ by up to \(((noise ?? 0) * 100).short)%, "
                    + ((p ?? 1) < 0.001 ? "p < 0.001" : "p = \((p ?? 1).short)"))
        }
    }
}

extension Int {
    /// The number with a comma after each three digits.
    var grouped: String { GroupedNumber.text(self) }
}
