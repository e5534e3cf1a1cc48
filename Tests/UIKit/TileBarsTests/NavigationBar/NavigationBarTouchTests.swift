import Foundation
import Testing
import TileDrawing
import TileViews

@testable import TileBars

@Suite("Touches of bar buttons")
struct NavigationBarTouchTests {
    private func rig(_ items: [UIBarButtonItem]) -> BarRig<UINavigationBar> {
        let bar = UINavigationBar(frame: .zero)
        let item = UINavigationItem(title: "A")
        item.rightBarButtonItems = items
        bar.items = [item]
        return BarRig(bar)
    }

    @Test("an item is pressed while a finger is in it, and fires when that is lifted inside")
    func press() throws {
        var fired = 0
        let rig = rig([UIBarButtonItem(systemItem: .add, primaryAction: UIAction { _ in fired += 1 })])
        let button = try #require(rig.bar.content?.buttons.first)
        let content = try #require(button.subviews.first)
        rig.touch(.began, CGPoint(x: 347, y: 22))
        #expect(button.isHighlighted && abs(content.alpha - 0.2) < 1e-6)
        rig.touch(.moved, CGPoint(x: 100, y: 250))
        #expect(!button.isHighlighted)
        rig.touch(.ended, CGPoint(x: 100, y: 250))
        #expect(fired == 0)
        rig.tap(347)
        #expect(fired == 1)
        rig.frame(after: 0.4)
        #expect(content.layer.presentation()?.opacity == 1)
    }

    @Test("the whole height of the bar, and half of the way to the next item, is an item's")
    func areas() {
        var fired: [String] = []
        let items = ["A", "B"].map { name in
            let item = UIBarButtonItem(systemItem: .add, primaryAction: UIAction { _ in fired.append(name) })
            return item
        }
        let rig = rig(items)
        // A is from 335 to 359, B from 295 to 319.
        for (x, y) in [(347, 1), (347, 43), (328, 22), (326, 22), (290, 22), (280, 22), (366, 22)] {
            rig.tap(CGFloat(x), CGFloat(y))
        }
        #expect(fired == ["A", "A", "A", "B", "B", "A"])
    }

    @Test("an item that is disabled is not pressed; one that selects itself changes its looks")
    func states() throws {
        var fired = 0
        let item = UIBarButtonItem(title: "Bold", primaryAction: UIAction { _ in fired += 1 })
        let rig = rig([item])
        item.isEnabled = false
        rig.tap(rig.bar.content?.buttons.first)
        #expect(fired == 0)
        item.isEnabled = true
        item.changesSelectionAsPrimaryAction = true
        rig.tap(rig.bar.content?.buttons.first)
        let button = try #require(rig.bar.content?.buttons.first)
        #expect(fired == 1 && item.isSelected && button.isSelected)
    }

    @Test("the back button's title has attributes and a place by state and metrics")
    func backButtonLooks() throws {
        let rig = rig([])
        let item = UIBarButtonItem(title: "Way back")
        rig.bar.topItem?.backBarButtonItem = item
        rig.bar.pushItem(UINavigationItem(title: "B"), animated: false)
        rig.frame()
        let back = try #require(rig.bar.content?.back)
        let place = back.label.frame
        func color() -> UIColor? {
            back.label.attributedText?.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor
        }
        item.setBackButtonTitlePositionAdjustment(UIOffset(horizontal: -3, vertical: 2), for: .default)
        item.setTitleTextAttributes([.foregroundColor: UIColor.red], for: .highlighted)
        rig.bar.standardAppearance.backButtonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.green]
        rig.frame()
        #expect(back.label.frame == place.offsetBy(dx: -3, dy: 2) && color() == .green)
        rig.touch(.began, CGPoint(x: 20, y: 22))
        rig.frame()
        #expect(color() == .red)
        rig.touch(.cancelled, CGPoint(x: 20, y: 22))
        rig.bar.standardAppearance.backButtonAppearance.normal.titlePositionAdjustment = UIOffset(
            horizontal: 1, vertical: 0)
        rig.frame()
        #expect(color() == .green && back.label.frame == place.offsetBy(dx: 1, dy: 0))
        // A symbol has the size of symbols in bars.
        item.image = UIImage(systemName: "star")
        rig.frame()
        let large = UIImage.SymbolConfiguration(pointSize: 17, weight: .regular, scale: .large)
            .withTraitCollection(UITraitCollection(displayScale: 2))
        #expect(back.chevron.bounds.size == UIImage(systemName: "star", withConfiguration: large)?.size)
    }

    @Test("items say what they are to those who do not see them")
    func accessibility() throws {
        let item = UIBarButtonItem(systemItem: .trash)
        let rig = rig([item])
        let button = try #require(rig.bar.content?.buttons.first)
        #expect(button.isAccessibilityElement && button.accessibilityLabel == "Delete")
        #expect(button.accessibilityTraits == .button)
        item.isEnabled = false
        item.isSelected = true
        item.accessibilityLabel = "Throw away"
        #expect(button.accessibilityTraits == [.button, .notEnabled, .selected])
        #expect(button.accessibilityLabel == "Throw away")
        #expect(rig.bar.content?.title.accessibilityTraits.contains(.header) == true)
        #expect(item.shownView === button)
    }

    @Test("an action by name is sent with its item and its event")
    func event() {
        let listener = Listener()
        let item = UIBarButtonItem(title: "A", style: .plain, target: listener, action: "tapped:forEvent:")
        let rig = rig([item])
        rig.tap(rig.bar.content?.buttons.first)
        #expect(listener.notes == ["event true"])
    }
}
