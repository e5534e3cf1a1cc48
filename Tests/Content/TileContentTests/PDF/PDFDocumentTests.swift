import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

@Suite("PDF documents")
struct PDFDocumentTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ file: PDFFile, limits: ContentLimits = ContentLimits()) throws -> (ContentDocument, PDFPages) {
        let document = try ContentReader.open(try folder.write("a.pdf", file.bytes), limits: limits)
        return (document, try #require(document.pages as? PDFPages))
    }

    @Test("pages are as large as their crop boxes, turned as they say, in CSS pixels")
    func sizes() throws {
        let (document, pages) = try open(
            PDFFile([
                PDFFile.Page(content: "", mediaBox: "0 0 300 150"),
                PDFFile.Page(content: "", more: "/CropBox [30 30 180 90] /Rotate 270"),
                PDFFile.Page(content: "", more: "/Rotate 180 /UserUnit 1", mediaBox: "-10 -10 110.5 50"),
            ]))
        #expect(pages.count == 3 && document.kind == .pdf && document.isScalable)
        #expect(document.source.contentSize == CGSize(width: 400, height: 200))
        #expect(try pages.size(of: 1) == CGSize(width: 80, height: 200))
        let third = try pages.size(of: 2)
        #expect(abs(third.width - 120.5 * 4 / 3) < 1e-9 && third.height == 80)
        #expect(document.facts.contains { $0.name == "pages" && $0.value == "3" })
        #expect(document.facts.contains { $0.name == "producer" && $0.value == "Made by hand" })
    }

    @Test("no page is read before a tile of it is asked for, and then once")
    func laziness() throws {
        let (document, pages) = try open(PDFFile((0..<3).map { PDFFile.Page(content: "0 0 \($0 * 10) 9 re f") }))
        let first = try #require(document.source as? PageSource)
        let second = try #require(try pages.open(1).source as? PageSource)
        #expect(!first.isRead && !second.isRead)
        let area = RasterArea(scale: 1, x: 0, y: 0, width: 400, height: 267)
        let image = try second.raster(area, in: RasterContext(pool: BitmapPool()))
        #expect(!first.isRead && second.isRead)
        guard case .bitmap(let bitmap) = image else {
            Issue.record("there is something on the page")
            return
        }
        #expect(bitmap[5, 260].argb == 0xFF00_0000 && bitmap[20, 200].argb == 0xFFFF_FFFF, "black on white paper")
        #expect(try second.source() === second.source())
    }

    @Test("a page is let go when its memory is needed, and read again")
    func budget() throws {
        var limits = ContentLimits()
        let budget = MemoryBudget(limit: 1 << 20)
        limits.memory = budget
        let (document, _) = try open(PDFFile([PDFFile.Page(content: "0 0 100 100 re f")]), limits: limits)
        let source = try #require(document.source as? PageSource)
        _ = try source.source()
        #expect(source.isRead && budget.bytes > 0)
        let other = budget.hold(1 << 20, evict: nil)
        #expect(!source.isRead)
        other.release()
        _ = try source.source()
        #expect(source.isRead)
    }

    @Test("5,000 pages of different sizes")
    func manyPages() throws {
        let (_, pages) = try open(
            PDFFile((1...5000).map { PDFFile.Page(content: "", mediaBox: "0 0 \(100 + $0) 75") }))
        #expect(pages.count == 5000)
        #expect(try pages.size(of: 4999) == CGSize(width: 6800, height: 100))
        #expect(try pages.size(of: 4000).width == 4101.0 * 4 / 3)
    }

    @Test("links lead to pages, to addresses, and nowhere; turned pages turn them")
    func links() throws {
        let annotations = """
            /Annots [
            << /Type /Annot /Subtype /Link /Rect [30 150 90 180] /Dest [8 0 R /XYZ 0 150 0] >>
            << /Type /Annot /Subtype /Link /Rect [150 15 180 30] /A << /S /URI /URI (https://a.example/x) >> >>
            << /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /JavaScript /JS (app.alert\\(1\\)) >> >>
            << /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (/bin/sh) >> >> ]
            """
        let (_, pages) = try open(
            PDFFile([
                PDFFile.Page(content: "", more: annotations), PDFFile.Page(content: ""),
                PDFFile.Page(content: "", more: annotations + " /Rotate 90"),
            ]))
        let expected = [
            PageLink(rect: CGRect(x: 40, y: 26.67, width: 80, height: 40), target: .page(1, top: 66.67)),
            PageLink(
                rect: CGRect(x: 200, y: 226.67, width: 40, height: 20), target: .address("https://a.example/x")),
        ]
        #expect(try pages.links(on: 0).map(Self.rounded) == expected)
        #expect(try pages.links(on: 1).isEmpty)
        let turned = try #require(try pages.links(on: 2).first.map(Self.rounded))
        #expect(turned.rect == CGRect(x: 200, y: 40, width: 40, height: 80))
    }

