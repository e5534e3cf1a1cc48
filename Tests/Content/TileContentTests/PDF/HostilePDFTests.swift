import Foundation
import PopplerMessages
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

/// Malicious documents, sent to the process that reads them: each yields pictures or a message, and the next document
/// is read. `TILEWORK_ROUNDS` sets the number of damaged ones, and `TILEWORK_SEED` selects others.
@Suite("Hostile PDF documents")
struct HostilePDFTests {
    private let folder: TemporaryFolder
    private var limits = ContentLimits()

    init() throws {
        folder = try TemporaryFolder()
        // The limit is in processor time, which does not depend on the machine's load.
        limits.pdf.processorTime = 2
        limits.pdf.clockTime = 600
        limits.pdf.memory = 1 << 30
        limits.pdf.largestPage = 32 << 20
        limits.pdf.idleTime = 1
    }

    private static var rounds: Int {
        ProcessInfo.processInfo.environment["TILEWORK_ROUNDS"].flatMap(Int.init) ?? 25
    }

    /// Makes every kind of request about a document.
    ///
    /// - Returns: The number of pages that were drawn.
    @discardableResult
    private func read(_ bytes: [UInt8], named name: String = "hostile.pdf", pages most: Int = 2) throws -> Int {
        let path = try folder.write(name, bytes)
        var drawn = 0
        do {
            let document = try PDFDocument.open(path, limits: limits)
            let pages = PDFPages(document)
            for index in 0..<min(most, pages.count) {
                do {
                    let source = try pages.open(index).source
                    let size = source.contentSize
                    let scale = min(1, 200 / Double(max(size.width, size.height)))
                    _ = try source.raster(
                        RasterArea(scale: scale, x: 0, y: 0, width: 200, height: 200),
                        in: RasterContext(pool: BitmapPool()))
                    drawn += 1
                } catch let failure as ContentFailure {
                    #expect(!failure.description.isEmpty)
                }
                _ = try? pages.links(on: index)
            }
            _ = try? pages.outline()
            _ = try? pages.search("e", on: 0..<pages.count, most: 10)
        } catch let failure as ContentFailure {
            #expect(failure.path == path)
        }
        return drawn
    }

    private func expectSound() throws {
        let sound = PDFFile([PDFFile.Page(content: "0 0 100 100 re f")]).bytes
        #expect(try read(sound, named: "sound.pdf") == 1)
    }

    /// A page with most features of pages.
    private static let rich = PDFFile(
        [
            PDFFile.Page(
                content: """
                    q 1 0 0 RG 4 w 40 100 m 140 180 200 60 280 150 c S Q BT /F1 24 Tf 20 150 Td (Text) Tj ET
                    q 100 0 0 100 20 20 cm /I Do Q /G gs 0 0 1 rg 80 60 120 120 re f q 0 0 100 100 re W n /A sh Q
                    """,
                resources: """
                    /ExtGState << /G << /ca 0.5 /BM /Multiply >> >> /XObject << /I 5 0 R >> /Shading << /A << /ShadingType 2
                    /ColorSpace /DeviceRGB /Coords [20 20 140 180] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0]
                    /C1 [0 0 1] /N 1 >> >> >>
                    """,
                more: """
                    /Annots [ << /Type /Annot /Subtype /Link /Rect [30 150 90 180] /Dest [7 0 R /XYZ 0 150 0] >>
                    << /Type /Annot /Subtype /Square /Rect [20 20 120 80] /C [1 0 0] /F 4 >> ]
                    """)
        ], catalog: "/Outlines << /Type /Outlines /First << /Title (A) /Dest [7 0 R /Fit] >> >>",
        objects: [
            (
                """
                /Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceRGB \
                /Filter /ASCIIHexDecode
                """, "FF0000 00FF00 0000FF FFFF00>"
            )
        ]
    ).bytes

