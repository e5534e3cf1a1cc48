import TileGeometry
import TileGraphics
import TileSupport

extension TileEngine {
    /// Returns any rect of a content as a file. The rect is drawn on a worker by priority; the result is neither shared
    /// nor cached. Cancelling the task cancels the rect.
    ///
    /// Rects have their own share of the workers (`EnginePolicy.areasAtOnce`), so that no tile waits for one. Their
    /// total pixels are limited (`EnginePolicy.areaPixelLimit`), and so is the time of each
    /// (`EnginePolicy.areaDeadline`).
    ///
    /// - Throws: `EngineFailure`: `.cancelled` if the task was cancelled, `.overloaded` if too many rects are pending.
    public func file(
        of area: RasterArea, in id: ContentID, as format: TileFormat, _ priority: TilePriority = .visible
    ) async throws(EngineFailure) -> [UInt8] {
        try check(format, width: area.width, height: area.height)
        return try await file(of: id, pixels: area.width * area.height, priority) { source, context in
            try self.encode(source.raster(area, in: context), as: format)
        }
    }

    /// Returns a part of a content as an image file of any size, under the same rules as `file(of:in:as:_:)`.
    package func file(
        of region: RegionImage, in id: ContentID, as format: TileFormat, _ priority: TilePriority = .visible
    ) async throws(EngineFailure) -> [UInt8] {
        let size = region.encodedSize
        try check(format, width: size.width, height: size.height)
        return try await file(of: id, pixels: region.pixels, priority) { source, context in
            let drawn = try source.raster(region.area, in: context)
            return try self.encode(region.shape(drawn, of: source.contentSize, in: context), as: format)
        }
    }

    /// Refuses an image whose encoder would take more memory than a rect may. libjxl takes 50 bytes for each pixel, and
    /// 70 if lossless.
    private func check(_ format: TileFormat, width: Int, height: Int) throws(EngineFailure) {
        let bytes: Int
        switch format {
        case .png, .jpeg, .webp, .webpLossless, .avif: return
        case .jxl: bytes = 50
        case .jxlLossless: bytes = 70
        }
        let most = policy.areaEncoderLimit / bytes
        guard width * height > most else { return }
        let side = Int(Double(most).squareRoot())
        throw .encodingFailed(CodecFailure.tooLarge(format: "JPEG XL", width: width, height: height, limit: side))
    }

    private func encode(_ image: TileImage, as format: TileFormat) throws(EngineFailure) -> [UInt8] {
        do {
            return try services.encode(image, format)
        } catch {
            throw .encodingFailed(error)
        }
    }

    /// Returns any file made from a content, under the same rules as a rect.
    ///
    /// - Parameters:
    ///   - pixels: The pixels held in memory while the file is made.
    ///   - make: Makes the file. Called at most once, on a worker, within the deadline of a rect.
    package func file(
        of id: ContentID, pixels: Int, _ priority: TilePriority = .visible,
        _ make: @escaping @Sendable (any TileSource, RasterContext) throws -> [UInt8]
    ) async throws(EngineFailure) -> [UInt8] {
        let content = try state.withLock { state throws(EngineFailure) in
            if state.isShutDown { throw .shutDown }
            guard let content = state.contents[id] else { throw .unknownContent(id) }
            // A rect that exceeds the total limit by itself is drawn alone.
            guard state.areaPixels == 0 || state.areaPixels + pixels <= policy.areaPixelLimit else {
                state.counters.refused += 1
                throw .overloaded
            }
            state.areaPixels += pixels
            return content
        }
        defer { state.withLock { $0.areaPixels -= pixels } }
        let errand = AreaErrand()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let work: @Sendable () -> Void = {
                    let result = self.make(of: content.source, errand.cancellation, make)
                    errand.result.withLock { $0 = result }
                    continuation.resume()
                }
                errand.submit(work, to: self.scheduler, priority) { failure in
                    errand.result.withLock { $0 = .failure(failure) }
                    continuation.resume()
                }
            }
        } onCancel: {
            errand.cancel()
        }
        return try errand.end().get()
    }

    private func make(
        of source: any TileSource, _ cancellation: TileFlight.Cancellation,
        _ make: (any TileSource, RasterContext) throws -> [UInt8]
    ) -> Result<[UInt8], EngineFailure> {
        let deadline = WorkDeadline(seconds: policy.areaDeadline, services)
        let isGivenUp: @Sendable () -> Bool = { cancellation.isCancelled.load(ordering: .relaxed) }
        var context = RasterContext(pool: pool, isCancelled: { isGivenUp() || deadline.isPast })
        context.externalPatience = policy.areaDeadline
        do {
            let begin = services.now()
            let file = try make(source, context)
            let time = services.now() - begin
            state.withLock { state in
                state.counters.areas += 1
                state.counters.areaTime.record(time)
            }
            return .success(file)
        } catch let failure as EngineFailure {
            return .failure(failure)
        } catch {
            if isGivenUp() { return .failure(.cancelled) }
            return .failure(deadline.isPast ? deadline.failure : .sourceFailed(error))
        }
    }
}

/// A rect on its way through the scheduler.
private final class AreaErrand: Sendable {
    let result = Lock<Result<[UInt8], EngineFailure>?>(nil)
    let cancellation = TileFlight.Cancellation()
    /// Removes the job from the scheduler if it still waits there.
    private let withdraw = Lock<(@Sendable () -> Void)?>(nil)

    /// Submits a job. Either `work` or `refused` is called, once.
    func submit(
        _ work: @escaping @Sendable () -> Void, to scheduler: TileScheduler, _ priority: TilePriority,
        refused: @escaping @Sendable (EngineFailure) -> Void
    ) {
        let job: TileScheduler.JobID
        do throws(TileScheduler.Overload) {
            job = try scheduler.submit(priority, lane: .areas, work)
        } catch {
            refused(.overloaded)
            return
        }
        withdraw.withLock { $0 = { if scheduler.cancel(job) { refused(.cancelled) } } }
        // A cancellation before that line found nothing to withdraw.
        if cancellation.isCancelled.load(ordering: .sequentiallyConsistent) { takeWithdrawal()?() }
    }

    /// Returns the result after either closure was called, and releases the closures and the result.
    func end() -> Result<[UInt8], EngineFailure> {
        // The closure retains the errand; clearing it breaks the cycle.
        _ = takeWithdrawal()
        return result.withLock { result in
            defer { result = nil }
            guard let result else { preconditionFailure("a rect ended before it was drawn or refused") }
            return result
        }
    }

    func cancel() {
        cancellation.isCancelled.store(true, ordering: .sequentiallyConsistent)
        takeWithdrawal()?()
    }

    private func takeWithdrawal() -> (@Sendable () -> Void)? {
        withdraw.withLock { withdraw in
            defer { withdraw = nil }
            return withdraw
        }
    }
}
