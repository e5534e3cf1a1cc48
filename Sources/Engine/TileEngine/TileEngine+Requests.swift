import TileGeometry

extension TileEngine {
    /// Batch form of `request`: requests a tile, but wakes no idle worker for it until `startWorkers` is called.
    func requestOfMany(
        _ key: TileKey, _ priority: TilePriority,
        deliver: @escaping @Sendable (Result<CachedTile, EngineFailure>) -> Void
    ) -> TileRequest {
        let request = TileRequest(engine: self, key: key)
        start(request, priority, startsWorker: false, deliver: deliver)
        return request
    }

    /// Wakes workers for a batch of requests.
    func startWorkers() { scheduler.startWorkers() }

    /// Answers a request from the cache, joins a flight, starts one, or refuses.
    ///
    /// - Returns: Whether the tile was cached, and so delivered before this returns.
    @discardableResult
    func start(
        _ request: TileRequest, _ priority: TilePriority, startsWorker: Bool = true,
        deliver: @escaping @Sendable (Result<CachedTile, EngineFailure>) -> Void
    ) -> Bool {
        var fetch: Fetch?
        let answer = state.withLock { state -> Result<CachedTile, EngineFailure>? in
            do throws(EngineFailure) {
                return try admit(
                    request, priority, startsWorker: startsWorker, deliver: deliver, fetch: &fetch, state: &state
                ).map { .success($0) }
            } catch {
                state.counters.refused += 1
                return .failure(error)
            }
        }
        // Without the lock, because the fetch may finish immediately.
        if let fetch { start(fetch) }
        guard let answer else { return false }
        deliver(answer)
        if case .success = answer { return true }
        return false
    }

