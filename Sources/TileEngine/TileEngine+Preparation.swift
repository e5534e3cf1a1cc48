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
            source.prepareMore()
            guard let self else { return }
            let isStillThere = state.withLock { state in
                // What was replaced meanwhile has begun anew.
                guard state.contents[id]?.preparing === source else { return false }
                state.contents[id]!.isPreparing = false
                return true
            }
            if isStillThere { prepare(id) }
        }
        do throws(TileScheduler.Overload) {
            // In no lane: it says nothing of how long the content's tiles take.
            _ = try scheduler.submit(TilePriority(.eventually, squaredDistance: .infinity), work)
        } catch {
            // The next render asks again.
            state.withLock { $0.contents[id]?.isPreparing = false }
        }
    }
}
