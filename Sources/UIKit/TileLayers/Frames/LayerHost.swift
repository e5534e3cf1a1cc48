import Foundation
import TileGraphics

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
    /// What all frames did, and what was done between them, counted with the frame after it.
    public private(set) var counters = FrameCounters()
    /// Called, on the tree's thread, when something is marked for the first time since the last frame. It may ask for a
    /// frame to come, but is not to run one.
    public var onChange: (() -> Void)?
    /// Where the frames are shown. Nil at first: then tiled layers, which draw for a screen what shows on it, draw all
    /// of themselves.
    public var screen: Screen?
    private var tree: RenderTree?
    /// The one before, whose nodes are made into those of the one to come where nobody holds them by then.
    private var last: RenderTree?
    let retired = RetiredNodes()

    /// A screen, virtual or not.
    public struct Screen {
        /// Pixels to a point of the root layer.
        public var scale: Double
        /// Tells how fast what it shows moves.
        public var clock: any FrameClock

        public init(scale: Double, clock: any FrameClock) {
            precondition(scale > 0 && scale.isFinite, "a screen's scale must be positive and finite, and is \(scale)")
            self.scale = scale
            self.clock = clock
        }
    }

    /// Tells participants the time of a frame.
    package var clock: any FrameClock = SystemClock()
    /// The time of the frame under way, or of the last one.
    private(set) var frameTime: CFTimeInterval = 0
    private var knowsTime = false
    /// How many frames have begun, with the one under way.
    package private(set) var framesBegun = 0

    /// Whether time passes for animations. Else they have ended when they begin, and those that never end show as they
    /// are at the clock's time.
    package var runsAnimations = true {
        didSet { if !runsAnimations { knownAnimator?.cancelEnding() } }
    }
    /// Whether something is animated that comes to an end.
    package var hasEndingAnimations: Bool { knownAnimator?.hasEnding ?? false }
    /// Whether changes of layers that are no views' are animated where nothing says otherwise. Not in a tree that
    /// nothing but its frames shows: there, what is set is what is to be had.
    package var animatesImplicitly = false

    private var knownAnimator: LayerAnimator?
    /// Moves what is animated.
    var animator: LayerAnimator {
        if let knownAnimator { return knownAnimator }
        let made = LayerAnimator(self)
        knownAnimator = made
        add(made, isHeld: true)
        return made
    }

    private var participants = FrameParticipants()

    /// Has something called at its stage of each frame.
    ///
    /// - Parameter isHeld: whether it is kept alive until it is removed.
    package func add(_ participant: any FrameParticipant, isHeld: Bool = false) {
        participants.add(participant, isHeld: isHeld)
    }

    package func remove(_ participant: any FrameParticipant) { participants.remove(participant) }

    func includes(_ participant: any FrameParticipant) -> Bool { participants.contains(participant) }

    /// Those who are called at a stage of the next frame, in this order. O(n) for all who take part.
    package func participants(at stage: FrameStage) -> [any FrameParticipant] {
        var all: [any FrameParticipant] = []
        participants.forEach(at: stage) { all.append($0) }
        return all
    }

    deinit {
        knownAnimator?.cancelAll()
        participants.forEach { $0.hostIsGone() }
    }

    /// - Parameter root: the top of a tree, which it stays as long as the host is there: it can't be put into another.
    ///   Traps when it has a superlayer or another host.
    public init(_ root: CALayer) {
        precondition(root.parent == nil, "a host's layer is the top of its tree; this one has a superlayer")
        precondition(root.extras?.host == nil, "the layer has a host already")
        self.root = root
        root.makeExtras().host = self
    }

    private var hasNotedChange = false

    /// Marks reached the top of the tree, or somebody who takes part in frames wants one.
    package func noteChange() {
        if hasNotedChange { return }
        hasNotedChange = true
        onChange?()
    }

    /// Whether a frame would do anything for the tree. What is marked in a hidden tree is drawn and committed when it
    /// shows.
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

    /// Whether a frame would do anything: for the tree, or for who takes part before it is brought up to date.
    package var isAnythingPending: Bool {
        participants.wantFrame(at: FrameStage.beforeTree) || !AnimationNews.isEmpty || isFramePending
    }

    /// Goes through the stages of a frame, which bring the tree up to date, then ends the thread's implicit transaction
    /// (`CATransaction`), as a turn of the run loop does on other systems: its completion block is called, and what
    /// that changes is for the next frame. When nothing was marked it returns the tree of the frame before, in constant
    /// time.
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
        // As they are now: a call may take some out, which then are not called any more, and add some, which wait for
        // the next frame.
        let called = participants
        called.forEach(at: stage) { participant in
            guard participants.contains(participant) else { return }
            noteTime()
            participant.takePart(in: self, at: frameTime)
        }
    }

    /// A frame has one time, which is looked up when it is first needed.
    private func noteTime() {
        if knowsTime { return }
        knowsTime = true
        frameTime = clock.now
    }

    /// What was done between frames, or at once within one.
    private var countedApart = FrameCounters()

    func countApart(_ work: FrameCounters) { countedApart += work }

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
    ///
    /// - Parameter participants: is called at each stage, after what is marked.
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
        case .events, .links, .animations, .constraints, .tiles: return
        }
    }

    /// The render node of the layer as it is; of a hidden one, that of nothing.
    func upToDateNode() -> RenderNode { counted { bringUpToDate(&$0) } }

    /// Does work outside of a frame, to be counted with the next one of the tree's host.
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

    /// Counts work done for the tree by others, with the next frame of its host.
    package func countFrameWork(_ count: (inout FrameCounters) -> Void) { counted { count(&$0) } }

    func makeExtras() -> LayerExtras {
        if let extras { return extras }
        let made = LayerExtras()
        extras = made
        return made
    }
}
