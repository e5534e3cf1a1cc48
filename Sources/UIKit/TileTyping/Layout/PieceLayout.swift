import Foundation
import TileDrawing
import TileGraphics

/// The layout of a piece of text. Offsets are in UTF-16 units from the start of the piece. Points are relative to the
/// top left of the container's inside, with the top of the piece at 0.
final class PieceLayout {
    struct Line {
        /// The rectangle from the left end of the first glyph to the right end of the last, with the line's height.
        var rect: CGRect
        var baseline: CGFloat
        /// The range of the line's text, without the paragraph's terminator.
        var range: Range<Int>
        var isRightToLeft: Bool
        /// The row number; adjacent fragments share a row.
        var row = 0
        /// The horizontal extent available to the line, from the container's left edge; nil for the whole width.
        var place: ClosedRange<CGFloat>?
        fileprivate var clusters: [Cluster]

        /// Creates a line.
        ///
        /// - Parameters:
        ///   - x: the text's left edge.
        ///   - start: the offset of the text in the piece.
        init(_ line: TextBlock.Line, _ map: UnitMap, x: CGFloat = 0, y: CGFloat = 0, start: Int = 0) {
            func range(_ bytes: Range<Int>) -> Range<Int> {
                start + map.unit(at: bytes.lowerBound)..<start + map.unit(at: bytes.upperBound)
            }
            rect = line.rect.offsetBy(dx: x, dy: y)
            baseline = line.baseline + y
            self.range = range(line.range)
            isRightToLeft = line.isRightToLeft
            clusters = line.clusters.map { cluster in
                Cluster(
                    range: range(cluster.range), x: CGFloat(cluster.x) + x, width: CGFloat(cluster.width),
                    isRightToLeft: cluster.isRightToLeft)
            }
        }
    }

    /// A drawable part and its position, relative to the top left of the container's inside.
    struct Part {
        var block: TextBlock
        var origin: CGPoint
    }

    fileprivate struct Cluster {
        var range: Range<Int>
        var x: CGFloat
        var width: CGFloat
        var isRightToLeft: Bool
    }

    private let parts: [Part]
    let lines: [Line]
    /// The extent of the widest line, with its indents.
    let width: CGFloat
    /// The position in the container for which the piece was laid out, if its lines depend on it.
    let top: CGFloat?
    /// The space before the first line. `height` is the total, including the space after the last line.
    let topSpace: CGFloat
    let height: CGFloat
    private let units: [UInt16]
    /// The possible caret positions, computed on first use.
    private lazy var breaks = TextBreaks(units)

    /// Creates the layout of a piece.
    ///
    /// - Parameters:
    ///   - units: without the paragraph's terminator.
    ///   - runs: the attributes of the units.
    ///   - empty: the attributes of a piece without text.
    init(
        _ units: [UInt16], _ runs: [AttributeRuns.Run], empty: AttributeSet, container: TextContainer,
        topSpace: CGFloat, bottomSpace: CGFloat
    ) {
        self.units = units
        self.topSpace = topSpace
        let (text, map) = Self.styled(units, runs, empty: empty)
        var container = container
        container.measuresCharacters = true
        let block = TextBlock(text, container)
        parts = [Part(block: block, origin: CGPoint(x: 0, y: topSpace))]
        lines = block.lines.enumerated().map { number, line in
            var line = Line(line, map, y: topSpace)
            line.row = number
            return line
        }
        width = block.size.width
        height = topSpace + block.size.height + bottomSpace
        top = nil
    }

    /// Creates the layout of a piece with interrupted lines.
    ///
    /// - Parameters:
    ///   - setter: finished, starting below the space before the piece.
    ///   - top: the top of the piece in the container.
    init(_ setter: FragmentSetter, top: CGFloat, topSpace: CGFloat, bottomSpace: CGFloat) {
        units = setter.units
        self.topSpace = topSpace
        self.top = top
        parts = setter.parts.map { Part(block: $0.block, origin: CGPoint(x: $0.origin.x, y: $0.origin.y - top)) }
        lines = setter.lines.map { line in
            var line = line
            line.rect.origin.y -= top
            line.baseline -= top
            return line
        }
        width = lines.map(\.rect.maxX).max() ?? 0
        height = setter.bottom - top + bottomSpace
    }