    @Test("a link has finite numbers, however far away its corners and how wide its border", arguments: [40, 307, 400])
    func distantLinks(digits: Int) throws {
        let far = "1" + String(repeating: "0", count: digits)
        let annotations = """
            /UserUnit 1000000 /Annots [
            << /Type /Annot /Subtype /Link /Rect [-\(far) -\(far) \(far) \(far)] /Border [0 0 \(far)]
            /A << /S /URI /URI (https://a.example/x) >> >>
            << /Type /Annot /Subtype /Link /Rect [30 150 90 180] /Border [\(far) \(far) 1] /C [1 0 0]
            /Dest [6 0 R /XYZ \(far) -\(far) \(far)] >> ]
            """
        let (document, pages) = try open(PDFFile([PDFFile.Page(content: "", more: annotations)]))
        let links = try pages.links(on: 0)
        #expect(links.count == 2)
        for rect in links.map(\.rect) {
            #expect([rect.minX, rect.minY, rect.width, rect.height].allSatisfy { $0.isFinite && abs($0) <= 1e16 })
        }
        let area = RasterArea(scale: 1e-6, x: 0, y: 0, width: 40, height: 40)
        _ = try document.source.raster(area, in: RasterContext(pool: BitmapPool()))
    }

    @Test("an image of one pixel is drawn, however small it is")
    func smallestImage() throws {
        let (document, _) = try open(
            PDFFile([
                PDFFile.Page(content: "q .1 0 0 .1 20 20 cm BI /W 1 /H 1 /CS /RGB /BPC 8 /F /AHx ID FF0000> EI Q")
            ]))
        for scale in [0.01, 0.1, 1, 8] {
            let area = RasterArea(scale: scale, x: Int(26 * scale), y: Int(238 * scale), width: 4, height: 4)
            _ = try document.source.raster(area, in: RasterContext(pool: BitmapPool()))
        }
    }

    @Test("images that are longer than Cairo's are drawn, also stencils and images with a mask")
    func longImages() throws {
        // Half of the samples are 0, the others 1, and a pixel in the middle is both.
        let row = String(repeating: "00", count: 2500) + "0F" + String(repeating: "FF", count: 2499)
        let gray = String(repeating: "00", count: 20_000) + String(repeating: "FF", count: 20_000)
        func image(_ entries: String, _ width: Int, _ samples: String) -> (String, String?) {
            (
                "/Type /XObject /Subtype /Image /Width \(width) /Height 2 /Filter /ASCIIHexDecode \(entries)",
                samples + samples + ">"
            )
        }
        let file = PDFFile(
            [
                PDFFile.Page(
                    content: """
                        0 0 1 rg q 200 0 0 20 50 20 cm /A Do Q q 200 0 0 20 50 60 cm /B Do Q q 200 0 0 20 50 100 cm /C Do Q
                        q 200 0 0 20 50 140 cm /D Do Q
                        """,
                    resources: "/XObject << /A 5 0 R /B 6 0 R /C 7 0 R /D 8 0 R >>")
            ],
            objects: [
                image("/ColorSpace /DeviceGray /BitsPerComponent 8", 40_000, gray),
                image("/ImageMask true /BitsPerComponent 1", 40_000, row),
                image("/ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 5 0 R", 40_000, gray),
                image("/ColorSpace /DeviceGray /BitsPerComponent 1", 40_000, row),
            ])
        let page = try DrawnPage(file.bytes, in: folder)
        let (black, white, blue) = ([0, 0, 0], [255, 255, 255], [0, 0, 255])
        for (y, left, right) in [(30.0, black, white), (70, blue, white), (110, white, white), (150, black, white)] {
            let colors = [page.color(100, y), page.color(200, y)]
            #expect(isNear(colors[0], left) && isNear(colors[1], right), "\(y): \(colors)")
        }
    }

