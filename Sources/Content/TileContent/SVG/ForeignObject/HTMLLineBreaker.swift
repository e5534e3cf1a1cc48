/// Divides a paragraph into lines that fit a width.
struct HTMLLineBreaker {
    /// A piece in a line. A word may be a part of one that did not fit.
    typealias Piece = HTMLParagraph.Piece

    let paragraph: HTMLParagraph
    /// Returns the width of a piece other than a word, with its margins.
    let width: (Piece) -> Double
    private(set) var lines: [[Piece]] = []
    private var line: [Piece] = []
    private var x = 0.0
    /// Whether the line has a word or a box.
    private var hasContent = false
    /// The last place in the line where it may be broken, if any, as an index.
    private var opportunity: Int?

    /// The tolerance for rounding: browsers count in 1/64 of a pixel.
    static let slack = 1.0 / 64

    init(_ paragraph: HTMLParagraph, _ width: @escaping (Piece) -> Double) {
        (self.paragraph, self.width) = (paragraph, width)
    }

    /// Breaks lines greedily.
    ///
    /// - Complexity: O(pieces), with one step back for each line.
    mutating func run(available: Double, indent: Double = 0) {
        x = indent
        var upcoming = Array(paragraph.pieces.reversed())
        while let piece = upcoming.popLast() {
            let mayBegin: Bool
            let extent: Double
            var spaces = 0.0
            switch piece {
            case .lineBreak:
                line.append(piece)
                end()
                continue
            case .outOfFlow:
                line.append(piece)
                continue
            case .open, .close:
                x += width(piece)
                line.append(piece)
                continue
            case .box(_, let may): (mayBegin, extent) = (may, width(piece))
            case .word(let word):
                (mayBegin, extent, spaces) = (word.mayBeginLine, word.width, word.spaceWidth)
            }
            if mayBegin, hasContent { opportunity = beginning() }
            if extent > 0, x + extent > available + Self.slack {
                if let at = opportunity {
                    // The pieces after the break are read again.
                    upcoming.append(piece)
                    upcoming += line[at...].reversed()
                    line.removeSubrange(at...)
                    end()
                    continue
                }
                if case .word(let word) = piece, let parts = split(word, available: available - x) {
                    line.append(.word(parts.0))
                    upcoming.append(.word(parts.1))
                    end()
                    continue
                }
            }
            line.append(piece)
            hasContent = true
            x += extent + spaces
        }
        if !line.isEmpty { end() }
    }

    /// The index where the next line begins if it is broken before the next piece: elements that are opened right
    /// before it go with it.
    private func beginning() -> Int {
        var at = line.count
        while at > 0, case .open = line[at - 1] { at -= 1 }
        return at
    }

    private mutating func end() {
        lines.append(line)
        line = []
        (x, hasContent, opportunity) = (0, false, nil)
    }

    /// Splits a word that does not fit, if its style allows that: at least one letter stays.
    private func split(
        _ word: HTMLParagraph.Word, available: Double
    ) -> (HTMLParagraph.Word, HTMLParagraph.Word)? {
        let run = paragraph.runs[word.run]
        let style = run.element.style.paragraph.style
        guard style.breaksWords || style.breaksAnywhere, style.whiteSpace.wraps else { return nil }
        let clusters = run.clusters(in: word.bytes)
        guard clusters.count > 1 else { return nil }
        var width = 0.0
        var count = 0
        for index in clusters {
            let advance = run.advance(run.order[index])
            if count > 0 || hasContent, width + advance > available + Self.slack { break }
            width += advance
            count += 1
        }
        guard count > 0, count < clusters.count else { return nil }
        let at = run.shaped.clusters[run.order[clusters.lowerBound + count]].offset
        guard at > word.bytes.lowerBound, at < word.bytes.upperBound else { return nil }
        var (first, second) = (word, word)
        first.bytes = word.bytes.lowerBound..<at
        (first.width, first.spaceWidth) = (width, 0)
        second.bytes = at..<word.bytes.upperBound
        second.width = max(0, word.width - width)
        second.mayBeginLine = true
        return (first, second)
    }
}
