import Foundation
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers

extension FrameRecord {
    /// Takes in what the frame did.
    mutating func note(_ log: FrameLog) {
        counts[.viewsLaidOut] = log.layoutCount
        counts[.draws] = log.drawCount
        counts[.drawnPixels] = log.drawnPixels
        (draws, layouts, commits) = (log.draws, log.layouts, log.commits)
        animations = log.animations
    }

    /// Takes in what is to be drawn of the frame, as slabs.
    mutating func note(_ slabs: [Box], of new: RenderTree, since old: RenderTree?, scale: Double) {
        let drawn = FrameDamage(drawing: slabs, of: new, scale: scale)
        counts[.dirtyPixels] = drawn.dirty
        counts[.operationsShown] = drawn.operations
        counts[.overdrawnPixels] = drawn.overdrawn
        for box in slabs {
            areas.append(FrameArea(kind: .dirty, x: box.minX, y: box.minY, width: box.width, height: box.height))
        }
        if let old, old.size != new.size {
            viewport = FrameViewport(width: Double(new.size.width), height: Double(new.size.height))
        }
    }

    /// Says how long the frame took on the virtual clock.
    mutating func reckon(_ cost: TraceCost) {
        func add(_ phase: FramePhase, _ milliseconds: Double) {
            let sum = (phases[phase] ?? 0) + milliseconds
            // In whole nanoseconds, so that files hold all of it.
            phases[phase] = sum > 0 ? (sum * 1e6).rounded() / 1e6 : nil
        }
        add(.input, cost.event * Double(counts[.events]))
        add(.motion, cost.frame)
        add(
            .layout,
            cost.layout * Double(counts[.viewsLaidOut])
                + cost.place * Double(counts[.tileViewsRecycled] + counts[.tileViewsRefreshed]))
        add(.display, cost.drawing * Double(counts[.draws]))
        add(.commit, cost.commit * Double(counts[.layersCommitted]))
        add(.draw, cost.megapixel * Double(counts[.dirtyPixels]) / 1e6)
    }

    /// Says when its input is shown: at the first refresh after it is done, `interval` seconds apart.
    mutating func noteShown(_ interval: Double) {
        let shown = (max(cost / 1000, 1e-9) / interval).rounded(.up) * interval
        lags = lags.map { (($0 + shown) * 1e9).rounded() / 1e9 }
    }
}

extension FrameCounts {
    /// Takes in what a screen counted since it stood at `old`.
    mutating func note(_ new: FrameCounters, since old: FrameCounters) {
        self[.layoutsSolved] = new.layoutsSolved - old.layoutsSolved
        self[.constraintsAdded] = new.constraintsAdded - old.constraintsAdded
        self[.constraintsRemoved] = new.constraintsRemoved - old.constraintsRemoved
        self[.constraintsChanged] = new.constraintsChanged - old.constraintsChanged
        self[.constraintsBroken] = new.constraintsBroken - old.constraintsBroken
        self[.animations] = new.animations - old.animations
        self[.layoutPasses] = new.layoutPasses - old.layoutPasses
        self[.layersCommitted] = new.nodesCommitted - old.nodesCommitted
    }
}

extension RenderTree {
    /// Where it differs from what was shown before, all of it where nothing was; none lies over another.
    func slabs(since old: RenderTree?) -> [Box] {
        let whole = CGRect(origin: .zero, size: size)
        return Box.slabs(of: (old.map { damage(since: $0) } ?? [whole]).map { Box($0) })
    }

    /// Draws a part, for who measures what that takes.
    ///
    /// - Parameter scale: pixels per point.
    func draw(_ box: Box, scale: Double, pool: BitmapPool) {
        let aligned = box.aligned(to: scale)
        let area = RasterArea(
            scale: scale, x: Int((aligned.minX * scale).rounded()), y: Int((aligned.minY * scale).rounded()),
            width: Int((aligned.width * scale).rounded()), height: Int((aligned.height * scale).rounded()))
        guard area.width > 0, area.height > 0 else { return }
        // A frame that can't be drawn shows nothing, and took its time.
        _ = try? raster(area, in: RasterContext(pool: pool))
    }
}
