public import Foundation
public import TileContent
import TileControllers
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
/// The source owns the tree from then on. The tree is accessed only within `update`, by one caller at a time and on the
/// caller's thread. After each update, the tree is laid out, drawn and committed, and the differences are reported to
/// subscribers, so that outdated tiles are stale before `update` returns. Tiles are drawn on any number of threads from
/// the latest commit and never wait for an update.
///
/// Controllers and launched programs are on the main thread instead, together with all others. `update` runs its
/// closure there and waits for it. Code that changes views between updates, such as a timer, a task of the main actor
/// or a block of the main queue, causes a frame soon after, which shows all changes until then.
///
/// Time stands still at first: an animation has ended when it begins, and an endless animation shows its beginning.
/// Time passes while a server shows the content (`move(at:)`) and while a film is made. Timers and delayed
/// blocks use the machine's time, but in films, builds and measurements the tree's.
public final class ViewSource<Root: UIView>: MovingTileSource {
    /// The size of the root view when the source was created, in points. If the screen follows the viewer's, this is
    /// the largest size it can take. Drawing beyond it isn't shown.
    public let contentSize: CGSize
    /// A Boolean value that indicates whether the screen takes the size of the window of the viewer, who doesn't share
    /// the tree.
    public let followsViewer: Bool
    /// The traits of the tree.
    public let traits: ViewTraits

    /// The root on a screen of its own.
    struct Stage {
        let root: Root
        let screen: UIScreen
        let window: UIWindow
        let clock: SourceClock
        let fingers: ContentFingers
        let reader: TreeReader

        /// Makes time stand still from now on.
        func stop() {
            clock.stop()
            screen.runsAnimations = false
        }
    }

    /// The threads on which the tree's code runs.
    let isolation: TreeIsolation
    /// The time of the calls that the tree's code schedules.
    let time: ProgramTime
    /// The tree; nil while the source is deallocated.
    private let stage: Lock<Stage?>
    private let shown: Lock<RenderTree>
    private let counted: Lock<FrameCounters>
    private let watchers = TileChangeWatchers()
    /// The watchers of changes by the program and by touches.
    let ownWatchers = TileChangeWatchers()
    /// The listeners for text input.
    let keyboard = ContentKeyboard()
    /// The listeners for accessibility notices.
    let notices = ContentNotices()
    /// The closure to call when another program has changed the data of the content.
    let onChangeElsewhere = Lock<(@Sendable (Root, [CGRect]) -> Void)?>(nil)
    /// The paths of the layers of a shown tree, recorded once a measurement has asked for them.
    private let named = Lock<(root: RenderNode, paths: [UInt: String])?>(nil)
    /// The fonts that the shown tree lacks.
    private let fonts = FontShortage()
    /// The thread that is within `update`.
    private let updater = Lock<pthread_t?>(nil)
    let motion: Lock<TreeMotion>
    /// Held by a thread that draws in the tree's own time while the tree settles, so that all threads draw the same.
    let settling = NSRecursiveLock()
    private let knownScreenSize: Lock<CGSize>

    /// Creates a source that owns a tree. Moves the root to the origin and draws it for the first time.
    ///
    /// - Parameters:
    ///   - scale: The number of pixels per point that is reported to views (`contentScaleFactor`). Tiles are available
    ///     at any scale regardless.
    ///   - traits: The traits of the tree, if it is one of several variants of a content.
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

