import Dispatch
import Foundation
import TileSupport
import WorkerProcesses

/// The server's connection to the process of a tree. Calls are answered in any order.
final class TreeLink: Sendable {
    /// The other end.
    struct Peer: Sendable {
        /// The socket to it, open until `reap` returns.
        var descriptor: Int32
        /// Ends the process at once. Not called after `reap`.
        var kill: @Sendable () -> Void
        /// Waits for the end of the process, and returns how it ended. Called once.
        var reap: @Sendable () -> TreeFailure
    }

    /// A call that waits for its result.
    private final class Waiting: Sendable {
        let result = Lock<Result<[UInt8], TreeFailure>?>(nil)
        let isSet = DispatchSemaphore(value: 0)

        func set(_ new: Result<[UInt8], TreeFailure>) {
            result.withLock { $0 = new }
            isSet.signal()
        }

        /// Returns the result once it is set.
        func bytes() throws(TreeFailure) -> [UInt8] {
            guard let result = result.withLock({ $0 }) else { throw .garbled }
            return try result.get()
        }
    }

    private enum Phase {
        case open
        /// The server has no more calls, and nobody is told of the end.
        case closing
        /// The process is being ended, for a reason if it is known.
        case failing(TreeFailure?)
        case over(TreeFailure)
    }

    private struct State {
        var phase = Phase.open
        var waiting: [UInt64: Waiting] = [:]
        var next: UInt64 = 1
        var onEnd: [@Sendable (TreeFailure) -> Void] = []
    }

    private let peer: Peer
    private let socket: TreeSocket
    private let givenPatience: Lock<Double>
    private let state = Lock(State())

    /// The seconds that a process has to end by itself when the server has no more calls.
    static let farewell = 3.0
    private static let stackSize = 512 << 10

    init(_ peer: Peer, patience: Double) {
        self.peer = peer
        givenPatience = Lock(patience)
        socket = TreeSocket(peer.descriptor)
    }

    /// The seconds that a call may take.
    var patience: Double {
        get { givenPatience.withLock { $0 } }
        set { givenPatience.withLock { $0 = newValue } }
    }

    /// Starts receiving.
    ///
    /// - Parameter onNews: Called with each message that answers no call, before later results are returned.
    func start(onNews: @escaping @Sendable (TreeNews) -> Void) {
        let thread = Thread { self.receive(onNews) }
        thread.stackSize = Self.stackSize
        thread.name = "tree-news"
        thread.start()
    }

    /// Calls the tree and waits for the result. If it does not come in time, the process is ended.
    func call(_ call: TreeCall) throws(TreeFailure) -> [UInt8] {
        let patience = patience
        let (number, waiting) = try send(call, within: patience)
        if waiting.isSet.wait(timeout: .now() + patience) == .timedOut {
            fail(.hung(seconds: patience))
            forget(number)
            throw .hung(seconds: patience)
        }
        return try waiting.bytes()
    }

    /// Has the tree draw a part, and waits for the pixels. If they do not come in time, or are no longer wanted, the
    /// call fails and the process goes on.
    ///
    /// - Throws: `TreeFailure`; `CancellationError` if the pixels are no longer wanted.
    func draw(_ area: TreeArea, within seconds: Double, isCancelled: () -> Bool) throws -> [UInt8] {
        let deadline = MonotonicClock.nanoseconds + UInt64(seconds * 1e9)
        let (number, waiting) = try send(.raster(area), within: patience)
        while waiting.isSet.wait(timeout: .now() + Self.step) == .timedOut {
            let isUnwanted = isCancelled()
            guard isUnwanted || MonotonicClock.nanoseconds >= deadline else { continue }
            forget(number)
            throw isUnwanted ? CancellationError() : TreeFailure.tookTooLong
        }
        return try waiting.bytes()
    }

    /// The seconds between two checks whether pixels are still wanted.
    private static let step = 0.1

    /// Sends a call. If the process does not read it in time, it is ended.
    private func send(
        _ call: TreeCall, within seconds: Double
    ) throws(TreeFailure) -> (number: UInt64, waiting: Waiting) {
        let waiting = Waiting()
        let number = try state.withLock { state throws(TreeFailure) -> UInt64 in
            switch state.phase {
            // A process that has ended for an unknown reason fails the call as soon as the reason is known.
            case .open, .closing, .failing(nil): break
            case .failing(let failure?), .over(let failure): throw failure
            }
            defer { state.next += 1 }
            state.waiting[state.next] = waiting
            return state.next
        }
        do {
            try socket.send(.call, number: number, TreeFrame.bytes(call), within: seconds)
        } catch .timedOut {
            fail(.hung(seconds: seconds))
        } catch {
            // The reading thread finds out why.
        }
        return (number, waiting)
    }

    private func forget(_ number: UInt64) { _ = state.withLock { $0.waiting.removeValue(forKey: number) } }

    /// Ends the process for a reason, unless it has ended.
    func fail(_ failure: TreeFailure) {
        state.withLock { state in
            switch state.phase {
            case .open, .closing:
                state.phase = .failing(failure)
                peer.kill()
            case .failing, .over: break
            }
        }
    }

    /// Lets the process end by itself, within a time.
    func close() {
        let closes = state.withLock { state in
            state.onEnd = []
            guard case .open = state.phase else { return false }
            state.phase = .closing
            return true
        }
        guard closes else { return }
        socket.endSending()
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.farewell) { self.fail(.hung(seconds: Self.farewell)) }
    }

    /// Calls a closure once with the reason when the process has ended without being asked to. Of several closures, the
    /// last is called first, so that the log of the process follows what its owner does.
    func whenEnded(_ onEnd: @escaping @Sendable (TreeFailure) -> Void) {
        let failure = state.withLock { state -> TreeFailure? in
            if case .over(let failure) = state.phase { return failure }
            state.onEnd.append(onEnd)
            return nil
        }
        if let failure { onEnd(failure) }
    }

    private func receive(_ onNews: @Sendable (TreeNews) -> Void) {
        do throws(MessageSocket.Failure) {
            while let (kind, number, bytes) = try socket.receive() {
                switch kind {
                case .reply: answer(number, .success(bytes))
                case .failure:
                    answer(number, .failure(.notDrawn(reason: PrintableText.line(bytes))))
                case .news:
                    guard let news = TreeFrame.value(TreeNews.self, bytes) else { return finish(.garbled) }
                    onNews(news)
                case .call: return finish(.garbled)
                }
            }
            finish(.garbled)
        } catch {
            finish(nil)
        }
    }

    private func answer(_ number: UInt64, _ result: Result<[UInt8], TreeFailure>) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?.set(result)
    }

    private func finish(_ reason: TreeFailure?) {
        if let reason { fail(reason) }
        // From here on, nobody ends the process but `reap`.
        let known = state.withLock { state -> TreeFailure? in
            if case .failing(let failure) = state.phase { return failure }
            state.phase = .failing(nil)
            return nil
        }
        let end = peer.reap()
        let failure = known ?? end
        let (waiting, onEnd) = state.withLock { state in
            defer { (state.waiting, state.onEnd) = ([:], []) }
            state.phase = .over(failure)
            return (Array(state.waiting.values), state.onEnd)
        }
        for each in waiting { each.set(.failure(failure)) }
        for each in onEnd.reversed() { each(failure) }
    }
}
