import Dispatch
import Foundation
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport
import WorkerProcesses

/// The process of a tree: answers the calls of the server over a socket.
package final class TreeHost: Sendable {
    private enum Movement {
        case standing
        case moving(FramePace, Task<Void, Never>)
    }

    private struct State {
        var source: (any TileSource)?
        var movement = Movement.standing
        var hearsNotices = false
        /// The subscriptions to what the tree reports by itself.
        var subscriptions: [TileChangeSubscription] = []
    }

    private let socket: TreeSocket
    private let state = Lock(State())
    private let pool = BitmapPool()
    /// The queue of the calls that wait for the tree, in their order.
    private let calls = DispatchQueue(label: "tilework.tree", qos: .userInitiated)
    private let drawing = DispatchQueue(label: "tilework.tree.drawing", qos: .userInitiated, attributes: .concurrent)

    /// Starts answering. The server makes no call before it knows of the tree.
    ///
    /// - Parameter onEnd: Called on a thread of its own when the server has no more calls, or has ended.
    init(_ descriptor: Int32, onEnd: @escaping @Sendable (TreeHost) -> Void) {
        socket = TreeSocket(descriptor)
        let thread = Thread { [self] in
            receive()
            onEnd(self)
        }
        thread.name = "tree-server"
        thread.start()
    }

    /// Starts answering a server that has started this process (`TreeProcess`). The process ends with the server.
    ///
    /// - Parameter memory: The number of bytes that the process may write to.
    package convenience init(memory: Int) {
        let descriptor = WorkerMain(name: "tree-process", work: "runs a viewer's program").connection()
        ProcessLimits.allow(writtenMemory: memory)
        // Without it, lists of processes show the name of the link that the process was started from.
        let name = CommandLine.arguments.first?.split(separator: "/").last ?? ""
        try? Data(name.utf8).write(to: URL(fileURLWithPath: "/proc/self/comm"))
        self.init(descriptor) { $0.endProcess() }
    }

    /// Shows a tree to the server.
    package func open(_ source: any TileSource) {
        let screen = source as? any ScreenTileSource
        let changes = (source as? any ChangingTileSource)?.subscribe { [weak self] box in
            self?.send(.changed([box.minX, box.minY, box.maxX, box.maxY]))
        }
        state.withLock { state in
            state.source = source
            if let changes { state.subscriptions.append(changes) }
        }
        send(
            .opened(
                TreeFacts(
                    contentSize: source.contentSize, screenSize: screen?.screenSize ?? source.contentSize,
                    followsViewer: screen?.followsViewer ?? false)))
    }

    /// Releases the tree and ends the process when the tree has ended: its program gets the calls with which programs
    /// end. A main thread that is blocked delays that for a short time only.
    private func endProcess() -> Never {
        let deadline = MonotonicClock.nanoseconds + UInt64(Self.farewell * 1e9)
        let tree = WeakTree(source: close())
        while tree.source != nil, MonotonicClock.nanoseconds < deadline { usleep(Self.moment) }
        // Released trees have enqueued their last work there.
        let isDone = DispatchSemaphore(value: 0)
        MainThreadExecutor.shared.enqueue { isDone.signal() }
        _ = isDone.wait(timeout: DispatchTime(uptimeNanoseconds: deadline))
        fflush(nil)
        _exit(0)
    }

    private struct WeakTree {
        weak var source: (any TileSource)?
    }

    /// Less than the server waits for the end (`TreeLink.farewell`).
    private static let farewell = 2.0
    /// The microseconds between two checks whether the calls of the tree have returned.
    private static let moment: UInt32 = 2000

    /// Releases the tree. Returns it for a weak reference.
    private func close() -> (any TileSource)? {
        let (source, movement, subscriptions) = state.withLock { state in
            defer { state = State() }
            return (state.source, state.movement, state.subscriptions)
        }
        if case .moving(_, let task) = movement { task.cancel() }
        withExtendedLifetime(subscriptions) {}
        return source
    }

    private func send(_ news: TreeNews) {
        // If it fails, the server has ended.
        try? socket.send(.news, TreeFrame.bytes(news))
    }

    private func reply(_ number: UInt64, _ value: some Encodable) {
        try? socket.send(.reply, number: number, TreeFrame.bytes(value))
    }

    private func receive() {
        // The server sends nothing invalid, so that is treated as its end.
        while let (kind, number, bytes) = try? socket.receive() {
            guard kind == .call, let call = TreeFrame.value(TreeCall.self, bytes),
                let source = state.withLock({ $0.source })
            else { return }
            switch call {
            case .raster(let area): drawing.async { self.draw(area, source, number: number) }
            case .move(let rate):
                move(source, rate)
                reply(number, true)
            case .stand:
                stand()
                reply(number, true)
            default: calls.async { self.answer(call, source, number: number) }
            }
        }
    }

    /// Returns when the calls that have been received are answered.
    func finishCalls() {
        calls.sync {}
        drawing.sync(flags: .barrier) {}
    }

    private func draw(_ part: TreeArea, _ source: any TileSource, number: UInt64) {
        do {
            guard let area = part.area else { throw TreeFailure.notDrawn(reason: "the area is not valid") }
            let limit = UInt64(part.limit * 1e9)
            let begin = ProcessorClock.nanosecondsOfThread
            var context = RasterContext(
                quality: part.draft == nil ? .full : .draft, draftReduction: part.draft ?? 1, pool: pool,
                isCancelled: { ProcessorClock.nanosecondsOfThread > begin + limit })
            context.externalPatience = part.seconds
            let missing = Lock<Set<MissingPart>>([])
            context.onMissingPart = { part in missing.withLock { _ = $0.insert(part) } }
            let image = try source.raster(area, in: context)
            try? socket.send(.reply, number: number, TreePixels.bytes(image, missing: missing.withLock { $0 }))
        } catch {
            let reason = error is CancellationError ? TreeFailure.tookTooLong.description : "\(error)"
            try? socket.send(.failure, number: number, Array(reason.utf8))
        }
    }

    private func move(_ source: any TileSource, _ rate: Double) {
        guard let source = source as? any MovingTileSource, rate > 0, rate.isFinite else { return }
        state.withLock { state in
            switch state.movement {
            case .moving(let pace, _): pace.framesPerSecond = rate
            case .standing:
                let pace = FramePace(framesPerSecond: rate)
                state.movement = .moving(pace, Task { await source.move(at: pace) })
            }
        }
    }

    private func stand() {
        let movement = state.withLock { state in
            defer { state.movement = .standing }
            return state.movement
        }
        if case .moving(_, let task) = movement { task.cancel() }
    }

    private func answer(_ call: TreeCall, _ source: any TileSource, number: UInt64) {
        switch call {
        case .raster, .move, .stand: break
        case .touch(let touches): reply(number, (source as? any TouchableTileSource)?.touch(touches) ?? [])
        case .type(let edits, let text):
            (source as? any TypableTileSource)?.type(edits, into: text)
            reply(number, true)
        case .listenToTyping:
            keep((source as? any TypableTileSource)?.subscribeToTyping { [weak self] in self?.send(.typing($0)) })
            reply(number, true)
        case .elements(let limit):
            reply(number, (source as? any AccessibleTileSource)?.accessibleElements(limit: limit) ?? [])
        case .perform(let action, let element):
            (source as? any AccessibleTileSource)?.perform(action, on: element)
            reply(number, true)
        case .listenToNotices:
            let isFirst = state.withLock { state in
                defer { state.hearsNotices = true }
                return !state.hearsNotices
            }
            if isFirst, let source = source as? any AccessibleTileSource {
                keep(source.subscribeToNotices { [weak self] in self?.send(.notice($0)) })
            }
            reply(number, true)
        case .resize(let size):
            if size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite {
                (source as? any ScreenTileSource)?.resize(to: size)
            }
            reply(number, true)
        case .savedState:
            reply(number, (source as? any RestorableTileSource)?.savedState().map { Data($0) })
        case .restore(let state):
            (source as? any RestorableTileSource)?.restore(Array(state))
            reply(number, true)
        case .pass(let seconds):
            if seconds >= 0, seconds.isFinite { (source as? any MovingTileSource)?.pass(seconds) }
            reply(number, true)
        case .isMoving: reply(number, (source as? any MovingTileSource)?.isMoving ?? false)
        }
    }

    private func keep(_ subscription: TileChangeSubscription?) {
        guard let subscription else { return }
        state.withLock { $0.subscriptions.append(subscription) }
    }
}
