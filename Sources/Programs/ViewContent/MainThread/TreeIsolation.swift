import Foundation
import TileSupport
import TileViews

/// The isolation of a tree of views: the threads on which its code runs.
package enum TreeIsolation: Sendable {
    /// The thread of each caller, one caller at a time. Nothing else touches the tree.
    case caller
    /// An executor that the tree shares with others. Code that runs there touches the tree at any time.
    case shared(any TreeExecutor)

    /// The process's main thread.
    package static var mainThread: TreeIsolation { .shared(MainThreadExecutor.shared) }

    var executor: (any TreeExecutor)? { if case .shared(let executor) = self { executor } else { nil } }

    /// Runs code where the tree is, and waits for it.
    func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard let executor else { return try body() }
        return try executor.run(body)
    }

    /// Runs code of the tree on a screen, which is the main screen meanwhile. On a shared executor, it is also the main
    /// screen of the tasks that the code creates, and of code that runs before the next tree's.
    func enter<Result, Failure: Error>(
        _ screen: UIScreen, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard executor != nil else { return try screen.asMain(body) }
        // Other threads run trees of other executors afterwards.
        if Thread.isMainThread { screen.remainMain() }
        return try screen.asMain { () throws(Failure) in try screen.asMainOfTasks(body) }
    }
}

/// The first change of a tree since its last frame, passed on to its source as soon as that exists.
final class ChangeRelay: Sendable {
    private enum State: Sendable {
        case waiting(isRung: Bool)
        case connected(@Sendable () -> Void)
    }

    private let state = Lock(State.waiting(isRung: false))

    /// Connects the source. Returns whether a change has come before.
    func connect(_ handler: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            defer { state = .connected(handler) }
            if case .waiting(let isRung) = state { return isRung }
            return false
        }
    }

    func ring() {
        let handler = state.withLock { state -> (@Sendable () -> Void)? in
            if case .connected(let handler) = state { return handler }
            state = .waiting(isRung: true)
            return nil
        }
        handler?()
    }
}
