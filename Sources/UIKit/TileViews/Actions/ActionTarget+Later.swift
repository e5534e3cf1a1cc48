import Dispatch
public import Foundation
public import TileGraphics
import TileSupport

// Delayed calls and calls on other threads by name, as NSObject has them.

extension ActionTarget {
    /// Calls a method by name on the current thread's run loop after a delay. The target and the argument are retained
    /// until then. The call traps under the same conditions as `perform(_:with:for:)`.
    ///
    /// - Parameter delay: The delay in seconds.
    public func perform(_ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval) {
        perform(aSelector, with: anArgument, afterDelay: delay, inModes: [.default])
    }

    /// Calls a method by name after a delay in seconds, in the given modes of the run loop.
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

    /// Calls a method by name on the main thread. Called on the main thread with `wait` set, it runs immediately.
    public func performSelector(
        onMainThread aSelector: Selector, with arg: Any?, waitUntilDone wait: Bool
    ) {
        let call = LaterCall(target: self, selector: aSelector, argument: arg)
        if wait {
            guard !Thread.isMainThread else { return call.perform() }
            let isDone = DispatchSemaphore(value: 0)
            // A block that is added to the run loop would not wake it.
            DispatchQueue.main.async {
                call.perform()
                isDone.signal()
            }
            isDone.wait()
        } else {
            DispatchQueue.main.async { call.perform() }
        }
    }

    /// Calls a method by name on a new thread.
    public func performSelector(inBackground aSelector: Selector, with arg: Any?) {
        let call = LaterCall(target: self, selector: aSelector, argument: arg)
        Thread.detachNewThread { call.perform() }
    }
}

extension NSObject {
    /// Cancels all calls of a target that `perform(_:with:afterDelay:)` scheduled on this thread.
    public class func cancelPreviousPerformRequests(withTarget aTarget: Any) {
        LaterCalls.current.cancel { $0.isOf(aTarget) }
    }

    /// Cancels the calls of a target that `perform(_:with:afterDelay:)` scheduled on this thread with the given name
    /// and an equal argument; a nil argument matches calls without one.
    public class func cancelPreviousPerformRequests(
        withTarget aTarget: Any, selector aSelector: Selector, object anArgument: Any?
    ) {
        LaterCalls.current.cancel { $0.isOf(aTarget) && $0.selector == aSelector && $0.has(anArgument) }
    }
}

// @unchecked Sendable: the caller is responsible for objects that it passes to another thread, as in UIKit.
private final class LaterCall: @unchecked Sendable {
    /// The object to call. Nil once the call is over, because Foundation on Linux retains the closures of fired timers.
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

/// The pending calls of a thread. They are dropped when the thread ends.
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
