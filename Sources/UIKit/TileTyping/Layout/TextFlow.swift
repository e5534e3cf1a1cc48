import Foundation
import TileDrawing
import TileGraphics

/// Where a text flow takes its text from.
protocol TextFlowSource: AnyObject {
    var flowLength: Int { get }
    /// As shown: as many as are asked for.
    func flowUnits(in range: Range<Int>) -> [UInt16]
    func flowRuns(in range: Range<Int>) -> [AttributeRuns.Run]
    /// Of text that is yet to come.
    var flowTypingAttributes: AttributeSet { get }
}

/// How text flows: the room it has.
struct FlowShape: Equatable {
    /// Of the container, with its padding; infinite for no limit.
    var width: CGFloat = .infinity
    var height: CGFloat = .infinity
    var padding: CGFloat = 0
    var lineLimit = 0
    var lineBreakMode = NSLineBreakMode.byWordWrapping
    /// Whether lines have all of the width, wherever they are; else the container says.
    var isRectangular = true
    var exclusion = ExclusionShape()
    var version = 0
    var usesFontLeading = true
    /// Where lines stand that are aligned naturally and tell no direction.
    var alignment: NSTextAlignment?
    /// Text wider than the room is not broken: a text field's.
    var isOneLine = false
}

/// Text laid out paragraph by paragraph, each when it is first asked for: what nobody has looked at yet has a height
/// that is guessed.
///
/// A change costs the paragraphs that it touches. A paragraph longer than `maxPiece` is laid out in parts, each of
/// which begins a line, so that typing in it costs one of them. Points are in the container.
final class TextFlow {
    /// In UTF-16 units: some hundred lines, which take a few milliseconds.
    static let maxPiece = 8192
    /// A text no longer than this is laid out whole, so that its height is exact.
    static let maxExact = 16_384

    weak var source: (any TextFlowSource)?
    var shape: FlowShape { didSet { if shape != oldValue { invalidateAll() } } }
    /// Says what room lines have where that is not all of the width.
    weak var container: NSTextContainer?
    private var list = PieceList() { didSet { needsSettling = true } }
    private var needsSettling = true
    private var isSettling = false
    /// Where the container is no plain rectangle, each piece is laid out where it lies, down to below what is in the
    /// way.
    var pieces: PieceList {
        if needsSettling, !shape.isRectangular, !shape.isOneLine { settle() }
        return list
    }
    /// How many pieces were laid out so far: for tests, and for who looks for what layout costs.
    private(set) var layoutCount = 0

    init(_ shape: FlowShape = FlowShape()) { self.shape = shape }

    private var length: Int { source?.flowLength ?? 0 }

    // MARK: Changes

    /// All of the text is another.
    func reload() {
        list = PieceList(makePieces(0..<length, continues: false, isEnd: true))
    }

    /// Everything is laid out anew when it is asked for.
    func invalidateAll() {
        list.updateAll {
            $0.layout = nil
            $0.height = guessedHeight(of: $0)
        }
    }

    /// A range was replaced.
    ///
    /// - Parameters:
    ///   - range: in the text as it is now.
    ///   - delta: by how much the text has become longer.
    func change(_ range: Range<Int>, by delta: Int) {
        guard pieces.count > 0, pieces.length + delta == length else { return reload() }
        let oldEnd = max(range.lowerBound, range.upperBound - delta)
        var first = pieces.piece(at: range.lowerBound)
        // What is typed at a paragraph's very beginning may end the one before: its CR and LF are one end.
        if first.index > 0, first.start == range.lowerBound { first = pieces.piece(number: first.index - 1) }
        // It holds what follows the change, also where that was the end of the paragraph before.
        let last = pieces.piece(at: oldEnd)
        let end = last.start + pieces[last.index].length
        let next = last.index + 1
        let made = makePieces(
            first.start..<end + delta, continues: pieces[first.index].continues, isEnd: next == pieces.count)
        list.replace(first.index..<next, with: made)
    }

    static func isEnd(_ unit: UInt16) -> Bool {
        unit == 0x0A || unit == 0x0D || unit == 0x2029 || unit == 0x2028 || unit == 0x85 || unit == 0x0C || unit == 0x0B
    }

