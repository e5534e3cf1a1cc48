import Foundation
import Testing
import TileEngine
import TileGeometry

@testable import TileContent
@testable import TileGraphics

/// Tests of where values put what is drawn. The boxes are those of Chromium 156: left, top, right and bottom of the
/// pixels that are at least half covered.
@Suite struct DrawnValueTests {
    private func ink(_ body: String) throws -> [Int]? {
        let text =
            "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='100' viewBox='0 0 200 100'>\(body)</svg>"
        let document = try SVGDocument.read(Data(text.utf8), path: "a.svg")
        guard case .picture = document.route, document.islands.isEmpty else {
            throw SVGUnsupported("\(document.route)")
        }
        let bitmap = try document.source.raster(
            RasterArea(scale: 1, x: 0, y: 0, width: 200, height: 100), in: RasterContext(pool: BitmapPool())
        ).asBitmap
        var box: [Int]?
        for y in 0..<100 {
            for x in 0..<200 where bitmap[x, y].argb >> 24 > 127 {
                let old = box ?? [x, y, x + 1, y + 1]
                box = [min(old[0], x), min(old[1], y), max(old[2], x + 1), max(old[3], y + 1)]
            }
        }
        return box
    }

    private func expect(_ body: String, _ box: [Int]?) throws {
        let found = try ink(body)
        // Edges at half a pixel may round either way.
        let isEqual = found == box || zip(found ?? [], box ?? []).allSatisfy { abs($0 - $1) <= 1 } && found != nil
        #expect(isEqual && (found == nil) == (box == nil), "\(body): \(String(describing: found))")
    }

    private static let box = "<rect x='50' y='30' width='60' height='40' stroke='red' stroke-width='10'"

