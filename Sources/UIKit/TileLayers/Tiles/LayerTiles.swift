import Foundation
import TileEngine
import TileGeometry
import TileGraphics

/// The parameters of a tiled layer's tiles. Another shape requires other tiles.
struct LayerTileShape: Hashable {
    /// The area of the layer in tiles, in its coordinates.
    var bounds: Box
    /// Pixels per point at the finest level.
    var scale: Double
    /// The side of a tile, in pixels.
    var side: Int
    /// The number of levels, from the finest to the coarsest.
    var levels: Int
}

/// The tiles of a layer: a content of an engine and the surface that shows it.
final class LayerTiles {
    let shape: LayerTileShape
    let engine: TileEngine
    /// The surface; nil while the layer is not on a screen. Nothing is retained then except by the cache.
    private(set) var surface: TileSurface?
    private let content: ContentID
    private let pyramid: TilePyramid
    private var places = TilePlaces<Place>()
    /// The visible tiles.
    private(set) var mosaic = TileMosaic([])

    private struct Place {
        var pieces: [TileMosaic.Piece]
        var fingerprint: Int
        /// The pieces that it fades in over, and the start of the fade in seconds on the frames' clock.
        var under: [TileMosaic.Piece] = []
        var start: CFTimeInterval?
        var isWhole: Bool

        mutating func step(to time: CFTimeInterval, _ fadeDuration: CFTimeInterval) {
            guard let start, time - start >= fadeDuration else { return }
            self.start = nil
            under = []
        }
    }

    init(
        _ shape: LayerTileShape, _ engine: TileEngine, draw: @escaping @Sendable (CGRect, CGContext) -> Void
    ) throws(TilePyramid.Failure) {
        let bounds = shape.bounds
        pyramid = try Self.pyramid(shape)
        self.shape = shape
        self.engine = engine
        // The engine's content begins at 0.
        let source = DrawnTileSource(contentSize: pyramid.contentSize) { rect, context in
            context.translateBy(x: -bounds.minX, y: -bounds.minY)
            draw(rect.offsetBy(dx: bounds.minX, dy: bounds.minY), context)
        }
        content = engine.add(source, pyramid: pyramid)
    }

    /// Returns the pyramid of a shape.
    static func pyramid(_ shape: LayerTileShape) throws(TilePyramid.Failure) -> TilePyramid {
        try TilePyramid(
            contentSize: CGSize(width: shape.bounds.width, height: shape.bounds.height), tileSize: shape.side,
            scale: shape.scale)
    }

    /// Releases the surface and its tiles until the next update.
    func rest() {
        surface = nil
        places.removeAll()
        mosaic = TileMosaic([])
    }

    deinit { engine.remove(content) }

    /// Outdates the tiles in a rect of the layer, or all.
    func invalidate(_ rect: CGRect?) {
        let box = rect.map {
            let (dx, dy) = (shape.bounds.minX, shape.bounds.minY)
            return Box($0.offsetBy(dx: -dx, dy: -dy))
        }
        engine.invalidate(content, box ?? .infinite)
    }

    /// Shows the available tiles for a viewport in the layer's coordinates.
    ///
    /// - Returns: Whether the mosaic changed.
    func update(_ viewport: Viewport, fadeDuration: CFTimeInterval) -> Bool {
        let levels = max(0, pyramid.maxLevel - shape.levels + 1)...pyramid.maxLevel
        let surface = surface ?? TileSurface(engine: engine, content: content, levels: levels)
        self.surface = surface
        surface.update(viewport)
        let changes = places.follow(surface)
        if changes == nil && !isFading { return false }
        for tile in changes?.shown ?? [] {
            change(tile, update: surface.counters.updates, at: viewport.time, fadeDuration: fadeDuration)
        }
        places.updateEach { $0.step(to: viewport.time, fadeDuration) }
        compose(surface.tiles, fadeDuration: fadeDuration, time: viewport.time)
        return true
    }

    private func change(_ tile: TileAppearance, update: Int, at time: CFTimeInterval, fadeDuration: CFTimeInterval) {
        let before = places[tile.key]
        let pieces = TileMosaic.pieces(of: tile.contents)
        var hasher = Hasher()
        hasher.combine(tile.key)
        hasher.combine(update)
        var place = Place(pieces: pieces, fingerprint: hasher.finalize(), isWhole: tile.contents.isWhole)
        // A tile that replaces substitutes, or nothing, fades in over them. A better version of the same tile is shown
        // immediately, like one that was ready when it came into view.
        if place.isWhole, let before, !before.isWhole, fadeDuration > 0 {
            place.under = before.pieces
            place.start = time
        }
        places[tile.key] = place
    }

    /// Whether a tile is fading in.
    var isFading: Bool { places.contains { $0.start != nil } }

    private func compose(_ tiles: [TileAppearance], fadeDuration: CFTimeInterval, time: CFTimeInterval) {
        let cells = tiles.compactMap { tile -> TileMosaic.Cell? in
            guard let place = places[tile.key] else { return nil }
            var (pieces, fingerprint) = (place.pieces, place.fingerprint)
            if let start = place.start {
                let part = min(max((time - start) / fadeDuration, 0), 1)
                pieces = place.under + place.pieces.map { $0.faded(to: part) }
                fingerprint ^= part.hashValue | 1
            }
            return TileMosaic.Cell(box: box(of: tile.key.tile), pieces: pieces, fingerprint: fingerprint)
        }
        mosaic = TileMosaic(cells)
    }

    /// Returns the box of a tile in the layer's coordinates.
    private func box(of tile: TileCoordinate) -> Box {
        let box = pyramid.area(of: tile).contentBox
        return Box(
            minX: box.minX + shape.bounds.minX, minY: box.minY + shape.bounds.minY, maxX: box.maxX + shape.bounds.minX,
            maxY: box.maxY + shape.bounds.minY)
    }

    /// Whether another frame would show a change although nothing is marked.
    var wantsFrame: Bool {
        guard let surface else { return false }
        return surface.awaitsUpdate || isFading
    }
}

extension TileContents {
    /// Whether it shows the tile itself.
    fileprivate var isWhole: Bool {
        switch self {
        case .full, .draft, .stale: true
        case .substitutes, .blank, .failed: false
        }
    }
}