    @Test("the unit of a page enlarges it, its links and what is found on it")
    func userUnit() throws {
        let annotations = """
            /UserUnit 10 /Annots [
            << /Type /Annot /Subtype /Link /Rect [150 15 180 30] /A << /S /URI /URI (https://a.example/x) >> >> ]
            """
        let (document, pages) = try open(
            PDFFile([PDFFile.Page(content: "BT /F1 20 Tf 30 100 Td (Valve) Tj ET", more: annotations)]))
        #expect(document.source.contentSize == CGSize(width: 4000, height: 8000.0 / 3))
        let link = try #require(try pages.links(on: 0).first.map(Self.rounded))
        #expect(link.rect == CGRect(x: 2000, y: 2266.67, width: 400, height: 200))
        let match = try #require(try pages.search("valve", on: 0..<1, most: 1)?.matches.first)
        #expect(abs(match.rect.minX - 400) < 10 && match.rect.width > 500)
    }

    @Test("links on layers that are not shown are not listed")
    func hiddenLinks() throws {
        func link(_ layer: Int, _ name: String) -> String {
            """
            << /Type /Annot /Subtype /Link /OC \(layer) 0 R /Rect [0 0 9 9]
            /A << /S /URI /URI (https://a.example/\(name)) >> >>
            """
        }
        let (_, pages) = try open(
            PDFFile(
                [PDFFile.Page(content: "", more: "/Annots [ \(link(5, "on")) \(link(6, "off")) \(link(7, "print")) ]")],
                catalog: "/OCProperties << /OCGs [5 0 R 6 0 R 7 0 R] /D << /OFF [6 0 R] >> >>",
                objects: [
                    ("/Type /OCG /Name (on)", nil), ("/Type /OCG /Name (off)", nil),
                    ("/Type /OCG /Name (print) /Usage << /View << /ViewState /OFF >> >>", nil),
                ]))
        #expect(try pages.links(on: 0).map(\.target) == [.address("https://a.example/on")])
    }

