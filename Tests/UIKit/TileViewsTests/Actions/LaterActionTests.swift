import Foundation
import Testing
import TileGraphics

@testable import TileViews

@Suite("Calls by name that come later")
struct LaterActionTests {
    private final class Clerk: ActionTarget {
        static let actions: ActionTable = [
            .action("note:", Clerk.note), .action("close", Clerk.close),
        ]
        private(set) var log: [String] = []

        func note(_ word: Any?) { log.append(word as? String ?? "nothing") }
        func close() { log.append("closed") }
    }

    /// Runs the run loop until a number of calls has arrived.
    private func wait(for count: Int, _ clerk: Clerk) {
        while clerk.log.count < count {
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
        }
    }

    @Test("a call comes after its delay, with its argument")
    func delays() {
        let clerk = Clerk()
        let begin = Date()
        clerk.perform("note:", with: "later", afterDelay: 0.02)
        clerk.perform("close", with: nil, afterDelay: -1)
        #expect(clerk.log.isEmpty, "not before the run loop has its turn")
        wait(for: 2, clerk)
        #expect(clerk.log.sorted() == ["closed", "later"])
        // Timers may fire some milliseconds early.
        #expect(Date().timeIntervalSince(begin) > 0.01)
    }

    @Test("calls are taken back, those of a target, or of a name and an argument")
    func cancelling() {
        let (clerk, other) = (Clerk(), Clerk())
        clerk.perform("note:", with: "kept", afterDelay: 0)
        clerk.perform("note:", with: "not kept", afterDelay: 0)
        clerk.perform("note:", with: nil, afterDelay: 0)
        NSObject.cancelPreviousPerformRequests(withTarget: clerk, selector: "note:", object: "not kept")
        NSObject.cancelPreviousPerformRequests(withTarget: clerk, selector: "note:", object: nil)
        other.perform("close", with: nil, afterDelay: 0)
        NSObject.cancelPreviousPerformRequests(withTarget: other)
        let last = Clerk()
        last.perform("close", with: nil, afterDelay: 0.01)
        wait(for: 1, last)
        #expect(clerk.log == ["kept"] && other.log.isEmpty)
    }

    @Test("a call's target lives until it has come, and no longer")
    func memory() {
        weak var clerk: Clerk?
        let last = Clerk()
        do {
            let made = Clerk()
            clerk = made
            made.perform("close", with: nil, afterDelay: 0)
        }
        #expect(clerk != nil)
        last.perform("close", with: nil, afterDelay: 0.01)
        wait(for: 1, last)
        if let left = clerk { wait(for: 1, left) }
        #expect(clerk == nil)
        do {
            let made = Clerk()
            clerk = made
            made.perform("close", with: nil, afterDelay: 1000)
            NSObject.cancelPreviousPerformRequests(withTarget: made)
        }
        #expect(clerk == nil, "nor if the call was taken back")
    }

    // @unchecked Sendable: read only after the thread that received it has finished with it.
    private final class Courier: ActionTarget, @unchecked Sendable {
        static let actions: ActionTable = [.action("go", Courier.go)]
        private(set) var wentOnMain: Bool?
        let hasGone = DispatchSemaphore(value: 0)

        func go() {
            wentOnMain = Thread.isMainThread
            hasGone.signal()
        }
    }

    @Test("a call in the background is on another thread")
    func background() {
        let courier = Courier()
        courier.performSelector(inBackground: "go", with: nil)
        courier.hasGone.wait()
        #expect(courier.wentOnMain == false)
    }

    @Test("a call on the main thread comes, whoever asks for it", arguments: [true, false])
    func onMainThread(waits: Bool) {
        let courier = Courier()
        Thread.detachNewThread { courier.performSelector(onMainThread: "go", with: nil, waitUntilDone: waits) }
        courier.hasGone.wait()
        #expect(courier.wentOnMain != nil)
    }

    @Test("views answer to the names that programs call of them")
    func views() {
        let (root, view) = (UIView(), UIView())
        root.addSubview(view)
        view.perform("setNeedsLayout")
        #expect(view.layer.needsLayout())
        view.perform("removeFromSuperview", with: nil)
        #expect(view.superview == nil)
        #expect(view.responds(to: "resignFirstResponder") && !view.responds(to: "reloadData"))
        // A sender counts as true.
        final class Field: UIView {
            var forced: [Bool] = []
            override func endEditing(_ force: Bool) -> Bool {
                forced.append(force)
                return true
            }
        }
        let field = Field()
        field.perform("endEditing:", with: UITapGestureRecognizer())
        field.perform("endEditing:", with: false)
        field.perform("endEditing:", with: nil)
        #expect(field.forced == [true, false, false])
    }
}
