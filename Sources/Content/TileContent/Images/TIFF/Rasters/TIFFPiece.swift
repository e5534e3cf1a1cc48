import Foundation

/// Decoded rows of a strip or tile.
// @unchecked Sendable: the bytes do not change after a piece has been filled and shared.
final class TIFFPiece: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer

    /// The approximate memory of a kept piece in addition to its bytes: the object, the allocation's header, and the
    /// entries in the tables of the cache.
    static let overhead = 256

    /// The memory of a kept piece, in bytes.
    var byteCount: Int { bytes.count + Self.overhead }

    /// Creates a piece of zeros, because a decoder may leave out a part. Returns nil if the process has too little
    /// memory.
    init?(byteCount: Int) {
        guard let memory = calloc(max(1, byteCount), 1) else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: memory, count: byteCount)
    }

    deinit { free(bytes.baseAddress) }
}

/// The most recently used pieces of a page, within a number of bytes.
///
/// Each use appends the piece's number to a queue, with a stamp. The least recently used piece is the first in the
/// queue whose stamp is its latest; others are skipped.
struct TIFFPieceCache {
    private struct Entry {
        var piece: TIFFPiece
        var stamp: UInt64
    }

    private var entries: [Int: Entry] = [:]
    private var uses: [(number: Int, stamp: UInt64)] = []
    /// The index of the first use that was not skipped.
    private var first = 0
    private var stamp: UInt64 = 0
    private(set) var byteCount = 0
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var count: Int { entries.count }

    /// Returns a piece, which becomes the most recently used one.
    ///
    /// - Complexity: O(1), amortized.
    mutating func piece(_ number: Int) -> TIFFPiece? {
        guard let piece = entries[number]?.piece else { return nil }
        use(number, piece)
        return piece
    }

    /// Adds a piece, and removes the least recently used ones beyond the limit.
    ///
    /// - Complexity: O(1), amortized.
    mutating func add(_ piece: TIFFPiece, number: Int) {
        guard piece.byteCount <= limit, entries[number] == nil else { return }
        byteCount += piece.byteCount
        use(number, piece)
        while byteCount > limit {
            let (number, stamp) = uses[first]
            first += 1
            guard let entry = entries[number], entry.stamp == stamp else { continue }
            byteCount -= entry.piece.byteCount
            entries[number] = nil
        }
    }

    private mutating func use(_ number: Int, _ piece: TIFFPiece) {
        stamp += 1
        entries[number] = Entry(piece: piece, stamp: stamp)
        if uses.count >= 2 * entries.count + 64 {
            uses = uses[first...].filter { entries[$0.number]?.stamp == $0.stamp }
            first = 0
        }
        uses.append((number, stamp))
    }
}