    @Test("layers that are for printing only are not drawn")
    func printedLayers() throws {
        let (document, _) = try open(
            PDFFile(
                [
                    PDFFile.Page(
                        content: "/OC /P BDC 1 0 0 rg 0 0 300 200 re f EMC",
                        resources: "/Properties << /P 5 0 R >>")
                ],
                catalog: "/OCProperties << /OCGs [5 0 R] /D << /ON [5 0 R] >> >>",
                objects: [("/Type /OCG /Name (print) /Usage << /View << /ViewState /OFF >> >>", nil)]))
        let pool = BitmapPool()
        let image = try document.source.raster(
            RasterArea(scale: 0.1, x: 0, y: 0, width: 40, height: 26), in: RasterContext(pool: pool)
        ).bitmap(in: pool)
        for (x, y) in [(1, 1), (20, 13), (38, 24)] { #expect(image[x, y].argb == 0xFFFF_FFFF) }
    }

    @Test("text under a mask that hides nothing looks as it does without one")
    func maskedText() throws {
        let mask = "/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Group << /S /Transparency /CS /DeviceGray >>"
        func drawn(_ state: String) throws -> Bitmap {
            let (document, _) = try open(
                PDFFile(
                    [
                        PDFFile.Page(
                            content: "\(state) BT /F1 60 Tf 30 80 Td (Valve) Tj ET",
                            resources: "/ExtGState << /L << /SMask << /S /Luminosity /G 5 0 R >> >> >>")
                    ], objects: [(mask, "1 g 0 0 300 200 re f")]))
            let pool = BitmapPool()
            return try document.source.raster(
                RasterArea(scale: 1, x: 0, y: 0, width: 400, height: 266), in: RasterContext(pool: pool)
            ).bitmap(in: pool)
        }
        let (plain, masked) = (try drawn(""), try drawn("/L gs"))
        var inked = 0
        for y in 0..<266 {
            for x in 0..<400 {
                inked += plain[x, y].red < 128 ? 1 : 0
                #expect(abs(Int(plain[x, y].red) - Int(masked[x, y].red)) <= 2, "\(x), \(y)")
            }
        }
        #expect(inked > 1000)
    }

    @Test("a group that knocks out with many glyphs is drawn")
    func manyKnockouts() throws {
        let group = """
            /Type /XObject /Subtype /Form /BBox [0 0 300 200] /Group << /S /Transparency /K true >>
            /Resources << /Font << /F1 3 0 R >> /ExtGState << /H << /ca 0.5 >> >> >>
            """
        let text = String(repeating: "Valve", count: 60)
        let (document, _) = try open(
            PDFFile(
                [PDFFile.Page(content: "/K Do", resources: "/XObject << /K 5 0 R >>")],
                objects: [
                    (
                        group,
                        """
                        1 0 0 rg 10 10 40 20 re f /H gs 0 1 0 rg 10 10 40 20 re f BT /F1 20 Tf 10 80 Td (\(text)) Tj ET
                        0 0 1 rg 0 150 300 50 re f
                        """
                    )
                ]))
        let pool = BitmapPool()
        let image = try document.source.raster(
            RasterArea(scale: 1, x: 0, y: 0, width: 400, height: 266), in: RasterContext(pool: pool)
        ).bitmap(in: pool)
        #expect(image[200, 30].red < 140 && image[200, 30].blue > 250)
        // The first element that is not opaque replaces the red below it.
        let replaced = image[40, 240]
        #expect((120...135).contains(replaced.red) && replaced.green > 250 && (120...135).contains(replaced.blue))
    }

    @Test("a glyph of operators has the paint of its text each time")
    func operatorGlyphs() throws {
        let form = """
            /Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << /Font << /T << /Type /Font /Subtype /Type3
            /FontBBox [0 0 750 750] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /a 5 0 R >> /Encoding
            << /Type /Encoding /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1000] /Resources << >> >> >>
            /Pattern << /P << /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 300 0]
            /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >> >> >> >>
            """
        let (document, _) = try open(
            PDFFile(
                [PDFFile.Page(content: "/X Do", resources: "/XObject << /X 6 0 R >>")],
                objects: [
                    ("", "1000 0 0 0 750 750 d1 0 0 750 750 re f"),
                    (
                        form,
                        """
                        /Pattern cs /P scn BT /T 80 Tf 20 100 Td (a) Tj ET 0 1 0 rg BT /T 80 Tf 120 100 Td (a) Tj
                        3 Tr 100 0 Td (a) Tj ET
                        """
                    ),
                ]))
        let pool = BitmapPool()
        let image = try document.source.raster(
            RasterArea(scale: 1, x: 0, y: 0, width: 400, height: 266), in: RasterContext(pool: pool)
        ).bitmap(in: pool)
        let (gradient, paper, green) = (image[66, 93], image[120, 93], image[200, 93])
        #expect((205...220).contains(gradient.red) && gradient.green < 5 && (35...50).contains(gradient.blue))
        #expect(paper.red == 255 && paper.green == 255 && paper.blue == 255)
        #expect(green.red < 5 && green.green > 250 && green.blue < 5)
        // Invisible text stays invisible.
        #expect(image[320, 93].argb == paper.argb)
    }

    private static func rounded(_ link: PageLink) -> PageLink {
        func rounded(_ length: CGFloat) -> CGFloat { (length * 100).rounded() / 100 }
        let rect = link.rect
        var target = link.target
        if case .page(let page, let top?) = target { target = .page(page, top: (top * 100).rounded() / 100) }
        return PageLink(
            rect: CGRect(
                x: rounded(rect.minX), y: rounded(rect.minY), width: rounded(rect.width), height: rounded(rect.height)),
            target: target)
    }

    @Test("the line of outlined text is as wide as others, however the text is scaled")
    func outlinedText() throws {
        for scaling in ["40 Tz", "250 Tz", "1 0 0 1.8 0 0 Tm", "1 0 .5 1 0 0 Tm"] {
            let extents = try [2, 10].map { width in
                let content = "\(width) w 2 Tr BT /F1 60 Tf \(scaling) 60 40 Td (l) Tj ET"
                return try DrawnPage(PDFFile([PDFFile.Page(content: content)]).bytes, in: folder).darkExtent
            }
            #expect(abs(extents[1].height - extents[0].height - 8) < 1.6, "\(scaling): \(extents)")
            if scaling.hasSuffix("z") {
                #expect(abs(extents[1].width - extents[0].width - 8) < 1.6, "\(scaling): \(extents)")
            }
        }
    }

    @Test("the outline, level by level, and one that goes round in circles")
    func outline() throws {
        // The catalog's outline is object 5; pages follow the four objects of the outline.
        let objects: [(dictionary: String, stream: String?)] = [
            ("/Type /Outlines /First 6 0 R /Last 7 0 R", nil),
            ("/Title (One) /Parent 5 0 R /Next 7 0 R /First 8 0 R /Last 8 0 R /Dest [11 0 R /FitH 100]", nil),
            ("/Title <FEFF00DC006200650072> /Parent 5 0 R /Next 6 0 R", nil),
            ("/Title (Inner) /Parent 6 0 R /A << /S /URI /URI (mailto:a@b.example) >>", nil),
        ]
        let (_, pages) = try open(
            PDFFile(
                [PDFFile.Page(content: ""), PDFFile.Page(content: "")], catalog: "/Outlines 5 0 R", objects: objects))
        let outline = try pages.outline()
        #expect(outline.first?.title == "One" && outline.first?.level == 0)
        #expect(
            outline.dropFirst().first == OutlineEntry(level: 1, title: "Inner", target: .address("mailto:a@b.example")))
        #expect(outline.count <= 20_000)
    }

