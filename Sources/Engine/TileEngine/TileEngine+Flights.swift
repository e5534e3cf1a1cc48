import Synchronization
import TileGeometry
import TileGraphics

/// One raster of a flight: what was known when it began.
private struct Render {
    /// The flight's key.
    let pixels: TileKey
    let number: UInt64
    /// The flight's bin when the render began.
    let bin: TilePriority.Bin
    /// The flight's generation when the render began.
    let generation: Int
    let cancellation: TileFlight.Cancellation
    let content: TileEngine.Content
    var times: CachedTile.Times
    /// The cached pixels, when only a file of them is wanted.
    var cachedImage: TileImage?
    /// The reason why a part could not be drawn.
    var missing: MissingPart?
    var isStandIn = false
    /// Whether the source had the tile as a file.
    var isStored = false
}

/// A flag set while a tile is drawn: the tile is a placeholder, lacks a part for now or permanently, or a strip of it
/// takes too long.
private final class DrawingMark: Sendable {
    let isSet = Atomic(false)
}

extension TileEngine {
    /// Runs a flight on a worker: draws, encodes for each waiter, and repeats if the content changed meanwhile.
    func fly(_ pixels: TileKey, _ number: UInt64) {
        while var render = begin(pixels, number) {
            do throws(EngineFailure) {
                var image: TileImage?
                while let output = nextOutput(render) {
                    if try finishStored(output, &render) { continue }
                    let pixels = if let image { image } else { try raster(&render) }
                    image = pixels
                    finish(pixels, as: output, render)
                }
            } catch {
                fail(render, error)
            }
            // The content has a viewer now.
            if render.content.preparing?.needsPreparation == true { prepare(pixels.content) }
        }
    }

    /// - Returns: nil when no request waits; the flight is then out of the table.
    private func begin(_ pixels: TileKey, _ number: UInt64) -> Render? {
        let now = services.now()
        return state.withLock { state in
            guard let flight = state.flights[pixels], flight.number == number else { return nil }
            // After a failed raster no request waits, and the flight ends here.
            guard !flight.waiters.isEmpty, let content = state.contents[pixels.content] else {
                state.flights[pixels] = nil
                return nil
            }
            let queued = now - flight.submitted
            if flight.job != nil { state.counters.queueTime.record(queued) }
            state.flights[pixels]!.job = nil
            var render = Render(
                pixels: pixels, number: number, bin: flight.priority.bin, generation: flight.generation,
                cancellation: flight.cancellation,
                content: content, times: CachedTile.Times(queue: queued))
            if case .pixels(let image) = cache.tile(for: pixels, countsAsHit: false)?.payload {
                render.cachedImage = image
            }
            return render
        }
    }

