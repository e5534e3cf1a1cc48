import Foundation
import Testing
import TileDrawing
import TileGraphics

@testable import TileTyping

@Suite("Text that flows around shapes")
struct ExclusionTests {
    private let storage = NSTextStorage()
    private let manager = NSLayoutManager()
    private let container = NSTextContainer(size: CGSize(width: 300, height: 0))

    private static let words = Array(repeating: "lorem ipsum dolor sit amet", count: 30).joined(separator: " ")

    init() {
        manager.addTextContainer(container)
        storage.addLayoutManager(manager)
    }

    private func set(_ text: String, _ attributes: [NSAttributedString.Key: Any] = [:]) {
        let font: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 12)]
        storage.setAttributedString(
            NSAttributedString(string: text, attributes: font.merging(attributes) { $1 }))
    }

    private struct Line: Equatable {
        var fragment: CGRect
        var used: CGRect
        var range: Range<Int>
    }

    private var lines: [Line] {
        var lines: [Line] = []
        manager.enumerateLineFragments(forGlyphRange: NSRange(location: 0, length: storage.length)) {
            rect, used, _, range, _ in
            lines.append(Line(fragment: rect, used: used, range: range.lowerBound..<range.upperBound))
        }
        return lines
    }

    /// Checks that lines follow each other without gaps in the text, each within its fragment.
    private func check(_ lines: [Line]) {
        #expect(lines.first?.range.lowerBound == 0 && lines.last?.range.upperBound == storage.length)
        for (line, next) in zip(lines, lines.dropFirst()) {
            #expect(line.range.upperBound == next.range.lowerBound)
            #expect(next.fragment.minY >= line.fragment.minY)
        }
        for line in lines {
            #expect(line.used.minX >= line.fragment.minX - 0.01 && line.used.maxX <= line.fragment.maxX + 0.01)
        }
    }

    @Test("a line is parted where a rectangle is in its way, and is whole below it")
    func rectangle() throws {
        set(Self.words)
        container.exclusionPaths = [UIBezierPath(rect: CGRect(x: 100, y: 20, width: 80, height: 50))]
        let lines = lines
        check(lines)
        let beside = lines.filter { $0.fragment.maxY > 20.01 && $0.fragment.minY < 69.99 }
        #expect(beside.count >= 6 && beside.count % 2 == 0)
        for (left, right) in zip(beside, beside.dropFirst()) where left.fragment.minX == 0 {
            #expect(left.fragment.minX == 0 && left.fragment.maxX == 100)
            #expect(right.fragment.minX == 180 && right.fragment.maxX == 300)
            #expect(left.fragment.minY == right.fragment.minY)
            #expect(left.used.width <= 100.01)
        }
        for line in lines where line.fragment.maxY <= 20 || line.fragment.minY >= 70 {
            #expect(line.fragment.width == 300)
        }
        #expect(lines.filter { $0.fragment.minY == 0 }.count == 1)
        // The text needs more space than it does if nothing is excluded.
        let height = manager.usedRect(for: container).height
        container.exclusionPaths = []
        #expect(manager.usedRect(for: container).height < height)
        #expect(self.lines.allSatisfy { $0.fragment.width == 300 })
    }

    @Test("no line reaches into a circle, at any height of it")
    func circle() {
        set(Self.words)
        let (center, radius) = (CGPoint(x: 150, y: 60), 50.0)
        container.exclusionPaths = [
            UIBezierPath(ovalIn: CGRect(x: center.x - radius, y: center.y - radius, width: 100, height: 100))
        ]
        let lines = lines
        check(lines)
        var parted = 0
        for line in lines {
            // The widest part of the circle within the line.
            let y = min(max(center.y, line.fragment.minY), line.fragment.maxY)
            let reach = (radius * radius - (y - center.y) * (y - center.y)).squareRoot()
            guard reach > 1 else { continue }
            parted += 1
            // The curve is approximated by straight edges.
            #expect(line.fragment.maxX <= center.x - reach + 0.5 || line.fragment.minX >= center.x + reach - 0.5)
        }
        #expect(parted >= 8)
    }

    @Test("each glyph is found where it says that it is, and a caret goes from part to part")
    func places() {
        set(Self.words)
        container.exclusionPaths = [UIBezierPath(rect: CGRect(x: 100, y: 0, width: 80, height: 90))]
        for index in stride(from: 0, to: 200, by: 3) {
            let rect = manager.boundingRect(forGlyphRange: NSRange(location: index, length: 1), in: container)
            guard rect.width > 1 else { continue }
            #expect(manager.glyphIndex(for: CGPoint(x: rect.midX, y: rect.midY), in: container) == index)
        }
        let lines = lines
        let right = lines[1].fragment
        #expect(right.minX == 180 && lines[0].fragment.minY == right.minY)
        // Outside the text, the nearest part counts.
        #expect(manager.glyphIndex(for: CGPoint(x: 184, y: right.midY), in: container) == lines[1].range.lowerBound)
        #expect(lines[0].range.contains(manager.glyphIndex(for: CGPoint(x: 110, y: right.midY), in: container)))
        // A selection across both parts leaves out the space between them.
        let rects = manager.flow.rects(of: 0..<lines[1].range.upperBound).map(\.rect)
        #expect(rects.count == 2 && rects[0].maxX <= 100 && rects[1].minX >= 180)
        let down = manager.flow.textPlace(from: TextPlace(offset: lines[1].range.lowerBound), lines: 1, column: 200)
        #expect(down.map { lines[3].range.contains($0.offset) } == true)
    }

    @Test("read from right to left the right part comes first")
    func rightToLeft() {
        set(Array(repeating: "שלום עולם", count: 30).joined(separator: " "))
        container.exclusionPaths = [UIBezierPath(rect: CGRect(x: 100, y: 0, width: 80, height: 40))]
        let lines = lines
        #expect(lines[0].fragment.minX == 180 && lines[1].fragment.minX == 0)
        #expect(lines[0].fragment.minY == lines[1].fragment.minY)
        #expect(lines[0].range.upperBound == lines[1].range.lowerBound)
        #expect(abs(lines[0].used.maxX - 300) < 5.5 && abs(lines[1].used.maxX - 100) < 5.5)
    }

    @Test("a part without room for a word stays empty, and so does a row without room for any")
    func narrow() {
        set("incomprehensibilities are not broken")
        container.exclusionPaths = [UIBezierPath(rect: CGRect(x: 40, y: 0, width: 100, height: 100))]
        #expect(lines[0].fragment.minX == 140)
        container.exclusionPaths = [UIBezierPath(rect: CGRect(x: 0, y: -10, width: 280, height: 60))]
        let first = lines[0]
        #expect(first.fragment.minX == 0 && first.fragment.minY >= 50 && first.fragment.minY < 54)
        // If characters can be separated from each other, they are.
        container.lineBreakMode = .byCharWrapping
        #expect(lines[0].fragment.minX == 280 && lines[0].fragment.minY == 0)
        container.lineBreakMode = .byWordWrapping
        // No space is left beside the shape, so the text covers it.
        container.exclusionPaths = [UIBezierPath(rect: CGRect(x: 0, y: 0, width: 300, height: 1e7))]
        #expect(lines.map(\.range) == [0..<storage.length])
    }

    @Test("paragraphs keep their indents and distances beside a shape, and below it lie as ever")
    func paragraphs() {
        let style = NSMutableParagraphStyle()
        (style.firstLineHeadIndent, style.headIndent, style.paragraphSpacing) = (20, 6, 9)
        set("one two three four five six seven eight\nnine ten\n\nlast", [.paragraphStyle: style])
        container.size.width = 200
        container.exclusionPaths = [UIBezierPath(rect: CGRect(x: 120, y: 0, width: 80, height: 200))]
        let lines = lines
        let starts = lines.map { manager.location(forGlyphAt: $0.range.lowerBound).x }
        #expect(abs(starts[0] - 25) < 0.6 && abs(starts[1] - 11) < 0.6)
        #expect(lines.allSatisfy { $0.fragment.width == 120 })
        let second = lines.first { $0.range.contains(40) }
        let before = lines.last { $0.range.upperBound == 40 }
        #expect(abs((second?.fragment.minY ?? 0) - (before?.fragment.maxY ?? 0) - 9) < 0.01)
    }

    @Test("a change lays out what comes to lie elsewhere beside the shape, and no more")
    func changes() {
        set((0..<400).map { "paragraph \($0)" }.joined(separator: "\n"))
        container.exclusionPaths = [UIBezierPath(rect: CGRect(x: 20, y: 100, width: 100, height: 60))]
        _ = manager.usedRect(for: container)
        let whole = manager.flow.layoutCount
        storage.replaceCharacters(in: NSRange(location: 0, length: 9), with: "paragraph with more words")
        _ = manager.usedRect(for: container)
        // The paragraph still has one line.
        #expect(manager.flow.layoutCount == whole + 1)
        storage.replaceCharacters(in: NSRange(location: 0, length: 0), with: "new\n")
        _ = manager.usedRect(for: container)
        let added = manager.flow.layoutCount - whole - 1
        #expect(added > 5 && added < 20)
        check(lines)
        let fresh = NSTextContainer(size: container.size)
        fresh.exclusionPaths = container.exclusionPaths
        let (other, text) = (NSLayoutManager(), NSTextStorage(attributedString: storage))
        other.addTextContainer(fresh)
        text.addLayoutManager(other)
        #expect(abs(other.usedRect(for: fresh).height - manager.usedRect(for: container).height) < 0.01)
    }

    @Test("a long paragraph takes as much shaping as it has text")
    func long() {
        set(Array(repeating: Self.words, count: 5).joined(separator: " "))
        container.exclusionPaths = [UIBezierPath(rect: CGRect(x: 100, y: 0, width: 80, height: 500))]
        let all = lines
        check(all)
        #expect(manager.flow.layoutCount == 1 && all.count > 80)
    }

    /// A triangular text container.
    private final class Wedge: NSTextContainer {
        var slope: CGFloat = 1
        override var isSimpleRectangularTextContainer: Bool { false }
        override func lineFragmentRect(
            forProposedRect proposedRect: CGRect, at characterIndex: Int,
            writingDirection baseWritingDirection: NSWritingDirection,
            remaining remainingRect: UnsafeMutablePointer<CGRect>?
        ) -> CGRect {
            var rect = super.lineFragmentRect(
                forProposedRect: proposedRect, at: characterIndex, writingDirection: baseWritingDirection,
                remaining: remainingRect)
            let start = rect.minY * slope
            rect.size.width = max(0, rect.width - start)
            rect.origin.x += start
            return rect
        }
    }

    @Test("a subclass says what room lines have")
    func subclass() {
        let wedge = Wedge(size: CGSize(width: 300, height: 0))
        manager.removeTextContainer(at: 0)
        manager.addTextContainer(wedge)
        // Enough text for several lines in the narrowest system font.
        let words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        set("\(words) \(words)")
        let lines = lines
        check(lines)
        #expect(lines.count > 2)
        for line in lines { #expect(abs(line.fragment.minX - line.fragment.minY) < 0.01) }
        wedge.slope = 2
        manager.textContainerChangedGeometry(wedge)
        for line in self.lines { #expect(abs(line.fragment.minX - 2 * line.fragment.minY) < 0.01) }
    }

    @Test("of overlapping paths, of rings and of open ones each counts as it is filled")
    func shapes() {
        let ring = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 100, height: 100))
        ring.append(UIBezierPath(rect: CGRect(x: 30, y: 30, width: 40, height: 40)))
        #expect(ExclusionShape([ring]).taken(from: 40, to: 50) == [0...100])
        ring.usesEvenOddFillRule = true
        #expect(ExclusionShape([ring]).taken(from: 40, to: 50) == [0...30, 70...100])
        #expect(ExclusionShape([ring]).taken(from: 20, to: 50) == [0...100])
        let corner = UIBezierPath()
        corner.move(to: CGPoint(x: 0, y: 0))
        corner.addLine(to: CGPoint(x: 50, y: 0))
        corner.addLine(to: CGPoint(x: 0, y: 50))
        let both = ExclusionShape([corner, UIBezierPath(rect: CGRect(x: 40, y: 0, width: 5, height: 100))])
        #expect(both.taken(from: 0, to: 10) == [0...50])
        #expect(both.taken(from: 25, to: 30) == [0...25, 40...45])
        #expect(both.taken(from: 50, to: 60) == [40...45] && both.taken(from: 100, to: 110).isEmpty)
        #expect(both.bottom == 100)
    }
}
