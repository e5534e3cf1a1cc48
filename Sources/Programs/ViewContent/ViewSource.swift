public import Foundation
public import TileContent
public import TileEngine
public import TileGeometry
import TileGraphics
import TileLayers
import TileSupport
public import TileViews

/// A tree of views as tile content.
///
///     let map = ViewSource(SeatMap(frame: CGRect(x: 0, y: 0, width: 4000, height: 3000)))
///     map.update { $0.sell(seat: 17) }
///
/// The tree is the source's from then on. It is touched only within `update`: by one caller at a time, on the caller's
/// thread. After each update the tree is laid out, drawn and committed, and what looks different now is told to whoever
/// subscribed, so that its tiles are stale before `update` returns. Tiles are rastered, on any number of threads, from
/// what was committed last; they never wait for an update.
///
/// Time stands still at first: what is animated has ended when it begins, and what is animated for ever shows as it
/// begins. It passes while a server shows the content (`move(at:)`), and for a film.
public final class ViewSource<Root: UIView>: MovingTileSource {
    /// The root view's size when the source was made, in points; where the screen follows the viewer's, the largest
    /// that it becomes. What is drawn beyond it does not show.
    public let contentSize: CGSize
    /// Whether the screen is as large as the window of the viewer who has the tree alone.
    public let followsViewer: Bool
    /// The traits that the tree is shown with.
    public let traits: ViewTraits

    /// The root on a screen of its own.
    struct Stage {
        let root: Root
        let screen: UIScreen
        let window: UIWindow
        let clock: SourceClock
        let fingers: ContentFingers
        let reader: TreeReader

        /// Time stands still from now on.
        func stop() {
            clock.stop()
            screen.runsAnimations = false
        }
    }

    private let stage: Lock<Stage>
    private let shown: Lock<RenderTree>
    private let counted: Lock<FrameCounters>
    private let watchers = TileChangeWatchers()
    /// Told of what the program changes, and people with their fingers.
    let ownWatchers = TileChangeWatchers()
    /// Those who are told of what there is to type in.
    let keyboard = ContentKeyboard()
    /// Those who are told what is to be said.
    let notices = ContentNotices()
    /// What the program does when what it draws from has changed elsewhere.
    let onChangeElsewhere = Lock<(@Sendable (Root, [CGRect]) -> Void)?>(nil)
    /// Paths of the layers of a tree that was shown, once somebody who measures has asked.
    private let named = Lock<(root: RenderNode, paths: [UInt: String])?>(nil)
    /// Which thread is within `update`.
    private let updater = Lock<pthread_t?>(nil)
    private let motion: Lock<Motion>

    /// What of the tree moves by itself.
    private struct Motion {
        /// Whether another frame would show something else, or has something to tell.
        var isPending = false
        /// Whether animations that the tree began with wait for somebody to let time pass.
        var isUnsettled: Bool
        /// Of those who let time pass.
        var paces: [FramePace] = []
    }

    /// Takes a tree over, moves its root to the origin, and draws it for the first time.
    ///
    /// - Parameters:
    ///   - scale: pixels per point that views are told (`contentScaleFactor`); tiles of any scale can be had all the
    ///     same.
    ///   - traits: for a tree that is one of several variants of a content.
    public convenience init(_ root: sending Root, scale: CGFloat = 1, traits: ViewTraits = ViewTraits()) {
        let size = root.frame.size
        precondition(
            size.width > 0 && size.height > 0,
            "a view of \(size.width) by \(size.height) points has nothing to show: give it a frame first")
        self.init(size: size, scale: scale, traits: traits, showing: root) { root, window in
            root.frame.origin = .zero
            window.addSubview(root)
            window.makeKeyAndVisible()
            return root
        }
    }

    /// - Parameters:
    ///   - largest: of a screen that follows the viewer's; nil for one that does not.
    ///   - place: puts what is to be shown into the window, shows that, and returns the root.
    init<Shown>(
        size: CGSize, largest: CGSize? = nil, scale: CGFloat, traits: ViewTraits, showing shown: sending Shown,
        _ place: @Sendable (Shown, UIWindow) -> Root
    ) {
        let screen = UIScreen(size: size, scale: scale)
        screen.drawsTiledLayersWhole = true
        // One that blinks is a frame twice a second, told to each viewer, for as long as a text is edited.
        screen.keyboard.caretBlinkPeriod = 0
        let clock = SourceClock()
        screen.clock = clock
        traits.apply(to: &screen.traitOverrides)
        let window = ContentWindow(screen: screen)
        let root = place(shown, window)
        (contentSize, followsViewer) = (largest ?? size, largest != nil)
        self.traits = traits
        self.shown = Lock(screen.asMain { screen.frame() })
        counted = Lock(screen.counters)
        let isUnsettled = screen.hasEndingAnimations
        if !isUnsettled { screen.runsAnimations = false }
        motion = Lock(Motion(isUnsettled: isUnsettled))
        stage = Lock(
            Stage(
                root: root, screen: screen, window: window, clock: clock,
                fingers: ContentFingers(on: screen, window), reader: TreeReader(screen)))
    }

