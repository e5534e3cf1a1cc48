import Foundation
import Testing
import TileDrawing
import TileGraphics
import TileViews

@testable import TileBars

@Suite("Stand-ins for the appearance of all views of a class")
struct AppearanceProxyTests {
    private final class Special: UILabel {}

    private let screen = UIScreen(size: CGSize(width: 300, height: 400))

    @Test("a bar takes what was set there when it comes into a window, and keeps what was set on itself")
    func bars() {
        screen.asMain {
            let looks = UINavigationBar.appearance()
            #expect(looks === UINavigationBar.appearance())
            looks.barTintColor = .systemIndigo
            looks.tintColor = .white
            looks.titleTextAttributes = [.foregroundColor: UIColor.systemYellow]
            UITabBar.appearance().standardAppearance.backgroundColor = .systemTeal
            let window = UIWindow(screen: screen)
            let (bar, own, tabs) = (
                UINavigationBar(frame: .zero), UINavigationBar(frame: .zero), UITabBar(frame: .zero)
            )
            own.barTintColor = .systemRed
            #expect(bar.barTintColor == nil)
            for view in [bar, own, tabs] { window.addSubview(view) }
            #expect(bar.barTintColor == .systemIndigo && bar.tintColor == .white)
            #expect(bar.titleTextAttributes?[.foregroundColor] as? UIColor == .systemYellow)
            #expect(own.barTintColor == .systemRed && own.tintColor == .white)
            #expect(tabs.standardAppearance.backgroundColor == .systemTeal)
            #expect(tabs.standardAppearance !== UITabBar.appearance().standardAppearance)
            // A later change applies to views that are added later, or added again.
            UINavigationBar.appearance().barTintColor = .systemGreen
            #expect(bar.barTintColor == .systemIndigo)
            bar.removeFromSuperview()
            window.addSubview(bar)
            #expect(bar.barTintColor == .systemGreen)
        }
    }

    @Test("a subclass goes before its class, and more containers before fewer")
    func order() {
        screen.asMain {
            UILabel.appearance().textColor = .systemRed
            Special.appearance().textColor = .systemBlue
            UILabel.appearance(whenContainedInInstancesOf: [UIStackView.self, UIScrollView.self]).textColor =
                .systemGreen
            let window = UIWindow(screen: screen)
            let (plain, special, deep, flat) = (UILabel(), Special(), UILabel(), UILabel())
            let (scroll, stack, other) = (UIScrollView(), UIStackView(), UIStackView())
            stack.addArrangedSubview(deep)
            scroll.addSubview(stack)
            other.addArrangedSubview(flat)
            for view in [plain, special, scroll, other] { window.addSubview(view) }
            #expect(plain.textColor == .systemRed && special.textColor == .systemBlue)
            #expect(deep.textColor == .systemGreen && flat.textColor == .systemRed)
        }
        // Another screen's programs have their own.
        let elsewhere = UIScreen(size: CGSize(width: 300, height: 400))
        let window = UIWindow(screen: elsewhere)
        let label = UILabel()
        window.addSubview(label)
        #expect(label.textColor != .systemRed)
    }
}
