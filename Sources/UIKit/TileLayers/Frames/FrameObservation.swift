import Synchronization
import TileSupport

/// A change of an observable property, and the update that runs again because it had read the property.
package struct UpdateCause: Hashable, Sendable {
    /// The kind of the update.
    package enum Update: Sendable { case properties, layout, display }

    /// The type and name of the property, such as `Model.count`.
    package var property: String
    /// The type and method that read it, such as `PriceCell.updateProperties`.
    package var reader: String
    package var update: Update

    package init(property: String, reader: String, update: Update) {
        (self.property, self.reader, self.update) = (property, reader, update)
    }
}

/// An observer of the work of frames, for measurements.
package protocol FrameObserver: AnyObject {
    /// Runs the work of a stage: calls it exactly once, immediately. A nested frame (for a snapshot) has stages within
    /// a stage.
    func frame(_ stage: FrameStage, _ work: () -> Void)
    /// Reports the number of a layer's animations that advanced and have not ended.
    func isAnimated(_ layer: CALayer, by animations: Int)
    /// Reports that `layoutSublayers()` of a layer is about to be called.
    func lays(out layer: CALayer)
    /// Reports that `display()` of a layer is about to be called, with the number of pixels.
    func willDisplay(_ layer: CALayer, pixels: Int)
    /// Reports that a render node was created for a layer, after those of its sublayers.
    func didCommit(_ layer: CALayer)
    /// Runs an update that a change has caused: calls it exactly once, immediately.
    func updates(for cause: UpdateCause, _ work: () -> Void)
    /// Reports that a layer is about to be marked for layout or display. Only during `explaining(_:)`.
    func marks(_ layer: CALayer, for update: UpdateCause.Update)
    /// Reports that the last call of `layoutSublayers()` or `display()` that began is over. Only during
    /// `explaining(_:)`.
    func didEndWork()
}

extension FrameObserver {
    package func updates(for cause: UpdateCause, _ work: () -> Void) { work() }
    package func marks(_ layer: CALayer, for update: UpdateCause.Update) {}
    package func didEndWork() {}
}

/// The observer of the current thread's frames.
package enum FrameObservation {
    private static let local = ThreadLocal<(any FrameObserver)?> { nil }

    static var observer: (any FrameObserver)? { local.value }

    /// Runs the work of a stage under observation.
    package static func stage<Result>(_ stage: FrameStage, _ work: () -> Result) -> Result {
        guard let observer = local.value else { return work() }
        var result: Result?
        observer.frame(stage) { result = work() }
        guard let result else { preconditionFailure("an observer left out the stage \(stage)") }
        return result
    }

    /// The number of calls of `explaining(_:)` that are under way.
    private static let explanations = Atomic(0)

    /// Whether updates record the changes that cause them.
    package static var explainsUpdates: Bool { explanations.load(ordering: .relaxed) > 0 }

    /// Records the causes of all updates of the process during `body`, which slows them down.
    package static func explaining<Result, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        explanations.add(1, ordering: .relaxed)
        defer { explanations.subtract(1, ordering: .relaxed) }
        return try body()
    }

    /// Runs an update, and reports its cause to the observer if there are both.
    package static func updating<Result>(for cause: UpdateCause?, _ work: () -> Result) -> Result {
        guard let cause, let observer = local.value else { return work() }
        var result: Result?
        observer.updates(for: cause) { result = work() }
        guard let result else { preconditionFailure("an observer left out an update for \(cause.property)") }
        return result
    }

    /// Reports that a layer is about to be marked.
    static func marks(_ layer: CALayer, for update: UpdateCause.Update) {
        if explainsUpdates { local.value?.marks(layer, for: update) }
    }

    /// Reports that a layout or a drawing is over.
    static func didEndWork() {
        if explainsUpdates { local.value?.didEndWork() }
    }

    /// Reports the work of the thread's trees during `body` to `observer`.
    package static func observing<Result>(by observer: any FrameObserver, _ body: () throws -> Result) rethrows
        -> Result
    {
        let before = local.value
        local.value = observer
        defer { local.value = before }
        return try body()
    }
}
