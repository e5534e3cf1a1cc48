import Foundation
import TestSupport
import Testing
import TileDrawing
import TileGeometry
import TileGraphics

@testable import TileViews

@Suite("Hostile trees of views")
struct HostileViewTests {
    let screen = UIScreen(size: CGSize(width: 20, height: 20), scale: 1)
    let window: UIWindow

    init() {
        window = UIWindow(screen: screen)
        window.isHidden = false
    }

    @Test(
        "Labels, buttons and image views of huge, tiny and negative sizes are drawn, cut or left out", arguments: 0..<6)
    func geometry(seed: Int) throws {
        var generator = SeededGenerator(UInt64(seed))
        let sizes: [CGFloat] = [0, 1e-300, -3, 1, 20, 1e6, 1e19, -1e40, 1e150]
        func number() -> CGFloat { sizes.randomElement(using: &generator)! }
        let dot = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2)).image { context in
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 2))
        }
        for step in 0..<24 {
            let label = UILabel()
            label.text = "Row 12 and more"
            label.numberOfLines = step % 3
            label.adjustsFontSizeToFitWidth = step % 2 == 0
            label.font = .systemFont(ofSize: number())
            let button = UIButton(type: .system)
            button.setTitle("Buy", for: .normal)
            button.setImage(dot, for: .normal)
            button.contentEdgeInsets = UIEdgeInsets(top: number(), left: number(), bottom: 1, right: 1)
            let picture = UIImageView(image: dot)
            picture.contentMode = UIView.ContentMode.allCases[step % UIView.ContentMode.allCases.count]
            for view in [label, button, picture] {
                view.frame = CGRect(x: number(), y: number(), width: number(), height: number())
                if step % 4 == 0 { view.transform = CGAffineTransform(scaleX: number(), y: number()) }
                window.addSubview(view)
                _ = view.sizeThatFits(CGSize(width: number(), height: number()))
            }
            _ = window.hitTest(CGPoint(x: 3, y: 3), with: nil)
            #expect(try pixels(screen).width == 20)
            if step % 6 == 5 { for view in window.subviews { view.removeFromSuperview() } }
        }
    }

    @Test("A view scaled by zero shows nothing and is not hit; it comes back with its scale")
    func zeroScale() throws {
        let view = Painter(frame: CGRect(x: 2, y: 2, width: 4, height: 4))
        window.addSubview(view)
        view.transform = CGAffineTransform(scaleX: 0, y: 0)
        #expect(try pixels(screen).letters.allSatisfy { !$0.contains("r") })
        #expect(window.hitTest(CGPoint(x: 4, y: 4), with: nil) !== view)
        view.transform = .identity
        #expect(try pixels(screen).letters[3].prefix(7) == "..rrrr.")
        #expect(window.hitTest(CGPoint(x: 4, y: 4), with: nil) === view)
    }

    @Test(
        "A font that is not installed is nil, and nil is the standard font; an image that can't be read shows nothing")
    func missing() throws {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        label.text = "Row"
        label.font = UIFont(name: "No such font", size: 12)
        #expect(label.font == .systemFont(ofSize: UIFont.labelFontSize))
        let view = UIImageView(image: UIImage(data: Data("no image".utf8)))
        view.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
        #expect(view.image == nil)
        window.addSubview(view)
        #expect(try pixels(screen).solidColor == .clear)
    }

    @Test("Drawing into a context whose picture is finished traps, and says so")
    func drawingAfterTheEnd() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = CGContext(recording: CGRect(x: 0, y: 0, width: 4, height: 4), scale: 1)
            UIGraphicsPushContext(context)
            _ = context.finishPicture()
            UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("this context has ended"))
    }

    @Test("A view's frame that is no number traps, and says what it was")
    func nonFinite() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            UIView().frame = CGRect(x: 0, y: CGFloat.nan, width: 1, height: 1)
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("CALayerInvalidGeometry: frame"))
    }
}
