import Foundation
import TileEngine
import TileGraphics
import TileSupport

/// The decoded pixels of an image, kept for random access: full size when the file itself cannot be read at random, a
/// quarter of the size each way, and all levels below that. The level of half size is not kept: it is computed from
/// four pixels of the full size for each of its own, and would take three times the room of all the others together.
///
/// One pass from top to bottom fills it. Readers wait only for the rows that they need, and one of those that wait
/// drives the pass, a batch of rows at a time: so it goes on exactly as long as somebody waits for it. When all who
/// waited have their rows it lies still until someone needs more; when the last of them gave up, it is dropped after a
/// while with all that it had read, unless someone comes who needs it.
///
///             a reader               all rows              eviction
///     idle ────────────► filling ────────────► done ────────────────► idle
///       ▲                  │  │ damaged file            eviction
///       └──────────────────┘  └────────────► failed ──────────────► idle
///        eviction, all gave up,
///        no room, a failing disk
///
/// The pixels count against the budget of memory or of temporary disk, whichever they lie in. They are evicted as a
/// whole, and not while anybody reads or waits. Whoever comes then has the image decoded again.
final class ImageStore: Sendable {
    /// What is kept, and the pass that fills it. Pinned by each who waits for it or reads it.
    fileprivate final class Contents: Sendable {
        /// The same as long as it is the same pass's.
        let number: UInt64
        let levels: KeptLevels
        /// Nil when all is on disk and there.
        let memory: MemoryBudget.Holding?
        /// Nil when all is in memory.
        let disk: MemoryBudget.Holding?
        /// Nil when all is there.
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

        /// The same when the pass has ended. What is on disk takes no memory then.
        var withoutPass: Contents {
            Contents(number: number, levels: levels, memory: disk == nil ? memory : nil, disk: disk, pass: nil)
        }

        /// - Returns: False when it has been evicted.
        func pin() -> Bool {
            guard memory?.pin() ?? true else { return false }
            guard disk?.pin() ?? true else {
                // In a moment the disk's eviction takes the memory along: there is nothing to make room for.
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

    // @unchecked Sendable: the pass is used by the one thread that has set `isDriven`, and by no other until that is
    // cleared under the lock.
    fileprivate struct Pass: @unchecked Sendable {
        var pass: ImagePass
    }

    fileprivate enum Phase {
        case idle
        case filling(Contents)
        case done(Contents)
        /// The file is not what it should be, and reading it again would find the same. What comes before the damage
        /// may be there.
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
        /// Whether a reader works on the pass, or on beginning one.
        var isDriven = false
        /// Rows that are there, by level.
        var readyRows: [Int]
        /// The first of the stored rows that could not be decoded, and those below are clear; nil while all could.
        var firstMissingRow: Int?
        /// Readers that have not got their rows yet.
        var readers = 0
        /// Of those, the ones that wait for another to make progress.
        var sleepers: [DispatchSemaphore] = []
        /// How many readers there have been.
        var arrivals: UInt64 = 0
        var nextNumber: UInt64 = 0
        /// Attempts that failed, and why the last one did.
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

    /// Every number that the store decides by.
    struct Policy: Hashable, Sendable {
        /// Pixels of a batch, some 5 ms of reading, and its most rows. So a waiting reader is not held up, one that
        /// gives up is noticed soon, and locks cost nothing.
        var batchPixels = 1 << 20
        var batchRows = 64
        /// A pass that lacks no more pixels than this is brought to its end by whoever drives it, which takes some 5
        /// ms: so small images have no file open longer than that.
        var shortRest = 1 << 20
        /// Seconds for which an unfinished pass is kept that all have given up: a viewer that zooms gives up the tiles
        /// of one level before it asks for the next's.
        var givenUpTime = 5.0
    }

    /// What the store has done by others, so that a test can step it.
    struct Services: Sendable {
        /// Opens the file from its first row.
        var makeRows: @Sendable (ImageHeader) throws(ContentFailure) -> any RowReader = {
            (header) throws(ContentFailure) in try header.makeStoredRowReader()
        }
        /// Calls after so many seconds, on a thread of its own.
        var after: @Sendable (_ seconds: Double, _ body: @escaping @Sendable () -> Void) -> Void = { seconds, body in
            DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds, execute: body)
        }
    }

    /// The shallowest level kept besides the full size.
    static let firstOverview = 2

    /// - Parameter didFill: Called when all rows of all levels are there, with what keeps them there.
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

    /// Whether rows of a kept level can be had at once, or after reading no more than so many pixels; also when it is
    /// known that they can't be had at all.
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
                // Turned as a whole first.
                return 2 * header.width * header.height <= pixels
            }
            if header.orientation != .upright {
                ready = min(header.height, 2 * state.readyRows[min(1, sizes.count - 1)])
            }
            return (wanted - ready) * header.width <= pixels
        }
    }

