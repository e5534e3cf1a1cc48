import TileGeometry
import TileGraphics

extension Picture {
    /// Draws an area of the picture, in the picture's units at the area's scale, with the quality of the context. In a
    /// draft, one pixel covers a square of `draftReduction` pixels.
    ///
    /// - Parameter counters: The replay's counters are added to these.
    /// - Throws: `CancellationError` when the result is no longer wanted; `RasterFailure`.
    package func raster(
        _ area: RasterArea, in context: RasterContext, counters sum: inout ReplayCounters
    ) throws -> TileImage {
        var counters = ReplayCounters()
        defer {
            sum += counters
            context.onReplay?(counters)
            if counters.partsMissing > 0 { context.onMissingPart?(.forNow) }
            if counters.filtersRefused > 0 { context.onMissingPart?(.tooComplex) }
        }
        do throws(RasterFailure) {
            return switch (context.quality, context.threads) {
            case (.full, let threads?):
                try raster(
                    area.contentToPixels, width: area.width, height: area.height, pool: context.pool,
                    threads: threads, counters: &counters, externalPatience: context.externalPatience)
            case (.full, nil):
                try raster(
                    area.contentToPixels, width: area.width, height: area.height, pool: context.pool,
                    counters: &counters, externalPatience: context.externalPatience, isCancelled: context.isCancelled)
            case (.draft, _): try draft(area, in: context, counters: &counters)
            }
        } catch {
            if error == .cancelled { throw CancellationError() }
            throw error
        }
    }

    private func draft(
        _ area: RasterArea, in context: RasterContext, counters: inout ReplayCounters
    ) throws(RasterFailure) -> TileImage {
        let step = max(context.draftReduction, 1)
        let transform = area.contentToPixels.concatenating(
            CGAffineTransform(scaleX: 1 / Double(step), y: 1 / Double(step)))
        let reduced = try raster(
            transform, width: (area.width + step - 1) / step, height: (area.height + step - 1) / step,
            pool: context.pool, fast: true, counters: &counters,
            externalPatience: context.externalPatience, isCancelled: context.isCancelled)
        switch reduced {
        case .solid(let color, _, _): return .solid(color, width: area.width, height: area.height)
        case .bitmap(let small):
            let bitmap = context.pool.uninitializedBitmap(width: area.width, height: area.height)
            for y in 0..<area.height {
                let from = small.row(y / step)
                let to = bitmap.row(y)
                for column in 0..<small.width {
                    let pixel = from[column]
                    for x in column * step..<min((column + 1) * step, area.width) { to[x] = pixel }
                }
            }
            return .bitmap(bitmap)
        }
    }
}
