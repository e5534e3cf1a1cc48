import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry

@testable import TileContent
@testable import TileGraphics

/// Tests of the positions of characters, compared with Chromium for features that librsvg 2.54 lacks.
@Suite("Text by character")
struct TextPlacementTests {
    private static let open =
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='400' height='200'"
        + " font-family='DejaVu Sans' font-size='20'>"

    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        var name: String
        var svg: String
        /// The x, y and degrees of each UTF-16 unit.
        var places: [[Double]]

        var testDescription: String { name }
    }

    static let cases: [Case] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("positions.json")
        return (try? JSONDecoder().decode([Case].self, from: Data(contentsOf: file))) ?? []
    }()

    private func recorder(_ body: String) throws -> (SVGRecorder, node: Int32, style: SVGStyle) {
        let recorder = SVGRecorder(try XMLTree(Data("\(Self.open)\(body)</svg>".utf8)))
        recorder.viewports = [SVGRecorder.Viewport(width: 400, height: 200)]
        let node = try #require(
            recorder.tree.nodes.indices.first { index in
                recorder.tree.nodes[index].element == .text
                    && recorder.tree.nodes[Int(recorder.tree.nodes[index].parent)].element == .svg
            })
        return (recorder, Int32(node), try recorder.ancestorStyle(Int32(node)))
    }

    private func placement(_ body: String) throws -> SVGTextPlacement {
        let (recorder, node, style) = try recorder(body)
        return try SVGTextPlacement(SVGTextCollector(recorder, node, style).content, recorder)
    }

    private func spans(_ body: String) throws -> [SVGRecorder.Span] {
        let (recorder, node, style) = try recorder(body)
        return try recorder.spans(of: node, style)
    }

    /// Returns the pens, and the angles in degrees, of all visible glyphs.
    private func pens(_ body: String) throws -> [(x: Double, y: Double, angle: Double)] {
        try spans(body).flatMap(\.glyphs).flatMap { group in
            group.run.glyphs.map { glyph in
                let (x, y) = group.transform.apply(x: glyph.x, y: glyph.y)
                return (x, y, atan2(group.transform.b, group.transform.a) * 180 / .pi)
            }
        }
    }

    // MARK: Chromium

    @Test("As Chromium places them", arguments: cases)
    func asChromiumPlaces(_ each: Case) throws {
        let placement = try placement(each.svg)
        let scalars = placement.content.pieces.flatMap { Array($0.text.unicodeScalars) }
        var units: [Int] = []
        for scalar in scalars { units.append((units.last ?? 0) + (scalar.value > 0xFFFF ? 2 : 1)) }
        #expect(units.last == each.places.count, "as many characters")
        let isRightToLeft = each.svg.contains("rtl")
        for glyph in placement.glyphs where !glyph.isHidden {
            let unit = glyph.character == 0 ? 0 : units[glyph.character - 1]
            guard unit < each.places.count else { continue }
            let expected = each.places[unit]
            let x = glyph.along + (isRightToLeft ? glyph.advance : 0)
            let turn = (glyph.angle * 180 / .pi - expected[2]).remainder(dividingBy: 360)
            let isNear = abs(x - expected[0]) < 0.3 && abs(glyph.across - expected[1]) < 0.3 && abs(turn) < 1
            #expect(
                isNear,
                "character \(glyph.character): \(x), \(glyph.across), \(glyph.angle * 180 / .pi)°, not \(expected)")
        }
    }

    @Test func theCasesAreThere() { #expect(Self.cases.count > 40) }

    // MARK: Drawing

    @Test("Lists, turns and lengths are drawn where they place")
    func drawn() throws {
        let list = try pens("<text x='5 40 80' y='30 40' rotate='0 90'>ABC</text>")
        #expect(list.map(\.x) == [5, 40, 80] && list.map(\.y) == [30, 40, 40])
        #expect(list.map { ($0.angle * 1000).rounded() / 1000 } == [0, 90, 90])
        let stretched = try spans("<text x='5' y='30' textLength='200' lengthAdjust='spacingAndGlyphs'>ABC</text>")
        let plain = try spans("<text x='5' y='30' textLength='100' lengthAdjust='spacingAndGlyphs'>ABC</text>")
        func ink(_ span: SVGRecorder.Span) -> Box { span.glyphs.reduce(.empty) { $0.union($1.bounds) } }
        #expect(abs(ink(stretched[0]).width - 2 * ink(plain[0]).width) < 0.01)
        #expect(abs(ink(stretched[0]).height - ink(plain[0]).height) < 0.01)
    }

    @Test(
        "White space is collapsed across elements, and a line break is a space",
        arguments: [
            "<text x='5' y='30'><tspan>ab </tspan><tspan>c</tspan> d\ne </text>",
            "<text x='5' y='30'>  ab<tspan> c </tspan>\n <tspan> d</tspan><tspan>\te</tspan> </text>",
            "<text x='5' y='30'><tspan>ab</tspan>\n<tspan>c</tspan>\n\n<tspan>d e</tspan><tspan> </tspan></text>",
        ])
    func spaces(_ body: String) throws {
        for anchor in ["start", "middle", "end"] {
            func x(_ body: String) throws -> [Double] {
                try pens(body.replacing("<text", with: "<text text-anchor='\(anchor)'")).map(\.x)
            }
            let (actual, expected) = (try x(body), try x("<text x='5' y='30'>ab c d e</text>"))
            #expect(
                actual.count == expected.count && zip(actual, expected).allSatisfy { abs($0 - $1) < 0.1 }, "\(actual)")
        }
    }

    @Test("Letters join to one glyph unless they stand apart")
    func ligatures() throws {
        func count(_ attributes: String) throws -> Int { try pens("<text \(attributes)>fi</text>").count }
        #expect(try count("x='5' y='30' rotate='0'") == 1)
        #expect(try count("x='5' dx='0 4' y='30'") == 1)
        #expect(try count("x='5 30' y='30'") == 2)
        #expect(try count("x='5' y='30' rotate='0' letter-spacing='1'") == 2)
        let accent = try pens("<text x='5 30 60' y='30'>e\u{301}x</text>")
        #expect(accent.last?.x == 60, "an accent stays on its letter and has a place nevertheless")
    }

    @Test(
        "Lines on the letters are where Chromium has them",
        arguments: [
            ("middle", -0.5), ("central", -0.5), ("hanging", -0.8), ("text-before-edge", -1), ("text-after-edge", 1),
            ("mathematical", -0.5), ("alphabetic", 0), ("no-change", 0),
        ])
    func baselines(_ name: String, _ part: Double) throws {
        let metrics = try #require(
            TextShaper().characters(of: "x", TextShaper.CharacterStyle(family: "DejaVu Sans")).metrics)
        let own: Double =
            switch name {
            case "middle": metrics.xHeight / 2
            case "central": (metrics.ascent + metrics.descent) / 2
            case "text-after-edge": metrics.descent
            default: -part * metrics.ascent
            }
        for property in ["dominant-baseline", "alignment-baseline"] {
            let pen = try #require(
                try pens("<text x='5' y='50' rotate='0'><tspan \(property)='\(name)'>x</tspan></text>").first)
            #expect(abs(pen.y - (50 + own * 20)) < 0.01, "\(property)")
        }
        // An element's own alignment is not inherited; the line's is.
        let nested = try pens(
            "<text y='50' dominant-baseline='central'>a<tspan alignment-baseline='hanging'>b<tspan>c</tspan></tspan></text>"
        )
        #expect(nested[0].y == nested[2].y && nested[1].y > nested[0].y)
    }

    @Test("Vertical lines run down, Latin on its side and wide characters upright")
    func vertical() throws {
        let pens = try pens("<text x='50' y='10' writing-mode='vertical-rl'>Vx\u{4E00}\u{4E01}</text>")
        #expect(pens.count == 4)
        #expect(pens.map { $0.angle.rounded() } == [90, 90, 0, 0])
        for (one, next) in zip(pens, pens.dropFirst()) { #expect(next.y > one.y) }
        let metrics = try #require(
            TextShaper().characters(of: "x", TextShaper.CharacterStyle(family: "DejaVu Sans")).metrics)
        #expect(abs(pens[0].x - (50 - (metrics.ascent + metrics.descent) * 10)) < 0.01, "its middle is on the line")
        let middle = try self.pens("<text x='50' y='100' writing-mode='tb' text-anchor='middle' dy='0 7'>oo</text>")
        #expect(abs(middle[0].y + middle[1].y - 200 + 12.24) < 0.5 && middle[1].y - middle[0].y > 19)
    }

    @Test("What is before or beyond a path does not show")
    func pathEnds() throws {
        let path = "<defs><path id='p' d='M10,50H60'/></defs>"
        let all = try pens("\(path)<text><textPath href='#p'>aaaaaaaa</textPath></text>")
        #expect(all.count == 4)
        let late = try pens("\(path)<text><textPath href='#p' startOffset='-20'>aaaaaaaa</textPath></text>")
        #expect(late.count == 4 && late[0].x < 20)
        #expect(try pens("\(path)<text><textPath href='#p' startOffset='1e9'>a</textPath></text>").isEmpty)
        for nothing in ["#none", "#t", "", "other.svg#p"] {
            #expect(try pens("\(path)<text id='t'><textPath href='\(nothing)'>a</textPath></text>").isEmpty)
        }
    }

    @Test("A path of its own, a shape, and `side`, which browsers ignore")
    func pathKinds() throws {
        let own = try pens("<text><textPath path='M10,50H300'>ab</textPath></text>")
        #expect(own.map(\.y) == [50, 50] && own[0].x == 10)
        let rect = try pens(
            "<defs><rect id='r' x='10' y='20' width='30' height='30'/></defs><text font-size='10'><textPath href='#r'>"
                + "abcdefghijklmnopqrst</textPath></text>")
        #expect(Set(rect.map { ($0.angle / 90).rounded() * 90 }).count >= 3)
        let other = try pens("<text><textPath side='right' path='M10,50H300'>ab</textPath></text>")
        #expect(other.map(\.x) == own.map(\.x) && other.map(\.y) == [50, 50])
        let jump = try pens("<text><textPath path='M10,50h30M100,80h200'>abcdef</textPath></text>")
        #expect(jump.contains { $0.y == 50 } && jump.contains { $0.y == 80 })
    }

    @Test("Underlines turn with their letters, and meet where these do")
    func decorations() throws {
        func line(_ attributes: String) throws -> [Path] {
            try spans("<text y='50' \(attributes)>abc</text>").first.map { $0.lines.map(\.path) } ?? []
        }
        let straight = try line("x='5' rotate='0' text-decoration='underline'")
        #expect(straight.map(\.subpaths.count) == [1])
        let turned = try line("x='5' rotate='10 20 30' text-decoration='underline line-through'")
        #expect(turned.map(\.subpaths.count) == [3, 3])
        let apart = try line("x='5 50 90' text-decoration='underline'")
        #expect(apart.map(\.subpaths.count) == [3] && apart[0].bounds.maxX > 95)
    }

    /// Chromium's values. Subscripts and superscripts shift by half of the font's height: 19 and 5 at 20 pixels.
    @Test("Shifts of the baseline add up, from the text down")
    func shifts() throws {
        let shifted = try pens(
            "<text y='50' baseline-shift='5' rotate='0'>a<tspan baseline-shift='super'>b"
                + "<tspan baseline-shift='-3'>c</tspan></tspan><tspan baseline-shift='sub'>d</tspan></text>")
        #expect(shifted.map(\.y) == [45, 33, 36, 57])
        let sizes = try pens(
            "<text y='50' font-size='40' rotate='0'><tspan font-size='20' baseline-shift='super'>a</tspan>"
                + "<tspan font-size='20' baseline-shift='50%'>b</tspan><tspan baseline-shift='sub'>c</tspan></text>")
        #expect(sizes.map(\.y) == [38, 40, 73])
    }

    @Test("Lines of a text extend to the elements in it, in the paints of the text")
    func outerDecorations() throws {
        func lines(_ body: String) throws -> [[SVGTextDecorations.Line]] { try spans(body).map(\.lines) }
        let plain = try lines(
            "<text y='50' fill='red' text-decoration='underline'>a<tspan fill='blue'>b</tspan></text>")
        #expect(plain.map(\.count) == [1, 1])
        for line in plain.joined() {
            #expect(abs(line.path.bounds.minY - 51) < 0.1 && abs(line.path.bounds.height - 2) < 0.1)
            #expect(line.style.fill == .color(Color(red: 1, green: 0, blue: 0)) && !line.isInFront)
        }
        let placed = try lines(
            "<text x='1 2' y='50' text-decoration='overline'>a<tspan text-decoration='none'>b</tspan></text>")
        #expect(placed.map(\.count) == [1, 1] && placed.joined().allSatisfy { abs($0.path.bounds.height - 2) < 0.1 })
        #expect(try lines("<text y='50'>a<tspan text-decoration='underline'>b</tspan></text>").map(\.count) == [0, 1])
        let both = try lines(
            "<text y='50' fill='red' text-decoration='line-through'><tspan fill='blue' text-decoration='underline'>a"
                + "</tspan></text>")
        #expect(both.first?.map(\.isInFront) == [true, false])
    }

    /// DejaVu Sans has an ascent of 1,901 and a descent of 483 units of 2,048.
    @Test("The box of a text is that of its letters' cells, as in browsers", arguments: ["", "rotate='0'"])
    func box(attributes: String) throws {
        let (recorder, node, style) = try recorder("<text x='5' y='50' \(attributes)>x</text>")
        var picture = PictureRecorder()
        let box = try recorder.drawText(node, style, at: .identity, into: &picture)
        #expect(abs(box.minX - 5) < 0.01 && abs(box.width - 11.84) < 0.1)
        #expect(abs(box.minY - 31.44) < 0.1 && abs(box.maxY - 54.72) < 0.1)
    }

    @Test("A transform that stretches a text does not move it")
    func stretched() throws {
        func ink(_ transform: String) throws -> [Int] {
            try DrawnSVG(
                "width='300' height='120'",
                "<g transform='\(transform)'><text font-family='DejaVu Sans' font-size='50' text-anchor='middle' x='150' "
                    + "y='60'>STOP</text></g>"
            ).ink
        }
        let (plain, tall) = (try ink("scale(1)"), try ink("scale(1 1.5)"))
        #expect(plain[0] == tall[0] && plain[2] == tall[2])
    }

    @Test("Conditions of elements in a text count")
    func conditions() throws {
        let tspan = "<tspan systemLanguage='en'>a</tspan><tspan systemLanguage='ru'>b</tspan>"
        #expect(try pens("<text y='50'>\(tspan)</text>").count == 1)
        #expect(try pens("<text y='50' rotate='0'>\(tspan)</text>").count == 1)
    }

    @Test("Letters that join have no spacing, as in browsers")
    func cursive() throws {
        func widths(_ spacing: Int) throws -> [Double] {
            let glyphs = try placement("<text letter-spacing='\(spacing)'>ab\u{645}\u{631}</text>").glyphs
            return glyphs.sorted { $0.character < $1.character }.map(\.advance)
        }
        let (plain, spaced) = (try widths(0), try widths(7))
        #expect(plain.count == 4)
        #expect(zip(plain, spaced).map { ($1 - $0).rounded() } == [7, 7, 0, 0])
        #expect(try pens("<text letter-spacing='7'>\u{645}\u{631}</text>").count == 2)
    }

    @Test("The characters of another text have places here")
    func references() throws {
        let pens = try pens(
            "<defs><text id='t'>a<tspan>b</tspan>c</text></defs><text x='1' y='50'>z<tref xlink:href='#t' x='20 40 60'/></text>"
        )
        #expect(pens.map(\.x) == [1, 20, 40, 60])
    }

    @Test("A character of no font leaves the others on the line")
    func unknownCharacter() throws {
        let known = try spans("<text x='5' y='50'>Hen</text>")[0].glyphs[0]
        let group = try spans("<text x='5' y='50'>Hen&#x83;</text>")[0].glyphs[0]
        #expect(group.transform.apply(x: 0, y: group.run.glyphs[0].y).y == 50)
        #expect(known.transform.apply(x: 0, y: known.run.glyphs[0].y).y == 50)
    }

    // MARK: Cost

    @Test("Many placed letters are few runs, none of which is large")
    func runs() throws {
        let columns = 100
        let rows = 200
        let x = (0..<columns * rows).map { "\(10 + $0 % columns * 15)" }.joined(separator: " ")
        let y = (0..<columns * rows).map { "\(30 + $0 / columns * 25)" }.joined(separator: " ")
        let text = String(repeating: "tile level raster drawing ", count: columns * rows / 26 + 1).prefix(
            columns * rows)
        let document = try SVGDocument.read(
            Data(
                "<svg xmlns='http://www.w3.org/2000/svg' width='1600' height='5100' font-size='20'><text xml:space='preserve' x='\(x)' y='\(y)'>\(text)</text></svg>"
                    .utf8), path: "a.svg")
        guard case .picture(let operations) = document.route else { throw SVGUnsupported("\(document.route)") }
        #expect(operations <= columns * rows / 20)
        let source = try #require(document.source as? PictureSource)
        let picture = source.picture
        #expect(picture.byteCount < columns * rows * 60)
        // The cost of a tile depends on its content.
        var counters = ReplayCounters()
        _ = try picture.raster(
            CGAffineTransform(translationX: -600, y: -2000), width: 256, height: 256, pool: BitmapPool(),
            counters: &counters)
        #expect(counters.operationsDrawn <= 12 * 3, "\(counters.operationsDrawn)")
        #expect(counters.operationsDrawn > 8)
    }
}
