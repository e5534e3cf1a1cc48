import Foundation
import TileSupport

/// The log of a build: an append-only file with its tiles in the order in which they were made, each distinct one once.
/// Its content survives however the build ends. The next build reads it, discards a partial record at the end, and
/// continues. Archives are written from it.
///
/// Thread-safe: bytes are written without holding a lock. A tile takes 16 bytes of memory, and a distinct one about 60.
/// Nothing is flushed to the disk: a killed process loses nothing, and records damaged by a power failure are detected
/// by their checks and made again.
final class BuildLog: Sendable {
    /// The content of the log when it was opened.
    struct Earlier: Sendable {
        /// The tiles in ascending order.
        var tiles: [FinishedTiles.Tile] = []
        var solidTiles = 0
        var repeatedTiles = 0
        var bytes: UInt64 = 0
        /// The bytes of the distinct tiles.
        var distinctBytes: UInt64 = 0
        var incompleteParts = 0
    }

    fileprivate struct State {
        var tiles: [FinishedTiles.Tile] = []
        var contents: [FinishedTiles.Content] = []
        var byHash: [SipHash.Value: UInt32] = [:]
        var bySolid: [SolidTile: UInt32] = [:]
        var end: UInt64
    }

    let earlier: Earlier
    /// Whether the log already states that it is complete.
    let isClosed: Bool
    private let file: LogFile
    private let state: Lock<State>
    /// A random key, so that nobody can craft tiles that are mistaken for each other.
    private let key: SipHash.Value

    /// Creates a log, replacing any existing one.
    ///
    /// - Parameter about: The description of this build for the next one.
    init(making path: String, about: [UInt8]) throws(SystemError) {
        key = .random
        file = try LogFile(making: path)
        let head = LogContents.head(about, key: key)
        try file.write(head, at: 0)
        state = Lock(State(end: UInt64(head.count)))
        earlier = Earlier()
        isClosed = false
    }

    /// Creates a log without a file, which only detects repeated tiles.
    init() {
        key = .random
        file = LogFile()
        state = Lock(State(end: 0))
        earlier = Earlier()
        isClosed = false
    }

    /// Opens a log to continue it. Anything after the last valid record is removed.
    ///
    /// - Parameter isReadOnly: Whether to neither append nor remove anything.
    init(_ file: LogFile, continuing contents: LogContents, isReadOnly: Bool = false) throws(SystemError) {
        if !isReadOnly { try file.truncate(to: contents.end) }
        self.file = file
        key = contents.key
        isClosed = contents.isComplete
        var earlier = Earlier()
        earlier.tiles = contents.tiles.sorted { $0.number < $1.number }
        earlier.solidTiles = contents.solidTiles
        earlier.repeatedTiles = contents.tiles.count - contents.contents.count
        earlier.bytes = contents.tileBytes
        earlier.distinctBytes = contents.contents.reduce(0) { $0 + UInt64($1.length) }
        earlier.incompleteParts = contents.incompleteParts
        self.earlier = earlier
        var state = State(end: contents.end)
        state.contents = contents.contents
        state.byHash.reserveCapacity(contents.hashes.count)
        for (index, hash) in contents.hashes.enumerated() { state.byHash[hash] = UInt32(index) }
        self.state = Lock(state)
    }