    @Test("text is found whatever its case, page by page")
    func search() throws {
        let (_, pages) = try open(
            PDFFile(
                (1...4).map { PDFFile.Page(content: "BT /F1 20 Tf 30 100 Td (Valve \($0) and VALVE) Tj ET") }))
        let found = try #require(try pages.search("valve", on: 1..<4, most: 100))
        #expect(found.next == 4 && found.matches.map(\.page) == [1, 1, 2, 2, 3, 3])
        let first = try #require(found.matches.first)
        #expect(first.line == "Valve 2 and VALVE")
        #expect(abs(first.rect.minX - 40) < 1 && first.rect.width > 50 && first.rect.height > 15)
        #expect(first.rect.minY < 400.0 / 3 && first.rect.maxY > 380.0 / 3, "the line's base is at 400/3")
        let some = try #require(try pages.search("valve", on: 0..<4, most: 3))
        #expect(some.matches.count == 4 && some.next == 2, "whole pages")
        #expect(try pages.search("pump", on: 0..<4, most: 3)?.matches.isEmpty == true)
        #expect(try pages.search("", on: 0..<4, most: 3)?.matches.isEmpty == true)
    }

    @Test("an encrypted document says so, and its password opens it")
    func encryption() throws {
        let path = try folder.write("secret.pdf", EncryptedPDF.bytes)
        func failure(_ passwords: [String]) -> ContentFailure? {
            var limits = ContentLimits()
            limits.pdf.passwords = passwords
            do { _ = try ContentReader.open(path, limits: limits) } catch { return error }
            return nil
        }
        let none = try #require(failure([]))
        #expect(none == .pdf(path: path, page: nil, .encrypted(hasPasswords: false)))
        #expect(none.description == "\(path): it is encrypted; give its password in a file with --password-file")
        #expect(failure(["wrong", ""]) == .pdf(path: path, page: nil, .encrypted(hasPasswords: true)))
        #expect(failure(["wrong", EncryptedPDF.password]) == nil)
    }

    @Test("fonts that are not in the file, page sizes and embedded files are told of")
    func description() throws {
        let (document, pages) = try open(
            PDFFile([
                PDFFile.Page(content: "BT /F1 20 Tf 30 100 Td (Valve) Tj ET"), PDFFile.Page(content: ""),
                PDFFile.Page(content: "", mediaBox: "0 0 595.276 841.89"),
            ]))
        let details = try pages.document.details()
        let facts = details.facts
        #expect(facts.first { $0.name == "fonts not embedded" }?.value.hasPrefix("Helvetica") == true)
        #expect(facts.first { $0.name == "page sizes" }?.value == "2 of 106 × 71 mm, 1 of 210 × 297 mm")
        #expect(details.notes.isEmpty && document.notes.isEmpty)
        #expect(details.fonts.count == 1 && details.fonts[0].substitute != nil && !details.fonts[0].isEmbedded)
        #expect(details.omissions.isEmpty && details.layers.isEmpty && details.attachments.isEmpty)
    }

