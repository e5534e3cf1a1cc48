import Foundation
import TileEngine
import TileGraphics
import TileSupport

/// The decoded pixels of an image, kept for random access: the full size if the file itself can't be read at random, a
/// quarter of the size each way, and all levels below that. The level of half size is not kept. Each of its pixels is
/// computed from four pixels of the full size, and the level would take three times the space of all the deeper levels
/// together.
///
/// One pass from top to bottom fills the store. Readers wait only for the rows that they need, and one of the waiting
/// readers drives the pass, a batch of rows at a time. So the pass advances exactly as long as a reader waits for it.
/// When all readers have their rows, it pauses until one needs more. When the last reader gives up, the pass is dropped
/// after a while with all rows that it has read, unless a reader needs it before then.
///
///             a reader               all rows              eviction
///     idle ────────────► filling ────────────► done ────────────────► idle
///       ▲                  │  │ damaged file            eviction
///       └──────────────────┘  └────────────► failed ──────────────► idle
///        eviction, all gave up,
///        no room, a failing disk
///
/// The pixels count against the budget of memory or of temporary disk, depending on where they are. They are evicted
/// together, and never while a reader uses or awaits them. The next reader has the image decoded again.
final class ImageStore: Sendable {
    /// The kept pixels, and the pass that fills them. Each reader that waits for them or reads them pins them.
    fileprivate final class Contents: Sendable {
        /// The number of the pass. It stays the same as long as the pass does.
        let number: UInt64
        let levels: KeptLevels
        /// The memory of the pixels and of reading; nil when all rows are on disk and reading has ended.
        let memory: MemoryBudget.Holding?
        /// The disk space of the pixels; nil when they are in memory.
        let disk: MemoryBudget.Holding?
        /// The pass; nil when it has ended.
        let pass: Pass?

        init(
            number: UInt64, levels: KeptLevels, memory: MemoryBudget.Holding?, disk: MemoryBudget.Holding?,
            pass: Pass?
        ) {
            self.number = number
            self.levels = levels
            self.memory = memory
            self.disk = disk
            self.pass = pass
        }

        /// The contents after the pass has ended. Pixels on disk no longer take memory.
        var withoutPass: Contents {
            Contents(number: number, levels: levels, memory: disk == nil ? memory : nil, disk: disk, pass: nil)
        }

        /// - Returns: false if the contents have been evicted.
        func pin() -> Bool {
            guard memory?.pin() ?? true else { return false }
            guard disk?.pin() ?? true else {
                // The disk's eviction is about to release the memory, too, so there is nothing to make room for.
                memory?.release()
                return false
            }
            return true
        }

        func unpin() {
            memory?.unpin()
            disk?.unpin()
        }

        func release() {
            memory?.release()
            disk?.release()
        }
    }

    // @unchecked Sendable: only the thread that has set `isDriven` uses the pass, until the flag is cleared under the
    // lock.
    fileprivate struct Pass: @unchecked Sendable {
        var pass: ImagePass
    }

    fileprivate enum Phase {
        case idle
        case filling(Contents)
        case done(Contents)
        /// The file is damaged, and reading it again would find the same. The rows before the damage may be available.
        case failed(ContentFailure, Contents?)

        var contents: Contents? {
            switch self {
            case .filling(let contents), .done(let contents): contents
            case .failed(_, let contents): contents
            case .idle: nil
            }
        }
    }

    fileprivate struct State {
        var phase = Phase.idle
        /// Whether a reader drives the pass or begins one.
        var isDriven = false
        /// The number of available rows, by level.
        var readyRows: [Int]
        /// The first stored row that could not be decoded; the rows below it are clear. Nil while all rows could be
        /// decoded.
        var firstMissingRow: Int?
        /// The number of readers that wait for their rows.
        var readers = 0
        /// The readers that wait for another reader's progress.
        var sleepers: [DispatchSemaphore] = []
        /// The number of all readers so far.
        var arrivals: UInt64 = 0
        var nextNumber: UInt64 = 0
        /// Whether the next attempt keeps all pixels in memory because the temporary disk failed in the last one.
        var avoidsDisk = false
        /// The number of failed attempts, and the error of the last one.
        var failureCount = 0
        var lastFailure: (any Error)?
    }

