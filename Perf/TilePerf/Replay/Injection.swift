/// A fault that is put into a replay on purpose, to see that a gate goes red.
public enum Injection: Hashable, Sendable {
    /// A view draws itself once more in the frame of this number.
    case draw(frame: Int)
    /// Tiles cost so much more: of the scripted time where counts are judged, of true time where that is, and where
    /// instructions are counted so large a share of them is drawn twice.
    case cost(Double)
    /// From the frame of this number on, one visible tile is never drawn.
    case blank(frame: Int)

    /// From `draw=12`, `cost=5%` or `blank=30`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "draw", "blank":
            guard let frame = Int(parts[1]), (0...1_000_000).contains(frame) else { return nil }
            self = parts[0] == "draw" ? .draw(frame: frame) : .blank(frame: frame)
        case "cost":
            guard parts[1].last == "%", let share = Double(parts[1].dropLast()), share > 0, share <= 1000 else {
                return nil
            }
            self = .cost(share / 100)
        default: return nil
        }
    }
}
