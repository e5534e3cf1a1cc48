import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

/// Malicious or broken documents: each soon yields a picture, or an error that names the problem.
@Suite struct HostileSVGTests {
    private static let open =
        #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="200">"#

    private func read(_ body: String) throws -> SVGDocument { try readAll(Self.open + body + "</svg>") }

    private func readAll(_ text: String) throws -> SVGDocument {
        try SVGDocument.read(Data(text.utf8), path: "hostile.svg")
    }

    /// Rasters an overview and some tiles at deep levels.
    private func drawSome(_ document: SVGDocument) throws {
        let context = RasterContext(pool: BitmapPool())
        for area in [
            RasterArea(scale: 0.9, x: 0, y: 0, width: 128, height: 128),
            RasterArea(scale: 20, x: 900, y: 900, width: 128, height: 128),
            RasterArea(scale: 20_000, x: 2_000_000, y: 2_000_000, width: 128, height: 128),
        ] {
            _ = try document.source.raster(area, in: context)
        }
    }

    private func failure(_ body: () throws -> SVGDocument) -> ContentFailure? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? ContentFailure
        }
    }

    // MARK: Broken

    @Test(arguments: [
        "", " \n ", "hello", "<", "<svg", "<svg>", "<svg xmlns='http://www.w3.org/2000/svg' width='5' height='5'><rect",
        "<svg xmlns='http://www.w3.org/2000/svg' width='5' height='5'></g></svg>", "<html/>", "<a/><b/>",
        "\u{FEFF}", "<!DOCTYPE svg [", "<!-- ", "<?xml version='1.0' encoding='nonsense'?><svg/>",
    ]) func whatIsNoDocumentIsRefusedByName(_ text: String) throws {
        let failure = try #require(failure { try readAll(text) })
        #expect(failure.path == "hostile.svg")
        #expect(failure.description.hasPrefix("hostile.svg: "))
        #expect(failure.description.count > 25)
    }

    @Test func junkAndInvalidTextAreRefused() {
        var random = SeededGenerator(17)
        let junk = Data((0..<50_000).map { _ in UInt8.random(in: 0...255, using: &random) })
        #expect(failure { try SVGDocument.read(junk, path: "junk") } != nil)
        let invalid = Data((Self.open + "<text>").utf8) + [0xC3, 0x28] + Data("</text></svg>".utf8)
        #expect(failure { try SVGDocument.read(invalid, path: "invalid") } != nil)
        #expect(failure { try SVGDocument.read(Data([0xFF, 0xFE, 0x3C, 0, 0x73, 0]), path: "wide") } != nil)
    }

    @Test(arguments: [
        "width='0' height='10'", "width='-5' height='5'", "width='1e300' height='1e300' viewBox='0 0 -1 5'",
        "viewBox='0 0 0 5'", "width='5' height='5' viewBox='0 0 0 0'",
        "width='5' height='5' viewBox='0 0 1e-300 1e-300'",
        "width='5' height='5' viewBox='-1e300 -1e300 2e300 2e300'", "width='1000000' height='1000000'",
        "width='nan' height='inf' viewBox='0 0 nan 5'", "width='1e-300' height='1e-300'",
    ]) func sizesOfAllKindsNeitherTrapNorHang(_ size: String) throws {
        let text = "<svg xmlns='http://www.w3.org/2000/svg' \(size)><rect width='4' height='4'/><circle r='3'/></svg>"
        guard let document = try? readAll(text) else { return }
        #expect(document.source.contentSize.width > 0)
        // The pyramid rejects contents that are too large for tiles.
        guard (try? TilePyramid(contentSize: document.source.contentSize, tileSize: 256)) != nil else { return }
        _ = try document.source.raster(
            RasterArea(scale: 1, x: 0, y: 0, width: 64, height: 64), in: RasterContext(pool: BitmapPool()))
    }

    // MARK: Growth

    private static func entities(_ levels: Int) -> String {
        let steps = (0..<levels).map { "<!ENTITY e\($0 + 1) '" + String(repeating: "&e\($0);", count: 10) + "'>" }
        return "<!DOCTYPE svg [<!ENTITY e0 'aaaaaaaaaa'>" + steps.joined() + "]>"
    }

    @Test func entityBombsAreRefused() {
        for place in ["<text>&e12;</text>", "<rect id='&e12;'/>", "<style>&e12;</style>"] {
            #expect(failure { try readAll(Self.entities(12) + Self.open + place + "</svg>") } != nil)
        }
        let long = "<!DOCTYPE svg [<!ENTITY a '" + String(repeating: "x", count: 100_000) + "'>]>"
        let many = String(repeating: "&a;", count: 20_000)
        #expect(failure { try readAll(long + Self.open + "<text>" + many + "</text></svg>") } != nil)
    }

    @Test func deepNestingIsRefused() {
        let groups = String(repeating: "<g>", count: 1_000_000)
        #expect(failure { try readAll(Self.open + groups) } != nil)
    }

    @Test func whatJustFitsTheDepthIsDrawn() throws {
        let depth = XMLTree.largestDepth - 2
        let document = try read(
            String(repeating: "<g opacity='.99'>", count: depth) + "<rect width='200' height='200'/>"
                + String(repeating: "</g>", count: depth))
        try drawSome(document)
    }

    /// Returns nested elements. Each level refers to the next one twice: 2³⁰ in all.
    private static func bomb(_ level: (Int) -> String, last: String) -> String {
        last + (1...30).map(level).joined()
    }

    private static let referenceBombs: [String] = {
        let groups = bomb(
            { "<g id='a\($0)'><use xlink:href='#a\($0 - 1)'/><use xlink:href='#a\($0 - 1)'/></g>" },
            last: "<g id='a0'/>")
        let box = "<rect width='9' height='9'"
        let patterns = bomb(
            { level in
                let below = "url(#a\(level - 1))"
                return
                    "<pattern id='a\(level)' width='.5' height='.5'>\(box) fill='\(below)' stroke='\(below)'/></pattern>"
            }, last: "<pattern id='a0' width='1' height='1'>\(box)/></pattern>")
        let masks = bomb(
            { level in
                let below = "mask='url(#a\(level - 1))'"
                return "<mask id='a\(level)'>\(box) \(below)/>\(box) \(below)/></mask>"
            }, last: "<mask id='a0'>\(box)/></mask>")
        let markers = bomb(
            { level in
                let below = "url(#a\(level - 1))"
                return "<marker id='a\(level)' markerWidth='9' markerHeight='9'><path d='M0 0L1 1 2 2' "
                    + "stroke='#000' marker-start='\(below)' marker-end='\(below)'/></marker>"
            }, last: "<marker id='a0' markerWidth='9' markerHeight='9'>\(box)/></marker>")
        return [
            groups, "<defs>\(patterns)</defs><rect width='99' height='99' fill='url(#a30)'/>",
            "<defs>\(masks)</defs><rect width='99' height='99' mask='url(#a30)'/>",
            "<defs>\(markers)</defs><path d='M0 0L9 9' stroke='#000' marker-start='url(#a30)'/>",
        ]
    }()

    @Test(arguments: referenceBombs.indices) func referenceBombsAreRefused(_ index: Int) throws {
        let failure = try #require(failure { try read(Self.referenceBombs[index]) })
        #expect(failure.description.contains("references"))
    }

    @Test func clipPathsThatMultiplyAreRefused() throws {
        let clips = Self.bomb(
            {
                "<clipPath id='a\($0)' clip-path='url(#a\($0 - 1))'><rect width='9' height='9' clip-path='url(#a\($0 - 1))'/>"
                    + "</clipPath>"
            }, last: "<clipPath id='a0'><rect width='9' height='9'/></clipPath>")
        let rect = "<rect width='99' height='99' clip-path='url(#a30)'/>"
        let failure = try #require(failure { try read(clips + rect) })
        #expect(failure.description.contains("its groups take too much memory"))
    }

    @Test func whatRefersToItselfIsDrawnOnceOrNotAtAll() throws {
        let document = try read(
            """
            <linearGradient id="g1" xlink:href="#g2"/><linearGradient id="g2" xlink:href="#g1"/>
            <pattern id="p1" width="5" height="5" patternUnits="userSpaceOnUse"><rect width="9" height="9" fill="url(#p2)"/></pattern>
            <pattern id="p2" width="5" height="5" patternUnits="userSpaceOnUse"><rect width="9" height="9" fill="url(#p1)"/></pattern>
            <clipPath id="c" clip-path="url(#c)"><rect width="50" height="50" clip-path="url(#c)"/></clipPath>
            <mask id="m" mask="url(#m)"><rect width="50" height="50" fill="#fff" mask="url(#m)"/></mask>
            <marker id="k" markerWidth="5" markerHeight="5"><path d="M0 0L5 5" stroke="#000" marker-end="url(#k)"/></marker>
            <g id="u"><use xlink:href="#u"/><rect width="3" height="3"/></g><use id="v" xlink:href="#v"/>
            <rect width="20" height="20" fill="url(#g1)"/><rect width="20" height="20" fill="url(#p1)"/>
            <rect width="20" height="20" clip-path="url(#c)"/><rect width="20" height="20" mask="url(#m)"/>
            <path d="M0 0L9 9" stroke="#000" marker-end="url(#k)"/>
            """)
        try drawSome(document)
    }

    // MARK: Style sheets

    @Test(arguments: [
        "-9223372036854775808", "-9223372036854775808n", "9223372036854775807n+9223372036854775807",
        "n-9223372036854775808", "-n+1073741823",
    ])
    func hugePositionsNeitherTrapNorMatch(_ formula: String) throws {
        let style = "<style>:nth-child(\(formula)):nth-last-of-type(\(formula)){fill:red}</style>"
        try drawSome(try read("\(style)<rect width='9' height='9'/>"))
    }

    @Test(arguments: ["&{}", "& rect{}", "rect{}", "&&&&{}"])
    func nestedRulesThatReadLongSelectorsAreRefused(_ rule: String) throws {
        let rules = String(repeating: rule, count: 6000)
        let outer = [
            (0..<2000).map { ".c\($0)" }.joined(), (0..<2000).map { ".c\($0)" }.joined(separator: ","),
        ]
        for selector in outer {
            let sheet = "<style><![CDATA[\(selector){\(rules)}]]></style>"
            let failure = failure { try read("\(sheet)<rect width='9' height='9'/>") }
            #expect(failure?.description.contains("selectors") == true)
        }
    }

    @Test func listsOfSelectorsAreNotReadForEachElement() throws {
        let list = Array(repeating: "a", count: 50_000).joined(separator: ",")
        let shapes = String(repeating: "<path d='M0 0h1'/>", count: 50_000)
        let document = try read("<style>:nth-child(1 of path,\(list)){fill:red}</style>\(shapes)")
        try drawSome(document)
    }

    // MARK: Numbers

    @Test(arguments: ["-1e21", "1e17", "-1e30", "1e300", "9e15"])
    func patternsFarFromTheirOriginNeitherTrapNorHang(_ x: String) throws {
        let attributes = "patternUnits='userSpaceOnUse' \(x.hasPrefix("-") ? "x" : "y")='\(x)'"
        for size in ["width='5000' height='4'", "width='4' height='5000'"] {
            let pattern = "<pattern id='p' \(attributes) \(size)><path d='M0 0h9v3'/></pattern>"
            let document = try read("\(pattern)<rect width='256' height='256' fill='url(#p)'/>")
            do { try drawSome(document) } catch { #expect(error is RasterFailure) }
        }
    }

    @Test(arguments: ["nan", "inf", "1e308", "-1e308", "1e39", "1e400", "1e30", "-1e18", "9e9", "1e-300", "4e-324"])
    func numbersBeyondAllMeasureNeitherTrapNorHang(_ n: String) throws {
        let document = try read(
            """
            <rect x="\(n)" y="\(n)" width="\(n)" height="\(n)" rx="\(n)" stroke="#000"/><circle cx="\(n)" cy="5" r="\(n)"/>
            <path d="M0 0L\(n) \(n)C\(n) 0 0 \(n) 9 9Q\(n) \(n) 1 1A\(n) \(n) \(n) 1 0 \(n) 5" stroke="#000"/>
            <path d="M0 0L\(n) \(n)L5 \(n)z" stroke="#000" stroke-dasharray="3 1"/>
            <path d="M0 0L90 90" stroke="#000" stroke-dasharray="\(n) 5" stroke-dashoffset="\(n)"/>
            <path d="M0 0L90 90 0 91" stroke="#000" stroke-width="\(n)" stroke-miterlimit="\(n)"/>
            <g transform="scale(\(n))"><rect width="3" height="3" stroke="#000"/></g>
            <g transform="translate(\(n))" opacity=".5"><rect width="3" height="3" stroke="#000"/></g>
            <g transform="matrix(\(n) 1 1 \(n) \(n) 0)"><rect width="3" height="3"/></g>
            <g transform="rotate(\(n)) skewX(\(n))"><rect width="3" height="3"/></g>
            <text x="\(n)" y="\(n)" font-size="\(n)" letter-spacing="\(n)" stroke="#000">x</text><text y="9" font-size="9" dx="\(n)">y</text>
            <pattern id="p" patternUnits="userSpaceOnUse" x="\(n)" width="\(n)" height="\(n)"><rect width="5" height="5"/></pattern>
            <pattern id="q" patternUnits="userSpaceOnUse" width="9" height="9" viewBox="0 0 \(n) \(n)"><rect width="5" height="5"/></pattern>
            <pattern id="r" patternUnits="userSpaceOnUse" width="\(n)" height="1" patternTransform="scale(\(n))"><rect width="5" height="5"/></pattern>
            <rect width="99" height="99" fill="url(#p)"/><rect width="99" height="99" fill="url(#q)"/><rect width="99" height="99" fill="url(#r)"/>
            <linearGradient id="g" x1="\(n)" gradientTransform="scale(\(n))"><stop offset="\(n)"/><stop offset="1" stop-color="#fff"/></linearGradient>
            <radialGradient id="h" r="\(n)" fx="\(n)"><stop offset="0"/><stop offset="1" stop-color="#fff"/></radialGradient>
            <rect width="99" height="99" fill="url(#g)"/><rect width="99" height="99" fill="url(#h)"/>
            <mask id="m" x="\(n)" width="\(n)"><rect width="\(n)" height="9" fill="#fff"/></mask><rect width="99" height="99" mask="url(#m)"/>
            <marker id="k" markerWidth="\(n)" refX="\(n)" orient="\(n)"><rect width="\(n)" height="9"/></marker>
            <path d="M0 0L9 9 5 \(n)" stroke="#000" marker-mid="url(#k)" marker-end="url(#k)"/>
            <svg x="\(n)" width="\(n)" height="\(n)" viewBox="0 0 \(n) 5"><rect width="\(n)" height="5"/></svg>
            """)
        guard case .picture = document.route else {
            Issue.record("\(n) went to \(document.route)")
            return
        }
        try drawSome(document)
    }

    @Test func dashesTooShortToSeeDoNotTakeForEver() throws {
        let document = try read(
            """
            <path d="M0 0L200 200C100 0 0 100 200 0" fill="none" stroke="#000" stroke-dasharray="1e-9"/>
            <circle cx="100" cy="100" r="80" stroke="#000" stroke-dasharray="1e-9 1e-12" stroke-linecap="round" stroke-width="5"/>
            <path d="M0 0L1e9 1e9C1e9 0 0 1e9 5 5" stroke="#000" stroke-dasharray=".1 .1"/>
            <path d="M0 0L1e9 1e9" stroke="#000" stroke-dasharray="1e-300"/>
            <path d="M0 0L90 90" stroke="#000" stroke-dasharray="1e300 1e-300"/>
            <path d="M0 0L90 90" stroke="#000" stroke-dasharray="1e308 1e308" stroke-dashoffset="1e308"/>
            <path d="M0 0L90 90" stroke="#000" stroke-dasharray=".001" stroke-width="1e6"/>
            """)
        try drawSome(document)
    }

    // MARK: Amounts

    @Test func aHugePathIsReadInReasonableTime() throws {
        // 8 MB in one path with small steps, like a coast.
        var data = "M100 100"
        for index in 0..<700_000 { data += "l\(index % 7 - 3).\(index % 10) \(index % 5 - 2)" }
        try drawSome(try read("<path d='\(data)' fill='none' stroke='#000'/>"))
    }

    @Test func aPathOfTooManySegmentsIsRefused() throws {
        // Six bytes a segment; the limit is ten million.
        let data = "M0 0" + String(repeating: "h1v1h-1v-1", count: 2_600_000)
        let failure = try #require(failure { try read("<path d='\(data)'/>") })
        #expect(failure.description.contains("segments"))
    }

    @Test func anOutlineOfAnyNumberOfEdgesIsDrawn() throws {
        var random = SeededGenerator(17)
        var data = "M0 0"
        for _ in 0..<90_000 {
            data += "L\(Int.random(in: 0...200, using: &random)).5 \(Int.random(in: 0...200, using: &random))"
        }
        let document = try read("<path d='\(data)'/>")
        let context = RasterContext(pool: BitmapPool())
        let whole = try document.source.raster(RasterArea(scale: 1, x: 0, y: 0, width: 256, height: 256), in: context)
        // Wound around at random: next to nothing is outside.
        #expect(whole.asBitmap[100, 100].alpha == 255)
        _ = try document.source.raster(RasterArea(scale: 2000, x: 9000, y: 9000, width: 64, height: 64), in: context)
    }

    @Test func manyStopsRulesAttributesAndLettersAreBounded() throws {
        let stops = (0..<60_000).map { "<stop offset='\(Double($0) / 6e4)' stop-color='#\($0 % 900 + 100)'/>" }
        try drawSome(
            try read(
                "<linearGradient id='g'>\(stops.joined())</linearGradient><rect width='200' height='200' fill='url(#g)'/>"
            ))
        let rules = (0..<5000).map { ".c\($0) g rect.c\($0){fill:red}" }
        try drawSome(
            try read(
                "<style>\(rules.joined())</style><g>"
                    + String(repeating: "<rect class='c5' width='5' height='5'/>", count: 1000) + "</g>"))
        let attributes = (0..<50_000).map { "a\($0)='1'" }
        #expect(failure { try read("<rect \(attributes.joined(separator: " "))/>") } != nil)
        try drawSome(
            try read("<text y='50' font-size='10'>" + String(repeating: "lorem ipsum ", count: 8000) + "</text>"))
        let deep = String(repeating: "<g>", count: 200) + "<rect class='x' width='9' height='9'/>"
        let selector = String(repeating: "g ", count: 40)
        try drawSome(
            try read("<style>\(selector) h rect{fill:red}</style>" + deep + String(repeating: "</g>", count: 200)))
    }

    private static let unbearableFilters = [
        ("<feTurbulence numOctaves='1000000000'/>", "numOctaves"), ("<feMorphology radius='1e9'/>", "radius"),
        ("<feGaussianBlur stdDeviation='5 1e6'/>", "stdDeviation"), ("<feConvolveMatrix order='9999'/>", "order"),
    ]

    private func read(_ body: String, leaving elements: Set<String>) throws -> SVGDocument {
        var limits = ContentLimits()
        limits.elementsLeftToLibrsvg = elements
        return try SVGDocument.read(Data((Self.open + body + "</svg>").utf8), path: "hostile.svg", limits: limits)
    }

    @Test func filtersAndLettersThatLibrsvgCannotBearAreRefused() throws {
        for (filter, word) in Self.unbearableFilters {
            let body = "<filter id='f'>\(filter)</filter><rect width='99' height='99' filter='url(#f)'/>"
            let failure = try #require(failure { try read(body, leaving: ["svg"]) })
            #expect(failure.description.contains(word))
        }
        for text in [
            "<text font-size='1e9'>x</text>", "<text style='font-size:1e9px'>x</text>",
            "<g font-size='1000000%'><text font-size='1000000%'>x</text></g>",
            "<style>text{font-size:1e9px}</style><text>x</text>",
            "<style>text[x]{font-size:1e9px}</style><text x=''>x</text>",
            "<style>@import 'a.css'; text{font:bold 1e9px serif}</style><text>x</text>",
        ] {
            let failure = try #require(failure { try read(text, leaving: ["svg"]) }, "\(text)")
            #expect(failure.description.contains("font size"))
        }
    }

    @Test func anElementThatLibrsvgCannotBearIsLeftOutAndTheRestIsDrawn() throws {
        for (filter, word) in Self.unbearableFilters {
            let body =
                "<filter id='f'>\(filter)</filter><ellipse rx='99' ry='99' filter='url(#f)'/><ellipse rx='9' ry='9'/>"
                + "<rect width='200' height='200' fill='#123'/>"
            let document = try read(body, leaving: ["ellipse"])
            #expect(document.islands.count == 1)
            #expect(document.notes.contains { $0.contains(word) })
            let tile = try document.source.raster(
                RasterArea(scale: 1, x: 100, y: 100, width: 64, height: 64), in: RasterContext(pool: BitmapPool()))
            guard case .solid(let color, _, _) = tile else { throw ContentFailure.empty(path: "tile") }
            #expect(color.argb == 0xFF11_2233)
        }
    }

    // MARK: Outside

    @Test func nothingOutsideTheDocumentIsOpened() throws {
        // A reader that opened one of these pipes would wait forever for a writer.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let names = ["evil.dtd", "secret.txt", "other.svg", "evil.css", "image.png"]
        for name in names { #expect(mkfifo(folder.appendingPathComponent(name).path, 0o600) == 0) }
        let base = "file://\(folder.path)"
        let bodies = [
            "<!DOCTYPE svg SYSTEM '\(base)/evil.dtd'>\(Self.open)<rect width='9' height='9'/></svg>",
            "<!DOCTYPE svg [<!ENTITY x SYSTEM '\(base)/secret.txt'>]>\(Self.open)<text>&x;</text></svg>",
            "<!DOCTYPE svg [<!ENTITY % p SYSTEM '\(folder.path)/evil.dtd'> %p;]>\(Self.open)<rect width='9' height='9'/></svg>",
            "\(Self.open)<use xlink:href='\(base)/other.svg#a'/><rect width='9' height='9' fill='url(\(base)/other.svg#p)'/></svg>",
            "\(Self.open)<style>@import url(\(base)/evil.css); @import 'evil.css';</style><rect width='9' height='9'/></svg>",
            "\(Self.open)<image width='9' height='9' xlink:href='\(base)/image.png'/><image width='9' height='9' href='image.png'/></svg>",
            "<?xml-stylesheet href='\(base)/evil.css' type='text/css'?>\(Self.open)<rect width='9' height='9'/></svg>",
            "\(Self.open)<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='\(base)/other.svg'/><filter id='f'><feImage "
                + "xlink:href='\(base)/image.png'/></filter><rect width='9' height='9' filter='url(#f)'/></svg>",
        ]
        for (index, body) in bodies.enumerated() {
            let file = folder.appendingPathComponent("document\(index).svg")
            try Data(body.utf8).write(to: file)
            // A refusal is also correct.
            guard let document = try? SVGDocument.open(file.path) else { continue }
            _ = try? document.source.raster(
                RasterArea(scale: 1, x: 0, y: 0, width: 64, height: 64), in: RasterContext(pool: BitmapPool()))
        }
    }

    // MARK: Chance

    /// Randomly changed bytes of valid documents: each yields a picture or an error.
    @Test func damagedDocumentsNeitherTrapNorHang() throws {
        var random = SeededGenerator(4711)
        let files = try FeatureParityTests.names.filter { !$0.hasPrefix("fallback") }.map {
            [UInt8](try Data(contentsOf: FeatureParityTests.folder.appendingPathComponent("\($0).svg")))
        }
        let pieces = [
            "1e308", "-1", "0", "nan", "url(#a)", "NaN%", "<g>", "</g>", "\"", "&#0;", "z", "1e-9", "%", "#", "inherit",
        ]
        var drawn = 0
        for _ in 0..<300 {
            var bytes = files[Int.random(in: 0..<files.count, using: &random)]
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.replaceSubrange(at..<at, with: pieces.randomElement(using: &random)!.utf8)
                case 2: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...20, using: &random)))
                case 3: bytes[at] = UInt8(ascii: "0") + UInt8.random(in: 0...9, using: &random)
                default: bytes += bytes[at..<min(bytes.count, at + 40)]
                }
                if bytes.isEmpty { bytes = [0x3C] }
            }
            guard let document = try? SVGDocument.read(Data(bytes), path: "damaged"), case .picture = document.route
            else {
                continue
            }
            drawn += 1
            for area in [
                RasterArea(scale: 1, x: 0, y: 0, width: 64, height: 64),
                RasterArea(scale: 30, x: 1000, y: 800, width: 64, height: 64),
            ] {
                _ = try? document.source.raster(area, in: RasterContext(pool: BitmapPool()))
            }
        }
        #expect(drawn > 10)
    }
}
