import Foundation
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

extension CATiledLayer {
    /// Handles a mark for display. In a tree on a screen the tiles are outdated.
    ///
    /// - Returns: false if the layer is drawn like any other.
    func displayInTiles() -> Bool {
        guard let host = top.extras?.host, host.screen != nil else { return false }
        host.add(self)
        if marks.contains(.displayAll) || tiles == nil {
            tiles?.invalidate(nil)
        } else {
            for rect in extras?.dirtyRects ?? [] { tiles?.invalidate(rect) }
        }
        // The owner's environment may be the reason for the display.
        worker?.surroundings = surroundings
        extras?.dirtyRects = []
        marks.subtract([.needsDisplay, .displayAll])
        return true
    }

    /// Replaces all tiles; the current ones stay visible below until the new ones are ready.
    func shapeChanged() {
        guard tiles != nil else { return }
        keepMosaic()
        tiles = nil
        markCommit()
    }

    private func keepMosaic() {
        guard let tiles, !tiles.mosaic.cells.isEmpty else { return }
        // If shapes follow each other faster than they are drawn, the last complete one stays.
        if formerMosaic == nil || tiles.surface?.isSettled ?? true { formerMosaic = tiles.mosaic }
    }

    /// Releases the tiles while the layer is not on a screen.
    func restTiles() {
        guard let tiles else { return }
        if tiles.surface == nil && formerMosaic == nil { return }
        tiles.rest()
        formerMosaic = nil
        motion = LayerMotion()
        if case .tiles = contentsStorage { show(nil) }
    }

    /// Handles a move to another tree, or out of one, so that the next host notices the layer. The tiles stay.
    func joinAnew() { markDisplay() }

    /// Updates the tiles for a frame, after layout and display.
    private func updateTiles(on screen: LayerHost.Screen, root: CALayer) {
        guard let (visible, scale) = partOnScreen(under: root, scale: screen.scale) else {
            restTiles()
            return
        }
        let extent = extent(of: Box(boundsStorage.standardized))
        let shape = tileShape(extent)
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
            minX: visible.minX - extent.minX, minY: visible.minY - extent.minY, maxX: visible.maxX - extent.minX,
            maxY: visible.maxY - extent.minY)
        guard let tiles, let viewport = motion.viewport(inContent, scale: scale, time: screen.clock.now) else {
            // Too far away, or too large, for exact numbers.
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

    /// Returns the area covered by tiles: the bounds, until these move over the content like a scroll view's. Then it
    /// is much larger, so that moving does not require new tiles.
    private func extent(of bounds: Box) -> Box {
        defer { lastBounds = bounds }
        guard let last = lastBounds, last.width == bounds.width, last.height == bounds.height else {
            roaming = nil
            return bounds
        }
        if let roaming, roaming.contains(bounds) { return roaming }
        if roaming == nil && last == bounds { return bounds }
        let shape = tileShape(bounds)
        // In whole tiles of the coarsest level, relative to the layer's own origin.
        let tile = Double(shape.side) / shape.scale * exp2(Double(min(shape.levels, 32) - 1))
        let reach = Self.roamingReach * max(bounds.width, bounds.height)
        let block = Box(
            minX: ((bounds.minX - reach) / tile).rounded(.down) * tile,
            minY: ((bounds.minY - reach) / tile).rounded(.down) * tile,
            maxX: ((bounds.maxX + reach) / tile).rounded(.up) * tile,
            maxY: ((bounds.maxY + reach) / tile).rounded(.up) * tile)
        let isPossible = block.contains(bounds) && (try? LayerTiles.pyramid(tileShape(block))) != nil
        roaming = isPossible ? block : nil
        return roaming ?? bounds
    }

    /// The distance that bounds can move, in multiples of their length, before tiles are recreated.
    private static let roamingReach = 64.0

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

    /// Returns a closure that draws a part on a worker.
    private func drawing() -> @Sendable (CGRect, CGContext) -> Void {
        let drawing = WorkerDrawing(layer: self, surroundings: surroundings)
        worker = drawing
        return { _, context in drawing.draw(in: context) }
    }
}

extension CATiledLayer: FrameParticipant {
    package final var frameStage: FrameStage { .tiles }
    package final var wantsFrame: Bool { tiles?.wantsFrame ?? false }

    package final func takePart(in host: LayerHost, at time: CFTimeInterval) {
        guard let screen = host.screen else { return }
        guard top === host.root else {
            host.remove(self)
            leaveHost()
            return
        }
        updateTiles(on: screen, root: host.root)
    }

    package final func hostIsGone() { leaveHost() }

    /// Leaves the host if the layer is no longer in its tree.
    private func leaveHost() {
        if let other = top.extras?.host, other.includes(self) { return }
        restTiles()
        joinAnew()
    }
}

extension CALayer {
    /// Notifies tiled layers here and below that they are in another tree, and flags the ancestors. O(n) for the n
    /// layers on the way.
    func joinTilesAnew() {
        var above = parent
        while let layer = above, !layer.flags.contains(.holdsTiles) {
            layer.flags.insert(.holdsTiles)
            above = layer.parent
        }
        tellTilesJoined()
    }

    private func tellTilesJoined() {
        guard flags.contains(.holdsTiles) else { return }
        (self as? CATiledLayer)?.joinAnew()
        for child in children { child.tellTilesJoined() }
        ownMask?.tellTilesJoined()
    }
}

/// Draws a layer on worker threads.
// @unchecked Sendable: a layer belongs to one thread, and this is used on others. It only reads what the program's
// drawing reads, which must not be changed by another thread (see `CATiledLayer`). The reference is weak, and is
// retained for the duration of a call.
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
    /// The appearance of its tiles in the last frame.
    package final var tileAppearances: [TileAppearance] { tiles?.surface?.tiles ?? [] }
}