    /// Whether the rows of a level above `row` lack pixels that could not be decoded. Known once the rows are there.
    func lacksPixels(_ level: Int, above row: Int) -> Bool {
        state.withLock { state in
            guard let first = state.firstMissingRow else { return false }
            // The stored rows of an image that is turned are columns, or come from below.
            return header.orientation != .upright || row << level > first
        }
    }

    // MARK: Reading

    /// Fills `bitmap` with a rect of a kept level, once its rows are there.
    ///
    /// - Throws: why the image cannot be decoded, or `CancellationError` soon after `isCancelled` turns true.
    func read(
        _ rect: ImageLevels.Rect, ofLevel level: Int, into bitmap: Bitmap, isCancelled: () -> Bool
    ) throws {
        let lease = try lease(level, upTo: rect.y + rect.height, isCancelled: isCancelled)
        for row in 0..<rect.height {
            try lease.read(
                into: bitmap.row(row).baseAddress!, count: rect.width, x: rect.x, row: rect.y + row, ofLevel: level)
        }
    }

    /// Rows that are there, and stay as long as somebody has this.
    final class Lease: Sendable {
        private let contents: Contents
        private let path: String

        fileprivate init(_ contents: Contents, path: String) {
            self.contents = contents
            self.path = path
        }

        deinit { contents.unpin() }

        /// Reads pixels of a row of those.
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

    /// The rows of a kept level above `row`, once they are there.
    ///
    /// - Throws: why the image cannot be decoded, or `CancellationError` soon after `isCancelled` turns true: after the
    ///   batch of rows under way, whoever reads it. Nobody is told of a cancellation; it can only be asked for.
    func lease(_ level: Int, upTo row: Int, isCancelled: () -> Bool) throws -> Lease {
        var visit = arrive()
        do {
            while true {
                switch turn(&visit, level, row, isCancelled: isCancelled()) {
                case .read(let contents):
                    leave(&visit, gaveUp: false, keeping: contents)
                    return Lease(contents, path: header.path)
                case .fail(let failure): throw failure
                case .sleep(let semaphore): semaphore.wait()
                case .begin: begin(&visit)
                case .drive(let contents, let pass): drive(contents, pass, level, row, isCancelled)
                }
            }
        } catch {
            leave(&visit, gaveUp: error is CancellationError, keeping: nil)
            throw error
        }
    }

    /// A reader's way from asking to its rows.
    private struct Visit {
        /// What it has pinned.
        var pinned: Contents?
        /// Attempts that had failed before it came.
        let failuresBefore: Int
        /// What it pinned and has no more use for: to be unpinned without the lock.
        var outdated: [Contents] = []
    }

    private enum Turn {
        case read(Contents)
        case fail(any Error)
        case sleep(DispatchSemaphore)
        /// To begin a pass; it is this reader that drives.
        case begin
        /// To read some rows; it is this reader that drives.
        case drive(Contents, Pass)
    }

    private func arrive() -> Visit {
        state.withLock { state in
            state.readers += 1
            state.arrivals += 1
            return Visit(failuresBefore: state.failureCount)
        }
    }

