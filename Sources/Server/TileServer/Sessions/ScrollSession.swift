import Foundation
import TileEngine
import TileGeometry
import TileSessions

/// The server's state for one remote viewer: a surface that renders ahead of it, and the messages that it is to be
/// sent.
///
/// It belongs to the event loop of the viewer's connection. The surface requests the tiles that the viewer will
/// request, with the same keys, so that they are in the engine's cache when the requests arrive. Its own tiles are
/// never shown. The surface is released when the viewer has been at rest for a while, and recreated by its next move.
final class ScrollSession {
    let mailbox: SessionMailbox
    private let engine: TileEngine
    private let entry: Site.Entry
    private let policy: SessionPolicy
    /// The tiles that are delivered to the viewer without a request; nil if it must request all of them.
    private let deliveries: TileDeliveries?

    private var surface: TileSurface?
    /// The newest viewport.
    private var viewport: Viewport?
    /// The level that the viewer shows.
    private var level = 0
    /// The last time that the viewer moved or a tile arrived.
    private var lastStir = 0.0
    /// Whether drafts were sent, and whether drafts were sent or tiles arrived, since the last update of the surface.
    private var (hasNewDrafts, isStirred) = (false, false)
    /// The keys of the full tiles for which the viewer has drafts.
    private var drafts: Set<TileKey> = []

    private var refined: [SessionPush.TileName] = []
    private var changedTiles: [SessionPush.TileName] = []
    private var changedRects: [Box] = []
    /// The changed rects outside the viewer's surroundings, until the viewer is told or comes near.
    private var rectsElsewhere: [Box] = []
    /// The earliest time to tell the viewer about `rectsElsewhere`.
    private var elsewhereTime = 0.0
    private var touched: [SessionMailbox.Touched] = []
    /// The typing state that the viewer has yet to be sent.
    private var typing: ContentTypingState?
    /// The accessibility elements as last sent to the viewer, and the newest ones.
    private var (toldElements, elements): ([AccessibleElement], [AccessibleElement]?) = ([], nil)
    private var notices: [AccessibilityNotice] = []
    /// The positions of the viewer's fingers that touch the content.
    private var fingers: [Int: CGPoint] = [:]
    /// The taps of the viewer and their effects.
    private var taps = TapEffects()
    /// Whether the tiles of the last message show the effect of a tap.
    private var sendsEffect = false
    /// The viewer's number among those that touch the content.
    private lazy var person = entry.touches?.newPerson() ?? 0
    /// Whether the viewer has yet to be told that its content was replaced or withdrawn.
    private var isReplaced = false
    /// The new identifier of a content that was renamed.
    private var successor: String?
    /// Whether the session is to end because the server does.
    private(set) var isDismissed = false

    /// The content's name in URLs.
    var contentName: String { entry.content.id }

    init(
        _ mailbox: SessionMailbox, entry: Site.Entry, engine: TileEngine, policy: SessionPolicy,
        deliveries: TileDeliveries? = nil
    ) {
        self.mailbox = mailbox
        self.entry = entry
        self.engine = engine
        self.policy = policy
        self.deliveries = deliveries
        entry.touches?.tellOfTyping(mailbox)
    }

    // MARK: Input

    /// Updates the session to what the viewer shows now.
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

    /// Collects what other threads have left in the mailbox, and determines which messages are due. Requests no tiles.
    func drainInbox(now: Double) {
        let events = mailbox.drain()
        for key in events.drafts where drafts.count < policy.draftLimit { drafts.insert(key) }
        let isNear = events.changes.reduce(false) { note($1) || $0 }
        if isNear { taps.noteChange(isAnswer: events.hasAnswer, now: now) }
        noteElsewhere(now: now)
        touched += events.touched
        if let typing = events.typing { self.typing = typing }
        if let elements = events.elements { self.elements = elements }
        notices += events.notices
        if events.isReplaced { (isReplaced, successor) = (true, events.successor) }
        if events.isDismissed { isDismissed = true }
        if !events.drafts.isEmpty { hasNewDrafts = true }
        if events.hasArrivals || !events.drafts.isEmpty { isStirred = true }
    }

    /// Collects what other threads have left in the mailbox, and does everything that is due at `now`.
    func tick(now: Double) {
        drainInbox(now: now)
        defer { (hasNewDrafts, isStirred) = (false, false) }
        guard let viewport else { return }
        if surface != nil || hasNewDrafts {
            if isStirred { lastStir = now }
            wokenSurface(for: viewport).update(carriedOn(viewport, to: now))
            review()
        }
        if let sleepTime, sleepTime <= now {
            surface = nil
            // The remaining drafts are out of view, where a viewer does not keep them.
            drafts = []
        }
    }

