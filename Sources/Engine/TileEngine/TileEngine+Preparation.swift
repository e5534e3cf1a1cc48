import Synchronization

extension TileEngine {
    /// Schedules a piece of a content's preparation on a worker, when no tile is waiting; further pieces follow while
    /// there are any. Does nothing if preparation is already under way. Call it only for contents that have a viewer.
    func prepare(_ id: ContentID) {
        let source = state.withLock { state -> (any PreparingTileSource)? in
            guard !state.isShutDown, let content = state.contents[id], !content.isPreparing,
                let source = content.preparing, source.needsPreparation
            else { return nil }
            state.contents[id]!.isPreparing = true
            return source
        }
        guard let source else { return }
        let work: @Sendable () -> Void = { [weak self] in
            guard let self else { return }
            // The strips of tiles being drawn have priority on idle processors.
            let isPutOff = isDrawing && !source.isPreparationUrgent
            if !isPutOff { source.prepareMore() }
            let isStillThere = state.withLock { state in
                // A source that was replaced meanwhile has its own preparation.
                guard state.contents[id]?.preparing === source else { return false }
                state.contents[id]!.isPreparing = false
                if isPutOff { state.putOff.insert(id) }
                return true
            }
            if isPutOff {
                // Drawing may have ended by now.
                if !isDrawing { resumePreparations() }
            } else if isStillThere {
                prepare(id)
            }
        }
        do throws(TileScheduler.Overload) {
            // In no lane, because its time says nothing about how long the content's tiles take.
            _ = try scheduler.submit(TilePriority(.eventually, squaredDistance: .infinity), work)
        } catch {
            // The next render schedules it again.
            state.withLock { $0.contents[id]?.isPreparing = false }
        }
    }

    private var isDrawing: Bool { drawing.load(ordering: .sequentiallyConsistent) > 0 }

    /// Calls `body`, which draws a tile, and defers preparation that is not urgent meanwhile.
    func puttingOffPreparations<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        drawing.add(1, ordering: .sequentiallyConsistent)
        defer {
            if drawing.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 { resumePreparations() }
        }
        return try body()
    }

    private func resumePreparations() {
        let contents = state.withLock { state in
            defer { state.putOff = [] }
            return state.putOff
        }
        for content in contents { prepare(content) }
    }
}
