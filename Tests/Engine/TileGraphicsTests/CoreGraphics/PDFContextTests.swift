import Foundation
import Testing
import TileGeometry

@testable import TileGraphics

@Suite("A PDF context")
struct PDFContextTests {
    private func pdf(_ box: CGRect? = nil, info: [String: Any]? = nil, draw: (CGContext) -> Void) throws -> String {
        let data = NSMutableData()
        let consumer = try #require(CGDataConsumer(data: data))
        let made =
            if var box { CGContext(consumer: consumer, mediaBox: &box, info) } else {
                CGContext(consumer: consumer, mediaBox: nil, info)
            }
        let context = try #require(made)
        draw(context)
        context.closePDF()
        #expect(context.pdfFailure == nil)
        // Latin 1 has a character for each byte.
        return try #require(String(data: data as Data, encoding: .isoLatin1))
    }

    private func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }

    @Test("writes pages of their media boxes, as vectors")
    func pages() throws {
        let text = try pdf(CGRect(x: 0, y: 0, width: 200, height: 100)) { context in
            context.beginPDFPage(nil)
            context.setFillColor(.red)
            context.fillEllipse(in: CGRect(x: 10, y: 10, width: 50, height: 50))
            context.endPDFPage()
            context.beginPDFPage([kCGPDFContextMediaBox: CGRect(x: 0, y: 0, width: 300, height: 400)])
            context.setAlpha(0.5)
            context.beginTransparencyLayer(auxiliaryInfo: nil)
            context.drawLinearGradient(
                GradientTests.redToBlue, start: .zero, end: CGPoint(x: 100, y: 0), options: [])
            context.setBlendMode(.multiply)
            context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
            context.endTransparencyLayer()
        }
        #expect(text.hasPrefix("%PDF-"))
        #expect(count("/MediaBox [ 0 0 200 100 ]", in: text) == 1)
        #expect(count("/MediaBox [ 0 0 300 400 ]", in: text) == 1)
        #expect(count("/Subtype /Image", in: text) == 0)
        #expect(count("/Multiply", in: text) == 1)
    }

    @Test("blends and fades groups where they lie, whatever was drawn before them")
    func groups() throws {
        func text(_ draw: (CGContext) -> Void) throws -> String {
            try pdf(CGRect(x: 0, y: 0, width: 300, height: 400)) { context in
                context.beginPDFPage(nil)
                // It leaves a plane of its own behind in which a unit is the page.
                context.drawLinearGradient(
                    GradientTests.redToBlue, start: .zero, end: CGPoint(x: 100, y: 0), options: [])
                draw(context)
            }
        }
        let blended = try text { context in
            context.setBlendMode(.multiply)
            context.fill(CGRect(x: 20, y: 100, width: 10, height: 10))
        }
        #expect(count("/Multiply", in: blended) == 1)
        let faded = try text { context in
            context.setAlpha(0.5)
            context.beginTransparencyLayer(auxiliaryInfo: nil)
            context.fill(CGRect(x: 20, y: 100, width: 10, height: 10))
            context.endTransparencyLayer()
        }
        #expect(count("/ca 0.5", in: faded) == 1)
    }

    @Test("draws a pattern as a pattern, and an image once")
    func patternsAndImages() throws {
        let pattern = try #require(
            CGPattern(bounds: CGRect(x: 0, y: 0, width: 5, height: 5), xStep: 5, yStep: 5) { context in
                context.fillEllipse(in: CGRect(x: 1, y: 1, width: 3, height: 3))
            })
        let source = Bitmap(width: 2, height: 2)
        source.fill(.pureRed)
        let text = try pdf { context in
            context.beginPDFPage(nil)
            context.setFillPattern(pattern, colorComponents: [1])
            context.fill(CGRect(x: 0, y: 0, width: 100, height: 100))
            context.draw(CGImage(bitmap: source), in: CGRect(x: 0, y: 100, width: 100, height: 100))
        }
        #expect(count("/PatternType 1", in: text) == 1)
        #expect(count("/Subtype /Image", in: text) == 1)
    }

    @Test("draws shadows, masks, gradients round a point and every blend mode without failing")
    func everything() throws {
        let lightness = Bitmap(width: 4, height: 1)
        lightness.fill(PixelColor(argb: 0xFF80_8080))
        let text = try pdf { context in
            for mode in CGBlendMode.allCases {
                context.beginPDFPage(nil)
                context.setFillColor(.red)
                context.fill(CGRect(x: 0, y: 0, width: 50, height: 50))
                context.setBlendMode(mode)
                context.setShadow(offset: CGSize(width: 3, height: 3), blur: 5)
                context.setFillColor(CGColor(red: 0, green: 0.5, blue: 1, alpha: 0.5))
                context.fillEllipse(in: CGRect(x: 10, y: 10, width: 50, height: 50))
                context.clip(to: CGRect(x: 0, y: 0, width: 100, height: 100), mask: CGImage(bitmap: lightness))
                context.drawConicGradient(GradientTests.redToBlue, center: CGPoint(x: 50, y: 50), angle: 0)
                context.endPDFPage()
            }
        }
        #expect(count("/MediaBox", in: text) == CGBlendMode.allCases.count)
    }

    @Test("writes what the document says about itself, links, and places to link to")
    func links() throws {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/">
            <dc:creator><rdf:Seq><rdf:li>A &amp; B</rdf:li></rdf:Seq></dc:creator>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let text = try pdf(nil, info: [kCGPDFContextTitle: "Seats", kCGPDFContextKeywords: ["hall", "plan"]]) {
            context in
            context.addDocumentMetadata(Data(packet.utf8))
            context.beginPDFPage(nil)
            context.setURL(URL(string: "https://example.org/it's")!, for: CGRect(x: 10, y: 10, width: 50, height: 20))
            context.setDestination("end", for: CGRect(x: 10, y: 40, width: 50, height: 20))
            // A name that no page has is left out, and does no harm.
            context.setDestination("nowhere", for: CGRect(x: 10, y: 70, width: 50, height: 20))
            context.endPDFPage()
            context.beginPDFPage(nil)
            context.addDestination("end", at: CGPoint(x: 0, y: 100))
        }
        #expect(text.contains("/Title (Seats)"))
        #expect(text.contains("/Author (A & B)"))
        #expect(text.contains("/Keywords (hall, plan)"))
        #expect(text.contains("/URI (https://example.org/it"))
        #expect(count("/Subtype /Link", in: text) == 2)
        #expect(text.contains("end"))
        #expect(!text.contains("nowhere"))
    }

    @Test("is none for a media box that no page can have, and writes a file")
    func mediaBoxes() throws {
        let consumer = try #require(CGDataConsumer(data: NSMutableData()))
        for box in [
            CGRect.zero, CGRect(x: 0, y: 0, width: 1e6, height: 10), CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1),
        ] {
            var box = box
            #expect(CGContext(consumer: consumer, mediaBox: &box, nil) == nil)
        }
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).pdf")
        defer { try? FileManager.default.removeItem(at: url) }
        let context = try #require(CGContext(url, mediaBox: nil, nil))
        context.beginPDFPage(nil)
        context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
        context.closePDF()
        #expect(try Data(contentsOf: url).starts(with: Data("%PDF".utf8)))
        #expect(CGContext(URL(fileURLWithPath: "/nowhere/at/all.pdf"), mediaBox: nil, nil) == nil)
    }

    @Test("says when what takes its bytes takes no more")
    func failingConsumer() throws {
        var callbacks = CGDataConsumerCallbacks(putBytes: { _, _, _ in 0 }, releaseConsumer: nil)
        let consumer = try #require(CGDataConsumer(info: nil, cbks: &callbacks))
        let context = try #require(CGContext(consumer: consumer, mediaBox: nil, nil))
        context.beginPDFPage(nil)
        context.closePDF()
        #expect(context.pdfFailure == .cairo)
    }
}
