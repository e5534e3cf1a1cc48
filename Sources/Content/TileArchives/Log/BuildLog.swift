import Foundation
import TileSupport

/// The log of a build: its tiles in the order that they were made, each different one once, in one file that is only
/// ever added to. What is in it is kept whatever ends the build: the next one reads it, drops half a record at its end,
/// and goes on. Archives are written from it.
///
/// Safe from any thread: bytes are written with no lock held. A tile takes 16 bytes of memory, and a different one some
/// 60. Nothing is flushed to the disk: a process that is killed loses nothing by that, and what a power cut tears is
/// found by its check and made again.
final class BuildLog: Sendable {
    /// What was there when the log was opened.
    struct Earlier: Sendable {
        /// By their numbers.
        var tiles: [FinishedTiles.Tile] = []
        var solidTiles = 0
        var repeatedTiles = 0
        var bytes: UInt64 = 0
        /// Bytes of the different tiles.
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
    /// Whether it says already that all tiles are there.
    let isClosed: Bool
    private let file: LogFile
    private let state: Lock<State>
    /// Not known to anybody before, so that nobody makes two tiles that it takes for one.
    private let key: SipHash.Value

    /// Begins a log in place of what is there.
    ///
    /// - Parameter about: what the next build is to know of this one.
    init(making path: String, about: [UInt8]) throws(SystemError) {
        key = .random
        file = try LogFile(making: path)
        let head = LogContents.head(about, key: key)
        try file.write(head, at: 0)
        state = Lock(State(end: UInt64(head.count)))
        earlier = Earlier()
        isClosed = false
    }

    /// A log that is kept nowhere: it only tells which tiles repeat.
    init() {
        key = .random
        file = LogFile()
        state = Lock(State(end: 0))
        earlier = Earlier()
        isClosed = false
    }

    /// Goes on with a log: what follows the last sound record is cut off.
    ///
    /// - Parameter isReadOnly: that nothing is to be added, and nothing cut off.
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

    /// Whether the tile was there when the log was opened.
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

    /// Takes a tile in; whether its bytes are new. Those that are the same `solid` have the same bytes.
    ///
    /// - Parameter isKnownSolid: that it is of one color, of whichever.
    /// - Throws: when it can't be written; the log is as good as before.
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
        // The head comes last: where it is, the bytes are.
        try file.write(bytes, at: place + UInt64(LogRecord.headLength))
        try write(
            LogRecord(kind: .tile, number: number, value: UInt64(bytes.count), isSolid: isSolid), value, at: place)
        return true
    }

    /// Notes that something in a tile could not be drawn.
    func addIncomplete() throws(SystemError) {
        let place = state.withLock { $0.claim(0) }
        try write(LogRecord(kind: .incomplete, number: 0, value: 0), at: place)
    }

    /// Notes that all tiles are there. To be called when no more come.
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

    /// All tiles, earlier ones too. To be called once, when no more come: they are moved, for there may be ten million.
    func finished() -> FinishedTiles {
        var (tiles, contents) = state.withLock { state in
            state.byHash = [:]
            defer { (state.tiles, state.contents) = ([], []) }
            return (state.tiles, state.contents)
        }
        tiles += earlier.tiles
        return FinishedTiles(tiles: tiles, contents: contents, files: [file])
    }

    /// Makes room for so many tiles, as arrays that double take twice what they hold.
    func expect(_ count: Int) { state.withLock { $0.tiles.reserveCapacity(min(count, Self.mostExpected)) } }

    /// What the system gives without being asked twice: 256 MB, of which those are taken that are written to.
    private static let mostExpected = 1 << 24
}

extension BuildLog.State {
    /// Room for a record.
    fileprivate mutating func claim(_ length: Int) -> UInt64 {
        defer { end += UInt64(LogRecord.headLength + length) }
        return end
    }

    /// Notes a tile; where its record goes.
    fileprivate mutating func note(_ number: UInt64, _ content: UInt32, length: Int = 0) -> UInt64 {
        tiles.append(FinishedTiles.Tile(number: number, content: content))
        return claim(length)
    }
}
