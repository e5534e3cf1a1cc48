/// A driver that controls the progress of animations in place of time: forwards, backwards, or not at all.
package protocol AnimationDriver: AnyObject {
    /// Returns the progress of an animation at a time in seconds.
    func progress(at time: Double) -> Double
    /// Whether the animation progresses with time.
    var isMoving: Bool { get }
    /// Returns whether the animations have ended at a time.
    func hasEnded(at time: Double) -> Bool
}
