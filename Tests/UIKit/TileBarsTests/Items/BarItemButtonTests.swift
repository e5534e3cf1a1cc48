import Foundation
import Testing
import TileDrawing
import TileGraphics
import TileViews

@testable import TileBars

@Suite("What shows a bar button item")
struct BarItemButtonTests {
    private func button(_ item: UIBarButtonItem) -> BarItemButton {
        let button = BarItemButton(item, UIBarButtonItemAppearance())
        button.frame = CGRect(x: 0, y: 0, width: button.naturalWidth, height: 44)
        button.layoutIfNeeded()
        return button
    }

    private func image(_ width: CGFloat, _ height: CGFloat) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: width, height: height)).image { context in
            UIColor.black.setFill()
            context.fill(CGRect(x: 0, y: 0, width: width, height: height))
        }
    }

    private func part<Part: UIView>(_ button: BarItemButton, _ type: Part.Type) -> Part? {
        button.subviews.flatMap(\.subviews).compactMap { $0 as? Part }.first { !$0.isHidden }
    }

    @Test("a width that is set counts, whatever the content, and content stays in the middle")
    func width() {
        let item = UIBarButtonItem(image: image(20, 10), style: .plain, target: nil, action: nil)
        #expect(button(item).naturalWidth == 20)
        item.width = 60
        let wide = button(item)
        #expect(wide.naturalWidth == 60 && !wide.isSqueezable)
        #expect(part(wide, UIImageView.self)?.frame == CGRect(x: 20, y: 17, width: 20, height: 10))
    }

    @Test("a badge is over the content's upper trailing corner, and within the gap between items")
    func badge() throws {
        let item = UIBarButtonItem(image: image(20, 20), style: .plain, target: nil, action: nil)
        #expect(button(item).subviews.count == 1)
        item.badge = .indicator()
        let shown = button(item)
        let badge = try #require(shown.subviews.last as? BadgeView)
        #expect(badge.frame == CGRect(x: 15, y: 9, width: 10, height: 10) && shown.accessibilityValue == nil)
        item.badge = .count(3)
        shown.update()
        shown.layoutIfNeeded()
        #expect(badge.frame.maxX == badge.frame.width + 11 && shown.accessibilityValue == "3")
        shown.semanticContentAttribute = .forceRightToLeft
        shown.setNeedsLayout()
        shown.layoutIfNeeded()
        #expect(badge.frame.maxX == 9)
        item.badge = nil
        shown.update()
        #expect(badge.superview == nil)
    }

    @Test("a badge has text, colors and a font of its own, and stays on a view of the app's")
    func badgeLooks() throws {
        var value = UIBarButtonItem.Badge.string("New")
        (value.backgroundColor, value.foregroundColor) = (.systemIndigo, .systemYellow)
        value.font = .systemFont(ofSize: 9)
        #expect(value.stringValue == "New" && value != .string("New") && UIBarButtonItem.Badge.count(7) == .string("7"))
        let item = UIBarButtonItem(customView: UIView(frame: CGRect(x: 0, y: 0, width: 30, height: 30)))
        item.badge = value
        let shown = button(item)
        shown.update()
        let badge = try #require(shown.subviews.last as? BadgeView)
        let label = try #require(badge.subviews.first as? UILabel)
        #expect(badge.backgroundColor == .systemIndigo && label.text == "New")
        let attributes = label.attributedText?.attributes(at: 0, effectiveRange: nil)
        #expect(attributes?[.foregroundColor] as? UIColor == .systemYellow)
        #expect((attributes?[.font] as? UIFont)?.pointSize == 9)
    }

    @Test("possible titles are room for the widest")
    func possibleTitles() {
        let (short, long) = (UIBarButtonItem(title: "On"), UIBarButtonItem(title: "Switched off"))
        #expect(button(short).naturalWidth < button(long).naturalWidth)
        short.possibleTitles = ["On", "Switched off"]
        #expect(abs(button(short).naturalWidth - button(long).naturalWidth) <= 1)
    }

    @Test("an image goes before the title, is a template, and moves by its insets")
    func images() throws {
        let item = UIBarButtonItem(title: "Map", image: image(20, 20))
        item.imageInsets = UIEdgeInsets(top: 6, left: 0, bottom: 0, right: 4)
        let shown = button(item)
        let picture = try #require(part(shown, UIImageView.self))
        #expect(picture.image?.renderingMode == .alwaysTemplate && part(shown, UILabel.self) == nil)
        #expect(picture.frame == CGRect(x: -2, y: 15, width: 20, height: 20))
        #expect(shown.accessibilityLabel == "Map")
        let system = UIBarButtonItem(systemItem: .add)
        #expect(part(button(system), BarSymbolView.self) != nil)
        system.image = image(20, 20)
        #expect(part(button(system), UIImageView.self) != nil && part(button(system), BarSymbolView.self) == nil)
        let original = UIBarButtonItem(
            image: image(20, 20).withRenderingMode(.alwaysOriginal), style: .plain, target: nil, action: nil)
        #expect(part(button(original), UIImageView.self)?.image?.renderingMode == .alwaysOriginal)
    }

    @Test("in compact height there may be another image")
    func landscapeImages() throws {
        let item = UIBarButtonItem(
            image: image(24, 24), landscapeImagePhone: image(18, 18), style: .plain, target: nil, action: nil)
        let shown = button(item)
        shown.isCompact = true
        #expect(shown.naturalWidth == 18)
        item.landscapeImagePhone = nil
        #expect(shown.naturalWidth == 24)
    }

    @Test("a background image is stretched behind the content, by state and metrics, before the appearance's")
    func backgrounds() throws {
        let (own, general) = (image(4, 4), image(8, 8))
        let item = UIBarButtonItem(title: "A")
        let shown = button(item)
        func background() -> UIImage? {
            shown.subviews.compactMap { $0 as? UIImageView }.first { !$0.isHidden }?.image
        }
        #expect(background() == nil)
        let appearance = UIBarButtonItemAppearance()
        appearance.normal.backgroundImage = general
        shown.appearance = appearance
        #expect(background() === general)
        item.setBackgroundImage(own, for: .highlighted, barMetrics: .default)
        shown.isHighlighted = true
        #expect(background() === own)
        shown.isHighlighted = false
        #expect(background() === general)
        item.setBackgroundImage(own, for: .normal, style: .plain, barMetrics: .compact)
        shown.update()
        #expect(background() === general)
        shown.isCompact = true
        #expect(background() === own)
        #expect(item.backgroundImage(for: .highlighted, barMetrics: .default) === own)
    }

    @Test("a selected item is white on a pill of its tint")
    func selected() throws {
        let item = UIBarButtonItem(title: "Bold")
        item.tintColor = .systemGreen
        item.isSelected = true
        let shown = button(item)
        let label = try #require(part(shown, UILabel.self))
        #expect(
            label.attributedText?.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor == .white)
        #expect(shown.subviews.contains { !$0.isHidden && $0.backgroundColor == .systemGreen })
    }

    @Test("a view of the program's has the place, until there is none")
    func customViews() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 30, height: 20))
        let item = UIBarButtonItem(title: "A")
        let shown = button(item)
        item.customView = view
        shown.update()
        #expect(view.superview === shown && shown.naturalWidth == 30 && !shown.isAccessibilityElement)
        #expect(part(shown, UILabel.self) == nil)
        item.customView = nil
        shown.update()
        #expect(view.superview == nil && part(shown, UILabel.self) != nil && shown.isAccessibilityElement)
    }
}
