extension TileEngine {
    /// Has a worker do a piece of what tiles of a content would wait for, when no tile is waited for; and the next
    /// after it, while there are any. Does nothing when that goes on already. For a content that somebody looks at.
    func prepare(_ id: ContentID) {
        let now = services.now()
        let (source, pause) = state.withLock { state -> ((any PreparingTileSource)?, Double?) in
            guard !state.isShutDown, let content = state.contents[id], !content.isPreparing,
                let source = content.preparing, source.needsPreparation
            else { return (nil, nil) }
            let rest = Double(now - min(now, state.lastRender)) / 1e9
            if rest < policy.leisure, !source.isPreparationUrgent {
                if content.waitsForLeisure { return (nil, nil) }
                state.contents[id]!.waitsForLeisure = true
                return (nil, policy.leisure - rest)
            }
            state.contents[id]!.isPreparing = true
            return (source, nil)
        }
        if let pause { prepare(id, after: pause) }
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

    private func prepare(_ id: ContentID, after pause: Double) {
        scheduler.executor.after(pause) { [weak self] in
            guard let self else { return }
            state.withLock { $0.contents[id]?.waitsForLeisure = false }
            prepare(id)
        }
    }
}
