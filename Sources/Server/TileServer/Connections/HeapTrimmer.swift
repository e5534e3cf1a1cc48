import Dispatch
import TileSupport

/// Returns heap memory to the system after many connections have closed. The memory of each leaves holes all over the
/// heap, which the allocator keeps.
///
/// When the number of connections has fallen to half its peak, the memory is returned after a pause, because more
/// connections may be about to close. The peak then restarts from the current number.
final class HeapTrimmer: Sendable {
    private struct State: Sendable {
        var count = 0
        var most = 0
        var isDue = false
    }

    /// The smallest peak that matters. Fewer connections hold little memory: 100 KB each at most, and mostly less than
    /// a tenth of that.
    private static let many = 64
    private static let pause = DispatchTimeInterval.seconds(1)

    private let state = Lock(State())
    private let giveBack: @Sendable () -> Void
    private let later: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// - Parameters:
    ///   - giveBack: Returns memory to the system. May be slow.
    ///   - later: Runs a function after a pause.
    init(
        giveBack: @escaping @Sendable () -> Void,
        later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = {
            DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + pause, execute: $0)
        }
    ) {
        (self.giveBack, self.later) = (giveBack, later)
    }

    /// Updates the number of connections. Must be called each time it changes.
    func note(_ count: Int) {
        let isDue = state.withLock { state in
            state.count = count
            state.most = max(state.most, count)
            guard state.most >= Self.many, count <= state.most / 2, !state.isDue else { return false }
            state.isDue = true
            return true
        }
        guard isDue else { return }
        later { [self] in
            giveBack()
            state.withLock { state in
                state.most = state.count
                state.isDue = false
            }
        }
    }
}
