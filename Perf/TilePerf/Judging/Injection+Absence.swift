extension Injection {
    /// Why the fault was not put into a run, in a sentence; nil when it was. What stays green then says nothing of a
    /// gate.
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