    private func makePieces(_ range: Range<Int>, continues: Bool, isEnd: Bool) -> [Piece] {
        guard let source else { return [] }
        let units = source.flowUnits(in: range)
        var made: [Piece] = []
        var (start, place, isPart) = (0, 0, continues)
        func close(at end: Int, terminator: Int, isPart next: Bool) {
            var piece = Piece(length: end - start, terminator: terminator, height: 0, continues: isPart)
            piece.height = guessedHeight(of: piece)
            made.append(piece)
            (start, isPart) = (end, next)
        }
        while place < units.count {
            if !shape.isOneLine, Self.isEnd(units[place]) {
                let isPair = units[place] == 0x0D && place + 1 < units.count && units[place + 1] == 0x0A
                place += isPair ? 2 : 1
                close(at: place, terminator: isPair ? 2 : 1, isPart: false)
                continue
            }
            place += 1
            if !shape.isOneLine, place - start >= Self.maxPiece, place < units.count {
                place = goodBreak(units, near: place, after: start)
                close(at: place, terminator: 0, isPart: true)
            }
        }
        // The last line is there also when it is empty.
        if start < units.count || isEnd { close(at: units.count, terminator: 0, isPart: false) }
        return made
    }

    /// A place to part a long paragraph: after a space if there is one, never within a character.
    private func goodBreak(_ units: [UInt16], near place: Int, after start: Int) -> Int {
        var at = place
        while at > place - 512, at > start + 1 { if units[at - 1] == 0x20 { return at } else { at -= 1 } }
        let low = max(start, place - 64)
        let breaks = TextBreaks(units[low..<min(units.count, place + 64)])
        at = place
        while at > low + 1, !breaks.places[at - low].contains(.caret) { at -= 1 }
        return at
    }

    // MARK: Layout

    /// As high as so many characters would be in the font of text to come.
    private func guessedHeight(of piece: Piece) -> CGFloat {
        guard let source else { return 0 }
        let font = source.flowTypingAttributes.text.font
        let width = shape.width.isFinite ? max(font.pointSize, shape.width - 2 * shape.padding) : .infinity
        let lines = max(1, (CGFloat(piece.length) * font.pointSize * 0.5 / width).rounded(.up))
        return lines * font.lineHeight
    }

    /// The piece's layout, made now unless it is there.
    func layout(of found: PieceList.Found) -> PieceLayout {
        let piece = pieces[found.index]
        // What lies below shapes now may have been laid out beside them.
        if let layout = piece.layout, layout.top == nil || found.top < bottom { return layout }
        return layOut(piece, found)
    }

    private func layOut(_ piece: Piece, _ found: PieceList.Found) -> PieceLayout {
        let layout = make(piece, found)
        layoutCount += 1
        list.update(found.index) {
            $0.layout = layout
            $0.height = layout.height
        }
        if !isSettling, shape.isRectangular || found.top >= bottom { needsSettling = false }
        return layout
    }

    // MARK: Around shapes

    /// Below it lines have all of the width.
    private var bottom: CGFloat { shape.exclusion.isEmpty ? .infinity : shape.exclusion.bottom }

    /// Lays out the pieces that lie beside something, each where those above it end: a piece that has come to lie
    /// elsewhere anew.
    ///
    /// - Complexity: O(n) for n pieces there.
    private func settle() {
        guard !isSettling else { return }
        isSettling = true
        let bottom = bottom
        var found = PieceList.Found(index: 0, start: 0, top: 0)
        while found.index < list.count {
            let piece = list[found.index]
            // What lies below is laid out when it is asked for.
            if found.top >= bottom { break }
            let isPlaced = piece.layout.map { $0.top == found.top } ?? false
            let height = isPlaced ? piece.height : layOut(piece, found).height
            found = PieceList.Found(index: found.index + 1, start: found.start + piece.length, top: found.top + height)
        }
        (isSettling, needsSettling) = (false, false)
    }

    /// A piece whose lines have room in parts; nil where they have all of the width.
    private func fragments(
        _ units: [UInt16], _ runs: [AttributeRuns.Run], empty: AttributeSet, _ text: TextContainer, _ piece: Piece,
        _ found: PieceList.Found, _ spaces: (top: CGFloat, bottom: CGFloat)
    ) -> PieceLayout? {
        guard !shape.isRectangular, !shape.isOneLine, found.top < bottom, let container else { return nil }
        var setter = FragmentSetter(
            units, runs, empty: empty, container: text, startsParagraph: !piece.continues,
            from: found.top + spaces.top, width: shape.width, padding: shape.padding
        ) { top, height, place, isRightToLeft in
            container.lineFragments(
                top: top, height: height, at: found.start + place, isRightToLeft: isRightToLeft)
        }
        setter.set()
        return PieceLayout(setter, top: found.top, topSpace: spaces.top, bottomSpace: spaces.bottom)
    }

