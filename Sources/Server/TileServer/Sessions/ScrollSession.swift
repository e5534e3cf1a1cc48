import Foundation
import TileEngine
import TileGeometry
import TileSessions

/// What a server keeps of one remote viewer: a surface that renders ahead of it, and what is to be told to it.
///
/// It belongs to the event loop of the viewer's connection. The surface asks for the tiles that the viewer will ask
/// for, by the same keys, so that they are in the engine's cache when the requests come; its tiles are not shown
/// anywhere. It is let go when the viewer has stood for a while, and made anew by its next move.
final class ScrollSession {
    let standing: SessionStanding
    private let engine: TileEngine
    private let entry: Site.Entry
    private let policy: SessionPolicy
    /// What the viewer gets without asking; nil for one that is to ask for all.
    private let deliveries: TileDeliveries?

    private var surface: TileSurface?
    /// The newest.
    private var viewport: Viewport?
    /// The one that it shows.
    private var level = 0
    /// When the viewer moved last, or a tile arrived.
    private var lastStir = 0.0
    /// Whether drafts were sent, and whether they were or tiles have arrived, since the surface was looked at.
    private var (hasNewDrafts, isStirred) = (false, false)
    /// Full tiles of which the viewer has drafts.
    private var drafts: Set<TileKey> = []

    private var refined: [SessionPush.TileName] = []
    private var changedTiles: [SessionPush.TileName] = []
    private var changedRects: [Box] = []
    /// Where what the viewer doesn't see has changed, until it is told or comes near.
    private var rectsElsewhere: [Box] = []
    /// When the viewer is told of those at the earliest.
    private var elsewhereTime = 0.0
    private var touched: [SessionStanding.Touched] = []
    /// What the viewer is to be told that there is to type in.
    private var typing: ContentTypingState?
    /// What there is to read, as the viewer was told, and as it is.
    private var (toldElements, elements): ([AccessibleElement], [AccessibleElement]?) = ([], nil)
    private var notices: [AccessibilityNotice] = []
    /// Its fingers that are down on the picture, and where.
    private var fingers: [Int: CGPoint] = [:]
    /// When one came down or was lifted last.
    private var lastTap = -Double.infinity
    /// Who it is among those who touch the content.
    private lazy var person = entry.touches?.newPerson() ?? 0
    /// Whether the viewer is to be told that it shows what is no more.
    private var isReplaced = false
    /// The new identifier of a content that was renamed.
    private var successor: String?
    /// Whether it is to end: the server does.
    private(set) var isDismissed = false

    /// As URLs have it.
    var contentName: String { entry.content.id }

    init(
        _ standing: SessionStanding, entry: Site.Entry, engine: TileEngine, policy: SessionPolicy,
        deliveries: TileDeliveries? = nil
    ) {
        self.standing = standing
        self.entry = entry
        self.engine = engine
        self.policy = policy
        self.deliveries = deliveries
        entry.touches?.tellOfTyping(standing)
    }

    // MARK: What happens

    /// Takes in what the viewer shows now.
    func follow(_ viewport: Viewport) {
        self.viewport = viewport
        lastStir = viewport.time
        noteElsewhere(now: viewport.time)
        wokenSurface(for: viewport).update(viewport)
        review()
        guard let deliveries, !deliveries.isEmpty else { return }
        let seen = Set(tiles(touching: viewport.visible, magnification(at: viewport.scale)).map(name))
        deliveries.keep(seen.contains)
    }

    /// Takes in what others have left; what the viewer is to be told of it is due then. Asks for no tiles.
    func hear(now: Double) {
        let news = standing.takeNews()
        for key in news.drafts where drafts.count < policy.draftLimit { drafts.insert(key) }
        for box in news.changes { note(box) }
        noteElsewhere(now: now)
        touched += news.touched
        if let typing = news.typing { self.typing = typing }
        if let elements = news.elements { self.elements = elements }
        notices += news.notices
        if news.isReplaced { (isReplaced, successor) = (true, news.successor) }
        if news.isDismissed { isDismissed = true }
        if !news.drafts.isEmpty { hasNewDrafts = true }
        if news.hasArrivals || !news.drafts.isEmpty { isStirred = true }
    }

    /// Takes in what others have left, and does what is due at `now`.
    func look(now: Double) {
        hear(now: now)
        defer { (hasNewDrafts, isStirred) = (false, false) }
        guard let viewport else { return }
        if surface != nil || hasNewDrafts {
            if isStirred { lastStir = now }
            wokenSurface(for: viewport).update(carriedOn(viewport, to: now))
            review()
        }
        if let sleepTime, sleepTime <= now {
            surface = nil
            // Those that are left are of tiles out of view, which a viewer does not keep.
            drafts = []
        }
    }

    /// When to look even if nothing happens.
    var nextLook: Double? {
        let elsewhere = rectsElsewhere.isEmpty ? nil : elsewhereTime
        guard let viewport, let surface else { return elsewhere }
        let silence = isMoving ? viewport.time + Self.silence : nil
        return [surface.nextUpdateTime, silence, sleepTime, elsewhere].compactMap { $0 }.min()
    }

