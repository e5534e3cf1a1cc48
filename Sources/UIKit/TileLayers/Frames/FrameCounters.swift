/// What frames did, counted exactly: the same changes give the same numbers. A frame in which nothing changed adds 1 to
/// `frames` and nothing else.
///
/// What a program has done at once (`layoutIfNeeded()`, `displayIfNeeded()`, `render(in:)`) counts with the next frame
/// of the tree's host; in a tree without one, nobody counts it.
public struct FrameCounters: Hashable, Sendable {
    public var frames = 0
    /// Frames in which something was laid out.
    public var layoutPasses = 0
    /// Layouts that were solved: of what is laid out by itself, each one that was marked.
    public var layoutsSolved = 0
    /// Constraints that solvers were given, those of contents' sizes and frames included.
    public var constraintsAdded = 0
    /// Constraints that were taken from solvers.
    public var constraintsRemoved = 0
    /// Constraints whose constant changed.
    public var constraintsChanged = 0
    /// Required constraints that contradicted others, and were given up.
    public var constraintsBroken = 0
    /// Animations that had not ended, one for each layer that shows it and each key.
    public var animations = 0
    /// Calls of `layoutSublayers()`.
    public var layersLaidOut = 0
    /// Calls of `display()`.
    public var displays = 0
    /// Rects drawn anew by these.
    public var displayRects = 0
    /// Area of those rects at their layers' `contentsScale`, in pixels.
    public var displayPixels = 0
    /// Render nodes made.
    public var nodesCommitted = 0
    /// Drawing operations made for replicators that show more than one copy: one for each copy, or all of its drawing
    /// where it is colored differently.
    public var copyOperations = 0
    /// Render nodes looked at and kept. Those that lie in a kept node, or beside it, are not even looked at.
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
        sum.layersLaidOut += other.layersLaidOut
        sum.displays += other.displays
        sum.displayRects += other.displayRects
        sum.displayPixels += other.displayPixels
        sum.nodesCommitted += other.nodesCommitted
        sum.nodesShared += other.nodesShared
        sum.copyOperations += other.copyOperations
    }
}
