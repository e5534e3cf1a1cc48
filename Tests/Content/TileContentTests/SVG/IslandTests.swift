import Foundation
import LibrsvgMessages
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileContent

/// Tests of elements that librsvg draws at their positions in a picture.
@Suite struct IslandTests {
    private static let open =
        #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="160">"#

    private func document(
        _ body: String, leaving elements: Set<String> = ["ellipse"], open: String = Self.open,
        _ change: (inout ContentLimits) -> Void = { _ in }
    ) throws -> SVGDocument {
        var limits = ContentLimits()
        limits.elementsLeftToLibrsvg = elements
        change(&limits)
        return try SVGDocument.read(Data((open + body + "</svg>").utf8), path: "drawing.svg", limits: limits)
    }

    private final class Count: Sendable {
        let value = Lock(0)
    }

    private func tile(_ document: SVGDocument, _ area: RasterArea, missing: Count? = nil) throws -> TileImage {
        var context = RasterContext(pool: BitmapPool())
        if let missing { context.onMissingPart = { _ in missing.value.withLock { $0 += 1 } } }
        return try document.source.raster(area, in: context)
    }

    /// Compares with librsvg's drawing of the whole document.
    private func check(_ body: String, leaving elements: Set<String> = ["ellipse"], islands: Int, _ name: String) throws
    {
        let folder = try TemporaryFolder()
        try folder.write("drawing.svg", Self.open + body + "</svg>")
        var limits = ContentLimits()
        limits.elementsLeftToLibrsvg = elements
        let document = try SVGDocument.open(folder.file("drawing.svg"), limits: limits)
        #expect(document.islands.count == islands, "\(name): \(document.route) \(document.islands)")
        let reference = try ReferenceDrawing(folder.file("drawing.svg"), contentSize: document.source.contentSize)
        for (scale, tileSize) in [(0.6, 32), (1, 64), (9, 500)] {
            try ParityCheck.whole(document.source, reference, scale: scale, tileSize: tileSize, name: name)
        }
    }

    /// Returns a shape for librsvg between two other shapes.
    private static func between(_ island: String) -> String {
        "<rect x='20' y='30' width='90' height='60' fill='#a33'/>\(island)"
            + "<rect x='70' y='50' width='60' height='60' fill='#3a3' fill-opacity='.7'/>"
    }

    private static let ellipse = "<ellipse cx='80' cy='70' rx='50' ry='30' fill='#33a' stroke='#000' stroke-width='5'/>"

    private static let cases: [(name: String, body: String)] = {
        var cases: [(String, String)] = []
        func add(_ name: String, _ body: String) { cases.append((name, body)) }
        let bare = "<ellipse cx='80' cy='70' rx='50' ry='30'/>"
        add("plain", ellipse)
        add("translucent", "<g opacity='.5'>\(ellipse)<rect width='80' height='80'/></g>")
        add("own opacity", ellipse.replacing("/>", with: " opacity='.4'/>"))
        add("opacities", "<g opacity='.5'><g style='opacity:.5'>\(ellipse)</g></g>")
        let circle = "<clipPath id='c'><circle cx='90' cy='70' r='40'/></clipPath>"
        add("clipped", "\(circle)<g clip-path='url(#c)' opacity='.6'>\(ellipse)</g>")
        let triangle = "<clipPath id='c' clipPathUnits='objectBoundingBox'><path d='M0 0 1 .5 0 1z'/></clipPath>"
        add("clipped by its box", "\(triangle)<g clip-path='url(#c)'>\(ellipse)</g>")
        let mask = "<mask id='m'><rect width='200' height='70' fill='#fff' fill-opacity='.6'/></mask>"
        add("masked", "\(mask)<g mask='url(#m)'>\(ellipse)</g>")
        add("turned", "<g transform='translate(30 -20) rotate(20) scale(.8 1.1)'>\(ellipse)</g>")
        add("turned and translucent", "<g transform='translate(30 -20) rotate(20)' opacity='.5'>\(ellipse)</g>")
        add("inheriting", "<g fill='#a0a' stroke='none' style='stroke-width:9'>\(bare)</g>")
        let style = "<style>g &gt; ellipse.a{fill:#0aa;opacity:.7} g{opacity:.8 !important}</style>"
        add("styled", "\(style)<g>\(bare.replacing("<ellipse", with: "<ellipse class='a'"))</g>")
        let siblings = "<style>rect + ellipse{fill:#0aa} g:nth-child(3) ~ rect{fill:none}</style>"
        add("styled by what is beside it", "\(siblings)<g><rect width='9' height='9'/>\(bare)</g>")
        let stops = "<stop stop-color='#f00'/><stop offset='1' stop-color='#00f'/>"
        let gradients =
            "<g><linearGradient id='a'>\(stops)</linearGradient></g><linearGradient id='b' xlink:href='#a'/>"
        add("painted by reference", "<defs>\(gradients)</defs>\(bare.replacing("/>", with: " fill='url(#b)'/>"))")
        add("used", "<defs><g id='e'>\(ellipse)</g></defs><use xlink:href='#e' x='30' y='5' opacity='.5'/>")
        add("in a nested svg", "<svg x='30' y='20' width='90' height='70' viewBox='0 0 100 100'>\(ellipse)</svg>")
        add("in a switch", "<switch><g requiredExtensions='x'/><g>\(ellipse)</g><rect width='9' height='9'/></switch>")
        let pattern = "<pattern id='p' width='.4' height='.5'><ellipse rx='9' ry='9' fill='#888'/></pattern>"
        add("in a pattern", "\(pattern)<rect x='60' y='20' width='80' height='90' fill='url(#p)'/>")
        add("beyond the edge", "<ellipse cx='190' cy='150' rx='50' ry='60'/>")
        add("blended", bare.replacing("/>", with: " fill='#8f8' style='mix-blend-mode:multiply'/>"))
        add("with an id", ellipse.replacing("<ellipse", with: "<ellipse id='it is'"))
        return cases
    }()

