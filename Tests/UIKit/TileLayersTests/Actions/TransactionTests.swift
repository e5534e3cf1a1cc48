import Foundation
import Testing
import TileLayers

@Suite("Transactions")
struct TransactionTests {
    @Test("what is set holds for transactions within, until the commit")
    func nests() {
        #expect(CATransaction.animationDuration() == 0.25 && !CATransaction.disableActions())
        CATransaction.begin()
        CATransaction.setAnimationDuration(2)
        CATransaction.setDisableActions(true)
        CATransaction.begin()
        #expect(CATransaction.animationDuration() == 2 && CATransaction.disableActions())
        CATransaction.setDisableActions(false)
        CATransaction.setValue(3, forKey: kCATransactionAnimationDuration)
        CATransaction.setValue("mine", forKey: "own")
        #expect(CATransaction.animationDuration() == 3 && !CATransaction.disableActions())
        #expect(CATransaction.value(forKey: "own") as? String == "mine")
        CATransaction.commit()
        #expect(CATransaction.animationDuration() == 2 && CATransaction.disableActions())
        #expect(CATransaction.value(forKey: "own") == nil)
        #expect(CATransaction.value(forKey: kCATransactionDisableActions) as? Bool == true)
        CATransaction.commit()
        #expect(CATransaction.animationDuration() == 0.25 && !CATransaction.disableActions())
    }

    @Test("completion blocks are called at their own transaction's commit, and a replaced one at once")
    func completes() {
        var calls: [String] = []
        CATransaction.begin()
        CATransaction.setCompletionBlock { calls.append("outer") }
        CATransaction.begin()
        #expect(CATransaction.completionBlock() == nil)
        CATransaction.setCompletionBlock { calls.append("replaced") }
        CATransaction.setCompletionBlock { calls.append("inner") }
        #expect(calls == ["replaced"])
        CATransaction.commit()
        #expect(calls == ["replaced", "inner"])
        CATransaction.commit()
        #expect(calls == ["replaced", "inner", "outer"])
    }

    @Test("a completion block may begin and commit a transaction")
    func completesWithin() {
        var isDisabled: Bool?
        CATransaction.begin()
        CATransaction.setCompletionBlock {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            isDisabled = CATransaction.disableActions()
            CATransaction.commit()
        }
        CATransaction.commit()
        #expect(isDisabled == true && !CATransaction.disableActions())
    }

    @Test("timing functions are kept, and equal by their points")
    func keepsTiming() {
        CATransaction.begin()
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeIn))
        #expect(CATransaction.animationTimingFunction() == CAMediaTimingFunction(controlPoints: 0.42, 0, 1, 1))
        CATransaction.commit()
        #expect(CATransaction.animationTimingFunction() == nil)
        var point: [Float] = [0, 0]
        CAMediaTimingFunction(name: .easeOut).getControlPoint(at: 2, values: &point)
        #expect(point == [0.58, 1])
    }

    @Test("each thread has transactions of its own; flush ends the implicit one, when no other is open")
    func isPerThread() async {
        await withCheckedContinuation { continuation in
            Thread {
                var calls = 0
                CATransaction.setDisableActions(true)
                CATransaction.setCompletionBlock { calls += 1 }
                CATransaction.begin()
                CATransaction.flush()
                #expect(calls == 0 && CATransaction.disableActions())
                let other = DispatchSemaphore(value: 0)
                Thread {
                    #expect(!CATransaction.disableActions())
                    other.signal()
                }.start()
                other.wait()
                CATransaction.commit()
                CATransaction.flush()
                #expect(calls == 1 && !CATransaction.disableActions())
                continuation.resume()
            }.start()
        }
    }

    @Test("the lock is one for all threads, and a thread may take it twice")
    func locks() async {
        CATransaction.lock()
        CATransaction.lock()
        let order = Order()
        let done = DispatchSemaphore(value: 0)
        Thread {
            CATransaction.lock()
            order.note("other")
            CATransaction.unlock()
            done.signal()
        }.start()
        order.note("first")
        CATransaction.unlock()
        order.note("second")
        CATransaction.unlock()
        await withCheckedContinuation { continuation in
            Thread {
                done.wait()
                continuation.resume()
            }.start()
        }
        #expect(order.notes == ["first", "second", "other"])
    }

    // @unchecked Sendable: written under the lock that is tested, read when the threads have finished.
    private final class Order: @unchecked Sendable {
        private(set) var notes: [String] = []
        func note(_ text: String) { notes.append(text) }
    }
}
