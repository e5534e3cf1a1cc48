import Foundation

/// Runs as JUnit XML, which CI servers show: a test case for each trace, a failure for each finding.
public struct JUnitReport: Sendable {
    private struct Case {
        var ledger: Ledger
        var findings: [Finding]
    }

    private var cases: [Case] = []

    public init() {}

    public mutating func add(_ ledger: Ledger, _ findings: [Finding]) {
        cases.append(Case(ledger: ledger, findings: findings))
    }

    public var xml: String {
        let failures = cases.count { !$0.findings.isEmpty }
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuites name=\"tilework perf\" tests=\"\(cases.count)\" failures=\"\(failures)\">\n"
        text += "  <testsuite name=\"tilework perf\" tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\">\n"
        for item in cases {
            let seconds = (item.ledger.frames.last?.time ?? 0).short
            let clock = item.ledger.clock.rawValue
            text +=
                "    <testcase classname=\"perf.\(clock)\" name=\"\(Self.escaped(item.ledger.trace))\" time=\"\(seconds)\""
            if item.findings.isEmpty {
                text += "/>\n"
                continue
            }
            text += ">\n"
            // One, because not every reader takes more.
            let kind = item.findings.contains { $0.kind == .regression } ? "regression" : "overBudget"
            let all = item.findings.map { Self.escaped($0.message) }.joined(separator: "\n")
            text +=
                "      <failure type=\"\(kind)\" message=\"\(Self.escaped(item.findings[0].message))\">\(all)</failure>\n"
            text += "    </testcase>\n"
        }
        return text + "  </testsuite>\n</testsuites>\n"
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
