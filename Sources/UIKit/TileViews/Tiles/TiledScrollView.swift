public import Foundation
public import TileDrawing
public import TileEngine
public import TileGeometry

/// A scroll view over content in tiles, of any size: an image, a drawing, a tree of views, or code that draws a part at
/// a time.
///
///     let view = TiledScrollView(frame: window.bounds)
///     try view.show(DrawnTileSource(contentSize: size) { rect, context in … })
///     window.addSubview(view)
///
/// It shows each tile in a `TileView`. A view whose tile has left the screen goes to where the next one comes in, so
/// that none is made once the screen was full. Those that stay are not touched, unless a better picture of theirs has
/// come. What is drawn when, and how well, is up to a `TileSurface`: what is visible first, drafts while it moves fast,
/// then what comes up; in place of what is not ready, tiles of other levels. Visible is what its screen shows of it,
/// where what it is in clips it or scales it.
///
/// A unit of content is a point at zoom scale 1. The view brings the zooming with it: its delegate's
/// `viewForZooming(in:)` is not asked.
open class TiledScrollView: UIScrollView {
    /// What draws and keeps the tiles.
    public let engine: TileEngine
    /// What it shows, as the engine knows it; nil for nothing.
    public private(set) final var content: ContentID?
    /// Holds the tile views, and is scaled when the view is zoomed. Views of one's own may be put over the tiles here.
    public final let tileContainer = UIView()
    /// What lies behind a tile that could not be drawn; nil for nothing.
    open var failureColor: UIColor? = .systemGray5 {
        didSet { for view in placed.occupants { view.colorFailure(failureColor) } }
    }

    /// Asked for tiles, when there is content.
    package final var surface: TileSurface?
    /// What its tiles are asked for as. Files are shown if they bring their picture (`PicturedPackage`).
    package final var output = TileKey.Output.pixels
    /// Told what becomes of each tile, by who counts that.
    package final var onTile: ((TileEvent, TileKey) -> Void)?
    /// The pyramid that the content's size was taken from.
    private final var shownPyramid: TilePyramid?
    /// The engine forgets content that came from nobody but this view.
    private final var ownsContent = false
    private final var placed = TilePlaces<TileView>()
    private final var spare: [TileView] = []
    private final var reservedFor: Scene?
    /// The limits of the zoom scale as taken from the content, and the view's size that they were taken for.
    private final var limits: (scales: ClosedRange<CGFloat>, size: CGSize)?
    /// Whether tiles are being placed: code of subclasses and delegates runs then.
    private final var isLayingOut = false
    /// What of it the last layout found on its screen.
    final var seenLast: SeenPart?
    /// Whose frames it follows.
    final weak var followed: UIScreen?
    public private(set) final var counters = TiledScrollCounters()

    public init(frame: CGRect, engine: TileEngine = .standard) {
        self.engine = engine
        super.init(frame: frame)
        setUp()
    }

    public override convenience init(frame: CGRect) { self.init(frame: frame, engine: .standard) }

    /// From an archive; what it showed is not in it.
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

    /// Shows a content that the engine knows, from its top left, at zoom scale 1. Sets the limits of the zoom scale:
    /// from where all of it is visible, to where its deepest level is shown pixel by pixel.
    ///
    /// The lower limit follows the view's size, and both follow other content in its place, until the program sets
    /// them.
    ///
    /// Traps when the engine does not know it.
    public final func show(_ content: ContentID) {
        guard let pyramid = engine.pyramid(of: content) else {
            preconditionFailure("the engine of this view has no \(content): add it first")
        }
        take(content, pyramid, isOwn: false)
    }

    /// Shows a source, until the view shows another or goes.
    ///
    /// - Parameters:
    ///   - tileSize: of a side, in points.
    ///   - extraLevels: how many times the scale is doubled beyond 1; for content that can be drawn at any scale.
    /// - Throws: `TilePyramid.Failure` when the content has no size, is too large, or can't be cut so.
    public final func show(
        _ source: any TileSource, tileSize: Int = 256, extraLevels: Int = 0
    ) throws(TilePyramid.Failure) {
        let pyramid = try TilePyramid(
            contentSize: source.contentSize, tileSize: tileSize, extraLevels: extraLevels)
        take(engine.add(source, pyramid: pyramid), pyramid, isOwn: true)
    }