    /// - Returns: The tile if it is cached; nil if the request is now in a flight.
    private func admit(
        _ request: TileRequest, _ priority: TilePriority, startsWorker: Bool,
        deliver: @escaping @Sendable (Result<CachedTile, EngineFailure>) -> Void, fetch: inout Fetch?,
        state: inout State
    ) throws(EngineFailure) -> CachedTile? {
        if state.isShutDown {
            // Cached tiles need no work.
            if let tile = cache.tile(for: request.key) { return tile }
            throw .shutDown
        }
        if request.wasCancelled.load(ordering: .relaxed) { throw .cancelled }
        guard let content = state.contents[request.key.content] else { throw .unknownContent(request.key.content) }
        let key = request.key
        try content.pyramid.check(key.tile)
        // Flights publish under this lock, so a tile that is not cached now is not published until the request has
        // joined.
        if let tile = cache.tile(for: key) { return tile }

        let pixels = key.with(.pixels)
        if let failure = state.failures.failure(of: pixels, at: services.now) { throw failure }
        let isNew = state.flights[pixels] == nil
        var flight =
            state.flights[pixels]
            ?? TileFlight(number: state.nextFlight, submitted: services.now(), priority: priority)
        if isNew {
            let number = flight.number
            if let place = fetchPlace(for: key, content) {
                let limit = priority.bin == .visible ? policy.queueLimit : policy.prefetchQueueLimit
                guard state.fetching < limit else { throw .overloaded }
                state.fetching += 1
                let handle = TileFetch()
                flight.fetch = handle
                fetch = Fetch(place: place, key: key, number: number, priority: priority, handle: handle)
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

    /// A fetch that a flight waits for before it is queued.
    private struct Fetch {
        enum Place {
            case source(any AwaitedTileSource)
            case otherEngines(any TileSharing, ContentFingerprint)
        }

        var place: Place
        /// The key of the tile that the flight began with.
        var key: TileKey
        var number: UInt64
        /// The priority when the fetch began.
        var priority: TilePriority
        var handle: TileFetch
    }

    /// The place to query before a tile is drawn; nil for none.
    private func fetchPlace(for key: TileKey, _ content: Content) -> Fetch.Place? {
        if let source = content.source as? any AwaitedTileSource { return .source(source) }
        // A draft is for one viewer and one moment; stored tiles need no sharing.
        guard let sharing = services.sharing, let fingerprint = content.fingerprint, case .encoded = key.output,
            key.quality == .full, !(content.source is any StoredTileSource)
        else { return nil }
        return .otherEngines(sharing, fingerprint)
    }

    private func start(_ fetch: Fetch) {
        let lookup =
            switch fetch.place {
            case .source(let source):
                SharedTileLookup(cancel: source.fetch(fetch.key.tile) { [weak self] in self?.fetched(fetch) })
            case .otherEngines(let sharing, let fingerprint):
                sharing.lookUp(fetch.key, of: fingerprint, priority: fetch.priority) { [weak self] answer in
                    switch answer {
                    case .file(let file):
                        self?.finish(fetch, with: file)
                        // Other waiters want another format, or made their request after the content changed.
                        self?.fetched(fetch)
                    case .absent(let claim):
                        self?.fetched(
                            fetch,
                            claim.map {
                                TileFlight.Claim(output: fetch.key.output, fingerprint: fingerprint, claim: $0)
                            })
                    }
                }
            }
        fetch.handle.started(lookup)
    }

    /// Delivers a file that another engine made, unless the content has changed since it was requested.
    private func finish(_ fetch: Fetch, with file: [UInt8]) {
        let (key, pixels) = (fetch.key, fetch.key.with(.pixels))
        let validator = file.withUnsafeBytes { StrongValidator(of: $0) }
        let payload = services.package.map { CachedTile.Payload.package($0(key, file, validator)) } ?? .file(file)
        let now = services.now()
        let (tile, waiters) = state.withLock { state -> (CachedTile?, [TileFlight.Waiter]) in
            guard var flight = state.flights[pixels], flight.number == fetch.number, flight.fetch === fetch.handle,
                flight.generation == 0, let content = state.contents[key.content]
            else { return (nil, []) }
            let tile = CachedTile(
                key: key, payload: payload, validator: validator, generation: content.generation,
                times: CachedTile.Times(queue: now - flight.submitted))
            if cache.insert(tile, madeFor: flight.priority.bin) { cache.remove(key.with(.draft)) }
            state.counters.shared += 1
            let waiters = flight.removeWaiters(servedBy: 0, output: key.output)
            if flight.waiters.isEmpty {
                state.fetching -= 1
                state.flights[pixels] = nil
            } else {
                update(&flight)
                state.flights[pixels] = flight
            }
            return (tile, waiters)
        }
        guard let tile else { return }
        for waiter in waiters { waiter.deliver(.success(tile)) }
        cache.budget?.makeRoom()
    }

    /// Queues a flight that has its data, if a request still waits for it.
    private func fetched(_ fetch: Fetch, _ claim: TileFlight.Claim? = nil) {
        let (pixels, number) = (fetch.key.with(.pixels), fetch.number)
        let turnedAway = state.withLock { state -> [TileFlight.Waiter] in
            guard var flight = state.flights[pixels], flight.number == number, flight.fetch === fetch.handle else {
                return []
            }
            state.fetching -= 1
            flight.fetch = nil
            flight.claim = claim
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

    /// Returns the flight of a waiting request and the request's index there; nil when the flight is over.
    private func find(_ request: TileRequest, _ state: borrowing State) -> (pixels: TileKey, index: Int)? {
        let pixels = request.key.with(.pixels)
        let index = state.flights[pixels]?.waiters.firstIndex { $0.request === request }
        return index.map { (pixels, $0) }
    }

    /// Gives a flight the highest priority among its waiters.
    func update(_ flight: inout TileFlight) {
        guard let priority = flight.waiters.lazy.map(\.priority).min(), priority != flight.priority else { return }
        flight.priority = priority
        if let job = flight.job { scheduler.setPriority(priority, of: job) }
        flight.fetch?.setPriority(priority)
    }

    /// Removes a flight from the table, and cancels its job or its running render.
    ///
    /// - Returns: The remaining waiters.
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

    /// Drops cached tiles, and marks flights under the change as outdated.
    func outdate(_ state: inout State, of content: ContentID, where isMeant: (TileKey) -> Bool) {
        for key in state.flights.keys where key.content == content && isMeant(key) {
            state.flights[key]!.generation += 1
        }
        state.failures.forget { $0.content == content && isMeant($0) }
        cache.removeAll(of: content, where: isMeant)
    }
}

extension TilePyramid {
    /// - Throws: `EngineFailure.outsidePyramid`, unless the tile is in the levels 0 to `maxLevel` or is the single tile
    ///   of a lower Deep Zoom level.
    func check(_ tile: TileCoordinate) throws(EngineFailure) {
        let isDeepZoomOverview =
            (level(fromDeepZoom: 0)..<0).contains(tile.level) && tile.column == 0 && tile.row == 0
        if !isDeepZoomOverview && !contains(tile) { throw .outsidePyramid(tile, maxLevel: maxLevel) }
    }
}