    /// The next time to call `tick(now:)` if nothing happens before.
    var nextTickTime: Double? {
        let elsewhere = rectsElsewhere.isEmpty ? nil : elsewhereTime
        guard let viewport, let surface else { return elsewhere }
        let silence = isMoving ? viewport.time + Self.silence : nil
        return [surface.nextUpdateTime, silence, sleepTime, elsewhere].compactMap { $0 }.min()
    }

    var hasPushes: Bool {
        !refined.isEmpty || !changedRects.isEmpty || isReplaced || hasAnswers || elements != nil || !notices.isEmpty
    }

    /// Whether the viewer waits for the result of a touch or of typing.
    var hasAnswers: Bool { !touched.isEmpty || typing != nil }

    /// Returns the messages that are due and marks them as sent.
    func takePushes(now: Double) -> [SessionPush] {
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
            // A fast viewer requests drafts instead.
            let isFast = surface?.focus?.quality == .draft
            let (names, promised) = (isFast ? nil : deliveries)?.promise(changedTiles) ?? (changedTiles, 0)
            pushes.append(.changed(names, changedRects, delivered: promised))
            sendsEffect = taps.noteSent(now: now)
            (changedTiles, changedRects) = ([], [])
        }
        if !refined.isEmpty {
            pushes.append(.refined(refined))
            refined = []
        }
        return pushes
    }

    /// Starts drawing a tile that the viewer was promised. `deliver` is called on any thread; with nil if the viewer
    /// has to request the tile.
    func draw(_ name: SessionPush.TileName, deliver: @escaping @Sendable (ReadyTile?) -> Void) {
        deliveries?.draw(name, key(of: name.tile, name.isDoubled ? 2 : 1), isAnswer: sendsEffect, deliver: deliver)
    }

    /// Marks a promised tile as delivered.
    func settle(_ name: SessionPush.TileName) { deliveries?.settle(name) }

    func end() {
        entry.touches?.add(
            fingers.map { ContentTouch(.init(person: person, number: $0), .cancelled, at: $1) }, of: mailbox)
        fingers = [:]
        entry.touches?.forget(mailbox)
        mailbox.end()
        deliveries?.keep { _ in false }
        surface = nil
        drafts = []
    }

    // MARK: Touches

    /// Whether touches on the picture are passed to the content.
    var isTouchable: Bool { entry.touches != nil }

    /// Whether the content has the size of the viewer's window.
    var isResizable: Bool { entry.touches?.followsViewer ?? false }

    func resize(_ message: ScreenMessage) { entry.touches?.resize(to: message.size) }

    func touch(_ message: TouchMessage, now: Double) {
        if message.touches.contains(where: { $0.phase == .began || $0.phase == .ended }) { taps.noteTap(now: now) }
        for touch in message.touches {
            switch touch.phase {
            case .began, .moved: fingers[touch.finger] = CGPoint(x: touch.x, y: touch.y)
            case .ended, .cancelled: fingers[touch.finger] = nil
            }
        }
        entry.touches?.add(message.touches(of: person), of: mailbox)
    }

    /// Whether the content accepts typing.
    var isTypable: Bool { entry.touches?.isTypable ?? false }

    /// Passes typing to the content. Its effects are shown as promptly as those of a tap.
    func type(_ message: TypingMessage, now: Double) {
        taps.noteTap(now: now)
        entry.touches?.add(message.edits, into: message.number, of: mailbox)
    }

    /// Whether the content has accessibility elements.
    var isReadable: Bool { entry.touches?.reading != nil }

    /// Starts sending the content's accessibility elements to the viewer.
    func read() { entry.touches?.reading?.add(mailbox) }

    func act(_ message: ActMessage, now: Double) {
        taps.noteTap(now: now)
        entry.touches?.add(message.action, on: message.number, of: mailbox)
    }

    /// The shortest time between two messages, in seconds. The effect of a tap isn't held back by a change that was
    /// sent just before.
    func pushInterval(now: Double) -> Double {
        if taps.isEffectDue(now: now) { return 0 }
        return taps.isRecent(now: now) ? min(policy.pushInterval, policy.tappedPushInterval) : policy.pushInterval
    }

    // MARK: The surface

    /// The seconds without a message after which a viewer counts as at rest. A viewer that moves reports ten times a
    /// second or more.
    private static let silence = 0.3

    private var isMoving: Bool {
        guard let viewport else { return false }
        return viewport.speed > 0 || viewport.isZooming || viewport.landing != nil
    }

    /// Extrapolates the viewport: between two messages a viewer continues its motion.
    private func carriedOn(_ viewport: Viewport, to now: Double) -> Viewport {
        guard isMoving else { return viewport.atRest(time: now) }
        if now - viewport.time >= Self.silence {
            let resting = viewport.atRest(time: now)
            self.viewport = resting
            return resting
        }
        // The viewport was valid at another time, and this clock's times are finite.
        return try! Viewport(
            visible: viewport.visible, scale: viewport.scale, velocityX: viewport.velocityX,
            velocityY: viewport.velocityY, landing: viewport.landing, isZooming: viewport.isZooming, time: now)
    }

    private func wokenSurface(for viewport: Viewport) -> TileSurface {
        let magnification = magnification(at: viewport.scale)
        if let surface, surface.magnification == magnification { return surface }
        let mailbox = mailbox
        let new = TileSurface(
            engine: engine, content: entry.engineID, magnification: magnification, output: mailbox.output,
            onArrival: { mailbox.arrived() })
        new.overviewInterval = policy.elsewhereInterval
        surface = new
        return new
    }

    /// Returns the magnification at a scale. Beyond the deepest level, content that stays sharp is shown in tiles of
    /// twice the resolution.
    private func magnification(at scale: Double) -> Int {
        let deepest = entry.content.pyramid.deepestScale * engine.policy.zoomSnapRatio
        return entry.content.isScalable && scale > deepest ? 2 : 1
    }

    private func review() {
        guard let surface else { return }
        if let focus = surface.focus { level = focus.level }
        mailbox.setFast(surface.focus?.quality == .draft)
        if drafts.isEmpty { return }
        for tile in surface.tiles {
            if case .full = tile.contents, drafts.remove(tile.key) != nil { refined.append(name(of: tile.key)) }
        }
    }

    /// The time when the surface can be released if nothing happens until then.
    private var sleepTime: Double? {
        guard let surface, surface.isSettled, surface.focus?.isResting ?? true, surface.nextUpdateTime == nil, !isMoving
        else { return nil }
        return lastStir + policy.sleepDelay
    }

    // MARK: Changes

    /// Queues a change for the viewer.
    ///
    /// - Returns: Whether the change is in the viewer's surroundings.
    private func note(_ box: Box) -> Bool {
        let size = entry.content.pyramid.contentSize
        let whole = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        let rect = box.intersection(whole)
        if rect.isEmpty { return false }
        if let viewport, rect.intersection(Self.surroundings(of: viewport)).isEmpty {
            rectsElsewhere.append(rect, joiningBeyond: policy.namedRects)
            return false
        }
        announceChange(in: rect)
        return true
    }

    /// The area that a viewer may see before it reports a move: its viewport expanded by half its longer side.
    private static func surroundings(of viewport: Viewport) -> Box {
        let visible = viewport.visible
        return visible.expanded(by: max(visible.width, visible.height) / 2)
    }

    /// Queues changes outside the viewport for the viewer: those that are near now, and occasionally all of them, for
    /// the overview picture that the viewer may show.
    private func noteElsewhere(now: Double) {
        guard !rectsElsewhere.isEmpty else { return }
        let isDue = now >= elsewhereTime
        let surroundings = viewport.map(Self.surroundings)
        let (told, kept) = rectsElsewhere.reduce(into: ([Box](), [Box]())) { parts, rect in
            let isNear = surroundings.map { !rect.intersection($0).isEmpty } ?? true
            if isDue || isNear { parts.0.append(rect) } else { parts.1.append(rect) }
        }
        rectsElsewhere = kept
        for rect in told { announceChange(in: rect) }
        if isDue { elsewhereTime = now + policy.elsewhereInterval }
    }

    private func announceChange(in rect: Box) {
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

    /// Returns the tiles of the visible level that touch a box, row by row.
    private func tiles(touching box: Box, _ magnification: Int) -> [TileKey] {
        let pyramid = entry.content.pyramid
        let unit = pyramid.scale(ofLevel: level) / Double(pyramid.tileSize)
        func cells(_ range: ClosedRange<Double>, _ count: Int) -> ClosedRange<Int>? {
            // Antialiasing extends one pixel further.
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
        TileKey(entry.engineID, tile, magnification: magnification, as: mailbox.output)
    }

    private func name(of key: TileKey) -> SessionPush.TileName {
        SessionPush.TileName(tile: key.tile, isDoubled: key.magnification == 2)
    }
}
