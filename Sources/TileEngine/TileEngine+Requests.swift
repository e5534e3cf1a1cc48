import TileGeometry

extension TileEngine {
    /// Asks for a tile as `request` does, but leaves its render to workers that are not idle until `startWorkers` is
    /// called: for who asks for many.
    func requestOfMany(
        _ key: TileKey, _ priority: TilePriority,
        deliver: @escaping @Sendable (Result<CachedTile, EngineFailure>) -> Void
    ) -> TileRequest {
        let request = TileRequest(engine: self, key: key)
        start(request, priority, startsWorker: false, deliver)
        return request
    }

    /// Has workers begin with what many requests asked for.
    func startWorkers() { scheduler.startWorkers() }

    /// Answers from the cache, or joins a flight, or starts one, or refuses.
    ///
    /// - Returns: Whether the tile was cached, and so was delivered before this returns.
    @discardableResult
    func start(
        _ request: TileRequest, _ priority: TilePriority, startsWorker: Bool = true,
        _ deliver: @escaping @Sendable (Result<CachedTile, EngineFailure>) -> Void
    ) -> Bool {
        var fetch: Fetch?
        let answer = state.withLock { state -> Result<CachedTile, EngineFailure>? in
            do throws(EngineFailure) {
                return try admit(request, priority, startsWorker, deliver, &fetch, &state).map { .success($0) }
            } catch {
                state.counters.refused += 1
                return .failure(error)
            }
        }
        // Without the lock, because what it fetches may be there already.
        if let fetch { start(fetch) }
        guard let answer else { return false }
        deliver(answer)
        if case .success = answer { return true }
        return false
    }

    /// - Returns: The tile when it is cached; nil when the request is now in a flight.
    private func admit(
        _ request: TileRequest, _ priority: TilePriority, _ startsWorker: Bool,
        _ deliver: @escaping @Sendable (Result<CachedTile, EngineFailure>) -> Void, _ fetch: inout Fetch?,
        _ state: inout State
    ) throws(EngineFailure) -> CachedTile? {
        if state.isShutDown {
            // What is cached needs no work.
            if let tile = cache.tile(for: request.key) { return tile }
            throw .shutDown
        }
        if request.wasCancelled.load(ordering: .relaxed) { throw .cancelled }
        guard let content = state.contents[request.key.content] else { throw .unknownContent(request.key.content) }
        let key = request.key
        try content.pyramid.check(key.tile)
        // A flight publishes under this lock, so from here on a tile that is not cached is not made behind our back.
        if let tile = cache.tile(for: key) { return tile }

        let pixels = key.with(.pixels)
        if let failure = state.failures.failure(of: pixels, at: services.now) { throw failure }
        let isNew = state.flights[pixels] == nil
        var flight =
            state.flights[pixels]
            ?? TileFlight(number: state.nextFlight, submitted: services.now(), priority: priority)
        if isNew {
            let number = flight.number
            if let source = content.source as? any AwaitedTileSource {
                let limit = priority.bin == .visible ? policy.queueLimit : policy.prefetchQueueLimit
                guard state.fetching < limit else { throw .overloaded }
                state.fetching += 1
                let handle = TileFetch()
                flight.fetch = handle
                fetch = Fetch(source: source, pixels: pixels, number: number, handle: handle)
            } else {
                do throws(TileScheduler.Overload) {
                    flight.job = try scheduler.submit(
                        priority, lane: .content(key.content), startsWorker: startsWorker
                    ) {
                        self.fly(pixels, number)
                    }
                } catch {
                    throw .overloaded
                }
            }
            state.nextFlight += 1
            state.counters.started += 1
        } else {
            state.counters.joined += 1
        }
        flight.waiters.append(
            TileFlight.Waiter(
                request: request, output: key.output, asked: flight.generation, priority: priority, deliver: deliver))
        update(&flight)
        state.flights[pixels] = flight
        return nil
    }

    /// What a flight waits for before it gets in line.
    private struct Fetch {
        var source: any AwaitedTileSource
        var pixels: TileKey
        var number: UInt64
        var handle: TileFetch
    }