    /// Frames that an update runs at most, where completion blocks change views again and layout does not settle.
    private static var maxFrames: Int { 4 }

    /// Reads or changes the tree, then runs a frame; and more, up to four, as long as completion blocks of transactions
    /// change views again. Returns when whoever follows the content knows what changed, also when `body` throws.
    ///
    /// As a turn of the run loop has, an update has transactions of its own (`CATransaction`): its implicit one ends
    /// with the frame, and what `body` begins and does not commit is committed before it.
    ///
    /// Calls wait for each other. A call within a call for the same source would wait for ever, and traps.
    @discardableResult
    public func update<Result: Sendable, Failure: Error>(
        _ body: @Sendable (Root) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        settle()
        return try change(isOwn: true) { (stage) throws(Failure) in try body(stage.root) }
    }

    /// Changes the tree, or what it is shown with, then runs frames.
    ///
    /// - Parameter isOwn: Whether it is the program or somebody's finger that changes it.
    func change<Result: Sendable, Failure: Error>(
        isOwn: Bool = false, _ body: @Sendable (Stage) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let thread = pthread_self()
        precondition(
            updater.withLock({ $0.map { pthread_equal($0, thread) == 0 } ?? true }),
            "update of a tree of views within an update of it: change the views directly there")
        var damage: [CGRect] = []
        var said: [AccessibilityNotice] = []
        defer {
            tell(damage)
            if !said.isEmpty { notices.tell(said) }
            if isOwn, !damage.isEmpty { ownWatchers.tell(damage.map { Box($0) }) }
        }
        return try stage.withLock { (stage) throws(Failure) in
            updater.withLock { $0 = thread }
            defer { updater.withLock { $0 = nil } }
            return try stage.screen.asMain { () throws(Failure) in
                try CATransaction.turn { () throws(Failure) in
                    try body(stage)
                } finally: {
                    damage = show(stage.screen)
                    said = stage.reader.takeNotices()
                }
            }
        }
    }

    /// Reads something of the tree, without a frame.
    func read<Result: Sendable>(_ body: @Sendable (Stage) -> Result) -> Result {
        stage.withLock { stage in stage.screen.asMain { body(stage) } }
    }

    /// Updates the tree again and again, the first time after one period; a period that an update takes too long for is
    /// left out.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, which is how it ends; else what `body` throws.
    public func update<Time: Clock<Duration>>(
        every period: Duration, clock: Time = ContinuousClock(), _ body: @Sendable (Root) throws -> Void
    ) async throws {
        precondition(period > .zero, "a period of \(period) never passes")
        var next = clock.now
        while true {
            next = next.advanced(by: period)
            if next < clock.now { next = clock.now }
            try await clock.sleep(until: next, tolerance: nil)
            try Task.checkCancellation()
            try update(body)
        }
    }

    /// Runs frames, and makes what they show the content.
    ///
    /// - Returns: where it differs from what was shown before.
    private func show(_ screen: UIScreen) -> [CGRect] {
        var tree = screen.frame()
        for _ in 1..<Self.maxFrames where screen.hasMarks { tree = screen.frame() }
        let before = shown.withLock { shown in
            defer { shown = tree }
            return shown
        }
        counted.withLock { $0 = screen.counters }
        let isPending = screen.isFramePending
        // Who lets time pass waits for nothing in particular while nothing moves.
        let waiting = motion.withLock { motion in
            defer { motion.isPending = isPending }
            return isPending && !motion.isPending ? motion.paces : []
        }
        for pace in waiting { pace.ring() }
        return tree.damage(since: before)
    }

    /// What the screen that the tree is on had counted after the last frame.
    public var counters: FrameCounters { counted.withLock { $0 } }

    /// Of what is shown, as it is recorded.
    public var byteCount: Int { shown.withLock { $0 }.picture.byteCount }
    public var memoryKind: MemoryBudget.Kind { .views }

