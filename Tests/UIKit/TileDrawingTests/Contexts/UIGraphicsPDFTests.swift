import Foundation
import TestSupport
import Testing
import TileDrawing
import TileGraphics

/// Returns the number of occurrences of a word in a PDF's uncompressed parts.
private func count(_ word: String, in data: Data) -> Int {
    let pattern = Data(word.utf8)
    var found = 0
    var start = data.startIndex
    while let range = data.range(of: pattern, in: start..<data.endIndex) {
        found += 1
        start = range.upperBound
    }
    return found
}

@Suite("PDFs")
struct UIGraphicsPDFTests {
    private let renderer = UIGraphicsPDFRenderer(bounds: CGRect(x: 0, y: 0, width: 200, height: 100))

    @Test("each page begun is a page, with its own bounds where it says some")
    func pages() {
        let data = renderer.pdfData { context in
            #expect(UIGraphicsGetCurrentContext() === context.cgContext)
            context.beginPage()
            #expect(context.pdfContextBounds == CGRect(x: 0, y: 0, width: 200, height: 100))
            "One".draw(at: CGPoint(x: 10, y: 10))
            context.beginPage(withBounds: CGRect(x: 0, y: 0, width: 50, height: 60))
            #expect(context.pdfContextBounds.size == CGSize(width: 50, height: 60))
            "Two".draw(at: CGPoint(x: 10, y: 10))
        }
        #expect(data.starts(with: Data("%PDF-".utf8)))
        #expect(count("%%EOF", in: data) >= 1)
        #expect(UIGraphicsGetCurrentContext() == nil)
    }

    @Test("text and shapes are vectors: no image is in the file, and a larger page makes it no larger")
    func vectors() {
        func size(_ scale: CGFloat) -> (bytes: Int, images: Int) {
            let bounds = CGRect(x: 0, y: 0, width: 200 * scale, height: 100 * scale)
            let data = UIGraphicsPDFRenderer(bounds: bounds).pdfData { context in
                context.beginPage()
                context.cgContext.scaleBy(x: scale, y: scale)
                "Vectors".draw(at: CGPoint(x: 10, y: 10), withAttributes: [.font: UIFont.systemFont(ofSize: 30)])
                UIColor.red.setFill()
                UIRectFill(CGRect(x: 10, y: 60, width: 50, height: 20))
                UIBezierPath(ovalIn: CGRect(x: 80, y: 60, width: 50, height: 20)).fill()
            }
            return (data.count, count("/Subtype /Image", in: data) + count("/Subtype/Image", in: data))
        }
        #expect(size(1).images == 0)
        #expect(size(20).bytes < size(1).bytes + 500)
    }

    @Test("links and names of places are in the file")
    func links() {
        let data = renderer.pdfData { context in
            context.beginPage()
            context.setURL(URL(string: "https://example.org/seat")!, for: CGRect(x: 0, y: 0, width: 10, height: 10))
            context.addDestination(withName: "stage", at: CGPoint(x: 5, y: 5))
            context.beginPage()
            context.setDestinationWithName("stage", for: CGRect(x: 0, y: 0, width: 10, height: 10))
        }
        #expect(count("https://example.org/seat", in: data) == 1)
        #expect(count("/Annots", in: data) == 2)
    }

    @Test("a file is written; one that can't be made throws, and says which")
    func files() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("plan.pdf")
        try renderer.writePDF(to: URL(fileURLWithPath: path)) { $0.beginPage() }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).starts(with: Data("%PDF-".utf8)))
        let missing = URL(fileURLWithPath: folder.file("no/such/folder/plan.pdf"))
        let error = #expect(throws: UIGraphicsRendererFailure.self) { try renderer.writePDF(to: missing) { _ in } }
        #expect("\(try #require(error))".contains("no/such/folder/plan.pdf"))
    }

    @Test("bounds that no page can have give no PDF")
    func impossibleBounds() {
        let huge = UIGraphicsPDFRenderer(bounds: CGRect(x: 0, y: 0, width: 1e6, height: 10))
        #expect(huge.pdfData { $0.beginPage() }.isEmpty)
    }

    @Test("the functions begin a PDF, its pages, and end it")
    func functions() {
        let data = NSMutableData()
        UIGraphicsBeginPDFContextToData(data, .zero, [kCGPDFContextTitle: "Plan"])
        #expect(UIGraphicsGetPDFContextBounds() == CGRect(x: 0, y: 0, width: 612, height: 792))
        UIGraphicsBeginPDFPage()
        "Text".draw(at: CGPoint(x: 20, y: 20))
        UIGraphicsAddPDFContextDestinationAtPoint("here", .zero)
        UIGraphicsBeginPDFPageWithInfo(CGRect(x: 0, y: 0, width: 30, height: 40), nil)
        #expect(UIGraphicsGetPDFContextBounds() == CGRect(x: 0, y: 0, width: 30, height: 40))
        UIGraphicsSetPDFContextDestinationForRect("here", CGRect(x: 0, y: 0, width: 5, height: 5))
        UIGraphicsSetPDFContextURLForRect(
            URL(string: "https://example.org")!, CGRect(x: 5, y: 5, width: 5, height: 5))
        #expect(data.length == 0)
        UIGraphicsEndPDFContext()
        #expect((data as Data).starts(with: Data("%PDF-".utf8)))
        #expect(count("https://example.org", in: data as Data) == 1)
        #expect(UIGraphicsGetCurrentContext() == nil)
        #expect(UIGraphicsGetPDFContextBounds() == .zero)
    }

    @Test("a file that can't be made begins nothing")
    func noFile() {
        #expect(!UIGraphicsBeginPDFContextToFile("/no/such/folder/plan.pdf", .zero, nil))
        #expect(UIGraphicsGetCurrentContext() == nil)
    }
}
