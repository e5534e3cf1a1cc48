import TileSupport

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
