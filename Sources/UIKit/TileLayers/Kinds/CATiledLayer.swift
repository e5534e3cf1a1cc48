public import Foundation
public import TileEngine
import TileGeometry
public import TileGraphics

/// A layer that draws what is visible of it in tiles, on worker threads, at the level of detail that it is shown at.
///
///     final class Map: UIView {
///         override class var layerClass: AnyClass { CATiledLayer.self }
///         override func draw(_ rect: CGRect) { … }      // a part at a time, on any thread
///     }
///
/// `draw(in:)`, and with it the delegate's `draw(_:in:)` or a view's `draw(_:)`, is called on the engine's workers,
/// several at once. User space is the layer's coordinates, the clip is the tile, and the current transform matrix says
/// how large it is drawn. It must not read what another thread changes. While it runs, layer and view are kept alive;
/// what it draws after `setNeedsDisplay(_:)` was called for a part of its tile is drawn again.
///
/// Until a tile is ready, its place shows what there is of it: the tile as it was, a draft while the layer moves fast,
/// tiles of other levels, and nothing. `TileSurface` says how. Tiles go when the engine has no room for them, and are
/// kept when the layer is shown at another level, leaves the screen and comes back.
///
/// Where frames are shown on no screen of a known scale (`LayerHost.screen`), and in content made of views, all of the
/// layer is drawn at once, as of any other.
///
/// Differs from Apple's: tiles are square, with the longer side of `tileSize`, and drafts are shown.
open class CATiledLayer: CALayer {
    /// Seconds over which a new tile fades in; a quarter.
    open class func fadeDuration() -> CFTimeInterval { 0.25 }

    /// How many levels of detail there are, each at half the scale of the one before; 1 at first. Traps below 1.
    open var levelsOfDetail: Int = 1 {
        willSet { precondition(newValue >= 1, "a tiled layer has at least one level of detail, not \(newValue)") }
        didSet { shapeChanged() }
    }

    /// How many of the levels are finer than the layer's own scale, each at twice the scale of the one before; 0 at
    /// first.
    open var levelsOfDetailBias: Int = 0 {
        didSet { shapeChanged() }
    }

    /// The size of a tile in pixels; 256 by 256 at first. The longer side counts, and at most 4,096 of it. Traps when
    /// it is not positive and finite.
    open var tileSize = CGSize(width: 256, height: 256) {
        willSet {
            precondition(
                Self.isPossible(newValue), "a tile can't be \(newValue.width) by \(newValue.height) pixels")
        }
        didSet { shapeChanged() }
    }

    /// What draws and keeps the tiles; one for the process unless another is set.
    open var engine: TileEngine = .standard {
        didSet { if engine !== oldValue { shapeChanged() } }
    }

    /// Why nothing is drawn: the layer is too large for tiles of this scale and size. Known after a frame.
    public final internal(set) var tilingFailure: TilePyramid.Failure?

    /// The tiles in use; nil when none of the layer is on a screen.
    final var tiles: LayerTiles?
    /// What is shown below the tiles until all are there: those of another size or scale.
    final var formerMosaic: TileMosaic?
    final var motion = LayerMotion()
    /// As of the last frame.
    final var lastBounds: Box?
    /// What the tiles cover once the bounds have moved over the layer.
    final var roaming: Box?
    /// What draws `tiles`.
    final var worker: WorkerDrawing?

    public override init() {
        super.init()
        flags.insert(.holdsTiles)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        flags.insert(.holdsTiles)
    }

    public override init(layer: Any) {
        super.init(layer: layer)
        flags.insert(.holdsTiles)
        guard let layer = layer as? CATiledLayer else { return }
        levelsOfDetail = layer.levelsOfDetail
        levelsOfDetailBias = layer.levelsOfDetailBias
        tileSize = layer.tileSize
        engine = layer.engine
    }

    private static func isPossible(_ size: CGSize) -> Bool {
        size.width > 0 && size.height > 0 && size.width.isFinite && size.height.isFinite
    }

    override class var keys: [String: LayerKey] { tiledKeys }

    private static let tiledKeys = layerKeys.merging([
        "levelsOfDetail": .of(\CATiledLayer.levelsOfDetail, 1) { whole($0).flatMap { $0 >= 1 ? $0 : nil } },
        "levelsOfDetailBias": .of(\CATiledLayer.levelsOfDetailBias, 0) { whole($0) },
        "tileSize": .of(\CATiledLayer.tileSize, CGSize(width: 256, height: 256)) {
            ($0 as? CGSize).flatMap { isPossible($0) ? $0 : nil }
        },
    ]) { $1 }

    private static func whole(_ value: Any) -> Int? { LayerValue.number(value).flatMap { Int(exactly: $0.rounded()) } }
}

/// Runs drawing on a worker.
package typealias TileSurroundings = @Sendable (() -> Void) -> Void

/// The view behind a tiled layer: sets the surroundings of its drawing on a worker.
package protocol TileDrawingOwner: CALayerDelegate {
    /// What runs drawing on another thread as the owner would: with the owner alive, and with what is current for it,
    /// as it is now. The result is called on workers, several at once; it does nothing once the owner is gone.
    func tileSurroundings() -> TileSurroundings
}
