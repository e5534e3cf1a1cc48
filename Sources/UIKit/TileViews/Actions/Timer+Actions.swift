public import Foundation
public import TileGraphics

extension Timer {
    /// Creates an invalid timer that does nothing: the placeholder that `Timer()` is on other platforms.
    ///
    /// - Parameter nothing: Unused. An extension cannot declare `init()`, which Foundation on Linux lacks.
    public convenience init(_ nothing: Void = ()) {
        self.init(timeInterval: 1, repeats: false) { _ in }
        invalidate()
    }

    /// Creates a timer that calls a method of the target by name. The target is retained until `invalidate()`.
    /// `userInfo` is ignored, because timers of Foundation on Linux cannot store it. Traps if the target is not an
    /// `ActionTarget`.
    ///
    /// - Parameter ti: The interval in seconds.
    public convenience init(
        timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector, userInfo: Any?,
        repeats yesOrNo: Bool
    ) {
        let target = TimerTarget(ActionTable.target(aTarget, of: aSelector))
        // Foundation's own initializer without a date fires at once on Linux.
        self.init(fire: Date(timeIntervalSinceNow: ti), interval: ti, repeats: yesOrNo) { timer in
            target.object.perform(aSelector, with: timer)
        }
    }

    /// Creates a timer that calls a method of the target by name, and schedules it on the current thread's run loop.
    @discardableResult
    public class func scheduledTimer(
        timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector, userInfo: Any?,
        repeats yesOrNo: Bool
    ) -> Timer {
        let timer = Timer(
            timeInterval: ti, target: aTarget, selector: aSelector, userInfo: userInfo, repeats: yesOrNo)
        RunLoop.current.add(timer, forMode: .default)
        return timer
    }
}

// @unchecked Sendable: a timer fires on the thread of the run loop that it was scheduled on.
private final class TimerTarget: @unchecked Sendable {
    let object: any ActionTarget

    init(_ object: any ActionTarget) { self.object = object }
}