    var hasPushes: Bool {
        !refined.isEmpty || !changedRects.isEmpty || isReplaced || hasAnswers || elements != nil || !notices.isEmpty
    }

    /// Whether somebody waits for what becomes of a finger, or of what was typed.
    var hasAnswers: Bool { !touched.isEmpty || typing != nil }

    /// The messages that are due, which count as sent.
    func takePushes() -> [SessionPush] {
        var pushes: [SessionPush] = []
        if !touched.isEmpty {
            pushes.append(.touched(touched))
            touched = []
        }
        if let typing {
            pushes.append(.typing(typing))
            self.typing = nil
        }
        if let elements {
            let changes = ElementChanges(from: toldElements, to: elements)
            if !changes.isEmpty { pushes.append(.elements(changes)) }
            (toldElements, self.elements) = (elements, nil)
        }
        pushes += notices.map { .notice($0) }
        notices = []
        if isReplaced {
            pushes.append(.replaced(by: successor))
            (isReplaced, successor) = (false, nil)
        }
        if !changedRects.isEmpty {
            // Who moves fast gets drafts, where it asks.
            let isFast = surface?.focus?.quality == .draft
            let (names, promised) = (isFast ? nil : deliveries)?.promise(changedTiles) ?? (changedTiles, 0)
            pushes.append(.changed(names, changedRects, delivered: promised))
            (changedTiles, changedRects) = ([], [])
        }
        if !refined.isEmpty {
            pushes.append(.refined(refined))
            refined = []
        }
        return pushes
    }

    /// Has a tile drawn that the viewer was promised; of nil it is to ask for it. `deliver` is told on any thread.
    func draw(_ name: SessionPush.TileName, deliver: @escaping @Sendable (ReadyTile?) -> Void) {
        deliveries?.draw(name, key(of: name.tile, name.isDoubled ? 2 : 1), deliver: deliver)
    }

    /// The viewer is told of a tile that it was promised.
    func settle(_ name: SessionPush.TileName) { deliveries?.settle(name) }

    func end() {
        entry.touches?.add(
            fingers.map { ContentTouch(.init(person: person, number: $0), .cancelled, at: $1) }, of: standing)
        fingers = [:]
        entry.touches?.forget(standing)
        standing.end()
        deliveries?.keep { _ in false }
        surface = nil
        drafts = []
    }

    // MARK: Touches

    /// Whether what fingers do on the picture is the content's.
    var isTouchable: Bool { entry.touches != nil }

    /// Whether the content is as large as the viewer's window.
    var isResizable: Bool { entry.touches?.followsViewer ?? false }

    func resize(_ message: ScreenMessage) { entry.touches?.resize(to: message.size) }

    func touch(_ message: TouchMessage, now: Double) {
        if message.touches.contains(where: { $0.phase == .began || $0.phase == .ended }) { lastTap = now }
        for touch in message.touches {
            switch touch.phase {
            case .began, .moved: fingers[touch.finger] = CGPoint(x: touch.x, y: touch.y)
            case .ended, .cancelled: fingers[touch.finger] = nil
            }
        }
        entry.touches?.add(message.touches(of: person), of: standing)
    }

    /// Whether the content is typed in.
    var isTypable: Bool { entry.touches?.isTypable ?? false }

    /// What is typed shows as soon as what is tapped.
    func type(_ message: TypingMessage, now: Double) {
        lastTap = now
        entry.touches?.add(message.edits, into: message.number)
    }

    /// Whether there is something to read.
    var isReadable: Bool { entry.touches?.reading != nil }

    /// From now on the viewer is told.
    func read() { entry.touches?.reading?.add(standing) }

    func act(_ message: ActMessage, now: Double) {
        lastTap = now
        entry.touches?.add(message.action, on: message.number)
    }

    /// For so many seconds after a tap what it does comes as soon as may be. What a drag moves is told as all that
    /// moves.
    private static let tapMemory = 0.25

    /// Seconds from a message to the next, at least.
    func pushInterval(now: Double) -> Double {
        now - lastTap < Self.tapMemory ? min(policy.pushInterval, policy.tappedPushInterval) : policy.pushInterval
    }

    // MARK: The surface

    /// A viewer that moves says so ten times a second or more; one that was last heard of so many seconds ago stands.
    private static let silence = 0.3

    private var isMoving: Bool {
        guard let viewport else { return false }
        return viewport.speed > 0 || viewport.isZooming || viewport.landing != nil
    }

    /// Between two messages a viewer goes on as it did.
    private func carriedOn(_ viewport: Viewport, to now: Double) -> Viewport {
        guard isMoving else { return viewport.atRest(time: now) }
        if now - viewport.time >= Self.silence {
            let resting = viewport.atRest(time: now)
            self.viewport = resting
            return resting
        }
        // It was right at another time, and a time of this clock is a number.
        return try! Viewport(
            visible: viewport.visible, scale: viewport.scale, velocityX: viewport.velocityX,
            velocityY: viewport.velocityY, landing: viewport.landing, isZooming: viewport.isZooming, time: now)
    }