    /// Whether the tile was in the log when it was opened.
    ///
    /// - Complexity: O(log n).
    func had(_ number: UInt64) -> Bool {
        var (low, high) = (0, earlier.tiles.count)
        while low < high {
            let middle = (low + high) / 2
            if earlier.tiles[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < earlier.tiles.count && earlier.tiles[low].number == number
    }

    /// Adds a tile and returns whether its bytes are new. Tiles with equal `solid` values have equal bytes.
    ///
    /// - Parameter isKnownSolid: Whether the tile has one color, if `solid` is nil.
    /// - Throws: If it cannot be written, in which case the log is still valid.
    @discardableResult
    func add(
        _ bytes: [UInt8], number: UInt64, solid: SolidTile?, isSolid isKnownSolid: Bool = false
    ) throws(SystemError) -> Bool {
        if let solid {
            let known = state.withLock { state -> (UInt32, UInt64)? in
                guard let content = state.bySolid[solid] else { return nil }
                return (content, state.note(number, content))
            }
            if let (content, place) = known {
                try write(LogRecord(kind: .repeated, number: number, value: UInt64(content), isSolid: true), at: place)
                return false
            }
        }
        var hash = SipHash(key: key)
        bytes.withUnsafeBytes { hash.add($0) }
        let value = hash.finish()
        let (content, place, isNew) = state.withLock { state -> (UInt32, UInt64, Bool) in
            if let content = state.byHash[value] {
                if let solid { state.bySolid[solid] = content }
                return (content, state.note(number, content), false)
            }
            let content = UInt32(state.contents.count)
            let place = state.note(number, content, length: bytes.count)
            state.contents.append(
                FinishedTiles.Content(
                    offset: place + UInt64(LogRecord.headLength), length: UInt32(bytes.count), file: 0))
            state.byHash[value] = content
            if let solid { state.bySolid[solid] = content }
            return (content, place, true)
        }
        let isSolid = solid != nil || isKnownSolid
        guard isNew else {
            try write(LogRecord(kind: .repeated, number: number, value: UInt64(content), isSolid: isSolid), at: place)
            return false
        }
        // The head is written last, so that its presence implies that of the bytes.
        try file.write(bytes, at: place + UInt64(LogRecord.headLength))
        try write(
            LogRecord(kind: .tile, number: number, value: UInt64(bytes.count), isSolid: isSolid), value, at: place)
        return true
    }

    /// Records that an element of a tile could not be drawn.
    func addIncomplete() throws(SystemError) {
        let place = state.withLock { $0.claim(0) }
        try write(LogRecord(kind: .incomplete, number: 0, value: 0), at: place)
    }

    /// Records that the log is complete. Call it after the last tile.
    func close() throws(SystemError) {
        let (count, place) = state.withLock { ($0.tiles.count, $0.claim(0)) }
        try write(LogRecord(kind: .end, number: UInt64(count + earlier.tiles.count), value: 0), at: place)
    }

    private func write(
        _ record: LogRecord, _ content: SipHash.Value = SipHash.Value(low: 0, high: 0), at place: UInt64
    ) throws(SystemError) {
        let check = record.check(content, key: key)
        let result = withUnsafeTemporaryAllocation(byteCount: LogRecord.headLength, alignment: 8) { head in
            record.write(check, to: head)
            return Result { () throws(SystemError) in try file.write(UnsafeRawBufferPointer(head), at: place) }
        }
        try result.get()
    }

    /// Returns all tiles, including earlier ones. Call it once, after the last tile: the arrays are moved, because
    /// there may be ten million tiles.
    func finished() -> FinishedTiles {
        var (tiles, contents) = state.withLock { state in
            state.byHash = [:]
            defer { (state.tiles, state.contents) = ([], []) }
            return (state.tiles, state.contents)
        }
        tiles += earlier.tiles
        return FinishedTiles(tiles: tiles, contents: contents, files: [file])
    }

    /// Reserves capacity for tiles, because a growing array temporarily needs twice its memory.
    func expect(_ count: Int) { state.withLock { $0.tiles.reserveCapacity(min(count, Self.mostExpected)) } }

    /// The maximum reserved capacity, 256 MB of address space. Only pages that are written use memory.
    private static let mostExpected = 1 << 24
}

extension BuildLog.State {
    /// Reserves space for a record and returns its offset.
    fileprivate mutating func claim(_ length: Int) -> UInt64 {
        defer { end += UInt64(LogRecord.headLength + length) }
        return end
    }

    /// Adds a tile and returns the offset for its record.
    fileprivate mutating func note(_ number: UInt64, _ content: UInt32, length: Int = 0) -> UInt64 {
        tiles.append(FinishedTiles.Tile(number: number, content: content))
        return claim(length)
    }
}
