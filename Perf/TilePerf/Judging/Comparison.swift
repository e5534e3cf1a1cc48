import Foundation

/// How a part of one build's work compares with another build's.
public struct Comparison: Hashable, Sendable, Codable {
    public enum Measure: String, Hashable, Sendable, Codable {
        /// Instructions of a whole replay.
        case cost
        /// Milliseconds for each frame, or for each tile.
        case time
    }

    public enum Verdict: String, Hashable, Sendable, Codable {
        case unchanged, faster, slower
        /// Too small to matter to anybody.
        case small
        /// The machine is too noisy to say.
        case notJudged
    }

    public var trace: String
    public var measure: Measure
    /// Nil for all phases of frames together.
    public var part: WorkPart?
    public var base: Double
    public var head: Double
    /// By how much the head is above the base, as a share of it; nil where there is none.
    public var change: Double?
    /// Of time: what two runs of one build differ by, as a share; and the p of the Mann–Whitney test.
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

    /// Why it was not judged, in a sentence.
    public var refusal: String {
        "\(name) not judged: noise floor \(((noise ?? 0) * 100).short)%, so \(((change ?? 0) * 100).short)% may be noise"
    }

    /// The part's name in reports.
    public var name: String { part?.rawValue ?? "frame" }

    /// The regression in a sentence; nil where there is none.
    public var finding: Finding? {
        guard verdict == .slower, let change else { return nil }
        let percent = "\((change * 100).short)%"
        switch measure {
        case .cost:
            return Finding(
                Fault(.regression, name, .more), trace: trace,
                "\(name) costs \(percent) more: \(Int(head).grouped) instructions, were \(Int(base).grouped)")
        case .time:
            let per = part == .raster ? "per tile" : "per frame"
            return Finding(
                Fault(.regression, name, .more), trace: trace,
                "\(name) takes \(percent) longer: \(head.short) ms \(per), were \(base.short); "
                    + "two runs of the base differ by up to \(((noise ?? 0) * 100).short)%, "
                    + ((p ?? 1) < 0.001 ? "p < 0.001" : "p = \((p ?? 1).short)"))
        }
    }
}

extension Int {
    /// The number with a comma after each three digits.
    var grouped: String {
        var text = ""
        for (index, digit) in "\(magnitude)".reversed().enumerated() {
            if index > 0, index % 3 == 0 { text = "," + text }
            text = String(digit) + text
        }
        return self < 0 ? "-" + text : text
    }
}
