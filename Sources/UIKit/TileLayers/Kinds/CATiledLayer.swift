public import Foundation
public import TileEngine
import TileGeometry
public import TileGraphics

/// A layer that draws its visible part in tiles, on worker threads, at the level of detail at which it is shown.
///
///     final class Map: UIView {
///         override class var layerClass: AnyClass { CATiledLayer.self }
///         override func draw(_ rect: CGRect) { … }      // a part at a time, on any thread
///     }
///
/// `draw(in:)`, and with it the delegate's `draw(_:in:)` or a view's `draw(_:)`, is called on the engine's workers,
/// concurrently. User space is the layer's coordinates, the clip is the tile, and the current transformation matrix
/// gives its scale. It must not read state that another thread changes. While it runs, layer and view are retained. If
/// `setNeedsDisplay(_:)` is called for a part of the tile meanwhile, the tile is drawn again.
///
/// Until a tile is ready, the best available content is shown in its place: the previous tile, a draft while the layer
/// moves fast, tiles of other levels, or nothing; see `TileSurface`. Tiles are evicted when the engine needs their
/// memory, and are kept when the layer is shown at another level or leaves the screen and returns.
///
/// If frames are not shown on a screen of a known scale (`LayerHost.screen`), and in content made of views, the whole
/// layer is drawn at once, like any other.
///
/// Differs from Apple's: tiles are square, with the longer side of `tileSize`, and drafts are shown.
open class CATiledLayer: CALayer {
    /// The duration in seconds in which a new tile fades in; a quarter.
    open class func fadeDuration() -> CFTimeInterval { 0.25 }

    /// The number of levels of detail, each at half the scale of the previous one; 1 by default. Traps below 1.
    open var levelsOfDetail: Int = 1 {
        willSet { precondition(newValue >= 1, "a tiled layer has at least one level of detail, not \(newValue)") }
        didSet { shapeChanged() }
    }

    /// The number of levels finer than the layer's own scale, each at twice the scale of the previous one; 0 by
    /// default.
    open var levelsOfDetailBias: Int = 0 {
        didSet { shapeChanged() }
    }

    /// The size of a tile in pixels; 256 × 256 by default. The longer side counts, limited to 4,096. Traps if it is not
    /// positive and finite.
    open var tileSize = CGSize(width: 256, height: 256) {
        willSet {
            precondition(
                Self.isPossible(newValue), "a tile can't be \(newValue.width) by \(newValue.height) pixels")
        }
        didSet { shapeChanged() }
    }

    /// The engine that draws and caches the tiles; one for the process by default.
    open var engine: TileEngine = .standard {
        didSet { if engine !== oldValue { shapeChanged() } }
    }

    /// The reason why nothing is drawn: the layer is too large for tiles of this scale and size. Known after a frame.
    public final internal(set) var tilingFailure: TilePyramid.Failure?

    /// The tiles in use; nil if the layer is not on a screen.
    final var tiles: LayerTiles?
    /// The tiles of another size or scale, shown below the new ones until those are complete.
    final var formerMosaic: TileMosaic?
    final var motion = LayerMotion()
    /// The bounds in the last frame.
    final var lastBounds: Box?
    /// The area covered by tiles once the bounds have moved over the layer.
    final var roaming: Box?
    /// The drawing that `tiles` are made of.
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

/// A closure that runs drawing on a worker.
package typealias TileSurroundings = @Sendable (() -> Void) -> Void

/// The view that owns a layer: it provides the environment of a tiled layer's drawing on a worker.
package protocol TileDrawingOwner: CALayerDelegate {
    /// Called after the corner radius of the layer, or the corners that have it, changed.
    func layerCornersDidChange()

    /// Returns a closure that runs drawing on another thread in the owner's current environment, with the owner
    /// retained. It is called on workers, concurrently, and does nothing after the owner is deallocated.
    func tileSurroundings() -> TileSurroundings
}