    @Test(
        arguments: [
            (#"inset(10px)"#, [55, 35, 105, 65]),
            (#"inset(10px) fill-box"#, [60, 40, 100, 60]),
            (#"inset(10px) stroke-box"#, [55, 35, 105, 65]),
            (#"inset(10px) view-box"#, [45, 25, 115, 75]),
            (#"inset(10px) border-box"#, [55, 35, 105, 65]),
            (#"inset(10px) content-box"#, [60, 40, 100, 60]),
            (#"inset(10px) margin-box"#, [55, 35, 105, 65]),
            (#"fill-box"#, [50, 30, 110, 70]),
            (#"stroke-box"#, [45, 25, 115, 75]),
            (#"view-box"#, [45, 25, 115, 75]),
            (#"circle(10px)"#, [70, 40, 90, 60]),
            (#"circle()"#, [55, 25, 105, 75]),
            (#"ellipse()"#, [45, 25, 115, 75]),
            (#"polygon(0 0, 20px 0, 20px 20px)"#, [45, 25, 65, 45]),
            (#"path("M60 40h10v10z")"#, [105, 65, 115, 75]),
            (#"path("M0 0h10v10h-10z")"#, [45, 25, 55, 35]),
            (#"rect(1px 20px 30px 4px)"#, [49, 26, 65, 55]),
            (#"xywh(1px 2px 30px 20px)"#, [46, 27, 76, 47]),
            (#"circle(50%)"#, [50, 25, 110, 75]),
            (#"inset(10%)"#, [52, 30, 108, 70]),
            (#"inset(40px)"#, nil),
            (#"inset(10px 200px)"#, nil),
        ] as [(String, [Int]?)]
    ) func shapesClip(_ shape: String, _ box: [Int]?) throws {
        let shape = shape.replacingOccurrences(of: "\"", with: "&quot;")
        try expect("\(Self.box) style=\"clip-path:\(shape)\"/>", box)
        try expect("\(Self.box) clip-path=\"\(shape)\"/>", box)
        try expect("<g style=\"clip-path:\(shape)\">\(Self.box)/></g>", box)
    }

    @Test(
        arguments: [
            (#"style="transform-box:fill-box;transform-origin:center;transform:scale(.5)""#, [62, 37, 98, 63]),
            (#"style="transform-box:stroke-box;transform-origin:0 0;transform:scale(.5)""#, [45, 25, 80, 50]),
            (#"style="transform-origin:center;transform:scale(.5)""#, [72, 37, 108, 63]),
            (#"style="transform:translate(50%,0)""#, [145, 25, 200, 75]),
            (#"style="transform-box:fill-box;transform:translate(50%,0)""#, [75, 25, 145, 75]),
            (#"style="transform-box:fill-box;transform:scale(.5)""#, [47, 27, 83, 53]),
            (#"style="transform-box:fill-box;transform-origin:0 0;scale:.5""#, [47, 27, 83, 53]),
            (#"style="translate:10px;scale:.5""#, [32, 12, 68, 38]),
            (#"style="rotate:90deg;translate:100px 0""#, [25, 45, 75, 100]),
            (#"style="transform:rotateX(60deg)""#, [45, 12, 115, 38]),
            (#"style="transform:perspective(100px) rotateX(60deg)""#, [45, 12, 115, 38]),
            (#"style="transform:rotateY(90deg)""#, nil),
            (#"style="transform:scale(0.5) translateZ(10px)""#, [22, 12, 58, 38]),
            (#"style="transform:perspective(20px) translateZ(10px)""#, [45, 25, 115, 75]),
            (#"style="transform-box:border-box;transform-origin:100% 100%;transform:scale(.5)""#, [80, 50, 115, 75]),
            (#"transform="scale(.5)" transform-origin="center""#, [72, 37, 108, 63]),
            (#"transform="scale(.5)" transform-origin="80 50""#, [62, 37, 98, 63]),
            (#"transform="scale(.5)" style="transform-box:fill-box;transform-origin:center""#, [62, 37, 98, 63]),
        ] as [(String, [Int]?)]
    ) func transformsMove(_ attributes: String, _ box: [Int]?) throws {
        try expect("\(Self.box) \(attributes)/>", box)
    }

    @Test(
        arguments: [
            (
                #"<g transform="scale(.5)" "#
                    + #"style="transform-box:fill-box;transform-origin:center"><rect x="50" y="30" "#
                    + #"width="60" height="40" stroke="red" stroke-width="10" /></g>"#,
                [62, 37, 98, 63]
            ),
            (
                #"<svg x="50" viewBox="10 10 50 50" width="100" height="100"><rect x="20" y="20" "#
                    + #"width="20" height="20" style="transform-origin:50% 50%;transform:scale(.5)"/></svg>"#,
                [75, 25, 95, 45]
            ),
            (
                #"<svg style="transform:translate(10px,10px)" x="50" width="20" height="20"><rect "#
                    + #"width="20" height="20"/></svg>"#,
                [60, 10, 80, 30]
            ),
            (#"<svg><style>rect{x:10px;y:10px;width:30px;height:20px}</style><rect/></svg>"#, [10, 10, 40, 30]),
            (#"<rect width="20" height="20" style="width:auto"/>"#, nil),
            (#"<rect width="20" height="20" style="height:50%;x:5"/>"#, [5, 0, 25, 50]),
            (#"<circle r="10" cx="50" cy="50" style="r:20px;cx:30"/>"#, [10, 30, 50, 70]),
            (#"<ellipse cx="50" cy="50" rx="20" style="ry:auto"/>"#, [30, 30, 70, 70]),
            (#"<ellipse cx="50" cy="50" rx="-5" ry="40"/>"#, [10, 10, 90, 90]),
            (#"<ellipse cx="50" cy="50" rx="0" ry="40"/>"#, nil),
            (#"<ellipse cx="50" cy="50" ry="40"/>"#, [10, 10, 90, 90]),
            (#"<ellipse cx="50" cy="50" ry="-1" rx="30"/>"#, [20, 20, 80, 80]),
            (#"<ellipse cx="50" cy="50" ry="40" style="rx:-5px"/>"#, [10, 10, 90, 90]),
            (#"<circle cx="50" cy="50" r="-5"/>"#, nil),
            (#"<rect x="10" y="10" width="50" height="30" rx="-5" ry="10"/>"#, [10, 10, 60, 40]),
            (#"<path d="M0 0h10v10z" style="d:path('M0 0h30v30z')"/>"#, [0, 0, 30, 30]),
            (#"<path d="M0 0h10v10z" style="d:none"/>"#, nil),
            (##"<rect id="r" width="10" height="10"/><use href="#r" style="x:50px;y:20px"/>"##, [0, 0, 60, 30]),
            (#"<rect width="20%" height="10vh" x="calc(10px + 5%)"/>"#, [20, 0, 60, 10]),
            (
                #"<line x1="calc(10px + 10px)" x2="50%" y1="10" y2="10" stroke="red" stroke-width="4"/>"#,
                [20, 8, 100, 12]
            ),
            (#"<line x1="1em" x2="3rem" y1="10" y2="10" stroke="red" stroke-width="4"/>"#, [16, 8, 48, 12]),
            (
                #"<linearGradient id="g" x1="calc(10%)"><stop offset="calc(20%)" "#
                    + #"stop-color="red"/><stop offset="20%" stop-color="blue"/></linearGradient><rect "#
                    + #"width="100" height="10" fill="url(#g)"/>"#,
                [0, 0, 100, 10]
            ),
            (
                ##"<defs><mask id="m"><rect width="20" height="100" fill="#fff"/></mask><mask "##
                    + ##"id="n"><rect x="10" width="40" height="100" fill="#fff"/></mask></defs><rect "##
                    + #"width="100" height="50" mask="url(#m)"/>"#,
                [0, 0, 20, 50]
            ),
            (
                ##"<defs><mask id="m"><rect width="20" height="100" fill="#fff"/></mask><mask "##
                    + ##"id="n"><rect x="10" width="40" height="100" fill="#fff"/></mask></defs><rect "##
                    + #"width="100" height="50" mask="url(#m), url(#n)"/>"#,
                [0, 0, 50, 50]
            ),
            (
                ##"<defs><mask id="m"><rect width="20" height="100" fill="#fff"/></mask></defs><rect "##
                    + #"width="100" height="50" mask="url(#m) alpha"/>"#,
                [0, 0, 20, 50]
            ),
            (
                ##"<defs><mask id="m"><rect width="20" height="100" fill="#000"/></mask></defs><rect "##
                    + #"width="100" height="50" style="mask:url(#m) alpha"/>"#,
                [0, 0, 20, 50]
            ),
            (#"<rect width="100" height="50" style="mask:url(#nope)"/>"#, [0, 0, 100, 50]),
            (#"<rect width="100" height="50" style="clip-path:url(#nope)"/>"#, [0, 0, 100, 50]),
            (#"<rect width="100" height="50" style="clip-path:url(foo.svg#nope)"/>"#, [0, 0, 100, 50]),
            (#"<rect width="100" height="50" fill="url(#nope)"/>"#, nil),
            (#"<rect width="100" height="50" fill="url(foo) red"/>"#, [0, 0, 100, 50]),
            (#"<rect width="100" height="50" fill="url()"/>"#, nil),
            (#"<rect width="100" height="50" filter="url(#nope)"/>"#, [0, 0, 100, 50]),
            (
                #"<linearGradient id="a b)c"><stop stop-color="red"/></linearGradient><rect "#
                    + #"width="100" height="50" fill="url('#a b)c')"/>"#,
                [0, 0, 100, 50]
            ),
            (
                #"<linearGradient id="a b"><stop stop-color="red"/></linearGradient><rect width="100" "#
                    + #"height="50" fill="url(#a%20b)"/>"#,
                [0, 0, 100, 50]
            ),
            (
                #"<path d="M10 10h50v50" stroke="red" fill="none" stroke-width="10" "#
                    + #"stroke-miterlimit="0.5"/>"#,
                [10, 5, 65, 60]
            ),
        ] as [(String, [Int]?)]
    ) func valuesPlaceWhatIsDrawn(_ body: String, _ box: [Int]?) throws {
        try expect(body, box)
    }

    /// The fixed sizes that font-relative units have in DejaVu Sans.
    @Test func unitsMeasureTheFont() throws {
        try expect(
            "<g font-family='DejaVu Sans' font-size='20'><rect width='2ch' height='4ex'/></g>", [0, 0, 25, 44])
    }

    @Test func spacesAreKept() throws {
        func left(_ attributes: String) throws -> Int? {
            try ink("<text y='50' font-size='40' font-family='DejaVu Sans' \(attributes)>  X</text>")?[0]
        }
        let collapsed = try #require(try left(""))
        let kept = try #require(try left("xml:space='preserve'"))
        #expect(kept > collapsed + 10)
        #expect(try left("style='white-space:pre'") == kept)
        #expect(try left("xml:space='preserve' style='white-space:normal'") == collapsed)
        #expect(try left("style='white-space:pre-line'") == collapsed)
    }

    /// The elements whose spaces Chromium keeps: it reads `xml:space` of texts and spans alone, and the `white-space`
    /// around a text does not count.
    @Test(
        arguments: [
            ("<svg xml:space='preserve'><text y='50'>  X</text></svg>", false),
            ("<g xml:space='preserve'><text y='50'>  X</text></g>", false),
            ("<g style='white-space:pre'><text y='50'>  X</text></g>", false),
            ("<g style='white-space:pre'><text y='50' style='white-space:inherit'>  X</text></g>", true),
            ("<text y='50' xml:space='preserve'><tspan>  X</tspan></text>", true),
            ("<text y='50' xml:space='preserve'><a>  X</a></text>", true),
            ("<text y='50'><tspan xml:space='preserve'>  X</tspan></text>", true),
            ("<text y='50'><a xml:space='preserve'>  X</a></text>", false),
            ("<text y='50' xml:space='preserve'><tspan xml:space='default'>  X</tspan></text>", false),
        ]
    ) func spacesAreKeptByTextElements(_ body: String, _ isKept: Bool) throws {
        let left = try #require(try ink("<g font-size='40' font-family='DejaVu Sans'>\(body)</g>")?[0])
        #expect(left == (isKept ? 27 : 2))
    }
}