    /// Creates a source for the contents of a window.
    ///
    /// - Parameters:
    ///   - largest: The largest size of a screen that follows the viewer's, or `nil` if it doesn't follow.
    ///   - isolation: The threads on which the tree's code runs, including `place`.
    ///   - time: The time of the calls that the tree's code schedules.
    ///   - place: A closure that adds the contents to the window, shows it, and returns the root.
    init<Shown>(
        size: CGSize, largest: CGSize? = nil, scale: CGFloat, traits: ViewTraits, isolation: TreeIsolation = .caller,
        time: ProgramTime = .ofProcess, showing shown: sending Shown, _ place: @Sendable (Shown, UIWindow) -> Root
    ) {
        let (relay, fonts) = (ChangeRelay(), fonts)
        let first = isolation.run {
            let screen = UIScreen(size: size, scale: scale)
            screen.drawsTiledLayersWhole = true
            // A blinking caret would cause two frames per second, reported to each viewer, for as long as text is
            // edited.
            screen.keyboard.caretBlinkPeriod = 0
            let clock = SourceClock()
            screen.clock = clock
            if time == .virtual { screen.waitForClock() }
            traits.apply(to: &screen.traitOverrides)
            let window = ContentWindow(screen: screen)
            return isolation.enter(screen) {
                let root = place(shown, window)
                let tree = screen.frame()
                fonts.noteMissingFont()
                let isUnsettled = screen.hasEndingAnimations
                if !isUnsettled { screen.runsAnimations = false }
                if isolation.executor != nil { screen.changeHandler = { relay.ring() } }
                let stage = Stage(
                    root: root, screen: screen, window: window, clock: clock,
                    fingers: ContentFingers(on: screen, window), reader: TreeReader(screen))
                return FirstFrame(
                    stage: stage, tree: tree, counters: screen.counters, screenSize: screen.bounds.size,
                    isUnsettled: isUnsettled, isFrameDue: screen.isFrameDue, inbox: screen.updateInbox)
            }
        }
        (contentSize, followsViewer) = (largest ?? size, largest != nil)
        self.traits = traits
        (self.isolation, self.time) = (isolation, time)
        self.shown = Lock(first.tree)
        counted = Lock(first.counters)
        knownScreenSize = Lock(first.screenSize)
        motion = Lock(TreeMotion(isUnsettled: first.isUnsettled || time == .virtual))
        let (isFrameDue, inbox) = (first.isFrameDue, first.inbox)
        stage = Lock(first.stage)
        inbox.notify(isShared: isolation.executor == nil) { [weak self] in self?.noteModelChange() }
        guard isolation.executor != nil else { return }
        let isRung = relay.connect { [weak self] in self?.noteChange() }
        if isRung || isFrameDue { requestFrame() }
    }

    /// A tree after its first frame.
    private struct FirstFrame {
        let stage: Stage
        let tree: RenderTree
        let counters: FrameCounters
        let screenSize: CGSize
        let isUnsettled: Bool
        let isFrameDue: Bool
        let inbox: UpdateInbox
    }

    /// A tree on its way to its executor, where it ends.
    ///
    /// `@unchecked Sendable`: no one else has the tree any more.
    private struct LastStage: @unchecked Sendable {
        let stage: Stage

        /// Tells a program or a controller that it ends, so that it can invalidate its timers.
        func end(_ isolation: TreeIsolation) {
            stage.screen.changeHandler = nil
            // Its calls may retain the tree.
            defer { stage.screen.endTimeline() }
            isolation.enter(stage.screen) {
                if let application = (stage.window as? ContentWindow)?.application { return application.terminate() }
                // The controller disappears.
                stage.window.rootViewController = nil
            }
        }
    }

    deinit {
        guard let executor = isolation.executor else { return }
        let last = stage.withLock { stage in
            defer { stage = nil }
            return stage.map { LastStage(stage: $0) }
        }
        executor.enqueue { [isolation] in last?.end(isolation) }
    }

    /// The largest number of frames per update, for completion blocks that change views again and layouts that don't
    /// settle.
    private static var maxFrames: Int { 4 }

    /// Reads or changes the tree, then runs a frame, and up to four frames if completion blocks of transactions change
    /// views again. When the call returns, all subscribers of the content know what changed, even if `body` throws.
    ///
    /// Like a turn of the run loop, an update has its own transactions (`CATransaction`). The implicit transaction ends
    /// with the frame, and transactions that `body` begins without committing are committed before it.
    ///
    /// Calls wait for each other. A nested call for the same source would wait forever, and traps.
    @discardableResult
    public func update<Result: Sendable, Failure: Error>(
        _ body: @Sendable (Root) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        settle()
        return try change(isOwn: true) { (stage) throws(Failure) in try body(stage.root) }
    }

    /// Changes the tree or its environment, then runs frames.
    ///
    /// - Parameter isOwn: Whether the change comes from the program or from a touch.
    func change<Result: Sendable, Failure: Error>(
        isOwn: Bool = false, _ body: @Sendable (Stage) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var news = News()
        defer { announce(news, isOwn: isOwn) }
        return try isolation.run { () throws(Failure) in try changeHere(&news, body) }
    }

    /// The changes of one update.
    private struct News {
        var damage: [CGRect] = []
        var notices: [AccessibilityNotice] = []
    }

    private func announce(_ news: News, isOwn: Bool) {
        if !news.damage.isEmpty { watchers.notify(news.damage.map { Box($0) }) }
        if !news.notices.isEmpty { notices.send(news.notices) }
        if isOwn, !news.damage.isEmpty { ownWatchers.notify(news.damage.map { Box($0) }) }
    }

