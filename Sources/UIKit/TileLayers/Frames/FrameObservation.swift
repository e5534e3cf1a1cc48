import TileSupport

/// Told what frames do while they do it, by who measures them.
package protocol FrameObserver: AnyObject {
    /// Does the work of a stage: calls it once, at once. A frame within a frame (of a snapshot) has stages within a
    /// stage.
    func frame(_ stage: FrameStage, _ work: () -> Void)
    /// So many animations of a layer have gone on, and have not ended.
    func isAnimated(_ layer: CALayer, by animations: Int)
    /// `layoutSublayers()` of a layer is about to be called.
    func lays(out layer: CALayer)
    /// `display()` of a layer is about to be called, for so many pixels.
    func willDisplay(_ layer: CALayer, pixels: Int)
    /// A render node was made of a layer; those of layers in it were made before.
    func didCommit(_ layer: CALayer)
}

/// Who observes the frames of the current thread.
package enum FrameObservation {
    private static let local = ThreadLocal<(any FrameObserver)?> { nil }

    static var observer: (any FrameObserver)? { local.value }

    /// Does the work of a stage, under the eyes of who observes.
    package static func stage<Result>(_ stage: FrameStage, _ work: () -> Result) -> Result {
        guard let observer = local.value else { return work() }
        var result: Result?
        observer.frame(stage) { result = work() }
        guard let result else { preconditionFailure("an observer left out the stage \(stage)") }
        return result
    }

    /// Has `observer` told of what the thread's trees do within `body`.
    package static func observing<Result>(by observer: any FrameObserver, _ body: () throws -> Result) rethrows
        -> Result
    {
        let before = local.value
        local.value = observer
        defer { local.value = before }
        return try body()
    }
}
