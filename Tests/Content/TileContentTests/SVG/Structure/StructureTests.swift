import Foundation
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

/// Structure as browsers have it: the expected pixels and boxes are those that Chromium shows.
@Suite struct StructureTests {
    private let blue = "ff0066cc"

    // MARK: Symbols and uses

    @Test func aSymbolHasItsOwnSize() throws {
        let drawn = try DrawnSVG(
            "width='300' height='100'",
            "<symbol id='s' width='40' height='20' viewBox='0 0 80 40'><rect width='80' height='40' fill='#06c'/>"
                + "</symbol><use href='#s' x='10' y='10'/>")
        #expect(drawn.ink == [10, 10, 50, 30])
    }

    @Test func aUseSizesASymbolWithoutViewBox() throws {
        let drawn = try DrawnSVG(
            "width='200' height='100'",
            "<symbol id='s'><rect width='160' height='80' fill='#06c'/></symbol>"
                + "<use href='#s' width='50' height='60'/>")
        #expect(drawn.ink == [0, 0, 50, 60])
    }

    @Test func aSymbolWithVisibleOverflowIsNotClipped() throws {
        let drawn = try DrawnSVG(
            "width='200' height='100'",
            "<symbol id='s' overflow='visible'><rect width='160' height='80' fill='#06c'/></symbol>"
                + "<use href='#s' width='50' height='50'/>")
        #expect(drawn.ink == [0, 0, 160, 80])
    }

    @Test func aUseSizesASvg() throws {
        let drawn = try DrawnSVG(
            "width='200' height='100'",
            "<defs><svg id='s' width='10' height='10' viewBox='0 0 10 10'><rect width='10' height='10' fill='#06c'/>"
                + "</svg></defs><use href='#s' x='20' width='60' height='60'/>")
        #expect(drawn.ink == [20, 0, 80, 60])
    }

    /// The size of one use is not that of the next one, though recordings are shared.
    @Test func usesOfDifferentSizesDiffer() throws {
        let uses = (0..<6).map { "<use href='#s' x='\($0 * 30)' width='\(10 + $0 % 2 * 10)' height='10'/>" }.joined()
        let drawn = try DrawnSVG(
            "width='200' height='20'",
            "<defs><svg id='s'><rect width='100' height='10' fill='#06c'/></svg></defs>\(uses)")
        for use in 0..<6 {
            #expect(drawn.pixel(use * 30 + 9, 5) == blue)
            #expect(drawn.pixel(use * 30 + 15, 5) == (use % 2 == 1 ? blue : "00000000"))
            #expect(drawn.pixel(use * 30 + 25, 5) == "00000000")
        }
    }

    // MARK: Clip paths

    @Test func aClipPathHasAClipPath() throws {
        let drawn = try DrawnSVG(
            "width='200' height='100'",
            "<clipPath id='c'><rect x='20' y='20' width='60' height='60'/></clipPath>"
                + "<clipPath id='d' clip-path='url(#c)'><circle cx='70' cy='50' r='40'/></clipPath>"
                + "<rect width='200' height='100' fill='#06c' clip-path='url(#d)'/>")
        #expect(drawn.ink == [30, 20, 80, 80])
    }

    @Test func aChildOfAClipPathHasAClipPath() throws {
        let drawn = try DrawnSVG(
            "width='100' height='40'",
            "<clipPath id='c'><rect width='20' height='40'/></clipPath>"
                + "<clipPath id='d'><rect x='0' width='40' height='20' clip-path='url(#c)'/>"
                + "<rect x='60' width='10' height='10'/></clipPath>"
                + "<rect width='100' height='40' fill='#06c' clip-path='url(#d)'/>")
        #expect(drawn.pixel(10, 10) == blue && drawn.pixel(65, 5) == blue)
        #expect(drawn.pixel(30, 10) == "00000000" && drawn.pixel(10, 30) == "00000000")
    }

