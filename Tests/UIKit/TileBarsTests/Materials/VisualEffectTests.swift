import Foundation
import Testing
import TileDrawing
import TileLayers
import TileViews

@testable import TileBars

@Suite("Materials")
struct VisualEffectTests {
    private let light = UITraitCollection { $0.userInterfaceStyle = .light }
    private let dark = UITraitCollection { $0.userInterfaceStyle = .dark }

    private func white(_ color: UIColor, _ traits: UITraitCollection) -> (CGFloat, CGFloat) {
        var (white, alpha) = (CGFloat(0), CGFloat(0))
        color.resolvedColor(with: traits).getWhite(&white, alpha: &alpha)
        return (white, alpha)
    }

    @Test("materials are translucent, follow the traits, and those with a style in their name do not")
    func colors() {
        for style in UIBlurEffect.Style.allCases {
            let color = UIBlurEffect(style: style).color
            let (a, b) = (white(color, light), white(color, dark))
            #expect(a.1 >= 0.4 && a.1 < 0.9 && a.1 == b.1, "\(style)")
            let isFixed =
                "\(style)".hasSuffix("Light") || "\(style)".hasSuffix("Dark") || [.light, .dark].contains(style)
            #expect((a.0 == b.0) == isFixed, "\(style)")
        }
    }

    @Test("thicker materials cover more")
    func order() {
        let styles: [UIBlurEffect.Style] = [
            .systemUltraThinMaterial, .systemThinMaterial, .systemMaterial, .systemThickMaterial,
        ]
        let covers = styles.map { white(UIBlurEffect(style: $0).color, light).1 }
        #expect(covers == covers.sorted())
    }

    @Test("content fills the view, in front of the material")
    func content() {
        let view = UIVisualEffectView(effect: UIBlurEffect(style: .systemMaterial))
        view.frame = CGRect(x: 0, y: 0, width: 100, height: 50)
        view.layoutIfNeeded()
        #expect(view.contentView.frame == view.bounds && view.subviews.last === view.contentView)
        #expect(view.subviews.first?.frame == view.bounds && view.subviews.first?.backgroundColor != nil)
        #expect(view.subviews.first?.layer.backdrop == LayerBackdrop(blurRadius: 20, saturation: 1.8))
        view.effect = nil
        #expect(view.subviews.first?.backgroundColor == .clear && view.subviews.first?.layer.backdrop == nil)
    }

    @Test("a blur has the view's own corners, and not those of a superview")
    func corners() {
        let card = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
        card.layer.cornerRadius = 20
        let view = UIVisualEffectView(effect: UIBlurEffect(style: .systemMaterial))
        view.frame = card.bounds
        card.addSubview(view)
        card.layoutIfNeeded()
        #expect(view.subviews.first?.effectiveRadius(corner: .allCorners) == 0)
        view.cornerConfiguration = .corners(radius: 8)
        card.layoutIfNeeded()
        #expect(view.subviews.first?.effectiveRadius(corner: .allCorners) == 8)
    }

    @Test("archives keep effect and content")
    func archives() throws {
        let view = UIVisualEffectView(effect: UIBlurEffect(style: .dark))
        let label = UILabel()
        label.text = "A"
        view.contentView.addSubview(label)
        let copy = try #require(try archivedCopy(of: view))
        #expect((copy.effect as? UIBlurEffect)?.style == .dark && copy.subviews.count == 2)
        #expect((copy.contentView.subviews.first as? UILabel)?.text == "A")
        let empty = try #require(try fromEmptyArchive(UIVisualEffectView.self))
        #expect(empty.effect == nil && empty.subviews.count == 2)
        let vibrancy = UIVibrancyEffect(blurEffect: UIBlurEffect(style: .light), style: .fill)
        #expect(try archivedCopy(of: vibrancy)?.blurEffect.style == .light)
    }
}
