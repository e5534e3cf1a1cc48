import Foundation

/// Decoded rows of a strip or tile.
// @unchecked Sendable: the bytes do not change after a piece has been filled and shared.
final class TIFFPiece: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer

    /// Creates a piece with undefined content. Returns nil if the process has too little memory.
    init?(byteCount: Int) {
        guard let memory = malloc(max(1, byteCount)) else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: memory, count: byteCount)
    }

    deinit { free(bytes.baseAddress) }
}

/// The most recently used pieces of a page, within a number of bytes.
struct TIFFPieceCache {
    private var pieces: [(number: Int, piece: TIFFPiece)] = []
    private var byteCount = 0
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Returns a piece, which becomes the most recently used one.
    mutating func piece(_ number: Int) -> TIFFPiece? {
        guard let index = pieces.lastIndex(where: { $0.number == number }) else { return nil }
        let found = pieces.remove(at: index)
        pieces.append(found)
        return found.piece
    }

    mutating func add(_ piece: TIFFPiece, number: Int) {
        guard piece.bytes.count <= limit, !pieces.contains(where: { $0.number == number }) else { return }
        byteCount += piece.bytes.count
        pieces.append((number, piece))
        while byteCount > limit { byteCount -= pieces.removeFirst().piece.bytes.count }
    }
}
