import Dispatch
import Foundation
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import TileSupport
import WorkerProcesses

/// A tree of views in a process of its own, for one viewer. The process has its own main thread, so a program that
/// blocks it keeps no other waiting, and a trap ends no other. It ends when the instance is released, or with this
/// process.
package final class TreeProcess: Sendable {
    /// Receives what the process reports.
    private final class Reports: Sendable {
        let watchers = TileChangeWatchers()
        let keyboard = ContentKeyboard()
        let notices = ContentNotices()
        let facts = Lock<TreeFacts?>(nil)
        let end = Lock<TreeFailure?>(nil)
        /// Signaled when the tree exists, and when it has ended.
        let isOpen = DispatchSemaphore(value: 0)

        func receive(_ news: TreeNews) {
            switch news {
            case .opened(let facts):
                self.facts.withLock { $0 = facts }
                isOpen.signal()
            case .changed(let edges):
                let boxes = stride(from: 0, to: edges.count - edges.count % 4, by: 4).map { index in
                    Box(
                        minX: edges[index], minY: edges[index + 1], maxX: edges[index + 2], maxY: edges[index + 3])
                }
                watchers.notify(boxes)
            case .typing(let state): keyboard.send(state)
            case .notice(let notice): notices.send([notice])
            }
        }
    }

    let link: TreeLink
    private let reports: Reports
    private let facts: TreeFacts
    private let thread = CallThread(name: "tree-calls")

    /// The factor from processor time to the time that drawing may take on a busy machine.
    private static let slowness = 6.0
    /// The largest side of a content, in points.
    private static let longest = 1e9

    /// Starts a process of this program, with other arguments, and waits until its tree exists.
    ///
    /// - Parameters:
    ///   - arguments: The arguments that have the program call `TreeHost.init(memory:)`.
    ///   - patience: The seconds after which a process that does not answer is ended.
    package convenience init(arguments: [String], patience: Double) throws(TreeFailure) {
        let child: WorkerChild
        do throws(WorkerFailure) {
            // The file that this process was started from, even if another has its name by now.
            child = try WorkerChild(
                program: "/proc/self/exe", arguments: [CommandLine.arguments[0]] + arguments, output: .inherited)
        } catch {
            throw .notStarted(reason: "\(error)")
        }
        try self.init(
            TreeLink.Peer(
                descriptor: child.descriptor, kill: { child.kill() }, reap: { TreeFailure(child.end()) }),
            patience: patience)
        link.whenEnded { [process = child.process] failure in
            FrameLog.write("process \(process) of a viewer: \(failure)")
        }
    }

    /// Waits until the tree at the other end exists.
    init(_ peer: TreeLink.Peer, patience: Double) throws(TreeFailure) {
        let (link, reports) = (TreeLink(peer, patience: patience), Reports())
        link.whenEnded { failure in
            reports.end.withLock { $0 = failure }
            reports.isOpen.signal()
        }
        link.start { reports.receive($0) }
        if reports.isOpen.wait(timeout: .now() + patience) == .timedOut {
            link.fail(.hung(seconds: patience))
            throw .hung(seconds: patience)
        }
        guard let facts = reports.facts.withLock({ $0 }), Self.isValid(facts) else {
            link.fail(.garbled)
            throw reports.end.withLock { $0 } ?? .garbled
        }
        (self.link, self.reports, self.facts) = (link, reports, facts)
    }

    private static func isValid(_ facts: TreeFacts) -> Bool {
        [facts.contentSize.width, facts.contentSize.height, facts.screenSize.width, facts.screenSize.height]
            .allSatisfy { $0 > 0 && $0 <= longest }
    }

    deinit { link.close() }

    /// Calls the tree; nil if it has ended.
    private func value<Value: Decodable>(_ type: Value.Type, _ call: TreeCall) -> Value? {
        guard let bytes = try? link.call(call) else { return nil }
        guard let value = TreeFrame.value(type, bytes) else {
            link.fail(.garbled)
            return nil
        }
        return value
    }

    private func perform(_ call: TreeCall) { _ = try? link.call(call) }
}

extension TreeProcess: EndingTileSource {
    package var contentSize: CGSize { facts.contentSize }
    package var memoryKind: MemoryBudget.Kind { .views }

    package func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        try context.checkCancellation()
        let part = TreeArea(area, context)
        let bytes = try link.draw(part, within: Self.slowness * part.limit, isCancelled: context.isCancelled)
        guard let image = TreePixels.image(bytes, of: area, in: context) else {
            link.fail(.garbled)
            throw TreeFailure.garbled
        }
        return image
    }

    package func whenEnded(_ onEnd: @escaping @Sendable (any TileSourceFailure) -> Void) {
        link.whenEnded { onEnd($0) }
    }
}

extension TreeProcess: QueuedTileSource {
    package func enqueue(after delay: Double, _ calls: @escaping @Sendable () -> Void) -> Bool {
        thread.enqueue(after: delay, calls)
        return true
    }
}

extension TreeProcess: MovingTileSource {
    package func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        reports.watchers.subscribe(onChange)
    }

    package func move(at pace: FramePace) async {
        while !Task.isCancelled {
            let rate = pace.framesPerSecond
            thread.enqueue(after: 0) { [weak self] in self?.perform(.move(rate)) }
            await pace.wait(until: nil, ContinuousClock())
        }
        thread.enqueue(after: 0) { [weak self] in self?.perform(.stand) }
    }

    package var isMoving: Bool { value(Bool.self, .isMoving) ?? false }

    package func pass(_ seconds: Double) { perform(.pass(seconds)) }
}

extension TreeProcess: ScreenTileSource {
    package var screenSize: CGSize { facts.screenSize }
    package var followsViewer: Bool { facts.followsViewer }

    package func resize(to size: CGSize) { perform(.resize(size)) }

    package func touch(_ touches: [ContentTouch]) -> Set<ContentTouch.Finger> {
        value(Set<ContentTouch.Finger>.self, .touch(touches)) ?? []
    }
}

extension TreeProcess: TypableTileSource {
    package func type(_ edits: [ContentTyping], into number: Int) { perform(.type(edits, number: number)) }

    package func subscribeToTyping(
        _ onChange: @escaping @Sendable (ContentTypingState) -> Void
    ) -> TileChangeSubscription {
        let (number, begins) = reports.keyboard.add(onChange)
        if begins { perform(.listenToTyping) } else { reports.keyboard.sendNewest(to: number) }
        return TileChangeSubscription { [keyboard = reports.keyboard] in keyboard.remove(number) }
    }
}

extension TreeProcess: AccessibleTileSource {
    package func accessibleElements(limit: Int) -> [AccessibleElement] {
        value([AccessibleElement].self, .elements(limit: limit)) ?? []
    }

    package func perform(_ action: AccessibleAction, on number: Int) { perform(.perform(action, number: number)) }

    package func subscribeToNotices(
        _ onNotice: @escaping @Sendable (AccessibilityNotice) -> Void
    ) -> TileChangeSubscription {
        let number = reports.notices.add(onNotice)
        perform(.listenToNotices)
        return TileChangeSubscription { [notices = reports.notices] in notices.remove(number) }
    }
}

extension TreeProcess: RestorableTileSource {
    package func savedState() -> [UInt8]? { value(Data?.self, .savedState).flatMap { $0.map { Array($0) } } }

    package func restore(_ state: [UInt8]) { perform(.restore(Data(state))) }
}
