import Foundation
import TileDrawing
import TileGraphics

/// A typesetter for paragraphs whose lines are interrupted by exclusion shapes. As in TextKit, it proceeds row by row
/// and within a row fragment by fragment.
///
/// A row is as high as its highest fragment, and its fragments share a baseline. A fragment that is too narrow for a
/// word is left empty; if all fragments of a row are, the row begins further down. Heights are in the container,
/// horizontal positions within its padding, and offsets relative to the piece's start.
///
/// - Complexity: O(n) for n characters. For each fragment, only as much text is shaped as may fit.
struct FragmentSetter {
    let units: [UInt16]
    let runs: [AttributeRuns.Run]
    let empty: AttributeSet
    let container: TextContainer
    /// Whether the piece begins its paragraph.
    let startsParagraph: Bool
    /// Returns the fragments available in a band of the container for text from an offset, in the order in which lines
    /// fill them.
    let room: (_ top: CGFloat, _ height: CGFloat, _ place: Int, _ isRightToLeft: Bool) -> [CGRect]
    /// The full width of the container, for text that fits nowhere else.
    let width: CGFloat
    let padding: CGFloat

    private(set) var parts: [PieceLayout.Part] = []
    private(set) var lines: [PieceLayout.Line] = []
    /// The bottom of all rows.
    private(set) var bottom: CGFloat
    private var row = 0
    private var isRightToLeft = false
    private var followers: [ObjectIdentifier: AttributeSet] = [:]
    private lazy var breaks = TextBreaks(units)

    /// The maximum number of empty rows before text is set across the whole container.
    private static let mostEmptyRows = 4000
    /// The maximum number of times that a row is set again because it is higher than assumed.
    private static let mostTries = 4

    init(
        _ units: [UInt16], _ runs: [AttributeRuns.Run], empty: AttributeSet, container: TextContainer,
        startsParagraph: Bool, from top: CGFloat, width: CGFloat, padding: CGFloat,
        room: @escaping (CGFloat, CGFloat, Int, Bool) -> [CGRect]
    ) {
        (self.units, self.runs, self.empty, self.container) = (units, runs, empty, container)
        (self.startsParagraph, self.width, self.padding, self.room) = (startsParagraph, width, padding, room)
        bottom = top
    }

    private struct Fragment {
        var block: TextBlock
        var map: UnitMap
        var place: CGRect
        var start: Int
        var line: TextBlock.Line { block.lines[0] }
    }

    mutating func set() {
        isRightToLeft = readsRightToLeft
        var (y, start, skipped) = (bottom, 0, 0)
        let spacing = (runs.first?.attributes ?? empty).paragraph.lineSpacing
        var height = max(1, (runs.first?.attributes ?? empty).text.font.lineHeight)
        repeat {
            if container.lineLimit > 0, row >= container.lineLimit { return }
            let first = height
            var fragments: [Fragment] = []
            for _ in 0..<Self.mostTries {
                let places = skipped < Self.mostEmptyRows ? room(y, height, start, isRightToLeft) : [whole(y, height)]
                fragments = fill(places, from: start)
                let tallest = Self.height(of: fragments)
                guard tallest > height + 0.01 else { break }
                height = tallest
            }
            guard let last = fragments.last else {
                // Small steps let a row begin as soon as there is space for it.
                (y, skipped, height) = (y + max(1, first / 8), skipped + 1, first)
                continue
            }
            positionFragments(fragments, at: y)
            start = last.start + last.map.unit(at: last.line.range.upperBound)
            y = bottom + spacing
            (row, skipped) = (row + 1, 0)
            height = max(1, Self.height(of: fragments))
        } while start < units.count
    }

    /// Whether the text is right-to-left, according to the paragraph style or the first letters. It determines the
    /// order in which a row's fragments are filled.
    private var readsRightToLeft: Bool {
        let direction = (runs.first?.attributes ?? empty).paragraph.baseWritingDirection
        guard direction == .natural else { return direction == .rightToLeft }
        let start = 0..<min(units.count, Self.probeLength)
        let (text, _) = PieceLayout.styled(Array(units[start]), AttributeRuns.runs(runs, in: start), empty: empty)
        return TextBlock(text, TextContainer(lineLimit: 1)).lines.first?.isRightToLeft ?? false
    }

    /// The number of UTF-16 units to examine, which contain a letter.
    private static let probeLength = 64

    private func whole(_ y: CGFloat, _ height: CGFloat) -> CGRect { CGRect(x: 0, y: y, width: width, height: height) }

