/// Exact counters of the work of frames: the same changes yield the same numbers. A frame without changes only adds 1
/// to `frames`.
///
/// Work that a program does immediately (`layoutIfNeeded()`, `displayIfNeeded()`, `render(in:)`) counts with the next
/// frame of the tree's host; in a tree without a host it is not counted.
public struct FrameCounters: Hashable, Sendable {
    public var frames = 0
    /// Frames with layout.
    public var layoutPasses = 0
    /// Layouts that were solved, including each marked independent layout.
    public var layoutsSolved = 0
    /// Constraints added to solvers, including those for intrinsic sizes and frames.
    public var constraintsAdded = 0
    /// Constraints removed from solvers.
    public var constraintsRemoved = 0
    /// Constraints whose constant changed.
    public var constraintsChanged = 0
    /// Required constraints that conflicted with others and were dropped.
    public var constraintsBroken = 0
    /// Animations that had not ended, one for each layer and key.
    public var animations = 0
    /// Updates of the properties of views and controllers, without the first one of each.
    public var propertyUpdates = 0
    /// Calls of `layoutSublayers()`.
    public var layersLaidOut = 0
    /// Calls of `display()`.
    public var displays = 0
    /// Rects redrawn by displays.
    public var displayRects = 0
    /// The area of those rects at their layers' `contentsScale`, in pixels.
    public var displayPixels = 0
    /// Render nodes created.
    public var nodesCommitted = 0
    /// Drawing operations created for replicators with more than one copy: one for each copy, or its whole drawing if
    /// it is colored differently.
    public var copyOperations = 0
    /// Render nodes visited and reused. Those inside or beside a reused node are not visited.
    public var nodesShared = 0

    public init() {}

    public static func += (sum: inout FrameCounters, other: FrameCounters) {
        sum.frames += other.frames
        sum.layoutPasses += other.layoutPasses
        sum.layoutsSolved += other.layoutsSolved
        sum.constraintsAdded += other.constraintsAdded
        sum.constraintsRemoved += other.constraintsRemoved
        sum.constraintsChanged += other.constraintsChanged
        sum.constraintsBroken += other.constraintsBroken
        sum.animations += other.animations
        sum.propertyUpdates += other.propertyUpdates
        sum.layersLaidOut += other.layersLaidOut
        sum.displays += other.displays
        sum.displayRects += other.displayRects
        sum.displayPixels += other.displayPixels
        sum.nodesCommitted += other.nodesCommitted
        sum.nodesShared += other.nodesShared
        sum.copyOperations += other.copyOperations
    }
}
