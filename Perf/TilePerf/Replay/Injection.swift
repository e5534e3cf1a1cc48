/// A fault that is deliberately injected into a replay to verify that a gate fails.
public enum Injection: Hashable, Sendable {
    /// A view draws itself once more in the frame with this number.
    case draw(frame: Int)
    /// Tiles cost more by this fraction: in scripted time if counts are judged, in real time if times are judged. If
    /// instructions are counted, this fraction of the tiles is drawn twice.
    case cost(Double)
    /// One visible tile is never drawn, from the frame with this number on.
    case blank(frame: Int)

    /// Parses `draw=12`, `cost=5%` or `blank=30`; nil for other text.
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