    private func raster(_ render: inout Render) throws(EngineFailure) -> TileImage {
        if let image = render.cachedImage { return image }
        // A content that was replaced may have become smaller since the request.
        try render.content.pyramid.check(render.pixels.tile)
        let (pixels, content, cancellation) = (render.pixels, render.content, render.cancellation)
        let deadline = WorkDeadline(seconds: policy.tileDeadline, services)
        let standsIn = DrawingMark()
        let (lacksForNow, lacksForGood, isDamaged) = (DrawingMark(), DrawingMark(), DrawingMark())
        // Each strip's time is measured on its own thread, so one may exceed the deadline while others do not.
        let stripTookTooLong = DrawingMark()
        var context = RasterContext(
            quality: pixels.quality, draftReduction: policy.draftReduction, pool: pool,
            isCancelled: { cancellation.isCancelled.load(ordering: .relaxed) || deadline.isPast })
        context.externalPatience = policy.tileDeadline
        context.onStandIn = { standsIn.isSet.store(true, ordering: .relaxed) }
        context.onMissingPart = { part in
            let mark =
                switch part {
                case .forNow: lacksForNow
                case .tooComplex: lacksForGood
                case .damaged: isDamaged
                }
            mark.isSet.store(true, ordering: .relaxed)
        }
        context.threads = spareThreads.map { [policy, services] spare in
            TileThreads(spare: spare) {
                let deadline = WorkDeadline(seconds: policy.tileDeadline, services)
                return {
                    if cancellation.isCancelled.load(ordering: .relaxed) { return true }
                    guard deadline.isPast else { return false }
                    stripTookTooLong.isSet.store(true, ordering: .relaxed)
                    return true
                }
            }
        }
        let begin = services.now()
        let image: TileImage
        do {
            let area = pixels.area(in: content.pyramid)
            image = try puttingOffPreparations {
                guard let spareThreads else { return try content.source.raster(area, in: context) }
                return try spareThreads.drawing { try content.source.raster(area, in: context) }
            }
        } catch {
            let wasCancelled = cancellation.isCancelled.load(ordering: .relaxed)
            let tookTooLong = deadline.isPast || stripTookTooLong.isSet.load(ordering: .relaxed)
            let failure: EngineFailure =
                wasCancelled ? .cancelled : tookTooLong ? deadline.failure : .sourceFailed(error)
            let time = services.now() - begin
            if isSlow(time) {
                scheduler.note(pixels.content, .slow)
                if !wasCancelled { remember(failure, of: pixels) }
            }
            throw failure
        }
        let time = services.now() - begin
        render.times.raster = time
        if lacksForNow.isSet.load(ordering: .relaxed) {
            render.missing = .forNow
        } else if lacksForGood.isSet.load(ordering: .relaxed) {
            render.missing = .tooComplex
        } else if isDamaged.isSet.load(ordering: .relaxed) {
            render.missing = .damaged
        }
        render.isStandIn = standsIn.isSet.load(ordering: .relaxed)
        scheduler.note(pixels.content, cost(time, deadline))
        state.withLock { state in
            state.counters.rendered += 1
            state.counters.renders[render.bin, pixels.quality] += 1
            if pixels.quality == .draft { state.counters.drafts += 1 }
            if render.missing != nil { state.counters.incomplete += 1 }
            if case .solid = image { state.counters.solid += 1 }
            state.counters.rasterTime.record(time)
        }
        return image
    }

    private func isSlow(_ nanoseconds: UInt64) -> Bool { Double(nanoseconds) / 1e9 >= policy.slowRaster }

    /// Returns the cost of a tile that was drawn in a number of nanoseconds. A tile is heavy by its processor time too,
    /// so that a busy machine does not make ordinary contents heavy.
    private func cost(_ nanoseconds: UInt64, _ deadline: WorkDeadline) -> TileCost {
        if isSlow(nanoseconds) { return .slow }
        let heavy = policy.heavyRaster * 1e9
        return Double(nanoseconds) >= heavy && Double(deadline.processorTime) >= heavy ? .heavy : .quick
    }

    /// Returns the next output to deliver to the waiters that this render serves; nil when all have it or have left.
    private func nextOutput(_ render: Render) -> TileKey.Output? {
        state.withLock { state in
            guard let flight = state.flights[render.pixels], flight.number == render.number else { return nil }
            // The flight ends under the same lock, so that no request joins it afterwards and draws again.
            if flight.waiters.isEmpty { state.flights[render.pixels] = nil }
            return flight.nextOutput(servedBy: render.generation)
        }
    }

    /// Delivers the source's own file of the tile, if it has one.
    private func finishStored(_ output: TileKey.Output, _ render: inout Render) throws(EngineFailure) -> Bool {
        guard case .encoded(let format) = output, render.pixels.magnification == 1 else { return false }
        let (pixels, pyramid) = (render.pixels, render.content.pyramid)
        let find: () throws -> [UInt8]?
        switch render.content.source {
        case let source as any StoredTileSource:
            find = { try source.storedFile(pixels.tile, isCropped: pixels.isCropped, format: format) }
        case let source as any StoredAreaSource:
            find = { try source.storedFile(of: pixels.area(in: pyramid), format: format) }
        default: return false
        }
        try pyramid.check(pixels.tile)
        let file: [UInt8]?
        (file, render.times.raster) = try measured(orFail: EngineFailure.sourceFailed, find)
        guard let file else { return false }
        var stored = render
        stored.isStored = true
        publish(file, as: output, stored)
        return true
    }

