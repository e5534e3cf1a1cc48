extension Trace {
    /// The trace until one of its frames: what comes later is left out, so that up to there it replays as before.
    ///
    /// - Parameter time: when the frame is due, in seconds since the trace began.
    func cut(after time: Double) -> Trace {
        var cut = self
        cut.events = events.filter { $0.isDue(at: time) }
        cut.tail = min(tail, max(0, time - (cut.events.last?.time ?? 0)))
        return cut
    }
}

extension Ledger {
    /// What a ledger says of its trace, says of the trace that is cut: the first frames are the same.
    ///
    /// - Returns: nil when it ends before.
    func cut(to frames: Int, of trace: Trace) -> Ledger? {
        guard frames <= self.frames.count else { return nil }
        var ledger = Ledger(trace, clock: clock, content: content, frames: Array(self.frames.prefix(frames)))
        (ledger.schema, ledger.scrollView) = (schema, scrollView)
        return ledger
    }
}

/// A failing trace cut after what fails, by a ledger alone: with no other build to ask, nothing is known of any other
/// trace.
public struct LedgerCut {
    public var trace: Trace
    /// What the trace should count.
    public var ledger: Ledger

    /// - Parameters:
    ///   - trace: as it was recorded or written.
    ///   - ledger: what all of it should count.
    ///   - frame: the one that fails.
    ///   - fails: whether a trace that should count so still fails in the way that is looked for.
    /// - Returns: nil when it fails in no part of the trace.
    public init?(
        _ trace: Trace, _ ledger: Ledger, frame: Int, fails: (Trace, Ledger) throws -> Bool
    ) rethrows {
        // A replay that comes to rest ends: then the next event is needed to have it go on to the frame.
        let later = ledger.frames.dropFirst(frame).filter { record in
            record.number == frame || record.counts[.events] > 0
        }
        for record in later {
            let cut = trace.cut(after: record.time)
            guard let should = ledger.cut(to: record.number + 1, of: cut) else { return nil }
            if try fails(cut, should) {
                (self.trace, self.ledger) = (cut, should)
                return
            }
        }
        return nil
    }
}
