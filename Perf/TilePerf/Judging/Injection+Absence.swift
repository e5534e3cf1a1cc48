extension Injection {
    /// Returns the reason why the fault was not injected into a run, as a sentence; nil if it was. Without an injected
    /// fault, a passing gate proves nothing.
    public func absence(from ledger: Ledger) -> String? {
        let frames = ledger.frames
        switch self {
        case .cost:
            let hasWork = ledger.totals[.rasterMicroseconds] > 0
            return hasWork ? nil : "\(self) was not injected: the replay draws no tile"
        case .draw(let frame), .blank(let frame):
            guard frame < frames.count else {
                return "\(self) was not injected: the last frame is \(frames.count - 1)"
            }
            if case .draw = self, frames[frame].state == .dropped {
                return "\(self) was not injected: frame \(frame) is dropped and draws nothing"
            }
            return nil
        }
    }
}

extension Injection: CustomStringConvertible {
    /// The fault as it is written on the command line.
    public var description: String {
        switch self {
        case .draw(let frame): "draw=\(frame)"
        case .blank(let frame): "blank=\(frame)"
        case .cost(let share): "cost=\((share * 100).short)%"
        }
    }
}
