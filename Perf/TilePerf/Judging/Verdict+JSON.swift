/// The verdict as a member of a ledger's JSON (docs/schemas/ledger.schema.json). Sentences are written for readers, and
/// generated again when a verdict is read.
extension Verdict: Codable {
    private enum CodingKeys: String, CodingKey { case outcome, summary, refreshRate, clock, rules, findings }

    /// A finding without its trace, which is the ledger's.
    private struct Line: Codable {
        var kind: Finding.Kind
        var subject: String
        var view: String?
        var frame: Int?
        var message: String
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        refreshRate = try values.decode(Double.self, forKey: .refreshRate)
        isRealTime = try values.decode(Ledger.Clock.self, forKey: .clock) == .real
        rules = try values.decode([Rule].self, forKey: .rules)
        findings = try values.decode([Line].self, forKey: .findings).map { line in
            Finding(Fault(line.kind, line.subject, view: line.view), trace: "", frame: line.frame, line.message)
        }
    }

    /// Adds the trace's name to findings that were read without it.
    mutating func name(findings trace: String) {
        for index in findings.indices { findings[index].trace = trace }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(outcome, forKey: .outcome)
        try values.encode(summary, forKey: .summary)
        try values.encode(refreshRate, forKey: .refreshRate)
        try values.encode(isRealTime ? Ledger.Clock.real : .virtual, forKey: .clock)
        try values.encode(rules, forKey: .rules)
        let lines = findings.map { finding in
            Line(
                kind: finding.kind, subject: finding.subject, view: finding.fault.view, frame: finding.frame,
                message: finding.message)
        }
        try values.encode(lines, forKey: .findings)
    }
}

extension Verdict.Rule: Codable {
    private enum CodingKeys: String, CodingKey { case subject, state, value, limit, text }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            subject: try values.decode(String.self, forKey: .subject),
            state: try values.decode(State.self, forKey: .state),
            value: try values.decodeIfPresent(Double.self, forKey: .value),
            limit: try values.decodeIfPresent(Double.self, forKey: .limit))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(subject, forKey: .subject)
        try values.encode(state, forKey: .state)
        // JSON has no infinities; a ledger created by a program may.
        try values.encodeIfPresent(value.flatMap { $0.isFinite ? $0 : nil }, forKey: .value)
        try values.encodeIfPresent(limit, forKey: .limit)
        try values.encode(text, forKey: .text)
    }
}
