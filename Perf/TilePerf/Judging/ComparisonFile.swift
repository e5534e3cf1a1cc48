public import Foundation

/// The results of `compare` as a file: docs/schemas/comparison.schema.json.
public struct ComparisonFile: Hashable, Sendable {
    /// The version of the JSON format.
    public static let version = 1

    /// The traces that were compared.
    public var traces: [String]
    /// The parts of each trace when builds were compared; empty for two ledgers.
    public var rows: [Comparison]
    /// The regressions and differences.
    public var findings: [Finding]

    public init(traces: [String], rows: [Comparison], findings: [Finding]) {
        self.traces = traces
        self.rows = rows
        self.findings = findings
    }

    /// A finding with its properties as separate members.
    private struct Line: Encodable {
        var kind: String
        var trace: String
        var subject: String
        var view: String?
        var frame: Int?
        var message: String

        init(_ finding: Finding) {
            (kind, trace, subject) = (finding.kind.rawValue, finding.trace, finding.subject)
            (view, frame, message) = (finding.fault.view, finding.frame, finding.message)
        }
    }

    /// The file's text, with a line for each row and finding and members in a fixed order.
    public var json: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding cannot fail: numbers are finite.
        func text(_ value: some Encodable) -> String { String(decoding: try! encoder.encode(value), as: UTF8.self) }
        func list(_ values: [some Encodable]) -> String {
            values.isEmpty ? "[]" : "[\n" + values.map { "    " + text($0) }.joined(separator: ",\n") + "\n  ]"
        }
        return Data(
            """
            {
              "tilework-comparison": \(Self.version),
              "traces": \(text(traces)),
              "rows": \(list(rows)),
              "findings": \(list(findings.map(Line.init)))
            }

            """.utf8)
    }
}