    private func changeHere<Result: Sendable, Failure: Error>(
        _ news: inout News, _ body: @Sendable (Stage) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(
            !isUpdating, "update of a tree of views within an update of it: change the views directly there")
        // Ends the transaction of the changes between updates, for the tree whose code made them.
        if isolation.executor != nil, !UIScreen.isWithinMain { CATransaction.flush() }
        return try withStage { (stage) throws(Failure) in
            updater.withLock { $0 = pthread_self() }
            defer { updater.withLock { $0 = nil } }
            return try isolation.enter(stage.screen) { () throws(Failure) in
                return try CATransaction.turn { () throws(Failure) in
                    try body(stage)
                } finally: {
                    news.damage = show(stage.screen)
                    news.notices = stage.reader.takeNotices()
                    // Changes that are left over hide later ones from the change handler.
                    if isolation.executor != nil, stage.screen.isFrameDue { requestFrame() }
                }
            }
        }
    }

    /// A Boolean value that indicates whether the current thread is within an update.
    var isUpdating: Bool {
        let thread = pthread_self()
        return updater.withLock { $0.map { pthread_equal($0, thread) != 0 } ?? false }
    }

    func withStage<Result: Sendable, Failure: Error>(
        _ body: (Stage) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try stage.withLock { (stage) throws(Failure) in
            guard let stage else { preconditionFailure("the tree has ended") }
            return try body(stage)
        }
    }

    /// Reads from the tree without running a frame.
    func read<Result: Sendable>(_ body: @Sendable (Stage) -> Result) -> Result {
        isolation.run { withStage { stage in isolation.enter(stage.screen) { body(stage) } } }
    }

    /// Updates the tree periodically, for the first time after one period. Periods that pass during a slow update are
    /// skipped.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, which ends the updates, or the error that `body`
    ///   throws.
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

    /// Runs frames and makes their result the content.
    ///
    /// - Returns: The regions that changed.
    private func show(_ screen: UIScreen) -> [CGRect] {
        var tree = screen.frame()
        for _ in 1..<Self.maxFrames where screen.hasMarks { tree = screen.frame() }
        fonts.noteMissingFont()
        let before = shown.withLock { shown in
            defer { shown = tree }
            return shown
        }
        counted.withLock { $0 = screen.counters }
        knownScreenSize.withLock { $0 = screen.bounds.size }
        let isPending = screen.isFramePending
        // Callers that let time pass have nothing to wait for while nothing moves.
        let waiting = motion.withLock { motion in
            defer { motion.isPending = isPending }
            return isPending && !motion.isPending ? motion.paces : []
        }
        for pace in waiting { pace.ring() }
        return tree.damage(since: before)
    }

    /// The size of the tree's screen after the last frame.
    var sizeOfScreen: CGSize { knownScreenSize.withLock { $0 } }

    /// The counters of the tree's screen after the last frame.
    public var counters: FrameCounters { counted.withLock { $0 } }

    /// The size in bytes of the shown content, as recorded.
    public var byteCount: Int { shown.withLock { $0 }.picture.byteCount }
    public var memoryKind: MemoryBudget.Kind { .views }

    public func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        watchers.subscribe(onChange)
    }

    /// A permanent picture of the current content, without the views.
    package var still: PictureSource {
        settle()
        return PictureSource(shown.withLock { $0 }.picture, contentSize: contentSize)
    }

    public func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        settleSoon()
        try fonts.complete("\(Root.self)") { change { $0.window.invalidateText() } }
        // Draws the current picture. A change in the meantime makes a new one, and the engine draws again.
        let picture = shown.withLock { $0 }.picture
        return try PictureSource(picture, contentSize: contentSize).raster(area, in: context)
    }
}

extension ViewSource: DrawCountingTileSource {
    package var drawCount: Int { counters.displays }
}

extension ViewSource: AttributedTileSource {
    /// The number of pixels that a replay draws beyond the edge of a tile, at most.
    private static var margin: Double { 2 }

    package func operations(in area: RasterArea) -> [String: Int] {
        let tree = shown.withLock { $0 }
        let paths = named.withLock { named in
            if let named, named.root === tree.root { return named.paths }
            let paths = read { $0.root.layer.paths }
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
    /// Creates a document for a tree of views. The name becomes part of URLs.
    public init<Root: UIView>(views: ViewSource<Root>, name: String) {
        self.init(
            path: name, kind: nil, source: views, isScalable: true,
            facts: [Fact(name: "drawn by", value: "\(Root.self)")], notes: [])
    }

    /// Creates a document for a tree of views with other traits, as a variant of the content with the given name. Its
    /// own name contains the traits, which can also be requested with a query after the URLs of the original content.
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