    private func wokenSurface(for viewport: Viewport) -> TileSurface {
        let magnification = magnification(at: viewport.scale)
        if let surface, surface.magnification == magnification { return surface }
        let standing = standing
        let new = TileSurface(
            engine: engine, content: entry.engineID, magnification: magnification, output: standing.output,
            onArrival: { standing.arrived() })
        surface = new
        return new
    }

    /// Beyond the deepest level, what stays sharp is shown in tiles of twice the resolution.
    private func magnification(at scale: Double) -> Int {
        let deepest = entry.content.pyramid.deepestScale * engine.policy.zoomSnapRatio
        return entry.content.isScalable && scale > deepest ? 2 : 1
    }

    private func review() {
        guard let surface else { return }
        if let focus = surface.focus { level = focus.level }
        standing.setFast(surface.focus?.quality == .draft)
        if drafts.isEmpty { return }
        for tile in surface.tiles {
            if case .full = tile.look, drafts.remove(tile.key) != nil { refined.append(name(of: tile.key)) }
        }
    }

    /// When the surface can be let go, if nothing happens until then.
    private var sleepTime: Double? {
        guard let surface, surface.isSettled, surface.focus?.isResting ?? true, surface.nextUpdateTime == nil, !isMoving
        else { return nil }
        return lastStir + policy.sleepDelay
    }

    // MARK: Changes

    private func note(_ box: Box) {
        let size = entry.content.pyramid.contentSize
        let whole = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        let rect = box.intersection(whole)
        if rect.isEmpty { return }
        if let viewport, rect.intersection(Self.surroundings(of: viewport)).isEmpty {
            rectsElsewhere.append(rect, joiningBeyond: policy.namedRects)
        } else {
            tell(of: rect)
        }
    }

    /// What a viewer may see before it has said that it moves: half of what it shows around it.
    private static func surroundings(of viewport: Viewport) -> Box {
        let visible = viewport.visible
        return visible.expanded(by: max(visible.width, visible.height) / 2)
    }

    /// Has the viewer told of what has changed elsewhere: where it has come near, and now and then of all, for the
    /// small picture of the whole that it may show.
    private func noteElsewhere(now: Double) {
        guard !rectsElsewhere.isEmpty else { return }
        let isDue = now >= elsewhereTime
        let surroundings = viewport.map(Self.surroundings)
        let (told, kept) = rectsElsewhere.reduce(into: ([Box](), [Box]())) { parts, rect in
            let isNear = surroundings.map { !rect.intersection($0).isEmpty } ?? true
            if isDue || isNear { parts.0.append(rect) } else { parts.1.append(rect) }
        }
        rectsElsewhere = kept
        for rect in told { tell(of: rect) }
        if isDue { elsewhereTime = now + policy.elsewhereInterval }
    }

    private func tell(of rect: Box) {
        changedRects.append(rect, joiningBeyond: policy.namedRects)
        guard let viewport else { return }
        let seen = rect.intersection(viewport.visible)
        if seen.isEmpty { return }
        for key in tiles(touching: seen, magnification(at: viewport.scale)) where changedTiles.count < policy.namedTiles
        {
            let name = name(of: key)
            if !changedTiles.contains(name) { changedTiles.append(name) }
        }
    }

    /// Of the level that is shown, row by row.
    private func tiles(touching box: Box, _ magnification: Int) -> [TileKey] {
        let pyramid = entry.content.pyramid
        let unit = pyramid.scale(ofLevel: level) / Double(pyramid.tileSize)
        func cells(_ range: ClosedRange<Double>, _ count: Int) -> ClosedRange<Int>? {
            // Antialiasing reaches a pixel further.
            let margin = 1 / Double(pyramid.tileSize)
            let first = max(0, Int((range.lowerBound * unit - margin).rounded(.down)))
            let last = min(count - 1, Int((range.upperBound * unit + margin).rounded(.down)))
            return first <= last ? first...last : nil
        }
        guard let columns = cells(box.minX...box.maxX, pyramid.columns(ofLevel: level)),
            let rows = cells(box.minY...box.maxY, pyramid.rows(ofLevel: level))
        else { return [] }
        return rows.lazy.flatMap { row in columns.lazy.map { column in (column, row) } }
            .prefix(policy.namedTiles)
            .map { column, row in key(of: TileCoordinate(level: level, column: column, row: row), magnification) }
    }

    private func key(of tile: TileCoordinate, _ magnification: Int) -> TileKey {
        TileKey(entry.engineID, tile, magnification: magnification, as: standing.output)
    }

    private func name(of key: TileKey) -> SessionPush.TileName {
        SessionPush.TileName(tile: key.tile, isDoubled: key.magnification == 2)
    }
}