    /// Returns the height of fragments that share a baseline.
    private static func height(of fragments: [Fragment]) -> CGFloat {
        let ascent = fragments.map(\.line.baseline).max() ?? 0
        return ascent + (fragments.map { $0.line.rect.height - $0.line.baseline }.max() ?? 0)
    }

    private mutating func fill(_ places: [CGRect], from start: Int) -> [Fragment] {
        var fragments: [Fragment] = []
        var start = start
        for (number, place) in places.enumerated() where start < units.count || fragments.isEmpty {
            let isLast = number + 1 == places.count
            guard let fragment = fragment(in: place, from: start, isLast: isLast) else { continue }
            fragments.append(fragment)
            start += fragment.map.unit(at: fragment.line.range.upperBound)
        }
        return fragments
    }

    /// Returns the text that fits in a fragment; nil if not even a word does.
    private mutating func fragment(in place: CGRect, from start: Int, isLast: Bool) -> Fragment? {
        let inner = place.width - 2 * padding
        let isWhole = place.minX <= 0 && place.maxX >= width
        guard inner > 0 || isWhole else { return nil }
        let size = max(1, (runs.first?.attributes ?? empty).text.font.pointSize)
        var count = inner.isFinite ? Int(min(1e6, inner / size * 5)) + 40 : units.count
        while true {
            var end = min(units.count, start + count)
            if end < units.count, UTF16.isTrailSurrogate(units[end]) { end += 1 }
            guard let made = fragment(start..<end, in: place, width: max(0, inner), isLast: isLast) else { return nil }
            let isBroken = made.block.isTruncated
            // All shaped text fits, so more may fit.
            if !isBroken, end < units.count {
                count *= 4
                continue
            }
            let next = start + made.map.unit(at: made.line.range.upperBound)
            let splitsWord = next < units.count && !breaks.places[next].contains(.lineBreak)
            let mayBreak = container.lineBreakMode == .byCharWrapping || isWhole
            return splitsWord && !mayBreak || next == start && start < units.count ? nil : made
        }
    }

    private mutating func fragment(
        _ range: Range<Int>, in place: CGRect, width: CGFloat, isLast: Bool
    ) -> Fragment? {
        let isFirst = range.lowerBound == 0 && startsParagraph && row == 0 && lines.isEmpty
        var runs = AttributeRuns.runs(runs, in: range)
        if !isFirst { for index in runs.indices { runs[index].attributes = follower(of: runs[index].attributes) } }
        let (text, map) = PieceLayout.styled(Array(units[range]), runs, empty: isFirst ? empty : follower(of: empty))
        var container = container
        container.width = width
        container.measuresCharacters = true
        let isEnd = container.lineLimit > 0 && row + 1 == container.lineLimit && isLast
        container.lineLimit = 1
        if !isEnd {
            container.truncatesLastLine = false
            if container.lineBreakMode != .byCharWrapping { container.lineBreakMode = .byWordWrapping }
        }
        let block = TextBlock(text, container)
        guard !block.lines.isEmpty else { return nil }
        return Fragment(block: block, map: map, place: place, start: range.lowerBound)
    }

    /// Returns the attributes of a continued paragraph: without the first line's indent, and with the paragraph's
    /// direction.
    private mutating func follower(of attributes: AttributeSet) -> AttributeSet {
        if let known = followers[ObjectIdentifier(attributes)] { return known }
        let style = NSMutableParagraphStyle()
        style.setParagraphStyle(attributes.paragraph)
        style.firstLineHeadIndent = style.headIndent
        style.baseWritingDirection = isRightToLeft ? .rightToLeft : .leftToRight
        var values = attributes.values
        values[.paragraphStyle] = style
        let made = AttributeSet(values)
        followers[ObjectIdentifier(attributes)] = made
        return made
    }

    private mutating func positionFragments(_ fragments: [Fragment], at y: CGFloat) {
        let ascent = fragments.map(\.line.baseline).max() ?? 0
        let height = Self.height(of: fragments)
        for fragment in fragments {
            let (line, x) = (fragment.line, fragment.place.minX)
            parts.append(
                PieceLayout.Part(block: fragment.block, origin: CGPoint(x: x, y: y + ascent - line.baseline)))
            var made = PieceLayout.Line(line, fragment.map, x: x, start: fragment.start)
            made.rect = CGRect(x: x + line.rect.minX, y: y, width: line.rect.width, height: height)
            made.baseline = y + ascent
            made.row = row
            made.place = fragment.place.minX...fragment.place.maxX
            lines.append(made)
        }
        bottom = y + height
    }
}
