import Foundation
import TileSupport

/// Runs as JUnit XML for CI servers: a test case for each trace, with a failure for its findings, or an error if it
/// could not be judged.
public struct JUnitReport: Sendable {
    private struct Case {
        enum Verdict {
            case passed
            /// One failure for all findings, because not every reader accepts several.
            case failure(kind: String, message: String, all: String)
            case error(kind: String, message: String)
            /// The run was not judged.
            case skipped(message: String)
        }

        var suite: String
        var name: String
        /// The length of the replay.
        var seconds: Double
        var verdict: Verdict

        var isFailure: Bool { if case .failure = verdict { true } else { false } }
        var isError: Bool { if case .error = verdict { true } else { false } }
        var isSkipped: Bool { if case .skipped = verdict { true } else { false } }
    }

    private var cases: [Case] = []

    public init() {}

    /// Adds the case of a judged run.
    public mutating func add(_ ledger: Ledger, _ verdict: Verdict) {
        add(
            ledger.trace, suite: "perf.\(ledger.clock.rawValue)", seconds: ledger.frames.last?.time ?? 0,
            verdict.findings, unjudged: verdict.outcome == .notJudged ? verdict.summary : nil)
    }

    /// Adds the cases of a trace by which two builds were compared, one for each measure.
    public mutating func add(_ trace: String, _ rows: [Comparison]) {
        let measures = Set(rows.map(\.measure))
        for measure in [Comparison.Measure.cost, .time] where measures.contains(measure) {
            let some = rows.filter { $0.trace == trace && $0.measure == measure }
            let unjudged = some.filter { $0.verdict == .notJudged }.map(\.refusal)
            add(
                trace, suite: "perf.\(measure.rawValue)", seconds: 0, some.compactMap(\.finding),
                unjudged: unjudged.isEmpty ? nil : unjudged.joined(separator: "\n"))
        }
    }

    /// Adds the case of a trace whose ledgers were compared.
    public mutating func add(_ trace: String, _ findings: [Finding]) {
        add(trace, suite: "perf.counts", seconds: 0, findings, unjudged: nil)
    }

    private mutating func add(
        _ trace: String, suite: String, seconds: Double, _ findings: [Finding], unjudged: String?
    ) {
        var verdict = unjudged.map { Case.Verdict.skipped(message: $0) } ?? .passed
        if let first = findings.first {
            verdict = .failure(
                kind: findings.contains { $0.kind == .regression } ? "regression" : "overBudget",
                message: first.message, all: findings.map(\.message).joined(separator: "\n"))
        }
        cases.append(Case(suite: suite, name: trace, seconds: seconds, verdict: verdict))
    }

    /// Adds the case of a trace that could not be judged.
    ///
    /// - Parameter kind: the kind of error, in one word.
    public mutating func add(failed name: String, kind: String, _ message: String) {
        cases.append(Case(suite: "perf", name: name, seconds: 0, verdict: .error(kind: kind, message: message)))
    }

    public var xml: String {
        let counts =
            "tests=\"\(cases.count)\" failures=\"\(cases.count { $0.isFailure })\" errors=\"\(cases.count { $0.isError })\" "
            + "skipped=\"\(cases.count { $0.isSkipped })\""
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuites name=\"tilework perf\" \(counts)>\n"
        text += "  <testsuite name=\"tilework perf\" \(counts)>\n"
        for item in cases {
            text += "    <testcase classname=\"\(item.suite)\" name=\"\(item.name.escapedForMarkup)\" "
            text += "time=\"\(item.seconds.short)\""
            switch item.verdict {
            case .passed: text += "/>\n"
            case .failure(let kind, let message, let all):
                text += ">\n" + Self.element("failure", kind: kind, message: message, text: all) + "    </testcase>\n"
            case .skipped(let message):
                text += ">\n      <skipped message=\"\(message.escapedForMarkup)\"/>\n    </testcase>\n"
            case .error(let kind, let message):
                text += ">\n" + Self.element("error", kind: kind, message: message, text: message) + "    </testcase>\n"
            }
        }
        return text + "  </testsuite>\n</testsuites>\n"
    }

    private static func element(_ name: String, kind: String, message: String, text all: String) -> String {
        let body = all.split(separator: "\n", omittingEmptySubsequences: false).map(\.escapedForMarkup)
        return
            "      <\(name) type=\"\(kind)\" message=\"\(message.escapedForMarkup)\">\(body.joined(separator: "\n"))</\(name)>\n"
    }
}
