public import Foundation
public import TileDrawing
public import TileEngine
public import TileGeometry

/// A scroll view that displays content of any size in tiles: an image, a drawing, a tree of views, or content that code
/// draws in parts.
///
///     let view = TiledScrollView(frame: window.bounds)
///     try view.show(DrawnTileSource(contentSize: size) { rect, context in … })
///     window.addSubview(view)
///
/// Each tile is displayed by a `TileView`. When a tile leaves the screen, its view is reused for the next tile that
/// comes into view, so none are created once the screen is full. Views of tiles that stay are not changed unless an
/// improved version of the tile is available. A `TileSurface` determines which tiles are drawn in which quality and
/// order: visible tiles first, with drafts during fast motion, then tiles that will become visible. Until a tile is
/// ready, tiles of other levels are shown in its place. Visible is the part that its screen shows, taking into account
/// superviews that clip or scale the view.
///
/// A unit of content is a point at zoom scale 1. The view handles zooming itself: `viewForZooming(in:)` of its delegate
/// is not called.
open class TiledScrollView: UIScrollView {
    /// The engine that draws and caches the tiles.
    public let engine: TileEngine
    /// The engine's identifier of the displayed content; nil for none.
    public private(set) final var content: ContentID?
    /// The view that contains the tile views and is scaled by zooming. You can add your own views above the tiles.
    public final let tileContainer = UIView()
    /// The background color of a tile that could not be drawn; nil for none.
    open var failureColor: UIColor? = .systemGray5 {
        didSet { for view in placed.occupants { view.colorFailure(failureColor) } }
    }

    /// The source of tiles; nil if there is no content.
    package final var surface: TileSurface?
    /// The format in which tiles are requested. Files are displayed if they contain a picture (`PicturedPackage`).
    package final var output = TileKey.Output.pixels
    /// Called with the events of each tile, for statistics.
    package final var onTile: ((TileEvent, TileKey) -> Void)?
    /// The pyramid that determined the size of the content.
    private final var shownPyramid: TilePyramid?
    /// A Boolean value that indicates whether this view added the content to the engine and must remove it.
    private final var ownsContent = false
    private final var placed = TilePlaces<TileView>()
    private final var spare: [TileView] = []
    private final var reservedFor: Scene?
    /// The limits of the zoom scale that follow from the content, and the size of the view for which they were
    /// computed.
    private final var limits: (scales: ClosedRange<CGFloat>, size: CGSize)?
    /// A Boolean value that indicates whether tiles are being placed. Code of subclasses and delegates runs meanwhile.
    private final var isLayingOut = false
    /// The visible part at the last layout.
    final var seenLast: SeenPart?
    /// The screen with the frames that the view follows.
    final weak var followed: UIScreen?
    public private(set) final var counters = TiledScrollCounters()

    public init(frame: CGRect, engine: TileEngine = .standard) {
        self.engine = engine
        super.init(frame: frame)
        setUp()
    }

    public override convenience init(frame: CGRect) { self.init(frame: frame, engine: .standard) }

    /// Creates a view from an archive. Its content is not archived.
    public required init?(coder: NSCoder) {
        engine = .standard
        super.init(coder: coder)
        contentSize = .zero
        setUp()
    }

    private func setUp() {
        tileContainer.autoresizesSubviews = false
        addSubview(tileContainer)
    }

    deinit { if ownsContent, let content { engine.remove(content) } }

    // MARK: Content

    /// Displays content of the engine, from its top left, at zoom scale 1. Sets the limits of the zoom scale: the
    /// minimum shows all of the content, and the maximum shows the deepest level pixel by pixel.
    ///
    /// The minimum is updated with the size of the view, and both limits when the content is replaced, until the
    /// program sets them.
    ///
    /// Traps if the engine does not have the content.
    public final func show(_ content: ContentID) {
        guard let pyramid = engine.pyramid(of: content) else {
            preconditionFailure("the engine of this view has no \(content): add it first")
        }
        setContent(content, pyramid: pyramid, isOwn: false)
    }