    @Test(arguments: cases)
    func isDrawnAsItWouldBeInTheDocument(_ name: String, _ island: String) throws {
        try check(Self.between(island), islands: 1, name)
    }

    @Test func anIdThatAnotherHasMakesAnIslandOfWhatIsAround() throws {
        let body =
            "<rect id='a' width='20' height='20'/><g opacity='.5'><ellipse id='a' cx='80' cy='70' rx='50' ry='30'/></g>"
        try check(body, islands: 1, "same id")
    }

    /// A root's position does not count, nor does it in the document that librsvg gets.
    @Test func aRootsOwnPlaceDoesNotCount() throws {
        let open = Self.open.replacing("<svg ", with: "<svg x='40' y='30' ")
        for elements: Set<String> in [["ellipse"], ["svg"]] {
            let drawing = try document(Self.ellipse, leaving: elements, open: open)
            #expect(color(try tile(drawing, RasterArea(scale: 1, x: 40, y: 60, width: 20, height: 20))) == 0xFF33_33AA)
        }
    }

    /// A filter's result can be outside the area that librsvg computes for the element.
    @Test func whatAFilterDrawsFarOffIsSeen() throws {
        let body = """
            <filter id="f" x="-3" y="-3" width="9" height="9"><feOffset dx="40" dy="30" in="BackgroundImage" result="a"/>\
            <feOffset in="SourceGraphic" dx="50" dy="45"/></filter>
            <ellipse cx="40" cy="40" rx="20" ry="20" fill="#33a" filter="url(#f)"/>
            """
        try check(Self.between(body), islands: 1, "offset")
    }

    @Test func manyAreOneOfWhatIsAroundThemAndMoreAreAllOfTheDocument() throws {
        let many = String(repeating: "<ellipse cx='80' cy='70' rx='50' ry='30'/>", count: 10_000)
        let grouped = try document("<g>\(many)</g><rect width='9' height='9'/>")
        #expect(grouped.islands.count == 1)
        guard case .librsvg = try document(many).route else {
            Issue.record("ten thousand islands")
            return
        }
        let some = try document(String(repeating: "<ellipse rx='50' ry='30'/>", count: 5)) { $0.largestIslandCount = 5 }
        #expect(some.islands.count == 5)
    }

