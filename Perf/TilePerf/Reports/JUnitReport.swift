import Foundation

/// Runs as JUnit XML, which CI servers show: a test case for each trace, a failure for what was found, an error for one
/// that could not be judged.
public struct JUnitReport: Sendable {
    private struct Case {
        enum Verdict {
            case passed
            /// One for all findings, because not every reader takes more.
            case failure(kind: String, message: String, all: String)
            case error(kind: String, message: String)
            /// Nothing is known, and nobody is to blame.
            case skipped(message: String)
        }

        var suite: String
        var name: String
        /// Of the replay.
        var seconds: Double
        var verdict: Verdict

        var isFailure: Bool { if case .failure = verdict { true } else { false } }
        var isError: Bool { if case .error = verdict { true } else { false } }
        var isSkipped: Bool { if case .skipped = verdict { true } else { false } }
    }

    private var cases: [Case] = []

    public init() {}

    public mutating func add(_ ledger: Ledger, _ findings: [Finding]) {
        add(
            ledger.trace, suite: "perf.\(ledger.clock.rawValue)", seconds: ledger.frames.last?.time ?? 0, findings,
            unjudged: ledger.clock == .virtual ? nil : "real time is shown, and judged beside another build only")
    }

    /// A trace that two builds were compared by.
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

    /// A trace of which two ledgers were compared.
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

    /// One that was not judged.
    ///
    /// - Parameter kind: in a word.
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
            text += "    <testcase classname=\"\(item.suite)\" name=\"\(Self.escaped(item.name))\" "
            text += "time=\"\(item.seconds.short)\""
            switch item.verdict {
            case .passed: text += "/>\n"
            case .failure(let kind, let message, let all):
                text += ">\n" + Self.element("failure", kind, message, all) + "    </testcase>\n"
            case .skipped(let message):
                text += ">\n      <skipped message=\"\(Self.escaped(message))\"/>\n    </testcase>\n"
            case .error(let kind, let message):
                text += ">\n" + Self.element("error", kind, message, message) + "    </testcase>\n"
            }
        }
        return text + "  </testsuite>\n</testsuites>\n"
    }

    private static func element(_ name: String, _ kind: String, _ message: String, _ all: String) -> String {
        let body = all.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
        return
            "      <\(name) type=\"\(kind)\" message=\"\(escaped(message))\">\(body.joined(separator: "\n"))</\(name)>\n"
    }

    /// For text and attributes. What XML 1.0 can't hold is a question mark.
    private static func escaped(_ string: String) -> String {
        var text = ""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\n", "\t", "\r": text += "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: text += "?"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
