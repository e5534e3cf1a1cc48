import Foundation
import TileEngine
import TileGeometry
import TileGraphics

extension CATiledLayer {
    /// The layer was marked for display. In a tree that is on a screen its tiles are outdated.
    ///
    /// - Returns: false where it is drawn as any other layer.
    func displayInTiles() -> Bool {
        guard let host = top.extras?.host, host.screen != nil else { return false }
        host.enlist(self)
        if marks.contains(.displayAll) || tiles == nil {
            tiles?.invalidate(nil)
        } else {
            for rect in extras?.dirtyRects ?? [] { tiles?.invalidate(rect) }
        }
        // What is current for the owner may be why it is drawn anew.
        worker?.surroundings = surroundings
        extras?.dirtyRects = []
        marks.subtract([.needsDisplay, .displayAll])
        return true
    }

    /// All tiles are others; what is shown stays below them until they are there.
    func shapeChanged() {
        guard tiles != nil else { return }
        keepMosaic()
        tiles = nil
        markCommit()
    }

    private func keepMosaic() {
        guard let tiles, !tiles.mosaic.cells.isEmpty else { return }
        // Of shapes that follow each other faster than they are drawn, the last that was whole stays.
        if formerMosaic == nil || tiles.surface?.isSettled ?? true { formerMosaic = tiles.mosaic }
    }

    /// None of the layer is on a screen: it holds nothing until it is.
    func restTiles() {
        guard let tiles else { return }
        if tiles.surface == nil && formerMosaic == nil { return }
        tiles.rest()
        formerMosaic = nil
        motion = LayerMotion()
        if case .tiles = contentsStorage { show(nil) }
    }

    /// The layer is in another tree than it was, or in none: whoever shows it next is to know it.
    package final func joinAnew() { markDisplay() }

    /// Brings the tiles up to date for a frame, after layout and display.
    func updateTiles(on screen: LayerHost.Screen, root: CALayer) {
        guard let (visible, scale) = visiblePart(from: root, scale: screen.scale) else {
            restTiles()
            return
        }
        let bounds = Box(boundsStorage.standardized)
        let shape = tileShape(bounds)
        if tiles?.shape != shape || tiles?.engine !== engine {
            keepMosaic()
            tiles = nil
            do throws(TilePyramid.Failure) {
                tiles = try LayerTiles(shape, engine, draw: drawing())
                tilingFailure = nil
            } catch {
                tilingFailure = error
                formerMosaic = nil
                show(nil)
            }
        }
        let inContent = Box(
            minX: visible.minX - bounds.minX, minY: visible.minY - bounds.minY, maxX: visible.maxX - bounds.minX,
            maxY: visible.maxY - bounds.minY)
        guard let tiles, let viewport = motion.viewport(inContent, scale: scale, time: screen.clock.now) else {
            // Farther away, or larger, than numbers tell.
            restTiles()
            return
        }
        let isNew = tiles.update(viewport, fadeDuration: type(of: self).fadeDuration())
        if formerMosaic != nil, tiles.surface?.isSettled ?? true, !tiles.isFading {
            formerMosaic = nil
            show(tiles.mosaic)
        } else if isNew || contentsStorage.isNone {
            show(formerMosaic.map { TileMosaic($0.cells + tiles.mosaic.cells) } ?? tiles.mosaic)
        }
    }

    private func show(_ mosaic: TileMosaic?) {
        contentsStorage = mosaic.map { .tiles($0) } ?? .none
        marks.insert(.contentsChanged)
        markCommit()
    }

    private func tileShape(_ bounds: Box) -> LayerTileShape {
        // Beyond this, levels are finer than any pyramid's.
        let bias = min(max(levelsOfDetailBias, -64), 64)
        let side = min(max(tileSize.width, tileSize.height), CGFloat(TilePyramid.largestTileSize))
        return LayerTileShape(
            bounds: bounds, scale: contentsScaleStorage * exp2(Double(bias)), side: max(Int(side.rounded(.up)), 1),
            levels: levelsOfDetail)
    }

    private var surroundings: TileSurroundings {
        (delegate as? any TileDrawingOwner)?.tileSurroundings() ?? { @Sendable body in body() }
    }

    /// What draws a part on a worker.
    private func drawing() -> @Sendable (CGRect, CGContext) -> Void {
        let drawing = WorkerDrawing(layer: self, surroundings: surroundings)
        worker = drawing
        return { _, context in drawing.draw(in: context) }
    }

    /// What of the layer shows, in its coordinates, and how many pixels of the screen a point of it takes there; nil when
    /// nothing does.
    private func visiblePart(from root: CALayer, scale: Double) -> (Box, scale: Double)? {
        var path: [CALayer] = []
        var next: CALayer? = self
        while let layer = next {
            if layer.flags.contains(.hidden) || layer.opacityStorage <= 0 { return nil }
            path.append(layer)
            next = layer.parent
        }
        guard path.last === root else { return nil }
        var rect = root.boundsStorage.standardized
        for (parent, child) in zip(path.reversed(), path.reversed().dropFirst()) {
            rect = child.convert(rect, from: parent)
            if child === self || child.flags.contains(.masksToBounds) {
                rect = rect.intersection(child.boundsStorage.standardized)
            }
            if rect.isNull || rect.isEmpty || !rect.isFinite { return nil }
        }
        let middle = CGPoint(x: rect.midX, y: rect.midY)
        let origin = convert(middle, to: root)
        let right = convert(CGPoint(x: middle.x + 1, y: middle.y), to: root)
        let down = convert(CGPoint(x: middle.x, y: middle.y + 1), to: root)
        let area = abs(
            (right.x - origin.x) * (down.y - origin.y) - (right.y - origin.y) * (down.x - origin.x))
        let own = Double(area).squareRoot() * scale
        return own > 0 && own.isFinite ? (Box(rect), own) : nil
    }
}

/// Draws a layer on worker threads.
// @unchecked Sendable: a layer belongs to one thread, and this is used on others. It reads nothing of it but what the
// program's drawing reads, which is asked not to read what another thread changes (see `CATiledLayer`); the reference is
// weak, and is taken for the length of a call.
final class WorkerDrawing: @unchecked Sendable {
    private weak let layer: CATiledLayer?
    private let latest: Lock<TileSurroundings>

    init(layer: CATiledLayer, surroundings: @escaping TileSurroundings) {
        self.layer = layer
        latest = Lock(surroundings)
    }

    var surroundings: TileSurroundings {
        get { latest.withLock { $0 } }
        set { latest.withLock { $0 = newValue } }
    }

    func draw(in context: CGContext) {
        surroundings { layer?.draw(in: context) }
    }
}

extension CATiledLayer {
    /// What its tiles look like, as of the last frame.
    package final var tileLooks: [TileAppearance] { tiles?.surface?.tiles ?? [] }
}