    private func make(_ piece: Piece, _ found: PieceList.Found) -> PieceLayout {
        let content = found.start..<found.start + piece.length - piece.terminator
        let units = source?.flowUnits(in: content) ?? []
        let runs = source?.flowRuns(in: content) ?? []
        var empty = source?.flowTypingAttributes ?? AttributeSet([:])
        // An empty paragraph looks like what ends it.
        if piece.terminator > 0, content.isEmpty,
            let end = source?.flowRuns(in: found.start..<found.start + piece.length).first
        {
            empty = end.attributes
        }
        let style = (runs.first?.attributes ?? empty).paragraph
        let isFirst = found.index == 0
        let isLast = found.index + 1 == list.count
        var container = TextContainer(
            width: shape.isOneLine ? .infinity : max(0, shape.width - 2 * shape.padding), alignment: shape.alignment,
            usesFontLeading: shape.usesFontLeading)
        if shape.lineLimit > 0 {
            let left = shape.lineLimit - linesBefore(found.index)
            guard left > 0 else { return PieceLayout() }
            container.lineLimit = left
            container.lineBreakMode = shape.lineBreakMode
            container.truncatesLastLine = shape.lineBreakMode == .byTruncatingTail
        } else if shape.lineBreakMode == .byCharWrapping {
            container.lineBreakMode = .byCharWrapping
        }
        let spaces = (
            top: isFirst || piece.continues ? 0 : style.paragraphSpacingBefore,
            bottom: isLast ? 0 : style.lineSpacing + (piece.terminator > 0 ? style.paragraphSpacing : 0)
        )
        if let parted = fragments(units, runs, empty: empty, container, piece, found, spaces) { return parted }
        return PieceLayout(
            units, runs, empty: empty, container: container, topSpace: spaces.top, bottomSpace: spaces.bottom)
    }

    /// Only where lines are limited, which is where they are few.
    private func linesBefore(_ index: Int) -> Int {
        var count = 0
        for number in 0..<index where count < shape.lineLimit {
            count += 1 + (layout(of: list.piece(number: number)).lines.last?.row ?? -1)
        }
        return count
    }

    /// Lays out what lies within heights, and returns it; more than was guessed may come into them by it.
    func layOut(from top: CGFloat, to bottom: CGFloat) -> [(found: PieceList.Found, layout: PieceLayout)] {
        guard pieces.count > 0 else { return [] }
        var result: [(PieceList.Found, PieceLayout)] = []
        var found = pieces.piece(atHeight: top)
        while true {
            let layout = layout(of: found)
            result.append((found, layout))
            let next = found.top + layout.height
            guard next < bottom, found.index + 1 < pieces.count else { return result }
            found = PieceList.Found(
                index: found.index + 1, start: found.start + pieces[found.index].length, top: next)
        }
    }

    /// Lays out all that a range of the text touches.
    func layOut(_ range: Range<Int>) {
        var found = pieces.piece(at: range.lowerBound)
        guard pieces.count > 0 else { return }
        while true {
            _ = layout(of: found)
            let end = found.start + pieces[found.index].length
            guard end < range.upperBound, found.index + 1 < pieces.count else { return }
            found = pieces.piece(number: found.index + 1)
        }
    }

    /// The height of all lines: exact for texts that are not too long.
    var contentHeight: CGFloat {
        if length <= Self.maxExact { layOut(0..<length) }
        return pieces.height
    }

    /// As contentHeight, and the width of the widest line that is laid out.
    var contentSize: CGSize {
        let height = contentHeight
        var width: CGFloat = 0
        if length <= Self.maxExact {
            for index in 0..<pieces.count { width = max(width, pieces[index].layout?.width ?? 0) }
        } else {
            width = max(0, shape.width - 2 * shape.padding)
        }
        return CGSize(width: width + 2 * shape.padding, height: height)
    }
}
