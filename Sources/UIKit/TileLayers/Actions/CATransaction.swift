public import Foundation
public import TileGraphics
import TileSupport

/// Changes of layers that belong together: how their actions run, and what is called when they are done.
///
/// Each thread has its own stack. What is set holds until the transaction that was current then is committed, also for
/// those begun within it. Without one, changes belong to the thread's implicit transaction, which ends with `flush()`
/// or when a frame of any tree is run on the thread, after what it shows is committed (`LayerHost.frame()`).
///
/// Differs from Apple's: committing runs no frame. Layers are laid out, drawn and shown when their host's next frame is
/// asked for, which stands for the turn of a run loop. A frame that is run while a transaction is open ends none.
open class CATransaction: NSObject {
    /// What one transaction sets; nil for what it leaves to the one around it.
    private struct Level {
        var values: [String: Any] = [:]
        var disablesActions: Bool?
        var completion: (() -> Void)?
        /// Of animations that were added since the completion block was set.
        var tracker: AnimationTracker?

        /// Ends it: its block is called when its animations have ended; now, when it has none.
        func close() {
            if let tracker { tracker.close() } else { completion?() }
        }
    }

    private struct Stack {
        /// The implicit one first, when there is any.
        var levels: [Level] = [Level()]
    }

    private static let stack = ThreadLocal<Stack> { Stack() }

    /// Seconds that an action takes when nothing says otherwise.
    private static let standardDuration = 0.25

    /// Begins a transaction within the current one.
    open class func begin() { stack.value.levels.append(Level()) }

    /// Commits the current transaction. Its completion block is called when all animations have ended that were added
    /// since it was set; at once, when there are none. Without a `begin()` it commits the implicit one.
    open class func commit() {
        guard stack.value.levels.count > 1 else { return flush() }
        stack.value.levels.removeLast().close()
    }

    /// Commits the implicit transaction; when others are open, nothing happens until these are committed.
    open class func flush() {
        guard stack.value.levels.count == 1 else { return }
        AnimationNews.deliver()
        let level = stack.value.levels[0]
        stack.value.levels[0] = Level()
        level.close()
    }

    /// What an animation that is added now reports its end to: of the innermost transaction with a completion block,
    /// which tells those around it.
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

    /// Runs `body` with transactions of its own, beginning with an implicit one, apart from those that are open on the
    /// thread. Transactions that it leaves open are committed, before `finally`, in which a frame is run as a rule.
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

    /// One lock for all threads, which one thread may take several times. Trees need none: each belongs to one thread
    /// at a time.
    private static let shared = NSRecursiveLock()

    /// Takes the lock of all transactions.
    open class func lock() { shared.lock() }

    /// Gives the lock back.
    open class func unlock() { shared.unlock() }

    /// Seconds that actions take; 0.25 when not set.
    open class func animationDuration() -> CFTimeInterval {
        value(forKey: kCATransactionAnimationDuration) as? Double ?? standardDuration
    }

    open class func setAnimationDuration(_ dur: CFTimeInterval) {
        setValue(dur, forKey: kCATransactionAnimationDuration)
    }

    /// How actions go about their time; nil for each action's own.
    open class func animationTimingFunction() -> CAMediaTimingFunction? {
        value(forKey: kCATransactionAnimationTimingFunction) as? CAMediaTimingFunction
    }

    open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
        setValue(function, forKey: kCATransactionAnimationTimingFunction)
    }

    /// Whether changes run no actions.
    open class func disableActions() -> Bool {
        for level in stack.value.levels.reversed() {
            if let disables = level.disablesActions { return disables }
        }
        return false
    }

    open class func setDisableActions(_ flag: Bool) {
        stack.value.levels[stack.value.levels.count - 1].disablesActions = flag
    }

    /// What is called when the current transaction is committed.
    open class func completionBlock() -> (() -> Void)? { stack.value.levels.last?.completion }

    /// Sets what is called when the current transaction is committed and the animations that are added from now on have
    /// ended. A block that was set before waits for those before.
    open class func setCompletionBlock(_ block: (() -> Void)?) {
        let last = stack.value.levels.count - 1
        let former = stack.value.levels[last]
        stack.value.levels[last].completion = block
        stack.value.levels[last].tracker = nil
        former.close()
    }

    /// A value of the current transaction, or of those around it: one of the four named by constants, or a program's
    /// own.
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

    /// Sets a value of the current transaction; nil leaves it to those around it.
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

// Core Animation's own names, by which ported code calls them.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Seconds, as a number.
public let kCATransactionAnimationDuration = "animationDuration"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether changes run no actions.
public let kCATransactionDisableActions = "disableActions"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// A `CAMediaTimingFunction`.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// A `() -> Void`.
public let kCATransactionCompletionBlock = "completionBlock"
