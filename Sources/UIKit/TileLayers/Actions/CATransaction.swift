public import Foundation
public import TileGraphics
import TileSupport

/// A group of layer changes, with settings for their actions and a completion block.
///
/// Each thread has its own stack of transactions. Settings apply until the transaction that was current is committed,
/// including to nested ones. Without an explicit transaction, changes belong to the thread's implicit one. That ends
/// with `flush()`, or when a frame of any tree runs on the thread, after its changes are committed
/// (`LayerHost.frame()`).
///
/// Differs from Apple's: committing does not run a frame. Layers are laid out, drawn and shown when the next frame of
/// their host is requested, which corresponds to a turn of the run loop. A frame that runs while a transaction is open
/// does not end it.
open class CATransaction: NSObject {
    /// The settings of one transaction; nil for those inherited from the enclosing one.
    private struct Level {
        var values: [String: Any] = [:]
        var disablesActions: Bool?
        var completion: (() -> Void)?
        /// The tracker of animations added since the completion block was set.
        var tracker: AnimationTracker?

        /// Ends the transaction: its block is called when its animations have ended, or immediately if there are none.
        func close() {
            if let tracker { tracker.close() } else { completion?() }
        }
    }

    private struct Stack {
        /// The transactions, starting with the implicit one if there is any.
        var levels: [Level] = [Level()]
    }

    private static let stack = ThreadLocal<Stack> { Stack() }

    /// The default duration of an action, in seconds.
    private static let standardDuration = 0.25

    /// Begins a transaction nested in the current one.
    open class func begin() { stack.value.levels.append(Level()) }

    /// Commits the current transaction. Its completion block is called when all animations added since it was set have
    /// ended, or immediately if there are none. Without a `begin()`, this commits the implicit transaction.
    open class func commit() {
        guard stack.value.levels.count > 1 else { return flush() }
        stack.value.levels.removeLast().close()
    }

    /// Commits the implicit transaction. Has no effect while others are open.
    open class func flush() {
        guard stack.value.levels.count == 1 else { return }
        AnimationNews.deliver()
        let level = stack.value.levels[0]
        stack.value.levels[0] = Level()
        level.close()
    }

    /// The tracker for newly added animations: that of the innermost transaction with a completion block, which reports
    /// to the enclosing ones.
    static var animationTracker: AnimationTracker? {
        var tracker: AnimationTracker?
        for index in stack.value.levels.indices {
            guard let completion = stack.value.levels[index].completion else { continue }
            if let known = stack.value.levels[index].tracker {
                tracker = known
            } else {
                tracker = AnimationTracker(within: tracker) { _ in completion() }
                stack.value.levels[index].tracker = tracker
            }
        }
        return tracker
    }

    /// Runs `body` with a transaction stack of its own, starting with an implicit transaction, isolated from those open
    /// on the thread. Transactions that it leaves open are committed before `finally`, which usually runs a frame.
    package static func turn<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result, finally: () -> Void
    ) throws(Failure) -> Result {
        let outer = stack.value
        stack.value = Stack()
        defer {
            while stack.value.levels.count > 1 { commit() }
            finally()
            stack.value = outer
        }
        return try body()
    }

    /// A recursive lock shared by all threads. Layer trees need none: each belongs to one thread at a time.
    private static let shared = NSRecursiveLock()

    /// Acquires the lock of all transactions.
    open class func lock() { shared.lock() }

    /// Releases the lock.
    open class func unlock() { shared.unlock() }

    /// Returns the duration of actions in seconds; 0.25 by default.
    open class func animationDuration() -> CFTimeInterval {
        value(forKey: kCATransactionAnimationDuration) as? Double ?? standardDuration
    }

    open class func setAnimationDuration(_ dur: CFTimeInterval) {
        setValue(dur, forKey: kCATransactionAnimationDuration)
    }

    /// Returns the timing function of actions; nil for each action's own.
    open class func animationTimingFunction() -> CAMediaTimingFunction? {
        value(forKey: kCATransactionAnimationTimingFunction) as? CAMediaTimingFunction
    }

    open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
        setValue(function, forKey: kCATransactionAnimationTimingFunction)
    }

    /// Returns whether actions are disabled.
    open class func disableActions() -> Bool {
        for level in stack.value.levels.reversed() {
            if let disables = level.disablesActions { return disables }
        }
        return false
    }

    open class func setDisableActions(_ flag: Bool) {
        stack.value.levels[stack.value.levels.count - 1].disablesActions = flag
    }

    /// Returns the block that is called when the current transaction is committed.
    open class func completionBlock() -> (() -> Void)? { stack.value.levels.last?.completion }

    /// Sets a block that is called when the current transaction is committed and all animations added from now on have
    /// ended. A block set earlier still waits for the animations added before.
    open class func setCompletionBlock(_ block: (() -> Void)?) {
        let last = stack.value.levels.count - 1
        let former = stack.value.levels[last]
        stack.value.levels[last].completion = block
        stack.value.levels[last].tracker = nil
        former.close()
    }

    /// Returns a value of the current transaction or of the enclosing ones: one of the four named by constants, or a
    /// custom one.
    open class func value(forKey key: String) -> Any? {
        switch key {
        case kCATransactionDisableActions: return disableActions()
        case kCATransactionCompletionBlock: return completionBlock()
        default:
            for level in stack.value.levels.reversed() {
                if let value = level.values[key] { return value }
            }
            return nil
        }
    }

    /// Sets a value of the current transaction; nil inherits it from the enclosing ones.
    open class func setValue(_ anObject: Any?, forKey key: String) {
        switch key {
        case kCATransactionDisableActions:
            stack.value.levels[stack.value.levels.count - 1].disablesActions = anObject.flatMap { LayerValue.bool($0) }
        case kCATransactionCompletionBlock: setCompletionBlock(anObject as? () -> Void)
        case kCATransactionAnimationDuration:
            stack.value.levels[stack.value.levels.count - 1].values[key] = anObject.flatMap { LayerValue.number($0) }
        default: stack.value.levels[stack.value.levels.count - 1].values[key] = anObject
        }
    }
}

// Core Animation's own names, used by ported code.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of the duration: a number of seconds.
public let kCATransactionAnimationDuration = "animationDuration"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of whether actions are disabled.
public let kCATransactionDisableActions = "disableActions"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of the timing function: a `CAMediaTimingFunction`.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of the completion block: a `() -> Void`.
public let kCATransactionCompletionBlock = "completionBlock"