    @Test(arguments: ["clip-rule='evenodd'", ""])
    func childrenOfAClipPathAreAUnion(rule: String) throws {
        // The second square goes around in the other direction.
        let drawn = try DrawnSVG(
            "width='40' height='40'",
            "<clipPath id='c' \(rule)><path d='M0 0h20v20h-20z'/><path d='M10 10v20h20v-20z'/></clipPath>"
                + "<rect width='40' height='40' fill='#06c' clip-path='url(#c)'/>")
        #expect(drawn.pixel(15, 15) == blue)
        #expect(drawn.pixel(5, 5) == blue && drawn.pixel(25, 25) == blue && drawn.pixel(25, 5) == "00000000")
    }

    @Test func clipPathsInCirclesApplyOnce() throws {
        let drawn = try DrawnSVG(
            "width='40' height='40'",
            "<clipPath id='c' clip-path='url(#d)'><rect width='40' height='40'/></clipPath>"
                + "<clipPath id='d' clip-path='url(#c)'><rect width='40' height='40'/></clipPath>"
                + "<rect width='40' height='40' clip-path='url(#c)'/>")
        #expect(drawn.pixel(20, 20) == "ff000000")
    }

    /// Twenty clips that each have ten children with the next one: 10²⁰ outlines.
    @Test func clipsOfClipsAreBounded() {
        let clips = (0..<20).map { number in
            "<clipPath id='c\(number)'>"
                + String(repeating: "<rect width='9' height='9' clip-path='url(#c\(number + 1))'/>", count: 10)
                + "</clipPath>"
        }.joined()
        let last = "<clipPath id='c20'><rect width='9' height='9'/></clipPath>"
        #expect(throws: ContentFailure.self) {
            try DrawnSVG("width='9' height='9'", "\(clips)\(last)<rect width='9' height='9' clip-path='url(#c0)'/>")
        }
    }

    // MARK: Paint servers

    @Test(arguments: ["#gone", "#g", "#other"])
    func aGradientIgnoresAReferenceThatLeadsNowhere(reference: String) throws {
        let drawn = try DrawnSVG(
            "width='100' height='20'",
            "<rect id='other'/><linearGradient id='g' xlink:href='\(reference)'><stop stop-color='#06c'/>"
                + "<stop offset='1' stop-color='#fc0'/></linearGradient>"
                + "<rect width='100' height='20' fill='url(#g)'/>")
        #expect(drawn.pixel(0, 10).hasPrefix("ff016") && drawn.pixel(99, 10).hasPrefix("fffe"))
    }

    @Test func aNegativeRadiusIsAsTheOtherOne() throws {
        let drawn = try DrawnSVG("width='100' height='100'", "<ellipse cx='50' cy='50' rx='-5' ry='40'/>")
        #expect(drawn.ink == [10, 10, 90, 90])
    }

    // MARK: The root

    @Test(arguments: [
        ("width='690' viewBox='0 0 345 200'", 690.0, 400.0), ("height='100' viewBox='0 0 300 200'", 150, 100),
        ("width='50%' height='100' viewBox='0 0 300 200'", 150, 100),
        ("width='100' height='auto' viewBox='0 0 300 200'", 100, 200.0 / 3),
        ("width='100vw' height='100vh' viewBox='0 0 300 200'", 300, 200), ("width='10em' height='10em'", 160, 160),
        ("width='50%' viewBox='0 0 300 200'", 300, 200), ("width='50%' height='100%' viewBox='0 0 300 200'", 300, 200),
        ("width='50vw' viewBox='0 0 300 200'", 300, 200),
        ("width='10rem' height='5em' style='font-size:20px'", 200, 100),
        ("width='calc(100px + 20px)' height='calc(2 * 30px)'", 120, 60),
        ("width='calc(50% + 20px)' viewBox='0 0 80 20'", 80, 20),
        ("width='calc(50vw + 10px)' height='40' viewBox='0 0 80 20'", 160, 40),
        ("width='200' height='50vh' viewBox='0 0 80 20'", 200, 50),
    ])
    func theRootFollowsItsViewBox(root: String, width: Double, height: Double) throws {
        let size = try DrawnSVG(root, "<rect width='9' height='9'/>").size
        #expect(abs(size.width - width) < 1e-9 && abs(size.height - height) < 1e-9)
    }

    @Test(arguments: [
        ("style='background:#1b1b1b'", "ff1b1b1b"), ("style='background-color:rgba(255,0,0,.5)'", "80800000"),
        ("style='background:url(x.png) no-repeat, rgb(0, 0, 255)'", "ff0000ff"),
        ("style='background:blue;opacity:.5'", "ff0000ff"), ("background='red'", "00000000"),
    ])
    func theRootHasABackground(root: String, color: String) throws {
        let drawn = try DrawnSVG("width='20' height='20' \(root)", "<rect width='5' height='5'/>")
        #expect(drawn.pixel(10, 10) == color)
    }

    @Test func anElementHasNoBackground() throws {
        let drawn = try DrawnSVG("width='20' height='20'", "<g style='background:red'><rect width='5' height='5'/></g>")
        #expect(drawn.pixel(10, 10) == "00000000")
    }

    @Test func theRootHasAGradientAsBackground() throws {
        let drawn = try DrawnSVG(
            "width='20' height='20' style='background:linear-gradient(red 50%,blue 50%) gray'",
            "<rect width='5' height='5'/>")
        #expect(
            drawn.pixel(10, 4) == "ffff0000" && drawn.pixel(10, 16) == "ff0000ff" && drawn.pixel(2, 2) == "ff000000")
    }

    @Test func aBackgroundIsKnownAsTheBackdrop() throws {
        let dark = try DrawnSVG("width='20' height='20' style='background:#1b1b1b'", "<rect width='5' height='5'/>")
        #expect(dark.document.source.backdrop?.hexadecimal == "#1b1b1b")
        let plain = try DrawnSVG("width='20' height='20'", "<rect width='5' height='5'/>")
        #expect(plain.document.source.backdrop == nil)
    }

    /// A dash without length has caps, and no joins where it is at a corner.
    @Test func aDashWithoutLengthIsItsCaps() throws {
        func drawn(_ cap: String, _ dashes: String) throws -> DrawnSVG {
            try DrawnSVG(
                "width='120' height='60'",
                "<path d='M10 10h50v30h45' fill='none' stroke='#036' stroke-width='8' stroke-linecap='\(cap)' "
                    + "stroke-dasharray='\(dashes)'/>")
        }
        #expect(try drawn("butt", "0 10").ink == [Int.max, Int.max, 0, 0])
        let mixed = try drawn("butt", "0 10 5 10")
        #expect(mixed.ink == [20, 6, 95, 44])
        #expect(mixed.pixel(22, 10) == "ff003366" && mixed.pixel(62, 8) == "00000000")
        let round = try drawn("round", "0 10")
        #expect(round.ink == [6, 6, 104, 44])
        #expect(round.pixel(60, 10) == "ff003366" && round.pixel(15, 10) == "00000000")
    }

    /// Chromium and resvg do not turn them with the line.
    @Test func squareCapsOfDashesWithoutLengthAreAlongTheAxes() throws {
        let drawn = try DrawnSVG(
            "width='60' height='60'",
            "<path d='M10 10L45 45' stroke='#00f' stroke-opacity='.5' stroke-width='10' stroke-linecap='square' "
                + "stroke-dasharray='0 28.2842712'/>")
        #expect(drawn.ink == [5, 5, 35, 35])
        #expect([5, 14, 25, 34].allSatisfy { drawn.pixel($0, $0) == "80000080" })
        #expect(drawn.pixel(5, 14) == "80000080" && drawn.pixel(17, 17) == "00000000")
        // A subpath without length keeps its cap.
        let point = try DrawnSVG(
            "width='80' height='80'",
            "<path d='M8 8h0M20 20L60 60' stroke='#00f' stroke-width='10' stroke-linecap='square' "
                + "stroke-dasharray='0 20'/>")
        #expect(point.pixel(8, 8) == "ff0000ff" && point.pixel(20, 20) == "ff0000ff")
    }

    /// The dashes of a path are in units of its own length.
    @Test(arguments: [
        ("<path d='M10 10h100' pathLength='10' DASH='1'/>", "<path d='M10 10h100' DASH='10'/>"),
        (
            "<path d='M10 10h100' pathLength='10' DASH='1' stroke-dashoffset='.5'/>",
            "<path d='M10 10h100' DASH='10' stroke-dashoffset='5'/>"
        ),
        ("<line x1='10' y1='10' x2='110' y2='10' pathLength='1' DASH='.2 .1'/>", "<path d='M10 10h100' DASH='20 10'/>"),
        ("<path d='M10 10h100' pathLength='0' DASH='1'/>", "<path d='M10 10h100'/>"),
        ("<path d='M10 10h100' pathLength='-5' DASH='10'/>", "<path d='M10 10h100' DASH='10'/>"),
    ])
    func dashesAreInUnitsOfThePath(own: String, plain: String) throws {
        func drawn(_ body: String) throws -> DrawnSVG {
            let body = body.replacing("DASH", with: "stroke='#000' stroke-width='8' stroke-dasharray")
                .replacing("100'/>", with: "100' stroke='#000' stroke-width='8'/>")
            return try DrawnSVG("width='120' height='20'", body)
        }
        let (a, b) = (try drawn(own), try drawn(plain))
        #expect((0..<120).allSatisfy { a.pixel($0, 10) == b.pixel($0, 10) })
        #expect(a.pixel(12, 10) == "ff000000")
    }

    @Test func aStopHasANumberOrAPercentage() throws {
        func color(_ offset: String) throws -> String {
            let stops = "<stop offset='\(offset)' stop-color='#f00'/><stop offset='50%' stop-color='#00f'/>"
            return try DrawnSVG(
                "width='100' height='9'",
                "<linearGradient id='g'>\(stops)</linearGradient><rect width='100' height='9' fill='url(#g)'/>"
            ).pixel(60, 4)
        }
        for offset in ["10px", "0", "1e-1", " .2 ", "20%", "x", "calc(20%)"] {
            #expect(try color(offset) == "ff0000ff", "\(offset)")
        }
        #expect(try color("1") == "ffff0000")
    }

    @Test func theFirstOfSeveralLightsCounts() throws {
        func drawn(_ lights: String) throws -> String {
            let filter = "<filter id='f'><feDiffuseLighting>\(lights)</feDiffuseLighting></filter>"
            return try DrawnSVG("width='20' height='20'", "\(filter)<rect width='20' height='20' filter='url(#f)'/>")
                .pixel(10, 10)
        }
        let (first, second) = ("<feDistantLight elevation='90'/>", "<feDistantLight elevation='10'/>")
        #expect(try drawn(first + second) == drawn(first) && drawn(first) != drawn(second))
    }

    @Test(arguments: [
        ("filter='drop-shadow(9 9 0 red)'", true), ("style='filter:drop-shadow(9px 9px 0 red)'", true),
        ("filter='blur(4) drop-shadow(9px 9px 0 red)'", false), ("class='a'", false),
    ])
    func lengthsOfFilterFunctionsHaveUnits(attribute: String, isValid: Bool) throws {
        let sheet = "<style>.a{filter:drop-shadow(9 9 0 red)}</style>"
        let drawn = try DrawnSVG("width='40' height='40'", "\(sheet)<rect width='20' height='20' \(attribute)/>")
        #expect(drawn.pixel(25, 25) == (isValid ? "ffff0000" : "00000000"))
    }

    /// A box with an effect is painted with the positioned boxes, in the order of the document.
    @Test(arguments: ["opacity:.99", "transform:translate(0)", "clip-path:inset(0)"])
    func anEffectRaisesABox(_ style: String) throws {
        let html =
            "<div xmlns='http://www.w3.org/1999/xhtml'><div style='position:relative;height:10px;background:red'/>"
            + "<div style='height:10px;margin-top:-10px;background:blue;\(style)'/></div>"
        let drawn = try DrawnSVG(
            "width='20' height='20'", "<foreignObject width='20' height='20'>\(html)</foreignObject>")
        #expect(drawn.pixel(5, 5).hasPrefix("ff0") && drawn.pixel(5, 5).suffix(2) > "f0")
    }

    @Test func theRootHasALanguage() throws {
        for (language, color) in [("de", "00000000"), ("en", "ff000000")] {
            let root = "width='9' height='9' systemLanguage='\(language)'"
            #expect(try DrawnSVG(root, "<rect width='9' height='9'/>").pixel(4, 4) == color)
        }
    }

    @Test func aDrawingOfHiddenPartsSaysSo() throws {
        let hidden = try DrawnSVG(
            "width='9' height='9'", "<g visibility='hidden'><rect width='9' height='9'/></g><g display='none'/>")
        #expect(hidden.document.notes.count == 1 && hidden.document.notes[0].hasPrefix("All of its parts are hidden"))
        let shown = try DrawnSVG(
            "width='9' height='9'", "<g visibility='hidden'><rect width='9' height='9' visibility='visible'/></g>")
        #expect(shown.document.notes.isEmpty)
    }

    // MARK: Strokes

    /// An outline 2 pixels wide, whatever the scale and the transform.
    @Test(arguments: [0.25, 1, 4], ["scale(10)", "scale(10 5)", "scale(10) rotate(0)"])
    func aFixedStrokeIsAsWideAtEveryScale(scale: Double, transform: String) throws {
        let drawn = try DrawnSVG(
            "width='200' height='120'",
            "<path transform='\(transform)' d='M2 10H18' stroke='#06c' stroke-width='2' "
                + "vector-effect='non-scaling-stroke'/>", scale: scale)
        let y = (transform == "scale(10 5)" ? 50 : 100) * scale
        let column = Int(100 * scale)
        let rows = (0..<drawn.bitmap.height).filter { drawn.pixel(column, $0) == blue }
        // The line may end within rows at both sides.
        #expect(rows == Array(Int((y - 1).rounded(.up))..<Int((y + 1).rounded(.down))))
    }

    /// Far from its outline in units of the drawing, a line shows at a small scale, also in a group.
    @Test func aFixedStrokeReachesAsFarAsItIsWide() throws {
        let lines = (0..<100).map { "<path d='M\($0 * 100) 0v10000' vector-effect='non-scaling-stroke'/>" }.joined()
        let drawn = try DrawnSVG(
            "width='10000' height='10000'", "<g opacity='.5'><g stroke='#06c' stroke-width='20'>\(lines)</g></g>",
            scale: 0.01)
        #expect(drawn.pixel(0, 50) == drawn.pixel(50, 50) && drawn.pixel(50, 50).hasPrefix("80"))
        let area = RasterArea(scale: 0.01, x: -9, y: 0, width: 8, height: 8)
        let outside = try drawn.document.source.raster(area, in: RasterContext(pool: BitmapPool())).asBitmap
        #expect(outside.row(0)[7] == 0)
    }

    @Test func subpathsWithoutLengthHaveSquareCaps() throws {
        let drawn = try DrawnSVG(
            "width='100' height='50'",
            "<path d='M20 20L20 20M60 20h0M90 40zM40 35' stroke='#c00' stroke-width='20' stroke-linecap='square'/>")
        #expect(drawn.ink == [10, 10, 100, 50])
        #expect(drawn.pixel(10, 10) == "ffcc0000" && drawn.pixel(69, 29) == "ffcc0000")
        #expect(drawn.pixel(40, 20) == "00000000")
        // A point without a segment has none.
        #expect(drawn.pixel(40, 35) == "00000000")
    }

    @Test func anInnerSvgClipsAFixedStroke() throws {
        let drawn = try DrawnSVG(
            "width='100' height='50'",
            "<svg x='10' y='20' width='50' height='20'><path d='M0 0H50' stroke='#06c' stroke-width='20' "
                + "vector-effect='non-scaling-stroke'/></svg>")
        #expect(drawn.ink == [10, 20, 60, 30])
    }
}
