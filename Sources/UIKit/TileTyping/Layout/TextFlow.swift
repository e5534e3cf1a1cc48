import Foundation
import TileDrawing
import TileGraphics

/// The source of a flow's text.
protocol TextFlowSource: AnyObject {
    var flowLength: Int { get }
    /// Returns the displayed units. Their number equals that of the range.
    func flowUnits(in range: Range<Int>) -> [UInt16]
    func flowRuns(in range: Range<Int>) -> [AttributeRuns.Run]
    /// The attributes of text to be typed.
    var flowTypingAttributes: AttributeSet { get }
}

/// The area and the settings of a text flow.
struct FlowShape: Equatable {
    /// The size of the container with its padding; infinite for no limit.
    var width: CGFloat = .infinity
    var height: CGFloat = .infinity
    var padding: CGFloat = 0
    var lineLimit = 0
    var lineBreakMode = NSLineBreakMode.byWordWrapping
    /// Whether all lines have the full width. Otherwise the container determines it.
    var isRectangular = true
    var exclusion = ExclusionShape()
    var version = 0
    var usesFontLeading = true
    /// The alignment of naturally aligned lines without a direction.
    var alignment: NSTextAlignment?
    /// Whether text isn't broken into lines, as in a text field.
    var isOneLine = false
}

/// A text that is laid out by paragraph, on demand. Paragraphs without a layout have estimated heights.
///
/// The cost of a change depends on the paragraphs that it touches. A paragraph longer than `maxPiece` is laid out in
/// parts, each starting a new line, so that typing in it costs only one of them. Points are in the container.
final class TextFlow {
    /// The maximum length of a piece in UTF-16 units: a few hundred lines, which take a few milliseconds.
    static let maxPiece = 8192
    /// The maximum length of a text that is laid out completely, so that its height is exact.
    static let maxExact = 16_384

    weak var source: (any TextFlowSource)?
    var shape: FlowShape { didSet { if shape != oldValue { invalidateAll() } } }
    /// The container, which determines the lines' areas if they don't have the full width.
    weak var container: NSTextContainer?
    private var list = PieceList() { didSet { needsSettling = true } }
    private var needsSettling = true
    private var isSettling = false
    /// The pieces. If the container isn't a simple rectangle, those above the bottom of the exclusion shapes are laid
    /// out at their positions first.
    var pieces: PieceList {
        if needsSettling, !shape.isRectangular, !shape.isOneLine { settle() }
        return list
    }
    /// The number of pieces laid out so far, for tests and for analyzing layout costs.
    private(set) var layoutCount = 0

    init(_ shape: FlowShape = FlowShape()) { self.shape = shape }

    private var length: Int { source?.flowLength ?? 0 }

    // MARK: Changes

    /// Replaces all pieces after the whole text has changed.
    func reload() {
        list = PieceList(makePieces(0..<length, continues: false, isEnd: true))
    }

    /// Invalidates the layout of all pieces.
    func invalidateAll() {
        list.updateAll {
            $0.layout = nil
            $0.height = guessedHeight(of: $0)
        }
    }

    /// Updates the pieces after a range was replaced.
    ///
    /// - Parameters:
    ///   - range: in the text after the change.
    ///   - delta: the change of the text's length.
    func change(_ range: Range<Int>, by delta: Int) {
        guard pieces.count > 0, pieces.length + delta == length else { return reload() }
        let oldEnd = max(range.lowerBound, range.upperBound - delta)
        var first = pieces.piece(at: range.lowerBound)
        // Text typed at the start of a paragraph may extend the previous terminator, because CR and LF form a single
        // one.
        if first.index > 0, first.start == range.lowerBound { first = pieces.piece(number: first.index - 1) }
        // This piece contains the text after the change, even if the change was at the end of the previous paragraph.
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
        // An empty last line also has a piece.
        if start < units.count || isEnd { close(at: units.count, terminator: 0, isPart: false) }
        return made
    }

    /// Returns an offset at which to split a long paragraph: after a space if possible, and never inside a character.
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

    /// Returns an estimated height, based on the number of characters and the font of text to be typed.
    private func guessedHeight(of piece: Piece) -> CGFloat {
        guard let source else { return 0 }
        let font = source.flowTypingAttributes.text.font
        let width = shape.width.isFinite ? max(font.pointSize, shape.width - 2 * shape.padding) : .infinity
        let lines = max(1, (CGFloat(piece.length) * font.pointSize * 0.5 / width).rounded(.up))
        return lines * font.lineHeight
    }

    /// Returns the layout of a piece, created if needed.
    func layout(of found: PieceList.Found) -> PieceLayout {
        let piece = pieces[found.index]
        // Pieces that have moved below the shapes may have been laid out beside them.
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

    /// The height below which lines have the full width.
    private var bottom: CGFloat { shape.exclusion.isEmpty ? .infinity : shape.exclusion.bottom }

    /// Lays out the pieces beside exclusion shapes, each at the end of the previous one. Pieces that have moved are
    /// laid out again.
    ///
    /// - Complexity: O(n) for n pieces there.
    private func settle() {
        guard !isSettling else { return }
        isSettling = true
        let bottom = bottom
        var found = PieceList.Found(index: 0, start: 0, top: 0)
        while found.index < list.count {
            let piece = list[found.index]
            // Pieces below are laid out on demand.
            if found.top >= bottom { break }
            let isPlaced = piece.layout.map { $0.top == found.top } ?? false
            let height = isPlaced ? piece.height : layOut(piece, found).height
            found = PieceList.Found(index: found.index + 1, start: found.start + piece.length, top: found.top + height)
        }
        (isSettling, needsSettling) = (false, false)
    }

    /// Returns the layout of a piece with interrupted lines; nil if they have the full width.
    private func fragments(
        _ units: [UInt16], _ runs: [AttributeRuns.Run], empty: AttributeSet, text: TextContainer, piece: Piece,
        found: PieceList.Found, spaces: (top: CGFloat, bottom: CGFloat)
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
        // An empty paragraph has the attributes of its terminator.
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
        if let parted = fragments(
            units, runs, empty: empty, text: container, piece: piece, found: found, spaces: spaces)
        {
            return parted
        }
        return PieceLayout(
            units, runs, empty: empty, container: container, topSpace: spaces.top, bottomSpace: spaces.bottom)
    }

    /// Returns the number of lines before a piece. It is used only with a line limit, so there are few.
    private func linesBefore(_ index: Int) -> Int {
        var count = 0
        for number in 0..<index where count < shape.lineLimit {
            count += 1 + (layout(of: list.piece(number: number)).lines.last?.row ?? -1)
        }
        return count
    }

    /// Lays out the pieces between two heights and returns them. There may be more of them than estimated.
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

    /// Lays out everything that a range of the text touches.
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

    /// The height of all lines, which is exact for texts up to `maxExact`.
    var contentHeight: CGFloat {
        if length <= Self.maxExact { layOut(0..<length) }
        return pieces.height
    }

    /// The height as in `contentHeight`, and the width of the widest line with a layout.
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