    private let header: ImageHeader
    private let keepsFullSize: Bool
    private let memory: MemoryBudget
    private let disk: MemoryBudget
    private let pixelMemory: Int
    private let policy: Policy
    private let services: Services
    private let didFill: @Sendable (KeptLevels, @escaping @Sendable (Bool) -> Bool) -> Void
    private let state: Lock<State>
    /// Sizes by level, level 0 first.
    let sizes: [(width: Int, height: Int)]

    /// The constants of the store's decisions.
    struct Policy: Hashable, Sendable {
        /// The pixels of a batch, which take about 5 ms to read, and its most rows. So a waiting reader is not held up,
        /// a reader that gives up is noticed soon, and the cost of locks is negligible.
        var batchPixels = 1 << 20
        var batchRows = 64
        /// A pass with at most this many pixels left is finished by the reader that drives it, which takes about 5 ms.
        /// So a small image's file is not open for longer than that.
        var shortRest = 1 << 20
        /// Seconds for which an unfinished pass is kept after all readers have given up: a viewer that zooms gives up
        /// the tiles of one level before it requests the next level's.
        var givenUpTime = 5.0
    }

    /// The store's access to files and time, which a test replaces.
    struct Services: Sendable {
        /// Opens the file at its first row.
        var makeRows: @Sendable (ImageHeader) throws(ContentFailure) -> any RowReader = {
            (header) throws(ContentFailure) in try header.makeStoredRowReader()
        }
        /// Calls `body` after a delay in seconds, on a separate thread.
        var after: @Sendable (_ seconds: Double, _ body: @escaping @Sendable () -> Void) -> Void = { seconds, body in
            DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds, execute: body)
        }
    }

    /// The shallowest level kept besides the full size.
    static let firstOverview = 2

    /// - Parameter didFill: Called when all rows of all levels are available, with a function that pins and unpins
    ///   them.
    init(
        _ header: ImageHeader, keepsFullSize: Bool, limits: ContentLimits, policy: Policy = Policy(),
        services: Services = Services(),
        didFill: @escaping @Sendable (KeptLevels, _ pinned: @escaping @Sendable (Bool) -> Bool) -> Void = { _, _ in }
    ) {
        self.didFill = didFill
        self.policy = policy
        self.header = header
        self.keepsFullSize = keepsFullSize
        self.services = services
        pixelMemory = limits.pixelMemory
        memory = limits.memory ?? MemoryBudget(limit: .max)
        disk = limits.disk ?? MemoryBudget(limit: .max)
        sizes = ImageLevels.sizes(width: header.width, height: header.height)
        state = Lock(State(readyRows: [Int](repeating: 0, count: sizes.count)))
    }

    func keeps(level: Int) -> Bool {
        level == 0 ? keepsFullSize : (Self.firstOverview..<sizes.count).contains(level)
    }

    /// Returns whether rows of a kept level are available at once or after reading at most a number of pixels. Also
    /// returns true if it is known that they can't be decoded.
    func isNear(_ level: Int, upTo row: Int, within pixels: Int) -> Bool {
        state.withLock { state in
            var ready = 0
            switch state.phase {
            case .done, .failed: return true
            case .filling: ready = state.readyRows[0]
            case .idle: break
            }
            let wanted = min(header.height, row << level)
            if header.orientation != .upright, ready < header.height {
                // A turned image is first read as a whole.
                return 2 * header.width * header.height <= pixels
            }
            if header.orientation != .upright {
                ready = min(header.height, 2 * state.readyRows[min(1, sizes.count - 1)])
            }
            return (wanted - ready) * header.width <= pixels
        }
    }

    /// Returns whether the rows of a level above `row` lack pixels that could not be decoded. The result is valid once
    /// the rows are available.
    func lacksPixels(_ level: Int, above row: Int) -> Bool {
        state.withLock { state in
            guard let first = state.firstMissingRow else { return false }
            // The stored rows of a turned image are columns, or run from the bottom.
            return header.orientation != .upright || row << level > first
        }
    }

    // MARK: Reading

    /// Fills `bitmap` with a rect of a kept level, after waiting for its rows.
    ///
    /// - Throws: The reason why the image can't be decoded, or `CancellationError` soon after `isCancelled` turns true.
    func read(
        _ rect: ImageLevels.Rect, ofLevel level: Int, into bitmap: Bitmap, isCancelled: () -> Bool
    ) throws {
        let lease = try lease(level, upTo: rect.y + rect.height, isCancelled: isCancelled)
        for row in 0..<rect.height {
            try lease.read(
                into: bitmap.row(row).baseAddress!, count: rect.width, x: rect.x, row: rect.y + row, ofLevel: level)
        }
    }

    /// Available rows, which stay available as long as the lease exists.
    final class Lease: Sendable {
        private let contents: Contents
        private let path: String

        fileprivate init(_ contents: Contents, path: String) {
            self.contents = contents
            self.path = path
        }

        deinit { contents.unpin() }

        /// Reads pixels of one of the lease's rows.
        func read(
            into target: UnsafeMutablePointer<UInt32>, count: Int, x: Int, row: Int, ofLevel level: Int
        ) throws(ContentFailure) {
            do throws(SystemError) {
                try contents.levels.read(into: target, count: count, x: x, row: row, ofLevel: level)
            } catch {
                throw .temporaryStorage(path: path, reason: "\(error)")
            }
        }
    }

    /// Returns a lease of the rows of a kept level above `row`, after waiting for them.
    ///
    /// - Throws: The reason why the image can't be decoded, or `CancellationError` soon after `isCancelled` turns true:
    ///   after the batch of rows under way, whichever reader drives it. A cancellation sends no notice, so it is
    ///   polled.
    func lease(_ level: Int, upTo row: Int, isCancelled: () -> Bool) throws -> Lease {
        var visit = arrive()
        do {
            while true {
                switch turn(&visit, level: level, row: row, isCancelled: isCancelled()) {
                case .read(let contents):
                    endVisit(&visit, gaveUp: false, keeping: contents)
                    return Lease(contents, path: header.path)
                case .fail(let failure): throw failure
                case .sleep(let semaphore): semaphore.wait()
                case .begin: begin(&visit)
                case .drive(let contents, let pass):
                    drive(contents, pass: pass, level: level, row: row, isCancelled: isCancelled)
                }
            }
        } catch {
            endVisit(&visit, gaveUp: error is CancellationError, keeping: nil)
            throw error
        }
    }

    /// The state of one reader between its request and its rows.
    private struct Visit {
        /// The contents that the reader has pinned.
        var pinned: Contents?
        /// The number of attempts that had failed before the reader arrived.
        let failuresBefore: Int
        /// Contents that the reader has pinned and no longer needs, to be unpinned outside the lock.
        var outdated: [Contents] = []
    }

    private enum Turn {
        case read(Contents)
        case fail(any Error)
        case sleep(DispatchSemaphore)
        /// The reader drives, and begins a pass.
        case begin
        /// The reader drives, and reads some rows.
        case drive(Contents, Pass)
    }

    private func arrive() -> Visit {
        state.withLock { state in
            state.readers += 1
            state.arrivals += 1
            return Visit(failuresBefore: state.failureCount)
        }
    }

    private func turn(_ visit: inout Visit, level: Int, row: Int, isCancelled: Bool) -> Turn {
        defer {
            for contents in visit.outdated { contents.unpin() }
            visit.outdated = []
        }
        return state.withLock { state in
            if let contents = state.phase.contents, visit.pinned?.number != contents.number {
                if let old = visit.pinned { visit.outdated.append(old) }
                visit.pinned = contents.pin() ? contents : nil
                // The contents were evicted, and the eviction's call is about to arrive here.
                if visit.pinned == nil { state.phase = .idle }
            }
            if let contents = visit.pinned, state.readyRows[level] >= row { return .read(contents) }
            if case .failed(let failure, _) = state.phase { return .fail(failure) }
            // All readers that waited for an attempt share its failure. Later readers start another attempt.
            if state.failureCount > visit.failuresBefore, let failure = state.lastFailure { return .fail(failure) }
            if isCancelled { return .fail(CancellationError()) }
            if state.isDriven {
                let semaphore = DispatchSemaphore(value: 0)
                state.sleepers.append(semaphore)
                return .sleep(semaphore)
            }
            state.isDriven = true
            if case .filling(let contents) = state.phase, let pass = contents.pass { return .drive(contents, pass) }
            return .begin
        }
    }

    /// - Parameter contents: The contents that stay pinned after the visit.
    private func endVisit(_ visit: inout Visit, gaveUp: Bool, keeping contents: Contents?) {
        let abandoned = state.withLock { state -> (number: UInt64, arrivals: UInt64)? in
            state.readers -= 1
            // The leaving reader may be the one that drives for the others.
            state.wakeSleepers()
            guard gaveUp, state.readers == 0, case .filling(let contents) = state.phase else { return nil }
            return (contents.number, state.arrivals)
        }
        if contents == nil { visit.pinned?.unpin() }
        if let abandoned {
            services.after(policy.givenUpTime) { [weak self] in
                self?.drop(abandoned.number) { $0.arrivals == abandoned.arrivals }
            }
        }
    }

    // MARK: Driving

    /// Reserves space for the pixels and opens the file.
    private func begin(_ visit: inout Visit) {
        let (number, avoidsDisk) = state.withLock { state in
            defer {
                state.nextNumber += 1
                state.avoidsDisk = false
            }
            return (state.nextNumber, state.avoidsDisk)
        }
        let result = Result { try makeContents(number, avoidsDisk: avoidsDisk) }
        state.withLock { state in
            state.isDriven = false
            state.wakeSleepers()
            switch result {
            case .success(let contents):
                // The contents are created pinned, and the pin belongs to this reader.
                if let old = visit.pinned { visit.outdated.append(old) }
                visit.pinned = contents
                state.readyRows = [Int](repeating: 0, count: sizes.count)
                state.firstMissingRow = nil
                state.phase = .filling(contents)
            case .failure(let error): state.fail(error, leaving: nil)
            }
        }
    }

    private func makeContents(_ number: UInt64, avoidsDisk: Bool) throws -> Contents {
        let byteCount = KeptLevels.byteCount(sizes, keeps: keeps)
        let evict: @Sendable () -> Void = { [weak self] in self?.drop(number) { _ in true } }
        /// Reserves memory for all pixels after the disk failed.
        func inMemory(after failure: any Error) throws -> Room {
            guard let both = try? memory.reserve(byteCount + header.readingMemory, as: .images, evict: evict) else {
                throw failure
            }
            return (both, nil)
        }
        var room: Room
        do throws(ContentFailure) {
            room = try self.room(for: byteCount, evict)
        } catch {
            room = try inMemory(after: error)
        }
        do {
            let rows = try services.makeRows(header)
            let levels: KeptLevels
            do throws(ContentFailure) {
                if avoidsDisk, room.disk != nil { throw storageFailure(SystemError(code: ENOSPC)) }
                levels = try inStorage { () throws(SystemError) in
                    try KeptLevels(sizes, isInMemory: room.disk == nil, keeps: keeps)
                }
            } catch {
                guard room.disk != nil else { throw error }
                room.memory.release()
                room.disk?.release()
                room = try inMemory(after: error)
                levels = try inStorage { () throws(SystemError) in
                    try KeptLevels(sizes, isInMemory: true, keeps: keeps)
                }
            }
            let pass = ImagePass(header, levels, sizes: sizes, rows: rows, policy)
            return Contents(
                number: number, levels: levels, memory: room.memory, disk: room.disk, pass: Pass(pass: pass))
        } catch {
            room.memory.release()
            room.disk?.release()
            throw error
        }
    }

    /// The reservations for the pixels and for reading them. The disk's is nil if all pixels are in memory.
    private typealias Room = (memory: MemoryBudget.Holding, disk: MemoryBudget.Holding?)

    /// Reserves the space for the pixels and for reading them, pinned: all in memory if the image is small enough and
    /// the budget allows it, or else the pixels on disk.
    private func room(
        for byteCount: Int, _ evict: @escaping @Sendable () -> Void
    ) throws(ContentFailure) -> Room {
        let reading = header.readingMemory
        if byteCount <= pixelMemory, let both = try? memory.reserve(byteCount + reading, as: .images, evict: evict) {
            return (both, nil)
        }
        let alone: MemoryBudget.Holding
        if reading <= ImageHeader.ordinaryReadingMemory(width: header.storedWidth) {
            // The number of readers limits this memory, and the engine's workers limit the number of readers.
            alone = memory.hold(reading, as: .images, isPinned: true, evict: evict)
        } else {
            do throws(MemoryBudget.Refusal) {
                alone = try memory.reserve(reading, as: .images, evict: evict)
            } catch {
                throw .noRoom(path: header.path, PixelRoom(.memory, error))
            }
        }
        do throws(MemoryBudget.Refusal) {
            return (alone, try disk.reserve(byteCount, as: .images, evict: evict))
        } catch {
            alone.release()
            throw .noRoom(path: header.path, PixelRoom(.disk, error))
        }
    }

    /// Reads batches until the driving reader has its rows or gives up.
    private func drive(_ contents: Contents, pass: Pass, level: Int, row: Int, isCancelled: () -> Bool) {
        let pass = pass.pass
        while true {
            let result = Result {
                do { try pass.step() } catch let error as SystemError { throw storageFailure(error) }
            }
            let isEnded = (try? result.get()) == nil || pass.isDone
            let hasRows = pass.ready[level] >= row && pass.pixelsLeft > policy.shortRest
            let isOver = isEnded || hasRows || isCancelled()
            state.withLock { state in
                state.wakeSleepers()
                if isOver { state.isDriven = false }
                state.readyRows = pass.ready
                state.firstMissingRow = pass.firstMissingRow
                switch result {
                case .success: if isEnded { state.phase = .done(contents.withoutPass) }
                case .failure(let error):
                    if contents.disk != nil, error.isOfStorage {
                        // Try again in memory.
                        state.phase = .idle
                        state.avoidsDisk = true
                    } else {
                        state.fail(error, leaving: contents.withoutPass)
                    }
                }
            }
            if isEnded { endReading(contents) }
            // A damaged file may be one that is still being copied, so it is not passed on.
            if isEnded, pass.isDone, pass.firstMissingRow == nil, (try? result.get()) != nil {
                let done = contents.withoutPass
                didFill(done.levels) { isPinned in
                    if isPinned { return done.pin() }
                    done.unpin()
                    return false
                }
            }
            if isOver { return }
        }
    }

    /// Releases the memory that reading took.
    private func endReading(_ contents: Contents) {
        if contents.disk == nil {
            contents.memory?.resize(to: KeptLevels.byteCount(sizes, keeps: keeps))
        } else {
            contents.memory?.release()
        }
    }

    private func storageFailure(_ error: SystemError) -> ContentFailure {
        .temporaryStorage(path: header.path, reason: "\(error)")
    }

    private func inStorage<Value>(_ body: () throws(SystemError) -> Value) throws(ContentFailure) -> Value {
        do throws(SystemError) { return try body() } catch { throw storageFailure(error) }
    }

    // MARK: Dropping

    /// Drops the contents with a number if they still exist, the condition holds, and no reader uses them.
    private func drop(_ number: UInt64, if isDue: (State) -> Bool) {
        let contents = state.withLock { state -> Contents? in
            guard let contents = state.phase.contents, contents.number == number, isDue(state) else { return nil }
            state.phase = .idle
            return contents
        }
        // Memory and files are freed with the last reference, which is rarely another's.
        contents?.release()
    }
}

extension Error {
    /// Whether the temporary storage failed, not the file.
    fileprivate var isOfStorage: Bool {
        guard case .temporaryStorage? = self as? ContentFailure else { return false }
        return true
    }
}

extension ImageStore.State {
    fileprivate mutating func wakeSleepers() {
        for sleeper in sleepers { sleeper.signal() }
        sleepers = []
    }

    /// Ends an attempt. Only failures of the file itself persist.
    fileprivate mutating func fail(_ error: any Error, leaving contents: ImageStore.Contents?) {
        failureCount += 1
        lastFailure = error
        if let failure = error as? ContentFailure, failure.isOfFile {
            phase = .failed(failure, contents)
        } else {
            phase = .idle
        }
    }
}
