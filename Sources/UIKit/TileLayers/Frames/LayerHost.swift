import Foundation
import TileGraphics

/// Runs the frames of a layer tree: layout, display and commit, in this order, each only for marked layers.
///
///     let host = LayerHost(root)
///     let first = host.frame()
///     layer.position.x += 10
///     let second = host.frame()
///     let stale = second.damage(since: first)
///
/// Use it on the thread of the tree; the render trees may be passed to any thread.
public final class LayerHost {
    /// The root of the tree.
    public let root: CALayer
    /// The work of all frames, including work between frames, which counts with the following frame.
    public private(set) var counters = FrameCounters()
    /// Called on the tree's thread at the first mark since the last frame. It may schedule a frame, but must not run
    /// one.
    public var onChange: (() -> Void)?
    /// The screen that shows the frames. Nil by default: tiled layers, which draw the part visible on a screen, then
    /// draw themselves completely.
    public var screen: Screen?
    private var tree: RenderTree?
    /// The previous tree. Its nodes are reused for the next one if they are uniquely referenced by then.
    private var last: RenderTree?
    let retired = RetiredNodes()

    /// A screen, real or virtual.
    public struct Screen {
        /// Pixels per point of the root layer.
        public var scale: Double
        /// The clock that defines the speed of motion on the screen.
        public var clock: any FrameClock

        public init(scale: Double, clock: any FrameClock) {
            precondition(scale > 0 && scale.isFinite, "a screen's scale must be positive and finite, and is \(scale)")
            self.scale = scale
            self.clock = clock
        }
    }

    /// The clock that defines the time of frames.
    package var clock: any FrameClock = SystemClock()
    /// The time of the current or the last frame.
    private(set) var frameTime: CFTimeInterval = 0
    private var knowsTime = false
    /// The number of frames begun, including the current one.
    package private(set) var framesBegun = 0

    /// Whether time passes for animations. Otherwise they end when they begin, and endless ones show their state at the
    /// clock's time.
    package var runsAnimations = true {
        didSet { if !runsAnimations { knownAnimator?.cancelEnding() } }
    }
    /// Has running animations begin with the next frame, because the clock was set.
    package func beginAnimationsAgain() { knownAnimator?.beginAgain() }

    /// Whether an animation is running that has an end.
    package var hasEndingAnimations: Bool { knownAnimator?.hasEnding ?? false }
    /// Whether changes of standalone layers are implicitly animated. False for a tree that is only shown by its frames:
    /// there, changes take effect immediately.
    package var animatesImplicitly = false

    private var knownAnimator: LayerAnimator?
    /// The animator of the tree.
    var animator: LayerAnimator {
        if let knownAnimator { return knownAnimator }
        let made = LayerAnimator(self)
        knownAnimator = made
        add(made, isHeld: true)
        return made
    }

    private var participants = FrameParticipants()

    /// Registers a participant, which is called at its stage of each frame.
    ///
    /// - Parameter isHeld: Whether it is retained until it is removed.
    package func add(_ participant: any FrameParticipant, isHeld: Bool = false) {
        participants.add(participant, isHeld: isHeld)
    }

    package func remove(_ participant: any FrameParticipant) { participants.remove(participant) }

    func includes(_ participant: any FrameParticipant) -> Bool { participants.contains(participant) }

    /// Returns the participants called at a stage of the next frame, in this order. O(n) for all participants.
    package func participants(at stage: FrameStage) -> [any FrameParticipant] {
        var all: [any FrameParticipant] = []
        participants.forEach(at: stage) { all.append($0) }
        return all
    }

    deinit {
        knownAnimator?.cancelAll()
        participants.forEach { $0.hostIsGone() }
    }

    /// - Parameter root: The root of a tree, which it must remain while the host exists: it can't be added to another.
    ///   Traps if it has a superlayer or another host.
    public init(_ root: CALayer) {
        precondition(root.parent == nil, "a host's layer is the top of its tree; this one has a superlayer")
        precondition(root.extras?.host == nil, "the layer has a host already")
        self.root = root
        root.makeExtras().host = self
    }

    /// Whether a change was noted since the last frame. Later ones are not reported.
    package private(set) var hasNotedChange = false

    /// Notes that a mark reached the root, or that a participant wants a frame.
    package func noteChange() {
        if hasNotedChange { return }
        hasNotedChange = true
        onChange?()
    }

    /// Whether a frame would do any work for the tree. Marked layers of a hidden tree are drawn and committed when it
    /// becomes visible.
    public var isFramePending: Bool {
        if tree == nil { return true }
        if participants.wantFrame(at: FrameStage.ofTree) { return true }
        if root.isHidden { return !root.marks.isDisjoint(with: [.needsLayout, .layoutBelow, .needsCommit]) }
        if !root.marks.isDisjoint(
            with: [.needsLayout, .layoutBelow, .displayBelow, .needsCommit, .commitBelow, .animated])
        {
            return true
        }
        return root.marks.contains(.needsDisplay) && root.isDisplayable
    }

