public import TileGeometry
public import TileGraphics

extension TileEngine {
    /// Any rect of a content as a file: drawn on a worker in its turn, shared with nobody and not kept. When the task is
    /// cancelled, the rect is given up.
    ///
    /// - Throws: `EngineFailure`, which is `.cancelled` when the task was.
    public func file(
        of area: RasterArea, in id: ContentID, as format: TileFormat, _ priority: TilePriority = .visible
    ) async throws(EngineFailure) -> [UInt8] {
        let content = try state.withLock { state throws(EngineFailure) in
            if state.isShutDown { throw .shutDown }
            guard let content = state.contents[id] else { throw .unknownContent(id) }
            return content
        }
        let errand = AreaErrand()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let work: @Sendable () -> Void = {
                    let result = self.draw(area, of: content.source, as: format, errand.cancellation)
                    errand.result.withLock { $0 = result }
                    continuation.resume()
                }
                errand.submit(work, to: self.scheduler, priority, lane: id) { failure in
                    errand.result.withLock { $0 = .failure(failure) }
                    continuation.resume()
                }
            }
        } onCancel: {
            errand.cancel()
        }
        return try errand.result.withLock { $0! }.get()
    }

    private func draw(
        _ area: RasterArea, of source: any TileSource, as format: TileFormat, _ cancellation: TileFlight.Cancellation
    ) -> Result<[UInt8], EngineFailure> {
        let context = RasterContext(pool: pool, isCancelled: { cancellation.isCancelled.load(ordering: .relaxed) })
        let image: TileImage
        do {
            image = try source.raster(area, in: context)
        } catch {
            return .failure(context.isCancelled() ? .cancelled : .sourceFailed(error))
        }
        do {
            return .success(try services.encode(image, format))
        } catch {
            return .failure(.encodingFailed(error))
        }
    }
}

/// One rect on its way through the scheduler.
private final class AreaErrand: Sendable {
    let result = Lock<Result<[UInt8], EngineFailure>?>(nil)
    let cancellation = TileFlight.Cancellation()
    /// Takes the job out of the scheduler again, if it still waits there.
    private let withdraw = Lock<(@Sendable () -> Void)?>(nil)

    /// Either `work` or `refused` is called, once.
    func submit(
        _ work: @escaping @Sendable () -> Void, to scheduler: TileScheduler, _ priority: TilePriority,
        lane: ContentID, refused: @escaping @Sendable (EngineFailure) -> Void
    ) {
        let job: TileScheduler.JobID
        do throws(TileScheduler.Overload) {
            job = try scheduler.submit(priority, lane: lane, work)
        } catch {
            refused(.overloaded)
            return
        }
        withdraw.withLock { $0 = { if scheduler.cancel(job) { refused(.cancelled) } } }
        // Whoever cancelled before that line found nothing to withdraw.
        if cancellation.isCancelled.load(ordering: .sequentiallyConsistent) { takeWithdrawal()?() }
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
