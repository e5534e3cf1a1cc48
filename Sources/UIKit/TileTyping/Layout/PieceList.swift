import Foundation

/// A part of the text that is laid out separately: a paragraph with its terminator, or a part of a very long one.
struct Piece {
    /// The length in UTF-16 units, including the terminator.
    var length: Int
    /// The number of units at the end that terminate the paragraph.
    var terminator: Int
    /// The height, laid out or estimated.
    var height: CGFloat
    var layout: PieceLayout?
    /// Whether the previous piece belongs to the same paragraph.
    var continues: Bool
}

/// The pieces of a text, found by offset and by height.
///
/// They are stored in chunks that know their sums. Finding a piece visits the chunks and the pieces of one chunk; a
/// change affects one chunk.
struct PieceList {
    static let chunkSize = 256

    private struct Chunk {
        var pieces: [Piece]
        var length = 0
        var height: CGFloat = 0

        init(_ pieces: [Piece]) {
            self.pieces = pieces
            sum()
        }

        mutating func sum() {
            length = pieces.reduce(0) { $0 + $1.length }
            height = pieces.reduce(0) { $0 + $1.height }
        }
    }

    private var chunks: [Chunk] = []
    private(set) var count = 0
    private(set) var length = 0
    var height: CGFloat { chunks.reduce(0) { $0 + $1.height } }

    /// A piece with its offset in the text and its vertical position.
    struct Found {
        var index: Int
        var start: Int
        var top: CGFloat
    }

    init(_ pieces: [Piece] = []) {
        count = pieces.count
        // Chunks are filled evenly, so that each has space for more.
        let parts = (pieces.count + Self.chunkSize - 1) / Self.chunkSize
        let size = parts == 0 ? 0 : (pieces.count + parts - 1) / parts
        var first = 0
        while first < pieces.count {
            let last = min(first + size, pieces.count)
            chunks.append(Chunk(Array(pieces[first..<last])))
            first = last
        }
        length = chunks.reduce(0) { $0 + $1.length }
    }

    private func position(of index: Int) -> (chunk: Int, piece: Int) {
        var left = index
        for (number, chunk) in chunks.enumerated() {
            if left < chunk.pieces.count { return (number, left) }
            left -= chunk.pieces.count
        }
        return (chunks.count - 1, (chunks.last?.pieces.count ?? 1) - 1)
    }

    subscript(index: Int) -> Piece {
        let (chunk, piece) = position(of: index)
        return chunks[chunk].pieces[piece]
    }

    mutating func update(_ index: Int, _ change: (inout Piece) -> Void) {
        let (chunk, piece) = position(of: index)
        let before = chunks[chunk].pieces[piece]
        change(&chunks[chunk].pieces[piece])
        chunks[chunk].height += chunks[chunk].pieces[piece].height - before.height
    }

    /// Returns the piece that contains an offset; the last piece for the end of the text.
    func piece(at offset: Int) -> Found {
        var found = Found(index: 0, start: 0, top: 0)
        for (number, chunk) in chunks.enumerated() {
            if offset >= found.start + chunk.length, number + 1 < chunks.count {
                found.index += chunk.pieces.count
                found.start += chunk.length
                found.top += chunk.height
                continue
            }
            for (index, piece) in chunk.pieces.enumerated() {
                let isLast = number + 1 == chunks.count && index + 1 == chunk.pieces.count
                if offset < found.start + piece.length || isLast { return found }
                found.index += 1
                found.start += piece.length
                found.top += piece.height
            }
        }
        return found
    }

    /// Returns the piece at a height; the first or the last one outside the text.
    func piece(atHeight y: CGFloat) -> Found {
        var found = Found(index: 0, start: 0, top: 0)
        for (number, chunk) in chunks.enumerated() {
            if y >= found.top + chunk.height, number + 1 < chunks.count {
                found.index += chunk.pieces.count
                found.start += chunk.length
                found.top += chunk.height
                continue
            }
            for (index, piece) in chunk.pieces.enumerated() {
                let isLast = number + 1 == chunks.count && index + 1 == chunk.pieces.count
                if y < found.top + piece.height || isLast { return found }
                found.index += 1
                found.start += piece.length
                found.top += piece.height
            }
        }
        return found
    }

    func piece(number index: Int) -> Found {
        var found = Found(index: 0, start: 0, top: 0)
        for chunk in chunks {
            if index >= found.index + chunk.pieces.count {
                found.index += chunk.pieces.count
                found.start += chunk.length
                found.top += chunk.height
                continue
            }
            for piece in chunk.pieces {
                if found.index == index { return found }
                found.index += 1
                found.start += piece.length
                found.top += piece.height
            }
        }
        return found
    }

    mutating func replace(_ range: Range<Int>, with new: [Piece]) {
        guard !chunks.isEmpty else {
            self = PieceList(new)
            return
        }
        let (first, low) = position(of: range.lowerBound)
        let (last, high) = range.isEmpty ? (first, low - 1) : position(of: range.upperBound - 1)
        var pieces = Array(chunks[first].pieces[..<low])
        pieces += new
        pieces += chunks[last].pieces[min(high + 1, chunks[last].pieces.count)...]
        let old = chunks[first...last].reduce(0) { $0 + $1.length }
        let made = pieces.isEmpty ? [] : PieceList(pieces).chunks
        chunks.replaceSubrange(first...last, with: made)
        count += new.count - range.count
        length += made.reduce(0) { $0 + $1.length } - old
    }

    mutating func updateAll(_ change: (inout Piece) -> Void) {
        for number in chunks.indices {
            for index in chunks[number].pieces.indices { change(&chunks[number].pieces[index]) }
            chunks[number].sum()
        }
    }
}