    @Test("damaged at random")
    func mutations() throws {
        #expect(try read(Self.rich) == 1)
        let seed = ProcessInfo.processInfo.environment["TILEWORK_SEED"].flatMap(UInt64.init) ?? 0x9DF
        var generator = SeededGenerator(seed)
        let tokens = [
            "0", "-1", "99999999999", "1e308", "/", "<<", ">>", "[", "]", "(", "endobj", "stream", "7 0 R", "6 0 R",
            "true",
            "null", "q ", "BT ", "Do ", "/Length 4294967295",
        ].map { Array($0.utf8) }
        for _ in 0..<Self.rounds {
            var bytes = Self.rich
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 2:
                    let token = tokens.randomElement(using: &generator)!
                    bytes.replaceSubrange(place..<min(bytes.count, place + token.count), with: token)
                case 3:
                    bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &generator)))
                default:
                    let from = Int.random(in: 0..<bytes.count, using: &generator)
                    bytes.insert(contentsOf: bytes[from..<min(bytes.count, from + 60)], at: place)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            try read(bytes, pages: 1)
        }
        try expectSound()
    }

    @Test("cut off anywhere")
    func truncations() throws {
        for part in 1...12 { try read(Array(Self.rich.prefix(Self.rich.count * part / 13))) }
        try expectSound()
    }

    @Test("tables that lead to themselves, pages that hold themselves, streams in streams")
    func loops() throws {
        let head = "%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
        let table = "xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 3 /Root 1 0 R /Prev \(head.utf8.count) >>\n"
        try read(Array((head + table + "startxref\n\(head.utf8.count)\n%%EOF").utf8))
        var file = PDFFile([PDFFile.Page(content: "")])
        file.set(2, "<< /Type /Pages /Count 1000000 /Kids [2 0 R 2 0 R 2 0 R] >>")
        try read(file.bytes)
        // A form that draws itself, a pattern that fills its own cell, and a mask that masks itself.
        let forms = PDFFile(
            [
                PDFFile.Page(
                    content: "/X Do /Pattern cs /P scn 0 0 300 200 re f /M gs 0 0 300 200 re f",
                    resources: Self.selfish)
            ],
            objects: [
                ("/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << \(Self.selfish) >>", "/X Do /X Do"),
                (
                    """
                    /Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << \
                    \(Self.selfish) >>
                    """, "/Pattern cs /P scn 0 0 9 9 re f"
                ),
                (
                    """
                    /Type /XObject /Subtype /Form /BBox [0 0 300 200] /Group << /S /Transparency /CS /DeviceGray >> \
                    /Resources << \(Self.selfish) >>
                    """, "/M gs 0 0 300 200 re f"
                ),
            ])
        try read(forms.bytes)
        try expectSound()
    }

    private static let selfish = """
        /XObject << /X 5 0 R >> /Pattern << /P 6 0 R >> /ExtGState << /M << /SMask << /S /Luminosity /G 7 0 R >> >> >>
        """

    @Test("images and pages that claim to be larger than any memory")
    func bombs() throws {
        let image = """
            /Type /XObject /Subtype /Image /Width 200000 /Height 200000 /BitsPerComponent 8 /ColorSpace /DeviceRGB \
            /Filter /ASCIIHexDecode
            """
        let pages = [
            PDFFile.Page(content: "q 300 0 0 200 0 0 cm /I Do Q", resources: "/XObject << /I 5 0 R >>"),
            PDFFile.Page(content: "0 0 1e30 1e30 re f 1e20 w 0 0 m 1e38 1e38 l S", mediaBox: "0 0 1e12 1e12"),
            PDFFile.Page(content: "BT /F1 1e9 Tf (Huge) Tj ET"),
        ]
        try read(PDFFile(pages, objects: [(image, "FF>")]).bytes, pages: 3)
        try expectSound()
    }

    @Test("a page that takes for ever is ended, and not tried again with each tile")
    func endless() throws {
        // Nested patterns: each cell contains a hundred of the next pattern.
        let objects: [(dictionary: String, stream: String?)] = (0..<8).map { level in
            (
                """
                /Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << /XObject << /N \(6 + level) 0 R >> >>
                """, level == 7 ? "0 0 9 9 re f" : String(repeating: "/N Do ", count: 60)
            )
        }
        let file = PDFFile([PDFFile.Page(content: "/N Do", resources: "/XObject << /N 5 0 R >>")], objects: objects)
        let path = try folder.write("endless.pdf", file.bytes)
        let source = try #require(try ContentReader.open(path, limits: limits).source as? PageSource)
        var failures: [ContentFailure] = []
        for _ in 0..<3 {
            do { _ = try source.source() } catch { failures.append(error) }
        }
        // The process is ended once, for its time, its memory or its length, whichever limit it reaches first.
        #expect(failures.count == 3 && Set(failures).count == 1, "\(failures)")
        try expectSound()
    }

    @Test("scripts are not run, files in it are not opened")
    func activeContent() throws {
        let marker = folder.file("marker")
        let file = PDFFile(
            [
                PDFFile.Page(
                    content: "0 0 9 9 re f",
                    more: """
                        /AA << /O << /S /JavaScript /JS (app.launchURL\\("file://\(marker)"\\)) >> >>
                        /Annots [ << /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 99 99] /AA << /F << /S /JavaScript
                        /JS (while\\(true\\){}) >> >> >> ]
                        """)
            ],
            catalog: """
                /OpenAction << /S /Launch /F (touch \(marker)) >> /Names << /JavaScript << /Names [(a) << /S /JavaScript
                /JS (while\\(true\\){}) >>] >> /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a) /EF << /F 5 0 R >> >>] >> >>
                """, objects: [("/Type /EmbeddedFile", "hello")])
        #expect(try read(file.bytes) == 1)
        #expect(!FileManager.default.fileExists(atPath: marker))
        let document = try ContentReader.open(folder.file("hostile.pdf"), limits: limits)
        #expect(document.notes == ["A file is embedded and not served."])
    }

    @Test("what a process says that is no answer is refused")
    func garbledAnswers() {
        var generator = SeededGenerator(7)
        let list = MessageList([
            PopplerLink(rect: PopplerRect(x: 1, y: 2, width: 3, height: 4), target: .page(3, top: 4)),
            PopplerLink(rect: PopplerRect(x: 1, y: 2, width: 3, height: 4), target: .address("https://a.example")),
        ])
        let quad = PopplerQuad(corners: (0..<4).map { PopplerPoint(x: Double($0), y: 2) }, isTurned: true)
        let matches = PopplerMatches(matches: [.init(page: 1, quads: [quad, quad], line: "a line")], next: 2)
        let facts = PopplerDocumentFacts(
            features: [.script, .xfa], layers: [PopplerLayer(name: "Walls", isShown: true)],
            attachments: [PopplerAttachment(name: "a", byteCount: nil), PopplerAttachment(name: "b", byteCount: 3)])
        #expect(PopplerDocumentFacts(bytes: facts.bytes) == facts)
        #expect(MessageList<PopplerLink>(bytes: list.bytes)?.elements == list.elements)
        #expect(PopplerMatches(bytes: matches.bytes) == matches)
        for _ in 0..<max(2000, Self.rounds) {
            var bytes = list.bytes
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = [0, 1, 255, 127].randomElement(
                    using: &generator)!
            }
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
            for link in MessageList<PopplerLink>(bytes: bytes)?.elements ?? [] {
                #expect(link.rect.x.isFinite && link.rect.width.isFinite)
            }
            _ = PopplerMatches(bytes: bytes)
            _ = MessageList<PopplerPageFacts>(bytes: bytes)
            _ = PopplerDocumentFacts(bytes: bytes)
            _ = MessageList<PopplerOutlineItem>(bytes: bytes)
            _ = PopplerDescription(bytes: bytes)
        }
    }
}
