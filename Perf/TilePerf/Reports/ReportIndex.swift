import Foundation
import TileSupport

/// A page that lists the reports of a run, the worst first: a row for each trace with its verdict, the reason for it,
/// and a link to its report.
///
/// Like a report it is one self-contained HTML file, and needs no script.
public struct ReportIndex: Sendable {
    private struct Row {
        var name: String
        var about: String?
        /// The file of the trace's report, beside the index; nil if there is none.
        var file: String?
        var result: Result
    }

    private enum Result {
        case judged(Verdict, Ledger)
        case failed(String)

        /// The position among the rows; the worst come first.
        var rank: Int {
            switch self {
            case .failed: -1
            case .judged(let verdict, _): Verdict.Outcome.allCases.firstIndex(of: verdict.outcome) ?? 0
            }
        }
    }

    private var rows: [Row] = []

    public init() {}

    /// Adds a judged trace.
    ///
    /// - Parameter file: the name of its report, in the index's folder.
    public mutating func add(_ ledger: Ledger, _ verdict: Verdict, named name: String, file: String) {
        rows.append(Row(name: name, about: ledger.about, file: file, result: .judged(verdict, ledger)))
    }

    /// Adds a trace that could not be read, replayed or judged.
    public mutating func add(failed name: String, _ message: String) {
        rows.append(Row(name: name, about: nil, file: nil, result: .failed(message)))
    }

    public var html: String {
        let sorted = rows.sorted { ($0.result.rank, $0.name) < ($1.result.rank, $1.name) }
        return """
            \(ReportPage.head(title: "\(title) – Tilework performance report", ReportPage.indexStyles))
            <body>
            <main>
            <header class="head">
            <p class="overline">Tilework performance report</p>
            <h1>\(title)</h1>
            <ul class="facts">\(counts.map { "<li>\($0)</li>" }.joined())</ul>
            </header>
            <section class="panel" aria-label="Traces">
            <table class="traces">
            <thead><tr><th scope="col">Verdict</th><th scope="col">Trace</th>\(Self.headings)</tr></thead>
            <tbody>
            \(sorted.map(Self.row).joined(separator: "\n"))
            </tbody>
            </table>
            </section>
            <section class="panel definitions" aria-labelledby="definitions-title">
            <h2 id="definitions-title">Definitions</h2>
            <dl>\(Self.definitions)</dl>
            </section>
            </main>
            </body>
            </html>

            """
    }

    private var title: String { rows.count == 1 ? "1 trace" : "\(rows.count.grouped) traces" }

    /// The number of traces with each outcome, as texts.
    private var counts: [String] {
        let failed = rows.count { $0.result.rank < 0 }
        let judged = Verdict.Outcome.allCases.enumerated().compactMap { rank, outcome in
            let count = rows.count { $0.result.rank == rank }
            return count > 0 ? "\(count.grouped) \(outcome.title.lowercased())" : nil
        }
        return (failed > 0 ? [failed == 1 ? "1 error" : "\(failed.grouped) errors"] : []) + judged
    }

    private static let columns: [(term: ReportTerm, title: String)] = [
        (.frameTime, "Frame time"), (.missedFrames, "Missed"), (.hitchRatio, "Hitch ratio"),
        (.checkerboard, "Checkerboard"), (.timeToSharp, "Sharp after"),
    ]

    private static var headings: String {
        columns.map { "<th scope=\"col\"><a href=\"#\($0.term.rawValue)\">\($0.title)</a></th>" }.joined()
    }

    private static var definitions: String {
        columns.map { column in
            "<dt id=\"\(column.term.rawValue)\">\(column.title)</dt><dd>\(column.term.definition.escapedForMarkup)</dd>"
        }.joined()
    }

    private static func row(_ row: Row) -> String {
        let name =
            row.file.map { "<a href=\"./\(address($0).escapedForMarkup)\">\(row.name.escapedForMarkup)</a>" }
            ?? row.name.escapedForMarkup
        let about = row.about.map { "<p class=\"about\">\($0.escapedForMarkup)</p>" } ?? ""
        switch row.result {
        case .failed(let message):
            return
                "<tr data-verdict=\"error\"><td>\(VerdictMarkup.errorBadge)</td><th scope=\"row\" colspan=\"\(columns.count + 1)\">\(name)"
                + "<p class=\"reason\">\(message.escapedForMarkup)</p></th></tr>"
        case .judged(let verdict, let ledger):
            let reason = verdict.findings.first?.message ?? verdict.summary
            let rest = verdict.findings.count - 1
            let more = rest > 0 ? " <span class=\"more\">and \(rest.grouped) more</span>" : ""
            let scores = Scores(ledger, refreshRate: verdict.refreshRate)
            let cells = zip(columns, figures(ledger, scores)).map { column, figure in
                "<td data-title=\"\(column.title)\">\(figure)</td>"
            }
            return "<tr data-verdict=\"\(verdict.outcome.rawValue)\"><td>\(VerdictMarkup.badge(verdict.outcome))</td>"
                + "<th scope=\"row\">\(name)\(about)<p class=\"reason\">\(reason.escapedForMarkup)\(more)</p></th>"
                + cells.joined() + "</tr>"
        }
    }

    /// The cells of a row, in the order of `columns`.
    private static func figures(_ ledger: Ledger, _ scores: Scores) -> [String] {
        let times = scores.frameTimes
        let severity = scores.checkerboard.total.severity
        return [
            sparkline(ledger, budget: scores.budget), "\(times.missed.grouped) of \(times.shown.grouped)",
            "\(times.hitchRatio.grouped) ms/s", severity == 0 ? "0" : "\(severity.grouped) √(px·ms)",
            scores.timeToSharp.map { "\($0.grouped) ms" } ?? "never",
        ]
    }

    /// The number of bars in a sparkline.
    private static let bars = 60

    /// The most expensive frame of each stretch as a bar, in an image whose dashed line is the budget.
    private static func sparkline(_ ledger: Ledger, budget: Double) -> String {
        let frames = ledger.frames
        let count = min(bars, frames.count)
        let worst = (0..<count).map { bar in
            frames[bar * frames.count / count..<(bar + 1) * frames.count / count].map { $0.isPresented ? $0.cost : 0 }
                .max() ?? 0
        }
        guard let most = worst.max(), most > 0 else { return "–" }
        // Room for the budget's line, and for bars of up to twice the budget.
        let (height, top) = (26.0, min(max(most, budget * 1.1), budget * 2))
        let rects = worst.enumerated().map { place, cost in
            let size = min(cost, top) / top * height
            return "<rect x=\"\(place * 2)\" y=\"\((height - size).short)\" width=\"1.5\" "
                + "height=\"\(size.short)\"\(cost > budget ? " class=\"late\"" : "")/>"
        }
        let line = (height - budget / top * height).short
        return "<svg class=\"spark\" viewBox=\"0 0 \(bars * 2) \(height.short)\" role=\"img\" aria-label=\"at most "
            + "\(most.short) ms, budget \(budget.short) ms\">\(rects.joined())"
            + "<path d=\"M0 \(line)h\(bars * 2)\"/></svg>"
    }

    /// Returns a file name as part of a URL.
    private static func address(_ file: String) -> String {
        file.addingPercentEncoding(withAllowedCharacters: allowed) ?? file
    }

    private static let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
}
