import Dispatch
import TileSupport

/// Has memory given back to the system when many connections have gone: what each took lies in holes all over the heap,
/// which the allocator keeps.
///
/// When half of the most there were has left, it waits a moment, as the others may be on their way, and begins anew
/// from those that are there then.
final class EbbWatch: Sendable {
    private struct State: Sendable {
        var count = 0
        var most = 0
        var isDue = false
    }

    /// With fewer, there is little: connections take some 100 KB at most, and mostly less than a tenth of it.
    private static let many = 64
    private static let pause = DispatchTimeInterval.seconds(1)

    private let state = Lock(State())
    private let giveBack: @Sendable () -> Void
    private let later: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// - Parameters:
    ///   - giveBack: may take its time.
    ///   - later: has it done after a moment.
    init(
        giveBack: @escaping @Sendable () -> Void,
        later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = {
            DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + pause, execute: $0)
        }
    ) {
        (self.giveBack, self.later) = (giveBack, later)
    }

    /// To be told how many there are, each time that it changes.
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
