import Foundation

/// A barrier that releases its threads when all of them have arrived.
// @unchecked Sendable: the count is guarded by the condition.
final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var missing: Int

    init(count: Int) { missing = count }

    func arriveAndWait() {
        condition.lock()
        missing -= 1
        condition.broadcast()
        while missing > 0 { condition.wait() }
        condition.unlock()
    }
}
