/// A source whose picture moves by itself while time passes for it: a tree of views with animations. At first time
/// stands still.
public protocol MovingTileSource: ChangingTileSource {
    /// Lets time pass until the task is cancelled. While anything moves, a frame is made as often as `pace` says at
    /// most, and what looks different in it is told as any change is; while nothing moves, nothing is done.
    func move(at pace: FramePace) async

    /// Whether it looks different a moment later, or has something to do then.
    var isMoving: Bool { get }

    /// Lets so many seconds pass at once, and makes a frame: for who draws what moves at moments of its own, and not
    /// while something else lets time pass.
    func pass(_ seconds: Double)
}