    /// Each drawing contains the next as a data URL; the innermost contains an unreadable one.
    @Test func drawingsInDrawingsEnd() throws {
        var text = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><ellipse rx='9' ry='9'/></svg>"
        for _ in 0..<8 {
            let url = "data:image/svg+xml;base64,\(Data(text.utf8).base64EncodedString())"
            text =
                "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='160'>"
                + "<image width='100' height='100' href='\(url)'/><rect x='150' width='20' height='20'/></svg>"
        }
        let drawing = try document("", open: String(text.dropLast("</svg>".count)))
        let corner = try tile(drawing, RasterArea(scale: 1, x: 152, y: 2, width: 8, height: 8))
        #expect(color(corner) == 0xFF00_0000)
    }

    // MARK: Cost

    /// Librsvg is made to fail at every drawing, so that each request to it becomes visible.
    @Test func aTileBesideItAsksNobody() throws {
        let (_, document) = try drawing("open; size; element; extent; element; kill -ABRT $$")
        let missing = Count()
        for (scale, x, y) in [(1.0, 70, 0), (1, 0, 70), (4, 260, 0), (16, 1100, 1100)] {
            _ = try tile(document, RasterArea(scale: scale, x: x, y: y, width: 64, height: 64), missing: missing)
        }
        #expect(missing.value.withLock { $0 } == 0)
        _ = try tile(document, RasterArea(scale: 1, x: 60, y: 0, width: 64, height: 64), missing: missing)
        #expect(missing.value.withLock { $0 } == 1)
    }

    /// The process gets only the element of a document of many shapes, and not the rest.
    @Test func theProcessIsGivenNoMoreThanItNeeds() throws {
        let shapes = (0..<1000).map { "<rect x='\($0)' width='1' height='1' fill='url(#g)'/>" }.joined()
        let text =
            Self.open + "<g opacity='.5'>\(shapes)<ellipse rx='9' ry='9' fill='url(#g)'/></g>\(shapes)"
            + "<linearGradient id='g'/><radialGradient id='h'/></svg>"
        let tree = try XMLTree(Data(text.utf8))
        let node = try #require(tree.nodes.indices.first { tree.nodes[$0].element == .ellipse })
        let excerpt = SVGExcerpt(of: tree, holding: [Int32(node)])
        let bytes = try #require(excerpt.write(Data(text.utf8), ids: [Int32(node): "island-1"]))
        let written = String(decoding: bytes, as: UTF8.self)
        #expect(!written.contains("<rect") && !written.contains("radialGradient"))
        #expect(written.contains("<ellipse rx=\"9\" ry=\"9\" fill=\"url(#g)\" id=\"island-1\"></ellipse>"))
        #expect(written.contains("<g opacity=\".5\" style=\"opacity:1!important;"))
        #expect(written.contains("<linearGradient id=\"g\">"))
    }

