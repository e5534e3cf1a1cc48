import Foundation

/// Runs the frames of a tree of layers: layout, display, commit, in this order, each only where something is marked.
///
///     let host = LayerHost(root)
///     let first = host.frame()
///     layer.position.x += 10
///     let second = host.frame()
///     let stale = second.damage(since: first)
///
/// Used on the thread that the tree is used on; the render trees that it makes may go to any.
public final class LayerHost {
    /// The top of the tree.
    public let root: CALayer
    /// What all frames did.
    public private(set) var counters = FrameCounters()
    /// Called, on the tree's thread, when something is marked for the first time since the last frame. It may ask for a frame
    /// to come, but is not to run one.
    public var onChange: (() -> Void)?
    private var tree: RenderTree?

    /// - Parameter root: the top of a tree, which it stays as long as the host is there: it can't be put into another.
    ///   Traps when it has a superlayer or another host.
    public init(_ root: CALayer) {
        precondition(root.parent == nil, "a host's layer is the top of its tree; this one has a superlayer")
        precondition(root.extras?.host == nil, "the layer has a host already")
        self.root = root
        root.makeExtras().host = self
    }

    private var hasNotedChange = false

    /// Marks reached the top of the tree.
    func noteChange() {
        if hasNotedChange { return }
        hasNotedChange = true
        onChange?()
    }

    /// Whether a frame would do anything.
    public var isFramePending: Bool {
        tree == nil
            || !root.marks.isDisjoint(with: [
                .needsLayout, .layoutBelow, .needsDisplay, .displayBelow, .needsCommit, .commitBelow,
            ])
    }

    /// Brings the tree up to date. When nothing was marked it returns the tree of the frame before, in constant time.
    @discardableResult
    public func frame() -> RenderTree {
        counters.frames += 1
        if let tree, !isFramePending { return tree }
        let laidOut = counters.layersLaidOut
        let node = root.bringUpToDate(&counters)
        hasNotedChange = false
        if counters.layersLaidOut > laidOut { counters.layoutPasses += 1 }
        let bounds = root.boundsStorage.standardized
        if let tree, tree.root === node, tree.size == bounds.size { return tree }
        let new = RenderTree(node, bounds: bounds)
        tree = new
        return new
    }

    /// What `counters` gained while `body` ran.
    public func counting(_ body: () throws -> Void) rethrows -> FrameCounters {
        let before = counters
        counters = FrameCounters()
        defer { counters += before }
        try body()
        return counters
    }
}

extension CALayer {
    /// Lays out, displays and commits what is marked here and below.
    func bringUpToDate(_ counters: inout FrameCounters) -> RenderNode {
        layoutTree(&counters)
        displayTree(&counters)
        return commit(&counters)
    }

    /// The render node of the layer as it is, also of a hidden one.
    func upToDateNode() -> RenderNode {
        var counters = FrameCounters()
        return bringUpToDate(&counters)
    }

    func makeExtras() -> LayerExtras {
        if let extras { return extras }
        let made = LayerExtras()
        extras = made
        return made
    }
}