    private func finish(_ image: TileImage, as output: TileKey.Output, _ render: Render) {
        let key = render.pixels.with(output)
        guard case .encoded(let format) = output else {
            _ = publish(key, .pixels(image), validator: StrongValidator(0), render: render)
            return
        }
        do throws(EngineFailure) {
            var render = render
            var image = image
            if case .jpeg = format {
                let pyramid = render.content.pyramid
                image = image.continuingEdges(
                    of: pyramid.contentSize, in: render.pixels.area(in: pyramid), pool: pool)
            }
            let bytes: [UInt8]
            (bytes, render.times.encode) = try measured(orFail: EngineFailure.encodingFailed) {
                try services.encode(image, format)
            }
            publish(bytes, as: output, render)
        } catch {
            fail(render, error, output: output)
        }
    }

    private func publish(_ file: [UInt8], as output: TileKey.Output, _ render: Render) {
        let key = render.pixels.with(output)
        let validator = file.withUnsafeBytes { StrongValidator(of: $0) }
        let package = services.package.map { CachedTile.Payload.package($0(key, file, validator)) }
        guard let claim = publish(key, package ?? .file(file), validator: validator, render: render) else { return }
        // Otherwise the claim is released, and so given up.
        if claim.fingerprint.isCurrent() { claim.claim.keep(file) }
    }

    /// Caches a tile if it is still current, and delivers it to its waiters.
    ///
    /// - Returns: The claim to publish the file with; nil if other engines don't wait for it or must not have it.
    private func publish(
        _ key: TileKey, _ payload: CachedTile.Payload, validator: StrongValidator, render: Render
    ) -> TileFlight.Claim? {
        var claim: TileFlight.Claim?
        let (tile, waiters) = state.withLock { state -> (CachedTile?, [TileFlight.Waiter]) in
            guard let flight = state.flights[render.pixels], flight.number == render.number else { return (nil, []) }
            let tile = CachedTile(
                key: key, payload: payload, validator: validator, generation: render.content.generation,
                isStale: flight.generation != render.generation, missing: render.missing,
                isStandIn: render.isStandIn, times: render.times)
            if tile.isStandIn {
                state.counters.standIns += 1
            } else if tile.isStale {
                state.counters.stale += 1
            }
            if tile.mayBeKept, cache.insert(tile, madeFor: flight.priority.bin), key.quality == .full {
                // The draft is no longer needed.
                cache.remove(key.with(.draft))
            }
            if tile.mayBeKept, !render.isStored, let known = flight.claim, known.output == key.output,
                known.fingerprint.text == render.content.fingerprint?.text
            {
                claim = known
                state.flights[render.pixels]!.claim = nil
            }
            if render.isStored {
                state.counters.stored += 1
            } else if case .encoded = key.output {
                state.counters.encoded += 1
                state.counters.encodedBytes += payload.byteCount
                state.counters.encodeTime.record(render.times.encode)
            }
            return (tile, takeWaiters(of: render, output: key.output, &state))
        }
        if let tile { for waiter in waiters { waiter.deliver(.success(tile)) } }
        // After the delivery and without the lock, because evictions run other clients' code.
        cache.budget?.makeRoom()
        return claim
    }

    /// Fails the waiters that this render was for: those of one output, or all.
    private func fail(_ render: Render, _ failure: EngineFailure, output: TileKey.Output? = nil) {
        let waiters = state.withLock { state -> [TileFlight.Waiter] in
            // A cancellation removed the flight from the table, and the waiters with it.
            guard state.flights[render.pixels]?.number == render.number else { return [] }
            state.counters.failed += 1
            return takeWaiters(of: render, output: output, &state)
        }
        for waiter in waiters { waiter.deliver(.failure(failure)) }
    }

    private func takeWaiters(
        of render: Render, output: TileKey.Output?, _ state: inout State
    ) -> [TileFlight.Waiter] {
        let waiters = state.flights[render.pixels]!.removeWaiters(servedBy: render.generation, output: output)
        update(&state.flights[render.pixels]!)
        return waiters
    }

    /// - Returns: The result of `body`, and its duration in nanoseconds.
    private func measured<Value>(
        orFail failure: (any Error) -> EngineFailure, _ body: () throws -> Value
    ) throws(EngineFailure) -> (Value, UInt64) {
        let begin = services.now()
        do {
            let value = try body()
            return (value, services.now() - begin)
        } catch {
            throw failure(error)
        }
    }
}
