extension Trace {
    /// Returns the trace up to one of its frames. Later events are removed, so the replay is unchanged until then.
    ///
    /// - Parameter time: The time at which the frame is due, in seconds since the trace began.
    func cut(after time: Double) -> Trace {
        var cut = self
        cut.events = events.filter { $0.isDue(at: time) }
        cut.tail = min(tail, max(0, time - (cut.events.last?.time ?? 0)))
        return cut
    }
}

extension Ledger {
    /// Returns the ledger of a trace that was cut, which has the same first frames.
    ///
    /// - Returns: Nil if the ledger has fewer frames.
    func cut(to frames: Int, of trace: Trace) -> Ledger? {
        guard frames <= self.frames.count else { return nil }
        var ledger = Ledger(trace, clock: clock, content: content, frames: Array(self.frames.prefix(frames)))
        (ledger.schema, ledger.scrollView) = (schema, scrollView)
        return ledger
    }
}

/// A failing trace that is cut after the failure, using only its ledger. Without another build to run, the results of
/// other traces are unknown.
public struct LedgerCut {
    public var trace: Trace
    /// The expected ledger of the cut trace.
    public var ledger: Ledger

    /// Cuts a trace.
    ///
    /// - Parameters:
    ///   - trace: The complete trace.
    ///   - ledger: The expected ledger of the complete trace.
    ///   - frame: The frame that fails.
    ///   - fails: Whether a trace with this expected ledger still fails in the expected way.
    /// - Returns: Nil if no part of the trace fails.
    public init?(
        _ trace: Trace, _ ledger: Ledger, frame: Int, fails: (Trace, Ledger) throws -> Bool
    ) rethrows {
        // A replay ends when it comes to rest, so the next event may be needed for it to reach the frame.
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
