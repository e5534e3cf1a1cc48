import Foundation

/// The input of a report's script: a ledger in columns, its scores for each budget on offer, the rules of its verdict,
/// and the definitions of all quantities.
struct ReportData: Encodable {
    struct Title: Encodable {
        var id: String
        var title: String
        var explanation: String
        var isSum: Bool
        /// Whether a ledger without this count had a count of 0, rather than none at all.
        var isExact: Bool
    }

    var trace: String
    /// The refresh rate in Hz.
    var refreshRate: Double
    /// The size in points.
    var viewport: [Double]
    var scale: Double
    /// The budgets on offer, the one that is selected at first, and the one that the verdict is for, in Hz.
    var budgets: [Double]
    var budget: Double
    var judgedBudget: Double
    /// The rules of the verdict, by subject.
    var rules: [String: Verdict.Rule]
    /// Definitions of quantities, by the names of `ReportTerm`.
    var terms = Dictionary(uniqueKeysWithValues: ReportTerm.allCases.map { ($0.rawValue, $0.definition) })
    var phases = FramePhase.allCases.map(\.rawValue)
    var kinds = ReportFrames.kinds.map(\.rawValue)
    var counts = Count.allCases.map {
        Title(
            id: $0.rawValue, title: $0.title, explanation: $0.explanation, isSum: $0.isSum, isExact: $0.isExact)
    }
    var run: ReportFrames
    var baseline: ReportFrames?
    var pictures: ReportPictures?

    init(
        _ ledger: Ledger, _ verdict: Verdict, baseline: Ledger?, refreshRate: Double, pictures: FramePictures? = nil
    ) {
        trace = ledger.trace
        self.refreshRate = ledger.refreshRate
        viewport = [ledger.viewportWidth, ledger.viewportHeight]
        scale = ledger.scale
        budgets = Set([60, 90, 120, ledger.refreshRate, verdict.refreshRate, refreshRate]).sorted()
        budget = refreshRate
        judgedBudget = verdict.refreshRate
        rules = Dictionary(verdict.rules.map { ($0.subject, $0) }) { first, _ in first }
        let budgets = budgets
        run = ReportFrames(ledger, .all, budgets: budgets)
        self.baseline = baseline.map { ReportFrames($0, .counts, budgets: budgets) }
        self.pictures = pictures.flatMap { ReportPictures($0, ledger) }
    }

    /// JSON for a script element: nothing in it ends the element or begins a comment.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Files hold no NaN, but a program's ledger may.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "0", negativeInfinity: "0", nan: "0")
        var text = ""
        // Every value in it can be encoded.
        for character in String(decoding: try! encoder.encode(self), as: UTF8.self).unicodeScalars {
            switch character {
            case "<", ">", "&", "\u{2028}", "\u{2029}":
                let digits = String(character.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }
}
