import Foundation
import Testing
import TileDrawing
import TileViews

@testable import TileBars

@Suite("Tab bars")
struct TabBarTests {
    final class Delegate: UITabBarDelegate {
        var chosen: [Int] = []
        func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) { chosen.append(item.tag) }
    }

    private func rig(_ count: Int = 3, width: CGFloat = 375, change: (UIWindow) -> Void = { _ in })
        -> BarRig<UITabBar>
    {
        let bar = UITabBar(frame: .zero)
        let kinds: [UITabBarItem.SystemItem] = [.favorites, .recents, .search, .contacts, .more]
        bar.items = (0..<count).map { UITabBarItem(tabBarSystemItem: kinds[$0 % 5], tag: $0) }
        bar.selectedItem = bar.items?.first
        return BarRig(bar, width: width, y: 200, change: change)
    }

    private func buttons(_ bar: UITabBar) -> [TabButton] { bar.subviews.compactMap { $0 as? TabButton } }

    @Test("in a narrow window items share the width, and meet on whole pixels")
    func fill() {
        let rig = rig(4)
        #expect(rig.bar.bounds.height == 49)
        #expect(buttons(rig.bar).map(\.frame.minX) == [0, 94, 187.5, 281.5])
        #expect(buttons(rig.bar).map(\.frame.maxX) == [94, 187.5, 281.5, 375])
        rig.window.traitOverrides.layoutDirection = .rightToLeft
        rig.frame()
        #expect(buttons(rig.bar)[0].frame.maxX == 375 && buttons(rig.bar)[3].frame.minX == 0)
    }

    @Test("in a wide one they stand in the middle, with the width and spacing that are set")
    func centered() {
        let rig = rig(2, width: 768)
        let frames = buttons(rig.bar).map(\.frame)
        #expect(frames[0].minX + frames[1].maxX == 768 && frames[1].minX - frames[0].maxX == 34)
        (rig.bar.itemWidth, rig.bar.itemSpacing) = (100, 10)
        rig.frame()
        #expect(buttons(rig.bar).map(\.frame.minX) == [279, 389] && buttons(rig.bar)[0].frame.width == 100)
        rig.bar.itemPositioning = .fill
        rig.frame()
        #expect(buttons(rig.bar).map(\.frame.width) == [384, 384])
        rig.bar.itemPositioning = .centered
        rig.bar.itemWidth = 700
        rig.frame()
        #expect(buttons(rig.bar).map(\.frame.width) == [384, 384])
    }

    @Test("images are above titles, or before them in a wide window and in one that is not high")
    func styles() throws {
        let rig = rig()
        let button = buttons(rig.bar)[0]
        func parts() throws -> (UIView, UIView) {
            let symbol = try #require(button.subviews.first { $0 is BarSymbolView })
            return (symbol, try #require(button.subviews.first { $0 is UILabel }))
        }
        var (symbol, label) = try parts()
        #expect(symbol.frame.maxY < label.frame.maxY && abs(symbol.center.x - label.center.x) < 1)
        rig.window.traitOverrides.verticalSizeClass = .compact
        rig.frame()
        (symbol, label) = try parts()
        #expect(rig.bar.itemHeight == 32 && symbol.frame.maxX < label.frame.minX)
        #expect(abs(symbol.center.y - label.center.y) < 1 && symbol.bounds.height == 20)
        rig.window.traitOverrides.layoutDirection = .rightToLeft
        rig.frame()
        (symbol, label) = try parts()
        #expect(symbol.frame.minX > label.frame.maxX)
    }

    @Test("a tap selects an item and tells the delegate, also the one that is selected; code tells nobody")
    func selection() {
        let rig = rig()
        let delegate = Delegate()
        rig.bar.delegate = delegate
        rig.tap(190)
        #expect(rig.bar.selectedItem?.tag == 1 && delegate.chosen == [1])
        rig.tap(190)
        #expect(delegate.chosen == [1, 1])
        rig.bar.selectedItem = rig.bar.items?[2]
        #expect(delegate.chosen == [1, 1] && buttons(rig.bar).map(\.isSelected) == [false, false, true])
        rig.bar.items?[0].isEnabled = false
        rig.tap(20)
        #expect(rig.bar.selectedItem?.tag == 2)
        rig.bar.shouldSelect = { _, item in item.tag != 1 }
        rig.tap(190)
        #expect(rig.bar.selectedItem?.tag == 2 && delegate.chosen == [1, 1])
    }

    @Test("an item that is not in the bar is not selected, and one that goes no longer")
    func foreignItems() throws {
        let rig = rig()
        rig.bar.selectedItem = UITabBarItem(title: "X", image: nil, tag: 9)
        #expect(rig.bar.selectedItem == nil)
        let items = try #require(rig.bar.items)
        rig.bar.selectedItem = items[2]
        rig.bar.setItems([items[0], items[1]], animated: false)
        #expect(rig.bar.selectedItem == nil && buttons(rig.bar).count == 2)
        rig.bar.items = nil
        #expect(buttons(rig.bar).isEmpty)
    }

    @Test("with animation new items fade in while the old ones fade out")
    func animation() throws {
        let rig = rig()
        let items = try #require(rig.bar.items)
        let new = UITabBarItem(title: "New", image: nil, tag: 9)
        rig.bar.setItems([items[0], new], animated: true)
        rig.frame()
        rig.frame(after: 0.15)
        #expect(buttons(rig.bar).count == 4)
        #expect(abs(Double(new.shownView?.layer.presentation()?.opacity ?? 0) - 0.5) < 0.01)
        rig.frame(after: 0.16)
        rig.frame()
        #expect(buttons(rig.bar).count == 2)
    }

    @Test("a badge is at the image's corner, no wider than its item; an empty one is a dot")
    func badges() throws {
        let rig = rig()
        let item = try #require(rig.bar.items?[1])
        let button = buttons(rig.bar)[1]
        func badge() -> BadgeView? { button.subviews.compactMap { $0 as? BadgeView }.first }
        #expect(badge() == nil)
        item.badgeValue = "3"
        rig.frame()
        #expect(badge()?.bounds.size == CGSize(width: 18, height: 18) && badge()?.backgroundColor == .systemRed)
        #expect(badge()?.frame.midX ?? 0 > button.bounds.midX && button.accessibilityValue == "3")
        item.badgeColor = .systemGreen
        #expect(badge()?.backgroundColor == .systemGreen)
        item.badgeValue = String(repeating: "long ", count: 20)
        rig.frame()
        let frame = try #require(badge()?.frame)
        #expect(frame.minX >= 0 && frame.maxX <= button.bounds.width)
        item.badgeValue = ""
        rig.frame()
        #expect(badge()?.bounds.size == CGSize(width: 10, height: 10))
        rig.window.traitOverrides.layoutDirection = .rightToLeft
        item.badgeValue = "3"
        rig.frame()
        #expect(badge()?.frame.midX ?? 999 < button.bounds.midX)
        item.badgeValue = nil
        #expect(badge() == nil)
    }

    @Test("colors by state: tint, grey, and what bar and appearance say")
    func colors() throws {
        let rig = rig()
        func color(_ index: Int) -> UIColor? {
            let label = buttons(rig.bar)[index].subviews.compactMap { $0 as? UILabel }.first
            return label?.attributedText?.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor
        }
        #expect(color(0) == .systemBlue && color(1) == .systemGray)
        rig.bar.unselectedItemTintColor = .brown
        rig.bar.tintColor = .red
        #expect(color(0) == .red && color(1) == .brown)
        let appearance = UITabBarAppearance()
        appearance.stackedLayoutAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.green]
        rig.bar.standardAppearance = appearance
        #expect(color(0) == .red && color(1) == .green)
        appearance.stackedLayoutAppearance.selected.titleTextAttributes = [.foregroundColor: UIColor.cyan]
        #expect(color(0) == .cyan)
        rig.bar.items?[1].setTitleTextAttributes([.foregroundColor: UIColor.orange], for: .normal)
        #expect(color(1) == .orange)
        rig.bar.items?[0].setTitleTextAttributes([.foregroundColor: UIColor.orange], for: .normal)
        #expect(color(0) == .cyan)
    }

    @Test("items say what they are to those who do not see them")
    func accessibility() {
        let rig = rig()
        let all = buttons(rig.bar)
        #expect(rig.bar.accessibilityTraits == .tabBar)
        #expect(all.map(\.accessibilityLabel) == ["Favorites", "Recents", "Search"])
        #expect(all[0].accessibilityTraits == [.button, .selected] && all[1].accessibilityTraits == .button)
        #expect(!all.contains { !$0.isAccessibilityElement })
    }

    @Test("archives keep items and which is selected")
    func archives() throws {
        let rig = rig()
        rig.bar.items?[1].badgeValue = "7"
        rig.bar.selectedItem = rig.bar.items?[1]
        let copy = try #require(try archivedCopy(of: rig.bar))
        #expect(copy.items?.map(\.tag) == [0, 1, 2] && copy.selectedItem === copy.items?[1])
        #expect(copy.items?[1].badgeValue == "7" && copy.items?[1].systemItem == .recents)
        #expect(copy.subviews.count == rig.bar.subviews.count)
        #expect(try fromEmptyArchive(UITabBar.self)?.items?.isEmpty == true)
    }
}

extension TabBarTests {
    @Test("with a safe area below it is higher by that, and items stay above it")
    func safeArea() {
        let rig = rig()
        rig.screen.safeAreaInsets = UIEdgeInsets(top: 0, left: 0, bottom: 34, right: 0)
        let height = rig.bar.sizeThatFits(.zero).height
        #expect(height == 83)
        rig.bar.frame = CGRect(x: 0, y: 300 - height, width: 375, height: height)
        rig.frame()
        #expect(rig.bar.subviews.compactMap { $0 as? TabButton }.map(\.frame.height) == [49, 49, 49])
        // One that is only as high as its items has its background down to the edge.
        rig.bar.frame = CGRect(x: 0, y: 300 - height, width: 375, height: 49)
        rig.frame()
        #expect(rig.bar.subviews[0].frame.height == 83)
    }
}