    /// Returns the text with its attributes, and a map between its UTF-16 units and its bytes.
    static func styled(
        _ units: [UInt16], _ runs: [AttributeRuns.Run], empty: AttributeSet
    ) -> (StyledText, UnitMap) {
        let text = String(decoding: units, as: UTF16.self)
        let map = UnitMap(text, count: units.count)
        guard !units.isEmpty else { return (StyledText("", (runs.first?.attributes ?? empty).text), map) }
        var spans: [(length: Int, attributes: TextAttributes)] = []
        var place = 0
        for run in runs {
            let end = min(place + run.length, units.count)
            let length = map.byte(at: end) - map.byte(at: place)
            if length > 0 { spans.append((length, run.attributes.text)) }
            place = end
        }
        return (StyledText(text, spans: spans), map)
    }

    /// Creates an empty layout, for pieces past the line limit.
    init() {
        units = []
        topSpace = 0
        parts = []
        lines = []
        (width, height, top) = (0, 0, nil)
    }

    // MARK: Drawing

    /// Draws all lines into the current context.
    ///
    /// - Parameter origin: the top left of the piece in the container's inside.
    func draw(at origin: CGPoint) {
        for part in parts {
            part.block.draw(at: CGPoint(x: origin.x + part.origin.x, y: origin.y + part.origin.y))
        }
    }

    // MARK: Lines

    /// Returns the line of an offset. At a line break, it is the following line, unless the affinity is backward.
    func line(at place: Int, _ affinity: TextAffinity) -> Int {
        for (index, line) in lines.enumerated() where index + 1 < lines.count {
            if place < line.range.upperBound || place == line.range.upperBound && affinity == .backward {
                return index
            }
        }
        return max(0, lines.count - 1)
    }

    /// Returns the line at a point; the nearest one if several share a row.
    ///
    /// - Parameter x: from the left of the container's inside.
    func line(atHeight y: CGFloat, x: CGFloat) -> Int {
        let first = lines.firstIndex { y < $0.rect.maxY } ?? max(0, lines.count - 1)
        guard lines.indices.contains(first), lines[first].place != nil else { return first }
        let row = lines.indices.filter { lines[$0].row == lines[first].row }
        return row.min { lines[$0].distance(to: x) < lines[$1].distance(to: x) } ?? first
    }

    // MARK: Places across

    /// Returns the horizontal position of a caret at an offset in a line.
    func x(of place: Int, in number: Int) -> CGFloat {
        guard lines.indices.contains(number) else { return 0 }
        let line = lines[number]
        guard let cluster = line.clusters.first(where: { $0.range.contains(place) }) else {
            // The offset is after the last character.
            guard let last = line.clusters.max(by: { $0.range.upperBound < $1.range.upperBound }) else {
                return line.isRightToLeft ? line.rect.maxX : line.rect.minX
            }
            let isAfter = place >= last.range.upperBound
            return isAfter != last.isRightToLeft ? last.x + last.width : last.x
        }
        let before = stops(in: cluster.range.lowerBound..<place)
        let all = max(1, stops(in: cluster.range))
        let part = cluster.width * CGFloat(before) / CGFloat(all)
        return cluster.isRightToLeft ? cluster.x + cluster.width - part : cluster.x + part
    }

    /// Returns the number of characters that begin in a range.
    private func stops(in range: Range<Int>) -> Int {
        guard range.count > 1 else { return range.count }
        return range.reduce(0) { $1 < breaks.places.count && breaks.places[$1].contains(.caret) ? $0 + 1 : $0 }
    }

    /// Returns the caret positions in a cluster, including its start and its end.
    private func places(of cluster: Cluster) -> [Int] {
        cluster.range.filter { $0 == cluster.range.lowerBound || breaks.places[$0].contains(.caret) }
            + [cluster.range.upperBound]
    }

    /// Returns the caret position nearest to a horizontal position in a line.
    func caretIndex(atX x: CGFloat, in number: Int) -> Int {
        guard lines.indices.contains(number) else { return 0 }
        let line = lines[number]
        var best = (place: line.range.lowerBound, distance: CGFloat.infinity)
        func offer(_ place: Int) {
            let distance = abs(self.x(of: place, in: number) - x)
            if distance < best.distance { best = (place, distance) }
        }
        guard let hit = line.clusters.first(where: { $0.x <= x && x < $0.x + $0.width }) else {
            offer(line.range.lowerBound)
            offer(line.range.upperBound)
            if let first = line.clusters.first, x < first.x {
                return first.isRightToLeft ? first.range.upperBound : first.range.lowerBound
            }
            if let last = line.clusters.last {
                return last.isRightToLeft ? last.range.lowerBound : last.range.upperBound
            }
            return best.place
        }
        let places = places(of: hit)
        for (index, place) in places.enumerated() {
            let part = hit.width * CGFloat(index) / CGFloat(max(1, places.count - 1))
            let at = hit.isRightToLeft ? hit.x + hit.width - part : hit.x + part
            if abs(at - x) < best.distance { best = (place, abs(at - x)) }
        }
        return best.place
    }