    private func start(_ fetch: Fetch) {
        let cancel = fetch.source.fetch(fetch.pixels.tile) { [weak self] in
            self?.fetched(fetch.pixels, fetch.number, fetch.handle)
        }
        fetch.handle.started(cancel)
    }

    /// Puts a flight in line whose source has what it needs, if somebody still waits for it.
    private func fetched(_ pixels: TileKey, _ number: UInt64, _ handle: TileFetch) {
        let turnedAway = state.withLock { state -> [TileFlight.Waiter] in
            guard var flight = state.flights[pixels], flight.number == number, flight.fetch === handle else {
                return []
            }
            state.fetching -= 1
            flight.fetch = nil
            state.flights[pixels] = flight
            do throws(TileScheduler.Overload) {
                let job = try scheduler.submit(flight.priority, lane: .content(pixels.content)) {
                    self.fly(pixels, number)
                }
                state.flights[pixels]!.job = job
                return []
            } catch {
                return abandon(pixels, &state)
            }
        }
        for waiter in turnedAway { waiter.deliver(.failure(.overloaded)) }
    }

    func cancel(_ request: TileRequest) {
        let waiter = state.withLock { state -> TileFlight.Waiter? in
            request.wasCancelled.store(true, ordering: .relaxed)
            guard let (pixels, index) = find(request, state) else { return nil }
            let waiter = state.flights[pixels]!.waiters.remove(at: index)
            if state.flights[pixels]!.waiters.isEmpty {
                state.counters.cancelled += 1
                abandon(pixels, &state)
            } else {
                update(&state.flights[pixels]!)
            }
            return waiter
        }
        waiter?.deliver(.failure(.cancelled))
    }

    func setPriority(_ priority: TilePriority, of request: TileRequest) {
        state.withLock { state in
            guard let (pixels, index) = find(request, state) else { return }
            state.flights[pixels]!.waiters[index].priority = priority
            update(&state.flights[pixels]!)
        }
    }

    /// The flight that a request waits in, and its place there; nil when it is over.
    private func find(_ request: TileRequest, _ state: borrowing State) -> (pixels: TileKey, index: Int)? {
        let pixels = request.key.with(.pixels)
        let index = state.flights[pixels]?.waiters.firstIndex { $0.request === request }
        return index.map { (pixels, $0) }
    }

    /// Gives a flight the highest priority of those who wait.
    func update(_ flight: inout TileFlight) {
        guard let priority = flight.waiters.lazy.map(\.priority).min(), priority != flight.priority else { return }
        flight.priority = priority
        if let job = flight.job { scheduler.setPriority(priority, of: job) }
    }

    /// Takes a flight out of the table, and its job out of the scheduler or, when it runs, tells it to stop.
    ///
    /// - Returns: Those who still waited.
    @discardableResult
    func abandon(_ pixels: TileKey, _ state: inout State) -> [TileFlight.Waiter] {
        guard let flight = state.flights.removeValue(forKey: pixels) else { return [] }
        flight.cancellation.isCancelled.store(true, ordering: .relaxed)
        if let job = flight.job { scheduler.cancel(job) }
        if let fetch = flight.fetch {
            state.fetching -= 1
            fetch.cancel()
        }
        return flight.waiters
    }

    /// Drops cached tiles, and lets flights know that what they draw has changed.
    func outdate(_ state: inout State, where isMeant: (TileKey) -> Bool) {
        for key in state.flights.keys where isMeant(key) { state.flights[key]!.generation += 1 }
        state.failures.forget(where: isMeant)
        cache.removeAll(where: isMeant)
    }
}

extension TilePyramid {
    /// - Throws: `EngineFailure.outsidePyramid`, unless it is a tile of the levels 0 to `maxLevel`, or the one of a
    ///   level that Deep Zoom has below.
    func check(_ tile: TileCoordinate) throws(EngineFailure) {
        let isDeepZoomOverview =
            (level(fromDeepZoom: 0)..<0).contains(tile.level) && tile.column == 0 && tile.row == 0
        if !isDeepZoomOverview && !contains(tile) { throw .outsidePyramid(tile, maxLevel: maxLevel) }
    }
}
