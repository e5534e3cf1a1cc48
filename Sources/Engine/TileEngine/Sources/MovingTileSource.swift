/// A source that is animated as time passes, for example a tree of views with animations. Time stands still until
/// `move(at:)` or `pass(_:)` is called.
public protocol MovingTileSource: ChangingTileSource {
    /// Advances time until the task is cancelled. While anything moves, frames are made at most at the rate of `pace`,
    /// and changes are reported to subscribers as usual. While nothing moves, this does no work.
    func move(at pace: FramePace) async

    /// Whether the source will look different a moment later or has work scheduled.
    var isMoving: Bool { get }

    /// Advances time by a number of seconds at once and makes a frame. For clients that choose their own times; don't
    /// call it while `move(at:)` runs.
    func pass(_ seconds: Double)
}