    /// Returns the character at a horizontal position, with the fraction of the way through it in reading order; nil
    /// outside the text.
    func character(atX x: CGFloat, in number: Int) -> (range: Range<Int>, fraction: CGFloat)? {
        guard lines.indices.contains(number),
            let hit = lines[number].clusters.first(where: { $0.x <= x && x < $0.x + $0.width })
        else { return nil }
        let places = places(of: hit)
        let count = max(1, places.count - 1)
        let through = hit.isRightToLeft ? hit.x + hit.width - x : x - hit.x
        let part = hit.width / CGFloat(count)
        let index = min(max(0, part > 0 ? Int(through / part) : 0), count - 1)
        let fraction = part > 0 ? min(max(0, (through - part * CGFloat(index)) / part), 1) : 0
        guard places.count > 1 else { return nil }
        return (places[index]..<places[index + 1], fraction)
    }

    /// Returns the parts of a line that a range covers, from left to right. Adjacent parts of the same direction are
    /// merged.
    func spans(of range: Range<Int>, in number: Int) -> [(x: ClosedRange<CGFloat>, isRightToLeft: Bool)] {
        guard lines.indices.contains(number) else { return [] }
        var found: [(x: ClosedRange<CGFloat>, isRightToLeft: Bool)] = []
        for cluster in lines[number].clusters {
            let part = cluster.range.clamped(to: range)
            guard !part.isEmpty else { continue }
            let all = CGFloat(max(1, stops(in: cluster.range)))
            let from = cluster.width * CGFloat(stops(in: cluster.range.lowerBound..<part.lowerBound)) / all
            let to =
                part.upperBound == cluster.range.upperBound
                ? cluster.width : cluster.width * CGFloat(stops(in: cluster.range.lowerBound..<part.upperBound)) / all
            let low = cluster.isRightToLeft ? cluster.x + cluster.width - to : cluster.x + from
            let high = cluster.isRightToLeft ? cluster.x + cluster.width - from : cluster.x + to
            if let last = found.last, last.isRightToLeft == cluster.isRightToLeft, low - last.x.upperBound < 0.01 {
                found[found.count - 1].x = last.x.lowerBound...max(high, last.x.upperBound)
            } else {
                found.append((low...max(low, high), cluster.isRightToLeft))
            }
        }
        return found
    }
}

/// The end of a line that an offset at a line break belongs to.
enum TextAffinity { case forward, backward }

extension PieceLayout.Line {
    /// Returns the distance of a horizontal position from the line's extent.
    fileprivate func distance(to x: CGFloat) -> CGFloat {
        guard let place else { return 0 }
        return max(0, place.lowerBound - x, x - place.upperBound)
    }
}

/// A map between the UTF-8 bytes and the UTF-16 units of a string.
struct UnitMap {
    /// The mapping from bytes to units; nil if both are the same.
    private var units: [Int32]?
    private var bytes: [Int32]?
    private let count: Int
    private let byteCount: Int

    init(_ text: String, count: Int) {
        self.count = count
        byteCount = text.utf8.count
        guard byteCount != count else { return }
        var units: [Int32] = []
        var bytes: [Int32] = []
        units.reserveCapacity(byteCount + 1)
        bytes.reserveCapacity(count + 1)
        for scalar in text.unicodeScalars {
            let (unit, byte) = (Int32(bytes.count), Int32(units.count))
            for _ in 0..<UTF8.width(scalar) { units.append(unit) }
            for _ in 0..<UTF16.width(scalar) { bytes.append(byte) }
        }
        units.append(Int32(bytes.count))
        bytes.append(Int32(units.count - 1))
        (self.units, self.bytes) = (units, bytes)
    }

    func unit(at byte: Int) -> Int {
        guard let units else { return min(max(0, byte), count) }
        return Int(units[min(max(0, byte), units.count - 1)])
    }

    func byte(at unit: Int) -> Int {
        guard let bytes else { return min(max(0, unit), byteCount) }
        return Int(bytes[min(max(0, unit), bytes.count - 1)])
    }
}
