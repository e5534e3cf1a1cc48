import Dispatch
public import Foundation
public import TileGraphics
import TileSupport

// What NSObject has of calls by name that come later, or elsewhere.

extension ActionTarget {
    /// Calls the method behind a name after a delay, on the current thread's run loop. The target and the argument are
    /// kept until then. Traps then as `perform(_:with:for:)` does.
    ///
    /// - Parameter delay: in seconds.
    public func perform(_ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval) {
        perform(aSelector, with: anArgument, afterDelay: delay, inModes: [.default])
    }

    /// As `perform(_:with:afterDelay:)`, in some modes of the run loop.
    public func perform(
        _ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval, inModes modes: [RunLoop.Mode]
    ) {
        let call = LaterCall(target: self, selector: aSelector, argument: anArgument)
        // Foundation's own initializer without a date fires at once on Linux.
        let timer = Timer(fire: Date(timeIntervalSinceNow: max(0, delay)), interval: 0, repeats: false) { _ in
            LaterCalls.current.remove(call)
            call.perform()
        }
        LaterCalls.current.calls.append((call, timer))
        for mode in modes { RunLoop.current.add(timer, forMode: mode) }
    }

    /// Calls the method behind a name on the main thread: at once where that is this one and `wait` is true.
    public func performSelector(
        onMainThread aSelector: Selector, with arg: Any?, waitUntilDone wait: Bool
    ) {
        let call = LaterCall(target: self, selector: aSelector, argument: arg)
        if wait {
            guard !Thread.isMainThread else { return call.perform() }
            let isDone = DispatchSemaphore(value: 0)
            // A block of the run loop's would not wake it.
            DispatchQueue.main.async {
                call.perform()
                isDone.signal()
            }
            isDone.wait()
        } else {
            DispatchQueue.main.async { call.perform() }
        }
    }

    /// Calls the method behind a name on a thread of its own.
    public func performSelector(inBackground aSelector: Selector, with arg: Any?) {
        let call = LaterCall(target: self, selector: aSelector, argument: arg)
        Thread.detachNewThread { call.perform() }
    }
}

extension NSObject {
    /// Takes back what `perform(_:with:afterDelay:)` was asked for on this thread, all of a target.
    public class func cancelPreviousPerformRequests(withTarget aTarget: Any) {
        LaterCalls.current.cancel { $0.isOf(aTarget) }
    }

    /// Takes back what `perform(_:with:afterDelay:)` was asked for on this thread, of a name and an argument: the same
    /// object, or nil for none.
    public class func cancelPreviousPerformRequests(
        withTarget aTarget: Any, selector aSelector: Selector, object anArgument: Any?
    ) {
        LaterCalls.current.cancel { $0.isOf(aTarget) && $0.selector == aSelector && $0.has(anArgument) }
    }
}

// @unchecked Sendable: who asks for a call on another thread answers for what it gives there, as in UIKit.
private final class LaterCall: @unchecked Sendable {
    /// Nil once the call is over: Foundation on Linux keeps the closures of timers that have fired.
    private var target: (any ActionTarget)?
    let selector: Selector
    private var argument: Any?

    init(target: any ActionTarget, selector: Selector, argument: Any?) {
        (self.target, self.selector, self.argument) = (target, selector, argument)
    }

    func perform() {
        let (target, argument) = (target, argument)
        drop()
        target?.perform(selector, with: argument)
    }

    func drop() { (target, argument) = (nil, nil) }

    func isOf(_ other: Any) -> Bool { type(of: other) is AnyClass && target === (other as AnyObject) }

    func has(_ other: Any?) -> Bool {
        switch (argument, other) {
        case (nil, nil): true
        case (let one?, let other?):
            if let one = one as? NSObject, let other = other as? NSObject {
                one.isEqual(other)
            } else {
                type(of: one) is AnyClass && (one as AnyObject) === (other as AnyObject)
            }
        default: false
        }
    }
}

/// A thread's, which wait for their time. They end with it.
private final class LaterCalls {
    var calls: [(call: LaterCall, timer: Timer)] = []

    private static let threads = ThreadLocal<LaterCalls> { LaterCalls() }
    static var current: LaterCalls { threads.value }

    func remove(_ call: LaterCall) { calls.removeAll { $0.call === call } }

    func cancel(where isMeant: (LaterCall) -> Bool) {
        let meant = calls.filter { isMeant($0.call) }
        calls.removeAll { each in meant.contains { $0.call === each.call } }
        for each in meant {
            each.timer.invalidate()
            each.call.drop()
        }
    }
}
