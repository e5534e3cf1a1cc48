/// A limit that a trace can set, with the value that a run reached.
///
/// `BudgetJudge` reports exceeded limits as findings, and `Verdict` shows all of them.
public struct LimitCheck: Hashable, Sendable {
    /// The quantities that can be limited. Raw values are the members of a trace's `limits`.
    public enum Quantity: String, Codable, CaseIterable, Sendable {
        case missedFrames, hitchRatio, checkerboard, blankPixels, timeToSharp, observedUpdates

        public var title: String {
            switch self {
            case .missedFrames: "missed frames"
            case .hitchRatio: "hitch ratio"
            case .checkerboard: "checkerboard"
            case .blankPixels: "blank pixels"
            case .timeToSharp: "time to sharp"
            case .observedUpdates: "updates for one property"
            }
        }

        /// The unit with a space before it; empty for plain numbers.
        var unit: String {
            switch self {
            case .missedFrames, .observedUpdates: ""
            case .hitchRatio: " ms/s"
            case .checkerboard: " √(px·ms)"
            case .blankPixels: " px"
            case .timeToSharp: " ms"
            }
        }
    }

    public var quantity: Quantity
    /// The run's value; nil if it was never reached, as a sharp screen may never be.
    public var value: Double?
    /// The largest value that the trace allows; nil if it sets no limit.
    public var limit: Double?

    /// Whether the run exceeds the limit. A value that was never reached exceeds any limit.
    public var isExceeded: Bool {
        guard let limit else { return false }
        return value.map { $0 > limit } ?? true
    }

    /// Returns a check for each quantity, with or without a limit. Updates for observed properties are checked only
    /// with one, because few programs have any.
    static func all(_ scores: Scores, _ limits: Trace.Limits) -> [LimitCheck] {
        Quantity.allCases.filter { $0 != .observedUpdates || limits.observedUpdates != nil }.map { quantity in
            switch quantity {
            case .missedFrames:
                LimitCheck(
                    quantity: quantity, value: Double(scores.frameTimes.missed),
                    limit: limits.missedFrames.map(Double.init))
            case .hitchRatio:
                LimitCheck(quantity: quantity, value: scores.frameTimes.hitchRatio, limit: limits.hitchRatio)
            case .checkerboard:
                LimitCheck(
                    quantity: quantity, value: scores.checkerboard.total.severity, limit: limits.checkerboard)
            case .blankPixels:
                LimitCheck(
                    quantity: quantity, value: Double(scores.checkerboard.blank.pixels),
                    limit: limits.blankPixels.map(Double.init))
            case .timeToSharp:
                LimitCheck(quantity: quantity, value: scores.timeToSharp, limit: limits.timeToSharp)
            case .observedUpdates:
                LimitCheck(
                    quantity: quantity, value: Double(scores.observedUpdates),
                    limit: limits.observedUpdates.map(Double.init))
            }
        }
    }
}
