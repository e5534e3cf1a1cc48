import TileGeometry
import TileGraphics

extension Picture {
    /// Draws an area of the picture, in the picture's units at the area's scale, as the context asks for: a draft is drawn with
    /// half the pixels each way, each shown four times.
    ///
    /// - Parameter counters: what it did is added to these.
    /// - Throws: `CancellationError` when the result is no longer wanted; `RasterFailure`.
    package func raster(
        _ area: RasterArea, in context: RasterContext, counters: inout ReplayCounters
    ) throws -> TileImage {
        do throws(RasterFailure) {
            return switch context.quality {
            case .full:
                try raster(
                    area.contentToPixels, width: area.width, height: area.height, pool: context.pool,
                    counters: &counters, isCancelled: context.isCancelled)
            case .draft: try draft(area, in: context, counters: &counters)
            }
        } catch {
            if error == .cancelled { throw CancellationError() }
            throw error
        }
    }

    private func draft(
        _ area: RasterArea, in context: RasterContext, counters: inout ReplayCounters
    ) throws(RasterFailure) -> TileImage {
        let transform = area.contentToPixels.concatenating(CGAffineTransform(scaleX: 0.5, y: 0.5))
        let half = try raster(
            transform, width: (area.width + 1) / 2, height: (area.height + 1) / 2, pool: context.pool, fast: true,
            counters: &counters, isCancelled: context.isCancelled)
        switch half {
        case .solid(let color, _, _): return .solid(color, width: area.width, height: area.height)
        case .bitmap(let small):
            let bitmap = context.pool.uninitializedBitmap(width: area.width, height: area.height)
            for y in 0..<area.height {
                let from = small.row(y / 2)
                let to = bitmap.row(y)
                for x in 0..<area.width { to[x] = from[x / 2] }
            }
            return .bitmap(bitmap)
        }
    }
}
