import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

@testable import TileViews

/// The radii are those of Apple's documentation of `UICornerRadius` and `UICornerConfiguration`.
@Suite("Corner configurations")
struct CornerConfigurationTests {
    private let container = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 80))
    private let view = UIView(frame: CGRect(x: 10, y: 10, width: 80, height: 60))

    init() { container.addSubview(view) }

    /// The effective radii: top left, top right, bottom left, bottom right.
    private func radii(_ view: UIView) -> [CGFloat] {
        [UIRectCorner.topLeft, .topRight, .bottomLeft, .bottomRight].map { view.effectiveRadius(corner: $0) }
    }

    @Test("each corner has its own fixed radius, up to half the shorter side")
    func fixed() {
        #expect(view.cornerConfiguration == .corners(radius: .fixed(0)))
        view.cornerConfiguration = .corners(
            topLeftRadius: 4, topRightRadius: .fixed(12), bottomLeftRadius: nil, bottomRightRadius: 100)
        #expect(radii(view) == [4, 12, 0, 30])
        #expect(view.effectiveRadius(corner: .allCorners) == 30)
        #expect(view.effectiveRadius(corner: [.topLeft, .bottomLeft]) == 4)
        view.cornerConfiguration = .uniformEdges(topRadius: 7, bottomRadius: 3)
        #expect(radii(view) == [7, 7, 3, 3])
        view.cornerConfiguration = .uniformEdges(leftRadius: 7, rightRadius: 3)
        #expect(radii(view) == [7, 3, 7, 3])
        view.cornerConfiguration = .uniformBottomRadius(9, topRightRadius: 2)
        #expect(radii(view) == [0, 2, 9, 9])
    }

    @Test("a capsule follows the size, up to a maximum")
    func capsule() {
        view.cornerConfiguration = .capsule()
        #expect(radii(view) == [30, 30, 30, 30])
        view.frame.size.height = 20
        #expect(radii(view) == [10, 10, 10, 10])
        #expect(view.layer.cornerRadii == CornerRadii(topLeft: 10, topRight: 10, bottomLeft: 10, bottomRight: 10))
        view.cornerConfiguration = .capsule(maximumRadius: 6)
        #expect(radii(view) == [6, 6, 6, 6])
    }

    @Test("a concentric radius is the container's less the distance of the corners, and not below its minimum")
    func concentric() {
        container.cornerConfiguration = .corners(
            topLeftRadius: 30, topRightRadius: 30, bottomLeftRadius: 12, bottomRightRadius: nil)
        view.cornerConfiguration = .corners(radius: .containerConcentric())
        #expect(radii(view) == [20, 20, 2, 0])
        view.cornerConfiguration = .corners(radius: .containerConcentric(minimum: 5))
        #expect(radii(view) == [20, 20, 5, 5])
        view.cornerConfiguration = .uniformCorners(radius: .containerConcentric())
        #expect(radii(view) == [20, 20, 20, 20])
        view.cornerConfiguration = .uniformEdges(
            topRadius: .containerConcentric(), bottomRadius: .containerConcentric(minimum: 1))
        #expect(radii(view) == [20, 20, 2, 2])
    }

    @Test("concentric corners follow moves of the view, of views between, and changes of the container")
    func follows() {
        let between = UIView(frame: CGRect(x: 5, y: 5, width: 90, height: 70))
        let inner = UIView(frame: CGRect(x: 5, y: 5, width: 80, height: 60))
        inner.cornerConfiguration = .corners(radius: .containerConcentric())
        between.addSubview(inner)
        #expect(inner.layer.cornerRadii?.topLeft == 0)
        container.cornerConfiguration = .corners(radius: 24)
        container.addSubview(between)
        #expect(inner.layer.cornerRadii?.topLeft == 14)
        between.frame.origin = .zero
        #expect(inner.layer.cornerRadii == CornerRadii(topLeft: 19, topRight: 9, bottomLeft: 9, bottomRight: 9))
        inner.center.x += 5
        #expect(inner.layer.cornerRadii?.topLeft == 14)
        container.cornerConfiguration = .capsule(maximumRadius: 15)
        #expect(inner.layer.cornerRadii?.topLeft == 5)
        // A layer's radius counts as well, once the view between has it.
        between.layer.cornerRadius = 20
        inner.center.x -= 5
        #expect(inner.layer.cornerRadii?.topLeft == 15)
        inner.removeFromSuperview()
        #expect(inner.layer.cornerRadii?.topLeft == 0)
    }

    @Test("concentric corners follow a layer's corners, transforms, anchor points and scrolling")
    func followsLayers() {
        view.cornerConfiguration = .corners(radius: .containerConcentric())
        #expect(radii(view) == [0, 0, 0, 0])
        func shown() -> [Double] {
            let radii = view.layer.cornerRadii
            return [radii?.topLeft ?? -1, radii?.topRight ?? -1, radii?.bottomLeft ?? -1, radii?.bottomRight ?? -1]
        }
        container.layer.cornerRadius = 24
        #expect(shown() == [14, 14, 14, 14])
        container.layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
        #expect(shown() == [14, 0, 0, 14])
        view.transform = CGAffineTransform(translationX: 5, y: 0)
        #expect(shown() == [9, 0, 0, 14])
        view.transform3D = CATransform3DMakeTranslation(0, 8, 0)
        #expect(shown() == [6, 0, 0, 14])
        view.transform = .identity
        view.anchorPoint = CGPoint(x: 0.5, y: 0.55)
        #expect(shown() == [14, 0, 0, 11])
        view.anchorPoint = CGPoint(x: 0.5, y: 0.5)
        container.bounds.origin = CGPoint(x: 4, y: 4)
        #expect(shown() == [18, 0, 0, 10])
    }

    @Test("a corner outside the container on one side is square; rounding errors do not count")
    func outside() {
        container.cornerConfiguration = .corners(radius: 30)
        view.cornerConfiguration = .corners(radius: .containerConcentric())
        view.frame.origin.x = -5
        #expect(radii(view) == [0, 5, 0, 5])
        view.frame.origin = CGPoint(x: -0.005, y: 0)
        #expect(radii(view)[0] == 30)
    }

    @Test("a configuration without radii takes the place of the layer's radius, too")
    func replacesLayerRadius() {
        view.layer.cornerRadius = 8
        #expect(radii(view) == [8, 8, 8, 8])
        view.cornerConfiguration = .corners(radius: .fixed(0))
        #expect(radii(view) == [0, 0, 0, 0] && view.layer.cornerRadii?.topLeft == 0)
    }

    @Test("layout that read a radius runs again when the radius changes")
    func invalidates() {
        final class Reader: UIView {
            var seen: [CGFloat] = []
            override func layoutSubviews() { seen.append(effectiveRadius(corner: .topLeft)) }
        }
        let reader = Reader(frame: CGRect(x: 10, y: 10, width: 80, height: 60))
        reader.cornerConfiguration = .corners(radius: .containerConcentric())
        container.cornerConfiguration = .corners(radius: 20)
        container.addSubview(reader)
        container.layoutIfNeeded()
        container.cornerConfiguration = .corners(radius: 25)
        container.layoutIfNeeded()
        container.cornerConfiguration = .corners(radius: 25)
        container.layoutIfNeeded()
        #expect(reader.seen == [10, 15])
    }

    @Test("background, border, contents and shadow have the corners")
    func draws() throws {
        let screen = UIScreen(size: CGSize(width: 40, height: 40), scale: 1)
        let window = UIWindow(screen: screen)
        window.backgroundColor = .white
        window.makeKeyAndVisible()
        let card = UIView(frame: CGRect(x: 5, y: 5, width: 30, height: 30))
        card.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
        card.cornerConfiguration = .corners(
            topLeftRadius: 15, topRightRadius: nil, bottomLeftRadius: 4, bottomRightRadius: nil)
        window.addSubview(card)
        var bitmap = try pixels(screen)
        #expect(bitmap.letter(5, 5) == "w" && bitmap.letter(8, 8) == "w" && bitmap.letter(10, 10) == "r")
        #expect(bitmap.letter(34, 5) == "r" && bitmap.letter(34, 34) == "r" && bitmap.letter(5, 34) == "w")
        let inner = UIView(frame: card.bounds)
        inner.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
        card.addSubview(inner)
        bitmap = try pixels(screen)
        #expect(bitmap.letter(5, 5) == "b")
        card.clipsToBounds = true
        card.layer.borderWidth = 2
        card.layer.borderColor = UIColor(red: 0, green: 1, blue: 0, alpha: 1).cgColor
        bitmap = try pixels(screen)
        #expect(bitmap.letter(8, 8) == "w" && bitmap.letter(34, 5) == "g" && bitmap.letter(32, 7) == "b")
        #expect(bitmap.letter(5, 20) == "g" && bitmap.letter(7, 20) == "b")
    }

    @Test("radii of no use are 0, and sizes of 0 have none")
    func hostile() {
        view.cornerConfiguration = .corners(
            topLeftRadius: .fixed(.nan), topRightRadius: .fixed(-5), bottomLeftRadius: .fixed(.infinity),
            bottomRightRadius: .containerConcentric(minimum: .nan))
        #expect(radii(view) == [0, 0, 0, 0])
        view.cornerConfiguration = .capsule(maximumRadius: .nan)
        #expect(radii(view) == [0, 0, 0, 0])
        view.cornerConfiguration = .capsule(maximumRadius: .infinity)
        #expect(radii(view) == [30, 30, 30, 30])
        view.frame.size = .zero
        #expect(radii(view) == [0, 0, 0, 0])
    }

    @Test("changes in an animation are interpolated for each corner")
    func animates() {
        let rig = MotionRig()
        rig.window.addSubview(container)
        view.cornerConfiguration = .corners(radius: 4)
        rig.frame()
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            view.cornerConfiguration = .uniformEdges(topRadius: 20, bottomRadius: 4)
        }
        rig.frame()
        rig.frame(after: 0.5)
        let shown = view.layer.presentation()?.cornerRadii
        #expect(shown == CornerRadii(topLeft: 12, topRight: 12, bottomLeft: 4, bottomRight: 4))
        rig.frame(after: 0.5)
        #expect(view.layer.animationKeys() == nil && view.effectiveRadius(corner: .topLeft) == 20)
    }
}
