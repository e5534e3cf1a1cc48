import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileViews

@Suite("Views' content modes as stored")
struct ContentModeImageTests {
    private static let all: [UIView.ContentMode] = [
        .scaleToFill, .scaleAspectFit, .scaleAspectFill, .redraw, .center, .top, .bottom, .left, .right, .topLeft,
        .topRight, .bottomLeft, .bottomRight,
    ]

    /// Draws its bounds: a cross from corner to corner, a frame, and a red corner at the top left.
    private final class CrossView: UIView {
        override func draw(_ rect: CGRect) {
            let path = UIBezierPath()
            path.move(to: .zero)
            path.addLine(to: CGPoint(x: bounds.maxX, y: bounds.maxY))
            path.move(to: CGPoint(x: bounds.maxX, y: 0))
            path.addLine(to: CGPoint(x: 0, y: bounds.maxY))
            path.append(UIBezierPath(rect: bounds.insetBy(dx: 1, dy: 1)))
            path.lineWidth = 2
            UIColor.systemIndigo.setStroke()
            path.stroke()
            UIColor.systemRed.setFill()
            UIBezierPath(rect: CGRect(x: 0, y: 0, width: 8, height: 8)).fill()
        }
    }

    /// Returns views that were drawn at 24 by 16 points and then shown with other bounds.
    private func resized(to size: CGSize) -> [UIView] {
        Self.all.map { mode in
            let view = CrossView(frame: CGRect(x: 4, y: 4, width: 24, height: 16))
            view.contentMode = mode
            view.backgroundColor = UIColor(white: 0.85, alpha: 1)
            view.clipsToBounds = true
            let screen = UIScreen(size: CGSize(width: 50, height: 50))
            let window = UIWindow(screen: screen)
            window.addSubview(view)
            window.isHidden = false
            _ = screen.frame()
            view.removeFromSuperview()
            view.frame.size = size
            return view
        }
    }

    @Test("what was drawn is stretched, moved or drawn anew as the bounds grow")
    func growing() throws {
        try expectImage(
            "view-content-modes-grown",
            Sheet(columns: 5, width: 48, height: 48).views(resized(to: CGSize(width: 40, height: 40))))
    }

    @Test("and as they shrink")
    func shrinking() throws {
        try expectImage(
            "view-content-modes-shrunk",
            Sheet(columns: 7, width: 24, height: 24).views(resized(to: CGSize(width: 16, height: 12))))
    }

    @Test("an image view's image in all content modes")
    func imageViews() throws {
        try expectImage(
            "view-image-content-modes",
            Sheet(columns: 5, width: 48, height: 48).views(
                Self.all.map { mode in
                    let view = UIImageView(image: TestImage.arrow)
                    view.frame = CGRect(x: 4, y: 4, width: 40, height: 40)
                    view.backgroundColor = UIColor(white: 0.85, alpha: 1)
                    view.contentMode = mode
                    view.clipsToBounds = true
                    return view
                }))
    }

    @Test("an image view: template images in the tint color, resizable images, and turned ones")
    func images() throws {
        func view(_ image: UIImage, _ change: (UIImageView) -> Void = { _ in }) -> UIView {
            let view = UIImageView(image: image)
            view.frame = CGRect(x: 4, y: 4, width: 40, height: 24)
            change(view)
            return view
        }
        let template = TestImage.star.withRenderingMode(.alwaysTemplate)
        let caps = UIEdgeInsets(top: 4, left: 4, bottom: 4, right: 4)
        let turned = UIImage(cgImage: TestImage.arrow.cgImage!, scale: 1, orientation: .right)
        try expectImage(
            "view-images",
            Sheet(columns: 4, width: 48, height: 32).views([
                view(template) {
                    $0.contentMode = .scaleAspectFit
                    $0.tintColor = .systemRed
                },
                view(TestImage.star) {
                    $0.contentMode = .scaleAspectFit
                    $0.tintColor = .systemRed
                },
                view(TestImage.frame.resizableImage(withCapInsets: caps, resizingMode: .stretch)),
                view(TestImage.frame.resizableImage(withCapInsets: caps, resizingMode: .tile)),
                view(turned) { $0.contentMode = .scaleAspectFit },
                view(TestImage.arrow) { $0.alpha = 0.4 },
                view(TestImage.arrow) { $0.transform = CGAffineTransform(rotationAngle: 0.3) },
                view(TestImage.star.withTintColor(.systemGreen)) { $0.contentMode = .center },
            ]))
    }
}
