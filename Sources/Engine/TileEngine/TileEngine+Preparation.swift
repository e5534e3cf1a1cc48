import Synchronization

extension TileEngine {
    /// Has a worker do a piece of what tiles of a content would wait for, when no tile is waited for; and the next
    /// after it, while there are any. Does nothing when that goes on already. For a content that somebody looks at.
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
            // Processors that draw get their strips drawn by those that do not.
            let isPutOff = isDrawing && !source.isPreparationUrgent
            if !isPutOff { source.prepareMore() }
            let isStillThere = state.withLock { state in
                // What was replaced meanwhile has begun anew.
                guard state.contents[id]?.preparing === source else { return false }
                state.contents[id]!.isPreparing = false
                if isPutOff { state.putOff.insert(id) }
                return true
            }
            if isPutOff {
                // They may be drawn by now.
                if !isDrawing { resumePreparations() }
            } else if isStillThere {
                prepare(id)
            }
        }
        do throws(TileScheduler.Overload) {
            // In no lane: it says nothing of how long the content's tiles take.
            _ = try scheduler.submit(TilePriority(.eventually, squaredDistance: .infinity), work)
        } catch {
            // The next render asks again.
            state.withLock { $0.contents[id]?.isPreparing = false }
        }
    }

    private var isDrawing: Bool { drawing.load(ordering: .sequentiallyConsistent) > 0 }

    /// Calls `body`, which draws a tile; pieces that are not urgent are put off meanwhile.
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
