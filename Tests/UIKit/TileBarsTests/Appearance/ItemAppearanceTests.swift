import Foundation
import Testing
import TileDrawing
import TileGraphics
import TileViews

@testable import TileBars

@Suite("Stand-ins for the appearance of bars' items")
struct ItemAppearanceTests {
    private let screen = UIScreen(size: CGSize(width: 375, height: 400))

    private func labels(_ view: UIView) -> [UILabel] {
        (view as? UILabel).map { [$0] } ?? view.subviews.flatMap(labels)
    }

    private func color(_ text: String, _ view: UIView) -> UIColor? {
        labels(view).first { $0.text == text }?.attributedText?
            .attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor
    }

    private func bar(_ items: [UIBarButtonItem], back: String = "Back There") -> UINavigationBar {
        let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 375, height: 44))
        let top = UINavigationItem(title: "T")
        top.rightBarButtonItems = items
        bar.items = [UINavigationItem(title: back), top]
        return bar
    }

    @Test("items take text attributes and tint, and what they set themselves goes before")
    func items() {
        screen.asMain {
            let all = UIBarButtonItem.appearance()
            #expect(all === UIBarButtonItem.appearance() && all !== UIBarItem.appearance() as UIBarItem)
            all.setTitleTextAttributes([.foregroundColor: UIColor.systemRed], for: .normal)
            all.setTitleTextAttributes([.foregroundColor: UIColor.systemBrown], for: .disabled)
            all.tintColor = .systemGreen
            let (plain, own, off) = (
                UIBarButtonItem(title: "plain"), UIBarButtonItem(title: "own"), UIBarButtonItem(title: "off")
            )
            own.setTitleTextAttributes([.foregroundColor: UIColor.systemBlue], for: .normal)
            own.tintColor = .systemOrange
            off.isEnabled = false
            let bar = bar([plain, own, off])
            let window = UIWindow(screen: screen)
            window.addSubview(bar)
            window.layoutIfNeeded()
            #expect(color("plain", bar) == .systemRed && color("own", bar) == .systemBlue)
            #expect(color("off", bar) == .systemBrown && color("Back There", bar) == .systemRed)
            #expect(plain.shownView?.tintColor == .systemGreen && own.shownView?.tintColor == .systemOrange)
            // The items themselves are as the program made them.
            #expect(plain.titleTextAttributes(for: .normal) == nil && plain.tintColor == nil)
        }
        let other = bar([UIBarButtonItem(title: "plain")])
        let window = UIWindow(screen: UIScreen(size: CGSize(width: 375, height: 400)))
        window.addSubview(other)
        window.layoutIfNeeded()
        #expect(color("plain", other) != .systemRed)
    }

    @Test("those of a class go before those of all items, and those of a container before both")
    func order() {
        screen.asMain {
            UIBarItem.appearance().setTitleTextAttributes(
                [.foregroundColor: UIColor.systemRed, .kern: 2], for: .normal)
            UIBarButtonItem.appearance().setTitleTextAttributes([.foregroundColor: UIColor.systemTeal], for: .normal)
            UIBarButtonItem.appearance(whenContainedInInstancesOf: [UIToolbar.self]).setTitleTextAttributes(
                [.foregroundColor: UIColor.systemPink], for: .normal)
            UIBarButtonItem.appearance(for: UITraitCollection(userInterfaceStyle: .dark)).tintColor = .white
            let bar = bar([UIBarButtonItem(title: "a")])
            let toolbar = UIToolbar(frame: CGRect(x: 0, y: 100, width: 375, height: 44))
            let inToolbar = UIBarButtonItem(title: "b")
            toolbar.items = [inToolbar]
            let tabs = UITabBar(frame: CGRect(x: 0, y: 200, width: 375, height: 49))
            tabs.items = ["c", "d"].map { UITabBarItem(title: $0, image: nil, tag: 0) }
            tabs.selectedItem = tabs.items?[0]
            let window = UIWindow(screen: screen)
            for view in [bar, toolbar, tabs] { window.addSubview(view) }
            window.layoutIfNeeded()
            #expect(color("a", bar) == .systemTeal && color("b", toolbar) == .systemPink)
            #expect(color("d", tabs) == .systemRed && color("c", tabs) != .systemRed)
            #expect(
                labels(tabs).first?.attributedText?.attribute(.kern, at: 0, effectiveRange: nil) as? Int == 2)
            window.overrideUserInterfaceStyle = .dark
            let dark = UIToolbar(frame: CGRect(x: 0, y: 300, width: 375, height: 44))
            let inDark = UIBarButtonItem(title: "e")
            dark.items = [inDark]
            window.addSubview(dark)
            #expect(inDark.shownView?.tintColor == .white && inToolbar.shownView?.tintColor != .white)
        }
    }
}
