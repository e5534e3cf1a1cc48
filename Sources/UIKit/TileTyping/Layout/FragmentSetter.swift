import Foundation
import TileDrawing
import TileGraphics

/// Sets a paragraph where its lines have room in parts: row by row, in each row fragment by fragment, as TextKit's
/// typesetter does.
///
/// A row is as high as the highest of its fragments, whose baselines lie at one height. A fragment that has no room for
/// a word is left empty, and a row that has none for any begins further down. Heights are in the container, places
/// across within its padding, units from the piece's beginning.
///
/// - Complexity: O(n) for n characters: for each fragment as much text is shaped as it may have room for.
struct FragmentSetter {
    let units: [UInt16]
    let runs: [AttributeRuns.Run]
    let empty: AttributeSet
    let container: TextContainer
    /// Whether the piece begins its paragraph.
    let startsParagraph: Bool
    /// The room in a band of the container for the text from a place on, in the order in which lines go there.
    let room: (_ top: CGFloat, _ height: CGFloat, _ place: Int, _ isRightToLeft: Bool) -> [CGRect]
    /// The whole of the container, for what has room nowhere.
    let width: CGFloat
    let padding: CGFloat

    private(set) var parts: [PieceLayout.Part] = []
    private(set) var lines: [PieceLayout.Line] = []
    /// Of all rows.
    private(set) var bottom: CGFloat
    private var row = 0
    private var isRightToLeft = false
    private var followers: [ObjectIdentifier: AttributeSet] = [:]
    private lazy var breaks = TextBreaks(units)

    /// Rows without room that are gone through before text is set across the whole container.
    private static let mostEmptyRows = 4000
    /// How often a row is set anew because it is higher than was thought.
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
                // Small steps, so that a row begins where there is room for it.
                (y, skipped, height) = (y + max(1, first / 8), skipped + 1, first)
                continue
            }
            place(fragments, at: y)
            start = last.start + last.map.unit(at: last.line.range.upperBound)
            y = bottom + spacing
            (row, skipped) = (row + 1, 0)
            height = max(1, Self.height(of: fragments))
        } while start < units.count
    }

    /// As the paragraph's style says, or else its first letters: in which order a row's parts are filled.
    private var readsRightToLeft: Bool {
        let direction = (runs.first?.attributes ?? empty).paragraph.baseWritingDirection
        guard direction == .natural else { return direction == .rightToLeft }
        let start = 0..<min(units.count, Self.probeLength)
        let (text, _) = PieceLayout.styled(Array(units[start]), AttributeRuns.runs(runs, in: start), empty: empty)
        return TextBlock(text, TextContainer(lineLimit: 1)).lines.first?.isRightToLeft ?? false
    }

    /// In UTF-16 units: there is a letter among them.
    private static let probeLength = 64

    private func whole(_ y: CGFloat, _ height: CGFloat) -> CGRect { CGRect(x: 0, y: y, width: width, height: height) }

    /// From the highest top to the lowest bottom, all on one baseline.
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

    /// As much text as a place has room for; nil where that is no word.
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
            // All that was shaped has room: there may be room for more.
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

    /// The attributes of a paragraph that goes on: without the indent of its first line, and in its direction.
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

    private mutating func place(_ fragments: [Fragment], at y: CGFloat) {
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
