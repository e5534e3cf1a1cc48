import Foundation
import Testing
import TileEngine
import TileGeometry

@testable import TileContent
@testable import TileGraphics

/// Tests of the preferences and the environment that drawings query.
@Suite("What drawings ask")
struct DrawingPreferencesTests {
    private func document(
        _ body: String, _ root: String = "width='60' height='20'", _ limits: ContentLimits = ContentLimits()
    ) throws -> SVGDocument {
        let text =
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \(root)>\(body)</svg>"
        let document = try SVGDocument.read(Data(text.utf8), path: "a.svg", limits: limits)
        guard case .picture = document.route else { throw SVGUnsupported("\(document.route)") }
        return document
    }

    private func color(
        _ body: String, x: Int, y: Int = 10, _ limits: ContentLimits = ContentLimits()
    ) throws -> UInt32 {
        try document(body, "width='60' height='60'", limits).source.raster(
            RasterArea(scale: 1, x: x, y: y, width: 1, height: 1), in: RasterContext(pool: BitmapPool())
        ).asBitmap[0, 0].argb
    }

    private static let (red, blue, clear): (UInt32, UInt32, UInt32) = (0xFFFF_0000, 0xFF00_00FF, 0)

    @Test("Dark colors are for those who are shown dark ones")
    func colorScheme() throws {
        let body =
            "<style>rect{fill:#00f} @media (prefers-color-scheme: dark){rect{fill:#f00}}</style><rect width='60' height='60'/>"
        var limits = ContentLimits()
        #expect(try color(body, x: 5, limits) == Self.blue)
        limits.drawings.colorScheme = .dark
        #expect(try color(body, x: 5, limits) == Self.red)
        let whole = "<style media='(prefers-color-scheme:dark)'>rect{fill:#f00}</style><rect width='60' height='60'/>"
        #expect(try color(whole, x: 5, limits) == Self.red)
        // The same in a nested drawing.
        let inner = "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='60'>\(body)</svg>"
        let url = "data:image/svg+xml;base64,\(Data(inner.utf8).base64EncodedString())"
        #expect(try color("<image width='60' height='60' href='\(url)'/>", x: 5, limits) == Self.red)
    }

    @Test(
        "One language shows, in a switch and outside",
        arguments: [
            ("en", true), ("en-GB", true), ("EN", true), ("de, en", true), ("de", false), ("", false),
            ("english", false),
            ("e", false), ("de,,", false),
        ])
    func languages(_ tag: String, _ shows: Bool) throws {
        let rect = "<rect width='60' height='60' fill='#f00' systemLanguage='\(tag)'/>"
        #expect(try color(rect, x: 5) == (shows ? Self.red : Self.clear))
        let one = "<switch>\(rect)<rect width='60' height='60' fill='#00f'/></switch>"
        #expect(try color(one, x: 5) == (shows ? Self.red : Self.blue))
        var limits = ContentLimits()
        limits.drawings.language = "de"
        #expect(try color(one, x: 5, limits) == (tag.contains("de") ? Self.red : Self.blue))
    }

    @Test("A gradient of the context lies as it does on the context's element")
    func contextGradient() throws {
        let body = """
            <linearGradient id='g' gradientUnits='userSpaceOnUse' x1='30' x2='30.01'><stop stop-color='#f00'/>\
            <stop offset='1' stop-color='#00f'/></linearGradient>\
            <marker id='m' markerUnits='userSpaceOnUse' markerWidth='10' markerHeight='10' refX='5' refY='5'>\
            <rect width='10' height='10' fill='context-stroke'/></marker>\
            <path d='M10,10H50' stroke='url(#g)' marker-start='url(#m)' marker-end='url(#m)'/>\
            <defs><rect id='r' y='30' width='40' height='10' fill='context-fill'/></defs>\
            <use href='#r' x='10' fill='url(#g)'/>
            """
        #expect(try color(body, x: 8, y: 7) == Self.red)
        #expect(try color(body, x: 52, y: 7) == Self.blue)
        // The gradient is positioned in the space of the `use`, and its x does not move it.
        #expect(try color(body, x: 15, y: 35) == Self.red)
        #expect(try color(body, x: 45, y: 35) == Self.blue)
    }

    @Test("Flat paints of the context are those of the shape and of the use")
    func contextColors() throws {
        let body = """
            <defs><g id='s'><rect width='10' height='20' fill='context-fill'/><rect x='10' width='10' height='20' \
            fill='context-stroke'/></g><g id='t' fill='#fff'><use href='#s' fill='context-stroke' stroke='context-fill'/></g>\
            </defs><use href='#s' fill='#f00' stroke='#00f'/><use href='#s' x='20' fill='#00f' stroke='none'/>\
            <use href='#t' x='40' fill='#f00' stroke='#00f'/>
            """
        #expect(try [5, 15, 25, 35].map { try color(body, x: $0) } == [Self.red, Self.blue, Self.blue, Self.clear])
        #expect(try [45, 55].map { try color(body, x: $0) } == [Self.blue, Self.red])
    }

    @Test("A drawing without a size is as large as its ink reaches")
    func extent() throws {
        let drawn = try document("<rect x='5' y='5' width='50' height='30'/><circle cx='80' cy='40' r='20'/>", "")
        #expect(drawn.source.contentSize == CGSize(width: 100, height: 60))
        let stroked = try document("<path d='M10,10h50' stroke='red' stroke-width='10'/>", "width='7'")
        #expect(stroked.source.contentSize == CGSize(width: 60, height: 15))
        let before = try document("<rect x='-15.5' y='5.25' width='50' height='30' stroke='red' stroke-width='5'/>", "")
        #expect(before.source.contentSize == CGSize(width: 55, height: 37.75))
        #expect(throws: ContentFailure.self) { try document("", "") }
        #expect(throws: ContentFailure.self) { try document("<rect width='5' height='5' fill='none'/>", "") }
    }
}
