import Foundation
import Testing
import TileDrawing
import TileGraphics
import TileLayers

@testable import TileViews

@Suite("What a view shows when it does not draw")
struct GivenContentsTests {
    private let screen = UIScreen(size: CGSize(width: 4, height: 4), scale: 1)

    private func window(with view: UIView) -> UIWindow {
        let window = UIWindow(screen: screen)
        window.addSubview(view)
        window.isHidden = false
        return window
    }

    private func image(_ color: UIColor) throws -> CGImage {
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4))
        let image = renderer.image { context in
            color.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        }
        return try #require(image.cgImage)
    }

    @Test("contents set on the layer of a view that overrides no draw(_:) stay through all that asks for drawing")
    func contentsStay() throws {
        let view = Plain(frame: CGRect(x: 0, y: 0, width: 4, height: 4))
        let red = try image(.red)
        view.layer.contents = red
        let window = window(with: view)
        #expect(try pixels(screen).solidColor == PixelColor(argb: 0xFFFF_0000))
        view.setNeedsDisplay()
        _ = screen.frame()
        view.contentMode = .center
        view.contentScaleFactor = 2
        view.contentScaleFactor = 1
        view.semanticContentAttribute = .forceRightToLeft
        _ = screen.frame()
        #expect(view.layer.contents as? CGImage === red)
        #expect(try pixels(screen).solidColor == PixelColor(argb: 0xFFFF_0000))
        view.layer.contents = try image(.blue)
        #expect(try pixels(screen).solidColor == PixelColor(argb: 0xFF00_00FF))
        _ = window
    }

    @Test("a picture, too, that was set on the layer stays")
    func pictureStays() {
        let context = CGContext(recording: CGRect(x: 0, y: 0, width: 4, height: 4), scale: 1)
        context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        let view = Plain(frame: CGRect(x: 0, y: 0, width: 4, height: 4))
        view.layer.contents = context.finishPicture()
        let given = view.layer.drawnPicture
        let window = window(with: view)
        _ = screen.frame()
        #expect(given != nil && view.layer.drawnPicture?.operationCount == given?.operationCount)
        _ = window
    }

    @Test("a view that draws replaces contents set on the layer; when it draws nothing any more, it shows nothing")
    func drawingReplaces() throws {
        let view = Switched(frame: CGRect(x: 0, y: 0, width: 4, height: 4))
        view.layer.contents = try image(.red)
        let window = window(with: view)
        #expect(try pixels(screen).solidColor == PixelColor(argb: 0xFF00_00FF))
        view.draws = false
        view.setNeedsDisplay()
        #expect(try pixels(screen).solidColor == .clear)
        #expect(view.layer.contents == nil)
        _ = window
    }

    @Test("a change of what a view is about asks for layout, and for drawing where it draws")
    func semantics() {
        let view = Switched(frame: CGRect(x: 0, y: 0, width: 4, height: 4))
        let window = window(with: view)
        _ = screen.frame()
        view.semanticContentAttribute = .forceRightToLeft
        #expect(view.layer.needsDisplay() && view.layer.needsLayout())
        _ = screen.frame()
        #expect(view.directions == [.leftToRight, .rightToLeft])
        view.semanticContentAttribute = .forceRightToLeft
        #expect(!view.layer.needsDisplay() && !view.layer.needsLayout(), "nothing has changed")
        let plain = UIView()
        plain.layer.displayIfNeeded()
        plain.semanticContentAttribute = .spatial
        #expect(!plain.layer.needsDisplay())
        _ = window
    }

    @Test("leading and trailing margins that change sides are told of; those by sides, and unchanged ones, are not")
    func margins() {
        let view = Margins()
        view.directionalLayoutMargins.leading = 20
        view.changes = 0
        view.semanticContentAttribute = .forceLeftToRight
        #expect(view.changes == 0)
        view.semanticContentAttribute = .forceRightToLeft
        #expect(view.changes == 1 && view.layoutMargins.right == 20)
        view.layoutMargins.left = 5
        view.changes = 0
        view.semanticContentAttribute = .forceLeftToRight
        #expect(view.changes == 0)
    }

    @Test("an image that flips where text runs from the right does so at once")
    func imageView() throws {
        let image = UIImage(cgImage: try image(.red)).imageFlippedForRightToLeftLayoutDirection()
        let view = UIImageView(image: image)
        let before = view.layer.contents as? CGImage
        view.semanticContentAttribute = .forceRightToLeft
        #expect(before != nil && view.layer.contents as? CGImage !== before)
    }
}

/// A class of the program that draws nothing itself.
private final class Plain: UIView {}

private final class Switched: UIView {
    var draws = true
    var directions: [UIUserInterfaceLayoutDirection] = []
    override func draw(_ rect: CGRect) {
        guard draws else { return }
        directions.append(effectiveUserInterfaceLayoutDirection)
        UIColor.blue.setFill()
        UIRectFill(bounds)
    }
}

private final class Margins: UIView {
    var changes = 0
    override func layoutMarginsDidChange() { changes += 1 }
}
