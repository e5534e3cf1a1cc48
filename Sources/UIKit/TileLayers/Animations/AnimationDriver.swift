/// Moves animations in place of the time that passes: back and forth, or not at all.
package protocol AnimationDriver: AnyObject {
    /// How far an animation is through, at a time in seconds.
    func progress(at time: Double) -> Double
    /// Whether time brings it on.
    var isMoving: Bool { get }
    /// Whether its animations are over at a time.
    func hasEnded(at time: Double) -> Bool
}
