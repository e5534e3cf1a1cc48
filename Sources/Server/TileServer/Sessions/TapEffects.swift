/// The taps of a viewer, and which changes are sent as their effects: at once and with priority, because the viewer
/// waits for them.
///
/// Typing and actions of assistive technologies count as taps, drags don't. All times are in seconds on one clock.
struct TapEffects {
    private var lastTap = -Double.infinity
    private var lastChange = -Double.infinity
    /// Whether a change that the content made while it handled a tap has yet to be sent.
    private var hasAnswer = false
    /// The times at which the last effects were sent, oldest first.
    private var sent: [Double] = []

    /// The seconds after a tap during which its effects are sent as soon as possible.
    private static let memory = 0.25

    /// The greatest number of effects in `period` seconds, so that a viewer that sends touches all the time doesn't
    /// delay all others. It is enough for the effect of a finger that comes down, a change of the content's own, and
    /// the effect of the lift.
    private static let mostSent = 3
    private static let period = 0.15

    mutating func noteTap(now: Double) { lastTap = now }

    /// Records a change of what the viewer sees.
    ///
    /// - Parameter isAnswer: Whether the content made it while it handled a tap of this viewer.
    mutating func noteChange(isAnswer: Bool, now: Double) {
        lastChange = now
        if isAnswer { hasAnswer = true }
    }

    /// Records that all changes are sent.
    ///
    /// - Returns: Whether an effect is among them.
    mutating func noteSent(now: Double) -> Bool {
        let isEffect = isEffectDue(now: now)
        if isEffect { sent = sent.suffix(Self.mostSent - 1) + [now] }
        hasAnswer = false
        return isEffect
    }

    /// Returns whether an effect of a tap is to be sent: a change that the content made while it handled the tap, or
    /// the first change after a tap, because the content can answer later.
    func isEffectDue(now: Double) -> Bool {
        if sent.count == Self.mostSent, now - sent[0] < Self.period { return false }
        if hasAnswer { return true }
        return lastChange >= lastTap && isRecent(now: now) && sent.last.map { $0 < lastTap } ?? true
    }

    /// Returns whether the last tap was so recent that changes are probably its effects.
    func isRecent(now: Double) -> Bool { now - lastTap < Self.memory }
}
