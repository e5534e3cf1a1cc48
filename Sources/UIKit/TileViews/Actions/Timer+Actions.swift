public import Foundation
public import TileGraphics

extension Timer {
    /// A timer that fires for nobody, as `Timer()` is written to have one until there is another. It is not valid.
    ///
    /// - Parameter nothing: Only there because an extension can't declare `init()`, which Foundation on Linux lacks.
    public convenience init(_ nothing: Void = ()) {
        self.init(timeInterval: 1, repeats: false) { _ in }
        invalidate()
    }

    /// A timer that calls a method which the target has registered by name. The target is kept until `invalidate()`.
    /// `userInfo` is not: the timers of Foundation on Linux have no place for it. Traps when the target is no
    /// `ActionTarget`.
    ///
    /// - Parameter ti: in seconds.
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

    /// As the initializer, and scheduled on the current thread's run loop.
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

// @unchecked Sendable: a timer fires on the thread of its run loop, where it was scheduled.
private final class TimerTarget: @unchecked Sendable {
    let object: any ActionTarget

    init(_ object: any ActionTarget) { self.object = object }
}
