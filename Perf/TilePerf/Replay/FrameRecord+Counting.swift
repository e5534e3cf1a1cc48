import Foundation
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers

extension FrameRecord {
    /// Records the work of the frame.
    mutating func note(_ log: FrameWorkLog) {
        counts[.viewsLaidOut] = log.layoutCount
        counts[.draws] = log.drawCount
        counts[.drawnPixels] = log.drawnPixels
        (draws, layouts, commits) = (log.draws, log.layouts, log.commits)
        (animations, observed) = (log.animations, log.observed)
    }

    /// Records the areas of the frame to redraw, as slabs.
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

    /// Computes the duration of the frame on the virtual clock.
    mutating func reckon(_ cost: TraceCost) {
        func add(_ phase: FramePhase, _ milliseconds: Double) {
            let sum = (phases[phase] ?? 0) + milliseconds
            // Rounded to nanoseconds, so that files contain the exact values.
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

    /// Computes when the frame's input is shown: at the first refresh after the frame is done. Refreshes are `interval`
    /// seconds apart.
    mutating func noteShown(_ interval: Double) {
        let shown = (max(cost / 1000, 1e-9) / interval).rounded(.up) * interval
        lags = lags.map { (($0 + shown) * 1e9).rounded() / 1e9 }
    }
}

extension FrameCounts {
    /// Records the differences between a screen's counters and their values at `old`.
    mutating func note(_ new: FrameCounters, since old: FrameCounters) {
        self[.layoutsSolved] = new.layoutsSolved - old.layoutsSolved
        self[.constraintsAdded] = new.constraintsAdded - old.constraintsAdded
        self[.constraintsRemoved] = new.constraintsRemoved - old.constraintsRemoved
        self[.constraintsChanged] = new.constraintsChanged - old.constraintsChanged
        self[.constraintsBroken] = new.constraintsBroken - old.constraintsBroken
        self[.animations] = new.animations - old.animations
        self[.propertyUpdates] = new.propertyUpdates - old.propertyUpdates
        self[.layoutPasses] = new.layoutPasses - old.layoutPasses
        self[.layersCommitted] = new.nodesCommitted - old.nodesCommitted
    }
}

extension RenderTree {
    /// Returns the areas that differ from the previous tree, without overlaps; everything if there was none.
    func slabs(since old: RenderTree?) -> [Box] {
        let whole = CGRect(origin: .zero, size: size)
        return Box.slabs(of: (old.map { damage(since: $0) } ?? [whole]).map { Box($0) })
    }

    /// Draws a part, to measure the time.
    ///
    /// - Parameter scale: The pixels per point.
    func draw(_ box: Box, scale: Double, pool: BitmapPool) {
        let aligned = box.aligned(to: scale)
        let area = RasterArea(
            scale: scale, x: Int((aligned.minX * scale).rounded()), y: Int((aligned.minY * scale).rounded()),
            width: Int((aligned.width * scale).rounded()), height: Int((aligned.height * scale).rounded()))
        guard area.width > 0, area.height > 0 else { return }
        // A frame that cannot be drawn shows nothing, but its time counts.
        _ = try? raster(area, in: RasterContext(pool: pool))
    }
}