    /// Shows nothing.
    public final func showNothing() {
        letGo()
        contentSize = .zero
    }

    private func take(_ new: ContentID, _ pyramid: TilePyramid, isOwn: Bool) {
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

    /// Takes the limits of the zoom scale from the content, where the program has not set others.
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

    /// The limits follow the view's size, and the scale stays within them. Fingers that zoom are led there when they
    /// are lifted.
    private func followSize() {
        guard let limits, limits.size != bounds.size, let shownPyramid else { return }
        limitScales(of: shownPyramid)
        if scroll.state.pinch == nil && !scroll.state.isZoomInMotion { limitScale() }
    }

    /// Gives memory back when there is little: drops all tiles that are not visible
    /// (`TileEngine.relieveMemoryPressure()`).
    open func didReceiveMemoryWarning() {
        for view in spare { view.removeFromSuperview() }
        spare = []
        engine.relieveMemoryPressure()
        setNeedsLayout()
    }

    // MARK: Tiles

    /// Makes a view for a tile; for subclasses that have their own.
    open func makeTileView() -> TileView { TileView(frame: .zero) }

    /// The views that show tiles now.
    ///
    /// - Complexity: O(n) for n of them.
    public final var tileViews: [TileView] { placed.occupants }

    /// Whether every visible tile is as good as it will be until something moves or the content changes.
    public final var isSettled: Bool { surface?.isSettled ?? true }

    final override var zoomedView: UIView? { content == nil ? nil : tileContainer }

    override var ownParts: [UIView] { [tileContainer] }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        followFrames()
        if window == nil {
            // Out of sight it holds nothing. What it showed is in the cache.
            surface = nil
            removeTiles()
        }
    }

    /// The tile views are placed here.
    open override func layoutSubviews() {
        super.layoutSubviews()
        // What is placed is looked at again after what the program does meanwhile.
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
            // What nobody sees is not drawn, and holds nothing.
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
                // The delegate is told of it, and may show something else.
                guard self.surface === surface, let seen = self.seen,
                    let viewport = self.viewport(of: seen, on: screen)
                else {
                    return setNeedsLayout()
                }
                surface.update(viewport)
            }
        }
        counters.layouts += 1
        reserveViews(surface, seen, screen)
        place(surface)
    }

    /// The content was replaced by other content.
    private func replace(_ pyramid: TilePyramid) {
        if scroll.state.isZoomInMotion { endMotionAndBounce() }
        adopt(pyramid)
        // Within the limits of what is there now; fingers that zoom are led there when they are lifted.
        if scroll.state.pinch == nil { setZoomScale(zoomScale, animated: false) }
    }

    private func setTilesAside() {
        for view in placed.occupants {
            view.rest()
            spare.append(view)
        }
        placed.removeAll()
    }

    private func place(_ surface: TileSurface) {
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
            // Code of a subclass has run, which may have had the view show something else.
            guard self.surface === surface else { return }
        }
        for view in spare where view.appearance != nil { view.rest() }
    }

    /// Sees that there are as many views as the screen can show tiles at this zoom scale, wherever it is scrolled to.
    private func reserveViews(_ surface: TileSurface, _ seen: SeenPart, _ screen: UIScreen) {
        guard let pyramid = surface.pyramid, let level = surface.focus?.level, !course(at: screen.clock.now).isZooming
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

    /// What the number of views depends on.
    private struct Scene: Equatable {
        var size: CGSize
        var zoomScale: CGFloat
        var level: Int
    }
}

/// What a tiled scroll view has done since it was made.
public struct TiledScrollCounters: Hashable, Sendable {
    /// Times that tiles were placed.
    public var layouts = 0
    /// Tile views made.
    public var made = 0
    /// Tiles that came in, each to a view that was made before or had shown another.
    public var placed = 0
    /// Of those, the ones whose view had shown another tile, and was moved.
    public var moved = 0
    /// Tiles that were in and then looked different.
    public var changed = 0

    public init() {}
}