    /// Displays a source until the view displays another one or is deallocated.
    ///
    /// - Parameters:
    ///   - tileSize: The side length of a tile in points.
    ///   - extraLevels: The number of additional levels, each with twice the scale of the previous one, beyond scale 1.
    ///     For content that can be drawn at any scale.
    /// - Throws: `TilePyramid.Failure` if the content is empty, too large, or cannot be divided in this way.
    public final func show(
        _ source: any TileSource, tileSize: Int = 256, extraLevels: Int = 0
    ) throws(TilePyramid.Failure) {
        let pyramid = try TilePyramid(
            contentSize: source.contentSize, tileSize: tileSize, extraLevels: extraLevels)
        setContent(engine.add(source, pyramid: pyramid), pyramid: pyramid, isOwn: true)
    }

    /// Removes the content.
    public final func showNothing() {
        letGo()
        contentSize = .zero
    }

    private func setContent(_ new: ContentID, pyramid: TilePyramid, isOwn: Bool) {
        letGo()
        content = new
        ownsContent = isOwn
        (minimumZoomScale, maximumZoomScale) = (1, 1)
        setZoomScale(1, animated: false)
        limits = (1...1, bounds.size)
        adopt(pyramid)
        setContentOffset(.zero, animated: false)
        setNeedsLayout()
    }

    private func letGo() {
        stopScrollingAndZooming()
        surface = nil
        if ownsContent, let content { engine.remove(content) }
        (content, ownsContent, shownPyramid) = (nil, false, nil)
        removeTiles()
    }

    private func adopt(_ pyramid: TilePyramid) {
        shownPyramid = pyramid
        let size = pyramid.contentSize
        tileContainer.bounds = CGRect(origin: .zero, size: size)
        tileContainer.center = CGPoint(x: size.width * zoomScale / 2, y: size.height * zoomScale / 2)
        contentSize = CGSize(width: size.width * zoomScale, height: size.height * zoomScale)
        limitScales(of: pyramid)
    }

    /// Sets the limits of the zoom scale for the content, unless the program has set others.
    private func limitScales(of pyramid: TilePyramid) {
        guard let known = limits, known.scales.lowerBound == minimumZoomScale,
            known.scales.upperBound == maximumZoomScale
        else { return }
        let size = pyramid.contentSize
        let fit = min(bounds.width / size.width, bounds.height / size.height)
        let scales: ClosedRange<CGFloat> = (fit > 0 ? min(1, fit) : 1)...max(1, pyramid.deepestScale)
        (minimumZoomScale, maximumZoomScale) = (scales.lowerBound, scales.upperBound)
        limits = (scales, bounds.size)
    }

    /// Updates the limits to the size of the view, and limits the scale. During a pinch, the scale is limited after the
    /// fingers lift.
    private func followSize() {
        guard let limits, limits.size != bounds.size, let shownPyramid else { return }
        limitScales(of: shownPyramid)
        if scroll.state.pinch == nil && !scroll.state.isZoomInMotion { limitScale() }
    }

    /// Releases memory by dropping all tiles that are not visible (`TileEngine.relieveMemoryPressure()`).
    open func didReceiveMemoryWarning() {
        for view in spare { view.removeFromSuperview() }
        spare = []
        engine.relieveMemoryPressure()
        setNeedsLayout()
    }

    // MARK: Tiles

    /// Creates a view for a tile. Subclasses can override it.
    open func makeTileView() -> TileView { TileView(frame: .zero) }

    /// The views that currently display tiles.
    ///
    /// - Complexity: O(n) for n views.
    public final var tileViews: [TileView] { placed.occupants }

    /// A Boolean value that indicates whether every visible tile has its final quality, until the view moves or the
    /// content changes.
    public final var isSettled: Bool { surface?.isSettled ?? true }

    final override var zoomedView: UIView? { content == nil ? nil : tileContainer }

