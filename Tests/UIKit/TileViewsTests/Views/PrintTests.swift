import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics

@testable import TileViews

@Suite("Prints of views")
struct PrintTests {
    let screen = UIScreen(size: CGSize(width: 20, height: 20), scale: 1)
    let window: UIWindow

    init() {
        window = UIWindow(screen: screen)
        window.isHidden = false
    }

    /// Returns the result of drawing into a context of 8 by 4 points.
    private func drawn(_ draw: () -> Void) throws -> [String] {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let image = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 4), format: format).image { _ in draw() }
        return try #require(image.cgImage).bitmap.letters
    }

    @Test("A formatter cuts a long view into pages of the paper's height, and scales a wide one down")
    func pages() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 1000, height: 2500))
        let formatter = view.viewPrintFormatter()
        formatter.paperRect = CGRect(x: 0, y: 0, width: 600, height: 700)
        formatter.perPageContentInsets = UIEdgeInsets(top: 50, left: 50, bottom: 50, right: 50)
        #expect(formatter.view === view)
        #expect(formatter.pageCount == 3, "half size, 1250 points on pages of 600")
        #expect(formatter.rectForPage(at: 0) == CGRect(x: 50, y: 50, width: 500, height: 600))
        #expect(formatter.rectForPage(at: 2) == CGRect(x: 50, y: 50, width: 500, height: 50))
        #expect(formatter.rectForPage(at: 3).isNull)
        formatter.startPage = 5
        #expect(formatter.rectForPage(at: 0).isNull && !formatter.rectForPage(at: 5).isNull)
        formatter.maximumContentHeight = 600
        #expect(formatter.pageCount == 1)
    }

    @Test("A PDF of a view is vectors on a page of its size; a long one is pages of paper")
    func pdf() throws {
        let view = Painter(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
        view.paint = { _ in UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 100, height: 100)).fill() }
        let data = try #require(view.pdfData())
        #expect(data.starts(with: Data("%PDF-".utf8)))
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains("/MediaBox [ 0 0 200 100 ]") && !text.contains("/Subtype /Image"))
        view.frame.size.height = 2000
        let pages = try #require(view.viewPrintFormatter().pdfData())
        #expect(String(decoding: pages, as: UTF8.self).contains("/Count 3"))
        #expect(UIView().pdfData() == nil)
        #expect(UIView(frame: CGRect(x: 0, y: 0, width: 20_000, height: 1)).pdfData() == nil)
    }

    @Test("Print draws by draw(_:for:), and leaves the screen's drawing as it was")
    func printing() throws {
        let view = Printed(frame: CGRect(x: 0, y: 0, width: 4, height: 2))
        window.addSubview(view)
        _ = screen.frame()
        let formatter = view.viewPrintFormatter()
        formatter.paperRect = CGRect(x: 0, y: 0, width: 8, height: 4)
        let letters = try drawn { formatter.draw(in: formatter.rectForPage(at: 0), forPageAt: 0) }
        #expect(letters == ["gggg....", "gggg....", "........", "........"])
        let counters = screen.counters.displays
        _ = screen.frame()
        // The print has caused one display, counted with this frame. Nothing else is drawn.
        #expect(screen.counters.displays == counters + 1)
        #expect(try pixels(screen).letters[0].prefix(4) == "bbbb")
    }

    @Test("Views in the printed one draw for print, too; what waited to be drawn for the screen waits on")
    func nested() throws {
        let outer = UIView(frame: CGRect(x: 0, y: 0, width: 8, height: 4))
        let inner = Printed(frame: CGRect(x: 1, y: 1, width: 2, height: 2))
        outer.addSubview(inner)
        window.addSubview(outer)
        let formatter = outer.viewPrintFormatter()
        formatter.paperRect = outer.bounds
        let rows = try drawn { formatter.draw(in: outer.bounds, forPageAt: 0) }
        #expect(rows == ["........", ".gg.....", ".gg.....", "........"])
        #expect(inner.drawings == 0 && inner.prints == 1)
        #expect(try pixels(screen).letters[1].prefix(4) == ".bb.")
        #expect(inner.drawings == 1)
    }

    @Test("A view that prints another while it is printed draws that one for its own formatter")
    func printsWithinPrints() throws {
        let other = Printed(frame: CGRect(x: 0, y: 0, width: 2, height: 4))
        let view = Printed(frame: CGRect(x: 0, y: 0, width: 8, height: 4))
        view.printing = {
            let formatter = other.viewPrintFormatter()
            formatter.paperRect = other.bounds
            formatter.draw(in: CGRect(x: 4, y: 0, width: 2, height: 4), forPageAt: 0)
        }
        let formatter = view.viewPrintFormatter()
        formatter.paperRect = view.bounds
        let rows = try drawn { formatter.draw(in: view.bounds, forPageAt: 0) }
        #expect(rows == [String](repeating: "gggggggg", count: 4))
        #expect(view.prints == 1 && other.prints == 1)
        #expect(view.formatters.first === formatter && other.formatters.first !== formatter)
    }

    @Test("A document of many pages draws each view once")
    func drawsOnce() throws {
        let view = Printed(frame: CGRect(x: 0, y: 0, width: 10, height: 100))
        let formatter = view.viewPrintFormatter()
        formatter.paperRect = CGRect(x: 0, y: 0, width: 10, height: 10)
        let data = try #require(formatter.pdfData())
        #expect(String(decoding: data, as: UTF8.self).contains("/Count 10"))
        #expect(view.prints == 1)
    }

    @Test("Text in a PDF is outlines, not pixels")
    func textIsVectors() throws {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
        let empty = try #require(label.pdfData())
        label.text = "Row 12"
        let data = try #require(label.pdfData())
        #expect(!String(decoding: data, as: UTF8.self).contains("/Subtype /Image"))
        #expect(data.count > empty.count + 200, "the letters' outlines")
    }

    @Test("Views of any size take a number of pages, 10,000 at most, whatever their numbers are")
    func hugeViews() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 1e300))
        let formatter = view.viewPrintFormatter()
        #expect(formatter.pageCount == UIPrintFormatter.maxPages)
        formatter.paperRect.size.height = 5e-300
        #expect(formatter.pageCount == UIPrintFormatter.maxPages)
        formatter.startPage = .max
        #expect(formatter.rectForPage(at: 0).isNull && !formatter.rectForPage(at: .max - 1).isNull)
        formatter.paperRect = .zero
        #expect(formatter.pageCount == 0)
    }
}

private final class Printed: UIView {
    var drawings = 0
    var formatters: [UIViewPrintFormatter] = []
    var prints: Int { formatters.count }
    var printing: (() -> Void)?

    override func draw(_ rect: CGRect) {
        drawings += 1
        UIColor.blue.setFill()
        UIRectFill(rect)
    }

    override func draw(_ rect: CGRect, for formatter: UIViewPrintFormatter) {
        formatters.append(formatter)
        UIColor.green.setFill()
        UIRectFill(rect)
        printing?()
    }
}