    private func turn(_ visit: inout Visit, _ level: Int, _ row: Int, isCancelled: Bool) -> Turn {
        defer {
            for contents in visit.outdated { contents.unpin() }
            visit.outdated = []
        }
        return state.withLock { state in
            if let contents = state.phase.contents, visit.pinned?.number != contents.number {
                if let old = visit.pinned { visit.outdated.append(old) }
                visit.pinned = contents.pin() ? contents : nil
                // Evicted, and the eviction is on its way here.
                if visit.pinned == nil { state.phase = .idle }
            }
            if let contents = visit.pinned, state.readyRows[level] >= row { return .read(contents) }
            if case .failed(let failure, _) = state.phase { return .fail(failure) }
            // Whoever waited for an attempt shares its failure; another one is for those who come later.
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

    /// - Parameter contents: What stays pinned beyond the visit.
    private func leave(_ visit: inout Visit, gaveUp: Bool, keeping contents: Contents?) {
        let abandoned = state.withLock { state -> (number: UInt64, arrivals: UInt64)? in
            state.readers -= 1
            // The driver of the others may be the one that leaves.
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

    /// Makes room for the pixels and opens the file.
    private func begin(_ visit: inout Visit) {
        let number = state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
        let result = Result { try makeContents(number) }
        state.withLock { state in
            state.isDriven = false
            state.wakeSleepers()
            switch result {
            case .success(let contents):
                // Pinned from the start, which is this reader's.
                if let old = visit.pinned { visit.outdated.append(old) }
                visit.pinned = contents
                state.readyRows = [Int](repeating: 0, count: sizes.count)
                state.firstMissingRow = nil
                state.phase = .filling(contents)
            case .failure(let error): state.fail(error, leaving: nil)
            }
        }
    }

    private func makeContents(_ number: UInt64) throws -> Contents {
        let byteCount = KeptLevels.byteCount(sizes, keeps: keeps)
        let room = try room(for: byteCount, number)
        do {
            let rows = try services.makeRows(header)
            let levels = try inStorage { () throws(SystemError) in
                try KeptLevels(sizes, isInMemory: room.disk == nil, keeps: keeps)
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

    /// Reserves what the pixels take and what reading them does, pinned: all in memory if the pixels are few and there
    /// is room, else the pixels on disk.
    private func room(
        for byteCount: Int, _ number: UInt64
    ) throws(ContentFailure) -> (memory: MemoryBudget.Holding, disk: MemoryBudget.Holding?) {
        let evict: @Sendable () -> Void = { [weak self] in self?.drop(number) { _ in true } }
        let reading = header.readingMemory
        if byteCount <= pixelMemory, let both = try? memory.reserve(byteCount + reading, as: .images, evict: evict) {
            return (both, nil)
        }
        let alone: MemoryBudget.Holding
        if reading <= ImageHeader.ordinaryReadingMemory(width: header.storedWidth) {
            // Bounded by the number of readers, which is that of the engine's workers.
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

    /// Reads batches until the reader that drives has its rows, or gives up.
    private func drive(_ contents: Contents, _ pass: Pass, _ level: Int, _ row: Int, _ isCancelled: () -> Bool) {
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
                case .failure(let error): state.fail(error, leaving: contents.withoutPass)
                }
            }
            if isEnded { endReading(contents) }
            // A damaged file may be one that is still being copied.
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

    /// What reading took is free again.
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

    /// Drops the contents of that number, if they are still there and the condition holds and nobody is at them.
    private func drop(_ number: UInt64, if isDue: (State) -> Bool) {
        let contents = state.withLock { state -> Contents? in
            guard let contents = state.phase.contents, contents.number == number, isDue(state) else { return nil }
            state.phase = .idle
            return contents
        }
        // Its memory and files go with the last reference, which is hardly ever another's.
        contents?.release()
    }
}

extension ImageStore.State {
    fileprivate mutating func wakeSleepers() {
        for sleeper in sleepers { sleeper.signal() }
        sleepers = []
    }

    /// Ends an attempt. Only what is wrong with the file itself lasts.
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