    override var ownParts: [UIView] { [tileContainer] }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        followFrames()
        if window == nil {
            // A view outside a window keeps no tiles. They are in the engine's cache.
            surface = nil
            removeTiles()
        }
    }

    /// Lays out the view and places the tile views.
    open override func layoutSubviews() {
        super.layoutSubviews()
        // Changes by the program during placement are handled by another layout.
        if isLayingOut { return setNeedsLayout() }
        isLayingOut = true
        layOutTiles()
        isLayingOut = false
    }

    private func layOutTiles() {
        followSize()
        let seen = seen
        seenLast = seen
        guard let content else { return }
        guard let seen, let screen = window?.screen, let viewport = viewport(of: seen, on: screen) else {
            // Content that is not visible is not drawn and keeps no tiles.
            surface = nil
            setTilesAside()
            return
        }
        let magnification = screen.scale >= 2 ? 2 : 1
        if surface?.magnification != magnification {
            surface = TileSurface(
                engine: engine, content: content, magnification: magnification, output: output)
            surface?.onTile = onTile
        }
        guard let surface else { return }
        surface.update(viewport)
        if let pyramid = surface.pyramid {
            if pyramid != shownPyramid {
                replace(pyramid)
                // The delegate is notified and may replace the content.
                guard self.surface === surface, let seen = self.seen,
                    let viewport = self.viewport(of: seen, on: screen)
                else {
                    return setNeedsLayout()
                }
                surface.update(viewport)
            }
        }
        counters.layouts += 1
        reserveViews(for: surface, seen: seen, on: screen)
        positionTiles(of: surface)
    }

    /// Adapts to replaced content.
    private func replace(_ pyramid: TilePyramid) {
        if scroll.state.isZoomInMotion { endMotionAndBounce() }
        adopt(pyramid)
        // The scale is kept within the new limits. During a pinch, it is limited after the fingers lift.
        if scroll.state.pinch == nil { setZoomScale(zoomScale, animated: false) }
    }

    private func setTilesAside() {
        for view in placed.occupants {
            view.rest()
            spare.append(view)
        }
        placed.removeAll()
    }

    private func positionTiles(of surface: TileSurface) {
        guard self.surface === surface else { return }
        guard let changes = placed.follow(surface) else { return }
        spare += changes.left
        for tile in changes.shown {
            if let view = placed[tile.key] {
                counters.changed += 1
                onTile?(.refreshed, tile.key)
                show(tile, in: view, surface)
            } else {
                let view = nextView()
                counters.placed += 1
                onTile?(.placed, tile.key)
                placed[tile.key] = view
                show(tile, in: view, surface)
            }
            // The subclass may have replaced the content.
            guard self.surface === surface else { return }
        }
        for view in spare where view.appearance != nil { view.rest() }
    }

    /// Creates as many views as there can be visible tiles at this zoom scale, at any scroll position.
    private func reserveViews(for surface: TileSurface, seen: SeenPart, on screen: UIScreen) {
        guard let pyramid = surface.pyramid, let level = surface.focus?.level,
            !scrollMotion(at: screen.clock.now).isZooming
        else { return }
        let size = seen.rect.size
        let scene = Scene(size: size, zoomScale: zoomScale, level: level)
        if scene == reservedFor { return }
        reservedFor = scene
        let side = Double(pyramid.tileSize) / pyramid.scale(ofLevel: level) * Double(zoomScale)
        func most(_ length: CGFloat, _ all: Int) -> Int {
            Int(min((Double(length) / side - 1e-9).rounded(.up) + 1, Double(all)))
        }
        let count =
            most(size.width, pyramid.columns(ofLevel: level)) * most(size.height, pyramid.rows(ofLevel: level))
        let missing = min(count, engine.policy.visibleTileLimit) - placed.count - spare.count
        if missing > 0 { for _ in 0..<missing where self.surface === surface { spare.append(makeView()) } }
    }

    private func makeView() -> TileView {
        counters.made += 1
        let view = makeTileView()
        view.isHidden = true
        tileContainer.insertSubview(view, at: 0)
        return view
    }

    private func nextView() -> TileView { spare.popLast() ?? makeView() }

    private func show(_ tile: TileAppearance, in view: TileView, _ surface: TileSurface) {
        guard let pyramid = surface.pyramid else { return }
        let place = pyramid.area(of: tile.key.tile).contentBox.rect
        if view.show(tile, at: place, failureColor: failureColor) { counters.moved += 1 }
    }

    private func removeTiles() {
        for view in placed.occupants + spare { view.removeFromSuperview() }
        placed.removeAll()
        spare = []
        reservedFor = nil
    }

    /// The properties that determine the number of views.
    private struct Scene: Equatable {
        var size: CGSize
        var zoomScale: CGFloat
        var level: Int
    }
}

/// The activity of a tiled scroll view since its creation.
public struct TiledScrollCounters: Hashable, Sendable {
    /// The number of times that tiles were placed.
    public var layouts = 0
    /// The number of tile views created.
    public var made = 0
    /// The number of tiles that became visible. Each was assigned to a view that was created earlier or had displayed
    /// another tile.
    public var placed = 0
    /// The number of those tiles for which a view with another tile was moved.
    public var moved = 0
    /// The number of visible tiles that changed their appearance.
    public var changed = 0

    public init() {}
}