    @Test func aDocumentOfEntitiesAndAnotherEncodingIsCutOutAsWell() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-16"?><!DOCTYPE svg [<!ENTITY fill "#33a"><!ENTITY name "a&lt;b">]>\
            \(Self.open)<ellipse id="&name;" class="é&#10;&quot;" cx="80" cy="70" rx="50" ry="30" fill="&fill;"/></svg>
            """
        let bytes = try #require(text.data(using: .utf16))
        var limits = ContentLimits()
        limits.elementsLeftToLibrsvg = ["ellipse"]
        let drawing = try SVGDocument.read(bytes, path: "drawing.svg", limits: limits)
        #expect(drawing.islands.count == 1)
        let middle = try tile(drawing, RasterArea(scale: 1, x: 76, y: 66, width: 8, height: 8))
        #expect(color(middle) == 0xFF33_33AA)
    }

    // MARK: Failures

    /// A substitute for librsvg that reports the element's position, answers, and follows the lines when it draws.
    private func drawing(_ lines: String, _ change: (inout LibrsvgLimits) -> Void = { _ in }) throws -> (
        StandIn, SVGDocument
    ) {
        let body = Self.between("<ellipse id='e' cx='80' cy='70' rx='50' ry='30'/>")
        let tree = try XMLTree(Data((Self.open + body + "</svg>").utf8))
        let node = try #require(tree.nodes.indices.first { tree.nodes[$0].element == .ellipse })
        let excerpt = SVGExcerpt(of: tree, holding: [Int32(node)])
        let sent = try #require(excerpt.write(Data((Self.open + body + "</svg>").utf8), ids: [:]))
        // An area of 64 × 64 units at the top left.
        let zero = String(repeating: "\\0", count: 8)
        let side = "\\0\\0\\0\\0\\0\\0\\120\\100"
        let ink = zero + zero + side + side
        let standIn = try StandIn(
            """
            open() { take \(LibrsvgRequest.byteCount + sent.count); }
            element() { take \(LibrsvgRequest.byteCount + 8); }
            extent() { head 4 '\\100\\0\\0\\0\\0\\0\\0\\0'; printf '\(ink)\(ink)' >&0; }
            \(lines)
            """)
        let document = try document(body) { $0.librsvg = standIn.limits(change) }
        return (standIn, document)
    }

    private let part = RasterArea(scale: 1, x: 58, y: 58, width: 4, height: 4)

    /// Returns the only color of an image.
    private func color(_ image: TileImage) -> UInt32? { image.asBitmap.solidColor?.argb }

    @Test func whereItFailsTheRestIsShownAndTheTileIsIncomplete() throws {
        let (standIn, document) = try drawing("open; size; element; extent; element; kill -ABRT $$") {
            $0.failuresInARow = 2
        }
        let missing = Count()
        for asked in 1...6 {
            let image = try tile(document, part, missing: missing)
            // Only the red rect is drawn.
            #expect(color(image) == color(try tile(try self.document(Self.between("")), part)))
            #expect(missing.value.withLock { $0 } == asked)
        }
        // The request is tried twice, and not again.
        #expect(standIn.processes.count == 2)
    }

    @Test func killedInTheMiddleItIsDrawnByAnother() throws {
        let (standIn, document) = try drawing(
            "[ $nth = 1 ] || exec $real; open; size; element; extent; element; printf 'pix' >&0; kill -KILL $$")
        let missing = Count()
        let image = try tile(document, part, missing: missing)
        #expect(color(image) != color(try tile(try self.document(Self.between("")), part)))
        #expect(missing.value.withLock { $0 } == 0)
        #expect(standIn.processes.count == 2)
    }

    @Test func whatIsRefusedAtAScaleIsDrawnSmallerAndEnlarged() throws {
        // Refuses the first drawing, as FreeType does with extremely large letters.
        let (standIn, document) = try drawing(
            """
            [ $nth -le 2 ] || exec $real; open; size; [ $nth = 2 ] || { element; extent; }; element
            head 3 '\\005\\0\\0\\0\\0\\0\\0\\0'; printf 'large' >&0; element
            """)
        let missing = Count()
        let image = try tile(
            document, RasterArea(scale: 64, x: 58 * 64, y: 60 * 64, width: 64, height: 64), missing: missing)
        #expect(color(image) == 0xFF00_0000, "\(standIn.processes.count)")
        #expect(missing.value.withLock { $0 } == 0)
    }

    @Test(arguments: [
        // An empty area, an infinite one, and invalid numbers.
        ("\\0\\0\\0\\0\\0\\0\\0\\0", 0), ("\\377\\377\\377\\377\\377\\377\\357\\177", 0),
        ("\\0\\0\\0\\0\\0\\0\\131\\300", 0),
    ])
    func boundsThatCannotBeAreNone(_ number: String, islands: Int) throws {
        let lie = String(repeating: number, count: 8)
        let (_, document) = try drawing(
            "open; size; element; head 4 '\\100\\0\\0\\0\\0\\0\\0\\0'; printf '\(lie)' >&0; element")
        #expect(document.islands.count == islands)
        _ = try tile(document, part)
    }

    @Test func whereTheProgramIsMissingItIsSaid() throws {
        let failure = #expect(throws: ContentFailure.self) {
            _ = try document(Self.ellipse) { $0.librsvg.program = "/nowhere/tilework-svg" }
        }
        #expect(failure == .librsvg(path: "drawing.svg", .programMissing(places: ["/nowhere/tilework-svg"])))
    }

    @Test func itIsToldWithItsFeatureAndItsShare() throws {
        let half = try document("<ellipse cx='100' cy='80' rx='100' ry='80'/><ellipse rx='1' ry='1'/>")
        let summary = try #require(half.islandSummary)
        #expect(summary.hasPrefix("2 elements, 100.0% of its area"), "\(summary)")
        #expect(summary.contains("ellipse"))
        #expect(try document(Self.between("")).islandSummary == nil)
    }
}