    @Test("labels, layers, attachments and features that are not shown are told of")
    func details() throws {
        let group = "/Type /XObject /Subtype /Form /BBox [0 0 9 9]"
        let (_, pages) = try open(
            PDFFile(
                [
                    PDFFile.Page(content: ""),
                    // Overprint that only a form within a form asks for.
                    PDFFile.Page(content: "/X Do", resources: "/XObject << /X 8 0 R >>"),
                    PDFFile.Page(content: "", more: "/Annots [10 0 R 11 0 R]"),
                    PDFFile.Page(content: "/G gs", resources: "/ExtGState << /G << /OP true >> /S 8 0 R >>"),
                ],
                catalog: """
                    /PageLabels << /Nums [0 << /S /r >> 2 << /S /D /P (A-) >>] >>
                    /OCProperties << /OCGs [5 0 R 6 0 R] /D << /OFF [6 0 R] >> >>
                    /Names << /EmbeddedFiles << /Names [(a) 7 0 R] >> /JavaScript << /Names [] >> >>
                    """,
                objects: [
                    ("/Type /OCG /Name (Walls)", nil), ("/Type /OCG /Name <FEFF00DC006200650072>", nil),
                    ("/Type /Filespec /F (data.csv) /UF (data.csv) /EF << /F 12 0 R >>", nil),
                    ("\(group) /Resources << /XObject << /X 8 0 R /Y 9 0 R >> >>", "/Y Do"),
                    ("\(group) /Resources << /ExtGState << /G << /op true >> >> >>", "/G gs"),
                    ("/Type /Annot /Subtype /RichMedia /Rect [0 0 9 9]", nil),
                    ("/Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9]", nil),
                    ("/Type /EmbeddedFile /Params << /Size 5 >>", "a,b,c"),
                ]))
        let details = try pages.document.details()
        #expect(details.pages.map(\.label) == ["i", "ii", "A-1", "A-2"])
        #expect(details.layers.map(\.name) == ["Walls", "Über"] && details.layers.map(\.isShown) == [true, false])
        #expect(details.attachments == [PDFDetails.Attachment(name: "data.csv", byteCount: 5)])
        #expect(
            details.omissions.map(\.text) == [
                "overprint is not simulated (on 2 pages, first on page 2)",
                "a file attached to a page is not opened (on page 3)", "sound or video is not played (on page 3)",
                "JavaScript is not run",
            ])
        let facts = Dictionary(uniqueKeysWithValues: details.facts.map { ($0.name, $0.value) })
        #expect(facts["page labels"] == "i, ii, A-1, A-2" && facts["layers"] == "Walls, Über (hidden)")
        #expect(facts["attachments"] == "data.csv (5 bytes)")
        #expect(details.title == "Test" && details.producer == "Made by hand" && details.format == "PDF 1.7")
    }

    @Test("a page that is damaged is a message, and the others are shown")
    func damagedPage() throws {
        var file = PDFFile([PDFFile.Page(content: "0 0 9 9 re f"), PDFFile.Page(content: "")])
        file.set(8, "<< /Type /Page >>")
        file.set(2, "<< /Type /Pages /Count 3 /Kids [6 0 R 8 0 R 99 0 R] >>")
        let (document, pages) = try open(file)
        #expect(pages.count >= 1)
        for index in 1..<pages.count {
            do {
                _ = try pages.open(index)
            } catch {
                #expect("\(error)".contains("page \(index + 1)"))
            }
        }
        _ = try #require(document.source as? PageSource).source()
    }

    @Test("a program that is missing, and one that is another")
    func noProgram() throws {
        let path = try folder.write("a.pdf", PDFFile([PDFFile.Page(content: "")]).bytes)
        var limits = ContentLimits()
        let script = try folder.write(
            "script", Array("#!/bin/sh\nprintf 0123456789ABCDEF >&0\nhead -c 1 <&0 >/dev/null\n".utf8))
        #expect(chmod(script, 0o700) == 0)
        // Another process writes the program: a process that another test starts could inherit a descriptor of a file
        // that is written here, and what is open for writing can't be started.
        let other = folder.file("other")
        let copy = try Process.run(URL(fileURLWithPath: "/bin/cp"), arguments: ["-p", script, other])
        copy.waitUntilExit()
        for (program, part) in [("/nowhere/tilework-pdf", "was not found"), (other, "sent an invalid answer")] {
            limits.pdf.program = program
            do {
                _ = try ContentReader.open(path, limits: limits)
                Issue.record("\(program) reads no documents")
            } catch {
                #expect("\(error)".contains(part), "\(error)")
            }
        }
    }
}