    public func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        watchers.subscribe(onChange)
    }

    /// What it shows now, for good: without its views.
    package var still: PictureSource {
        settle()
        return PictureSource(shown.withLock { $0 }.picture, contentSize: contentSize)
    }

    private func tell(_ damage: [CGRect]) {
        guard !damage.isEmpty else { return }
        watchers.tell(damage.map { Box($0) })
    }

    public func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        settle()
        // The picture of the moment; a change meanwhile makes a new one, and the engine draws again.
        let picture = shown.withLock { $0 }.picture
        return try PictureSource(picture, contentSize: contentSize).raster(area, in: context)
    }
}

extension ViewSource {
    /// Where nobody lets time pass, what the tree began with has ended before anybody sees it.
    func settle() {
        let isDue = motion.withLock { motion in
            defer { motion.isUnsettled = false }
            return motion.isUnsettled
        }
        if isDue { change { $0.screen.runsAnimations = false } }
    }

    public func move(at pace: FramePace) async { await move(at: pace, clock: ContinuousClock()) }

    /// As `move(at:)`, by a clock. Frames are made in the task that calls, which takes half of a processor at most.
    /// Of several calls at once, the first one's clock counts.
    public func move<Time: Clock<Duration>>(at pace: FramePace, clock: Time) async {
        motion.withLock { motion in
            motion.paces.append(pace)
            motion.isUnsettled = false
        }
        let beginning = clock.now
        change { stage in
            stage.screen.runsAnimations = true
            if stage.clock.stands { stage.clock.start { beginning.duration(to: clock.now) / .seconds(1) } }
        }
        var (last, rested) = (clock.now, clock.now)
        while !Task.isCancelled {
            let due = max(last.advanced(by: pace.interval), rested)
            let (isPending, now) = (motion.withLock { $0.isPending }, clock.now)
            guard isPending, due <= now else {
                await pace.wait(until: isPending ? due : nil, clock)
                continue
            }
            change { _ in }
            let end = clock.now
            (last, rested) = (now, end.advanced(by: now.duration(to: end)))
        }
        let isLast = motion.withLock { motion in
            motion.paces.removeAll { $0 === pace }
            return motion.paces.isEmpty
        }
        if isLast { change { $0.stop() } }
    }

    public var isMoving: Bool { motion.withLock { $0.isPending } }

    public func pass(_ seconds: Double) {
        precondition(seconds >= 0 && seconds.isFinite, "time can't pass by \(seconds) seconds")
        motion.withLock { $0.isUnsettled = false }
        change { stage in
            stage.screen.runsAnimations = true
            stage.clock.pass(seconds)
        }
    }
}

extension ViewSource: DrawCountingTileSource {
    package var drawCount: Int { counters.displays }
}

extension ViewSource: AttributedTileSource {
    /// A replay draws no farther beyond a tile's edge, in its pixels.
    private static var margin: Double { 2 }

    package func operations(in area: RasterArea) -> [String: Int] {
        let tree = shown.withLock { $0 }
        let paths = named.withLock { named in
            if let named, named.root === tree.root { return named.paths }
            let paths = stage.withLock { stage in stage.screen.asMain { stage.root.layer.paths } }
            named = (tree.root, paths)
            return paths
        }
        var operations: [String: Int] = [:]
        for (owner, count) in tree.operations(in: area.contentBox.expanded(by: Self.margin / area.scale)) {
            guard let path = paths[owner.layer] else { continue }
            operations[owner.isDrawn ? "\(path).draw" : path, default: 0] += count
        }
        return operations
    }
}

extension ContentDocument {
    /// A tree of views under a name, which becomes part of URLs.
    public init<Root: UIView>(views: ViewSource<Root>, name: String) {
        self.init(
            path: name, kind: nil, source: views, isScalable: true,
            facts: [Fact(name: "drawn by", value: "\(Root.self)")], notes: [])
    }

    /// A tree of views with other traits, as a variant of the content that has the name: its own name says which
    /// traits, and so may a query after the other's URLs.
    public init<Root: UIView>(variant views: ViewSource<Root>, of name: String) {
        let query = views.traits.query
        precondition(!query.isEmpty, "a variant of “\(name)” without traits of its own is the same content again")
        let values = query.sorted { $0.key < $1.key }.map(\.value)
        self.init(
            path: "\(name)-" + values.joined(separator: "-"), kind: nil, source: views, isScalable: true,
            facts: [Fact(name: "drawn by", value: "\(Root.self)")], notes: [],
            variant: Variant(of: name, query: query))
    }
}
