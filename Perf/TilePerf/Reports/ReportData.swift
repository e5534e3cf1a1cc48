import Foundation

/// What the script of a report gets: a ledger in columns, and its scores for each budget that it offers.
struct ReportData: Encodable {
    struct Title: Encodable {
        var id: String
        var title: String
        var isSum: Bool
        /// Whether a ledger without it had none, and not just kept none.
        var isExact: Bool
    }

    var trace: String
    /// Hz.
    var refreshRate: Double
    /// In points.
    var viewport: [Double]
    var scale: Double
    /// Budgets to choose from, and the one that is chosen, in Hz.
    var budgets: [Double]
    var budget: Double
    var phases = FramePhase.allCases.map(\.rawValue)
    var kinds = ReportFrames.kinds.map(\.rawValue)
    var counts = Count.allCases.map { Title(id: $0.rawValue, title: $0.title, isSum: $0.isSum, isExact: $0.isExact) }
    var run: ReportFrames
    var baseline: ReportFrames?
    var pictures: ReportPictures?

    init(_ ledger: Ledger, baseline: Ledger?, refreshRate: Double, pictures: FramePictures? = nil) {
        trace = ledger.trace
        self.refreshRate = ledger.refreshRate
        viewport = [ledger.viewportWidth, ledger.viewportHeight]
        scale = ledger.scale
        budgets = Set([60, 90, 120, ledger.refreshRate, refreshRate]).sorted()
        budget = refreshRate
        let budgets = budgets
        run = ReportFrames(ledger, .all, budgets: budgets)
        self.baseline = baseline.map { ReportFrames($0, .counts, budgets: budgets) }
        self.pictures = pictures.flatMap { ReportPictures($0, ledger) }
    }

    /// JSON that may stand in a script element: nothing in it ends that element, or begins a comment.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Ledgers with NaN can't come from files, but from programs.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "0", negativeInfinity: "0", nan: "0")
        var text = ""
        // All that is in it can be written.
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
