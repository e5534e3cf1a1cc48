import Foundation
import TileGraphics

/// The decoded pixels of an image, kept for random access: full size when the file itself cannot be read at random, a
/// quarter of the size each way, and all levels below that. The level of half size is not kept: it is computed from four
/// pixels of the full size for each of its own, and would take three times the room of all the others together.
///
/// One pass from top to bottom fills it, on a thread of its own, begun by the first reader. Readers wait only for the rows
/// that they need.
final class ImageStore: Sendable {
    private enum Phase {
        case idle
        case filling
        case done
        case failed(ContentFailure)
    }

    private struct State {
        var phase = Phase.idle
        /// Rows that are there, by level.
        var readyRows: [Int]
        /// By level; nil where a level is not kept.
        var storage: [TemporaryStorage?]
        var isAbandoned = false
    }

    private let header: ImageHeader
    private let keepsFullSize: Bool
    private let keepsOverviews: Bool
    private let memoryLimit: Int
    private let state: Lock<State>
    private let changed = NSCondition()
    /// Sizes by level, level 0 first.
    let sizes: [(width: Int, height: Int)]

    /// The shallowest level kept besides the full size.
    static let firstOverview = 2

    init(_ header: ImageHeader, keepsFullSize: Bool, keepsOverviews: Bool = true, memoryLimit: Int) {
        self.header = header
        self.keepsFullSize = keepsFullSize
        self.keepsOverviews = keepsOverviews
        self.memoryLimit = memoryLimit
        sizes = ImageLevels.sizes(width: header.width, height: header.height)
        state = Lock(
            State(
                readyRows: [Int](repeating: 0, count: sizes.count),
                storage: [TemporaryStorage?](repeating: nil, count: sizes.count)))
    }

    func keeps(level: Int) -> Bool {
        level == 0 ? keepsFullSize : keepsOverviews && (Self.firstOverview..<sizes.count).contains(level)
    }

    /// The rows of a kept level, once those above `row` are there.
    ///
    /// - Throws: why the image cannot be decoded, or `CancellationError` soon after `isCancelled` turns true.
    func rows(ofLevel level: Int, upTo row: Int, isCancelled: () -> Bool) throws -> UnsafePointer<UInt32> {
        start()
        changed.lock()
        defer { changed.unlock() }
        while true {
            let (ready, phase, storage) = state.withLock { ($0.readyRows[level], $0.phase, $0.storage[level]) }
            if let storage, ready >= row { return storage.bytes.assumingMemoryBound(to: UInt32.self) }
            if case .failed(let failure) = phase { throw failure }
            if isCancelled() { throw CancellationError() }
            // Woken by each batch of rows; the time limit is for noticing a cancelled reader.
            _ = changed.wait(until: Date(timeIntervalSinceNow: 0.02))
        }
    }

    /// Ends the pass early: nobody is left to read.
    func abandon() { state.withLock { $0.isAbandoned = true } }

    private func start() {
        let isFirst = state.withLock { state -> Bool in
            guard case .idle = state.phase else { return false }
            state.phase = .filling
            return true
        }
        guard isFirst else { return }
        let thread = Thread { [self] in
            do {
                try fill()
                finish(.done)
            } catch let failure as ContentFailure {
                finish(.failed(failure))
            } catch {
                finish(.failed(.temporaryStorage(path: header.path, reason: "\(error)")))
            }
        }
        thread.name = "tilework decode"
        thread.start()
    }

    private func finish(_ phase: Phase) {
        changed.lock()
        state.withLock { $0.phase = phase }
        changed.broadcast()
        changed.unlock()
    }

    private func publish(_ rows: [Int]) {
        changed.lock()
        state.withLock { $0.readyRows = rows }
        changed.broadcast()
        changed.unlock()
    }

    // MARK: The pass

    private func fill() throws {
        let storage = try makeStorage()
        state.withLock { $0.storage = storage }
        let rows = try header.makeStoredRowReader()
        if header.orientation == .upright {
            try fill(storage, height: header.height, from: { try rows.readRow(into: $0) }, writesFullSize: true)
        } else {
            let full = storage[0]!
            try OrientedCopy.write(rows, header, into: full, isAbandoned: { state.withLock { $0.isAbandoned } })
            publish([header.height] + [Int](repeating: 0, count: sizes.count - 1))
            guard keepsOverviews else { return }
            var next = full.bytes.assumingMemoryBound(to: UInt32.self)
            let width = header.width
            try fill(
                storage, height: header.height,
                from: { row in
                    row.update(from: next, count: width)
                    next += width
                }, writesFullSize: false)
        }
    }

    /// The levels to be kept, small ones in memory. All of one image lie in one kind of place.
    private func makeStorage() throws -> [TemporaryStorage?] {
        let byteCounts = sizes.indices.map { keeps(level: $0) ? sizes[$0].width * sizes[$0].height * 4 : 0 }
        let isInMemory = byteCounts.reduce(0, +) <= memoryLimit
        return try byteCounts.map { count in
            // Levels of less than a page gain nothing from a file of their own.
            count == 0 ? nil : try TemporaryStorage(byteCount: count, isInMemory: isInMemory || count <= 1 << 20)
        }
    }

    private func fill(
        _ storage: [TemporaryStorage?], height: Int, from readRow: (UnsafeMutablePointer<UInt32>) throws -> Void,
        writesFullSize: Bool
    ) throws {
        var cascade = ShrinkCascade(width: header.width, deepest: keepsOverviews ? sizes.count - 1 : 0)
        var ready = [Int](repeating: 0, count: sizes.count)
        if !writesFullSize { ready[0] = height }
        var row = [UInt32](repeating: 0, count: header.width)
        func keep(_ level: Int, _ number: Int, _ pixels: UnsafePointer<UInt32>) throws {
            let byteCount = sizes[level].width * 4
            try storage[level]?.write(pixels, count: byteCount, at: number * byteCount)
            ready[level] = number + 1
        }
        for number in 0..<height {
            try row.withUnsafeMutableBufferPointer { row in
                try readRow(row.baseAddress!)
                if writesFullSize { try keep(0, number, row.baseAddress!) }
                try cascade.add(row.baseAddress!, emit: keep)
            }
            // Often enough that a waiting reader is not held up, seldom enough that the lock costs nothing.
            if number % 64 == 63 {
                if state.withLock({ $0.isAbandoned }) { throw CancellationError() }
                publish(ready)
            }
        }
        try cascade.finish(emit: keep)
        publish(ready)
    }
}
