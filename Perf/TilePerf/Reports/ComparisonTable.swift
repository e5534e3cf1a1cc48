/// A comparison of two builds as a table for a terminal, with a line for each trace and part.
public struct ComparisonTable: Sendable {
    public let text: String

    public init(_ rows: [Comparison]) {
        var blocks: [String] = []
        for measure in [Comparison.Measure.cost, .time] {
            let some = rows.filter { $0.measure == measure }
            if !some.isEmpty { blocks.append(Self.block(measure, some)) }
        }
        text = blocks.joined(separator: "\n\n")
    }

    private static func block(_ measure: Comparison.Measure, _ rows: [Comparison]) -> String {
        var lines: [[String]] = [
            measure == .cost
                ? ["trace", "part", "base", "head", "change", "", "instructions"]
                : ["trace", "part", "base", "head", "change", "noise", "ms per frame; raster: per tile"]
        ]
        var last = ""
        for row in rows {
            // Parts without work in both builds are omitted.
            if row.base == 0, row.head == 0 { continue }
            func number(_ value: Double) -> String { measure == .cost ? Int(value).grouped : value.milliseconds }
            let change = row.change.map { share in
                (share >= 0 ? "+" : "−") + (abs(share) * 100).fixed(measure == .cost ? 3 : 1) + "%"
            }
            lines.append([
                row.trace == last ? "" : row.trace, row.name, number(row.base), number(row.head), change ?? "",
                row.noise.map { "±" + ($0 * 100).fixed(1) + "%" } ?? "", row.word,
            ])
            last = row.trace
        }
        let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max()! }
        return lines.map { line in
            var text = ""
            for (column, cell) in line.enumerated() {
                if widths[column] == 0 { continue }
                let space = String(repeating: " ", count: widths[column] - cell.count)
                let isNumber = (2...5).contains(column)
                text += (text.isEmpty ? "" : "  ") + (isNumber ? space + cell : cell + space)
            }
            return String(text.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}

extension Comparison {
    fileprivate var word: String {
        switch verdict {
        case .unchanged: "ok"
        case .faster: measure == .cost ? "less" : "faster"
        case .slower: measure == .cost ? "MORE" : "SLOWER"
        case .small: "too small to judge"
        case .notJudged: "not judged: too noisy"
        }
    }
}

extension Double {
    /// Returns the number with a fixed number of digits after the point.
    func fixed(_ places: Int) -> String {
        let power = (0..<places).reduce(1) { power, _ in power * 10 }
        guard isFinite, abs(self) < 1e12 else { return "\(self)" }
        let whole = Int((abs(self) * Double(power)).rounded())
        let part = "\(whole % power)"
        return (self < 0 && whole > 0 ? "-" : "") + "\(whole / power)"
            + (places > 0 ? "." + String(repeating: "0", count: places - part.count) + part : "")
    }

    fileprivate var milliseconds: String { fixed(self >= 100 ? 1 : self >= 1 ? 2 : 3) }
}