    /// Whether a frame would do any work, for the tree or for participants before the tree's stages.
    package var isAnythingPending: Bool {
        participants.wantFrame(at: FrameStage.beforeTree) || !AnimationNews.isEmpty || isFramePending
    }

    /// Runs the stages of a frame, which update the tree, and ends the thread's implicit transaction (`CATransaction`),
    /// like a turn of the run loop on other systems: its completion block is called, and changes that it makes are for
    /// the next frame. If nothing was marked, returns the previous frame's tree in constant time.
    @discardableResult
    public func frame() -> RenderTree { MediaClock.with(clock) { makeFrame() } }

    private func makeFrame() -> RenderTree {
        knowsTime = false
        framesBegun += 1
        if !participants.isEmpty || FrameObservation.observer != nil {
            for stage in FrameStage.beforeTree { FrameObservation.stage(stage) { callParticipants(at: stage) } }
        }
        var counters = FrameCounters()
        counters.frames = 1
        let tree = upToDateTree(&counters)
        counters += countedApart
        countedApart = FrameCounters()
        if counters.layersLaidOut > 0 { counters.layoutPasses += 1 }
        self.counters += counters
        hasNotedChange = false
        CATransaction.flush()
        return tree
    }

    private func upToDateTree(_ counters: inout FrameCounters) -> RenderTree {
        if let tree, !isFramePending { return tree }
        noteTime()
        if var last {
            self.last = nil
            last.retire(to: retired)
        }
        let node = root.bringUpToDate(&counters, in: self) { callParticipants(at: $0) }
        let bounds = root.boundsStorage.standardized
        if let tree, tree.root === node, tree.size == bounds.size { return tree }
        let new = RenderTree(node, bounds: bounds, over: retired.takeDrawings())
        retired.drop()
        (last, tree) = (tree, new)
        return new
    }

    private func callParticipants(at stage: FrameStage) {
        // A snapshot of the participants: a call may remove some, which are then not called, and add some, which wait
        // for the next frame.
        let called = participants
        called.forEach(at: stage) { participant in
            guard participants.contains(participant) else { return }
            noteTime()
            participant.takePart(in: self, at: frameTime)
        }
    }

    /// Reads the frame's time when it is first needed; it stays constant for the frame.
    private func noteTime() {
        if knowsTime { return }
        knowsTime = true
        frameTime = clock.now
    }

    /// The work done between frames, or immediately within one.
    private var countedApart = FrameCounters()

    func countApart(_ work: FrameCounters) { countedApart += work }

    /// Returns the counters gained while `body` runs.
    public func counting(_ body: () throws -> Void) rethrows -> FrameCounters {
        let before = counters
        counters = FrameCounters()
        defer { counters += before }
        try body()
        return counters
    }
}

extension CALayer {
    /// Lays out, displays and commits the marked layers here and below.
    ///
    /// - Parameter participants: Called at each stage, after the marked layers.
    func bringUpToDate(
        _ counters: inout FrameCounters, in host: LayerHost? = nil, participants: (FrameStage) -> Void = { _ in }
    ) -> RenderNode {
        for stage in FrameStage.ofTree {
            FrameObservation.stage(stage) {
                bring(to: stage, &counters, host)
                participants(stage)
            }
        }
        guard let node else { preconditionFailure("a commit left no render node") }
        return node
    }

    private func bring(to stage: FrameStage, _ counters: inout FrameCounters, _ host: LayerHost?) {
        switch stage {
        case .layout: layoutTree(&counters)
        case .display: displayTree(&counters)
        case .commit:
            let node = commit(&counters, in: host)
            guard limitCopies(after: node) else { return }
            var again = FrameCounters()
            _ = commit(&again, in: host)
            counters += again
        case .events, .links, .animations, .properties, .constraints, .tiles: return
        }
    }

    /// Returns the current render node of the layer; an empty one if it is hidden.
    func upToDateNode() -> RenderNode { counted { bringUpToDate(&$0) } }

    /// Runs work outside of a frame, which counts with the next frame of the tree's host.
    func counted<Result>(_ work: (inout FrameCounters) -> Result) -> Result {
        var counters = FrameCounters()
        let result = work(&counters)
        if counters != FrameCounters() {
            var top = self
            while let parent = top.parent { top = parent }
            top.extras?.host?.countApart(counters)
        }
        return result
    }

    /// Counts work done elsewhere for the tree with the next frame of its host.
    package func countFrameWork(_ count: (inout FrameCounters) -> Void) { counted { count(&$0) } }

    func makeExtras() -> LayerExtras {
        if let extras { return extras }
        let made = LayerExtras()
        extras = made
        return made
    }
}
