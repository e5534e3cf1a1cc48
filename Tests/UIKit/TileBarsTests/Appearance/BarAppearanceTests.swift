import Foundation
import Testing
import TileDrawing
import TileViews

@testable import TileBars

@Suite("Appearances of bars")
struct BarAppearanceTests {
    private func bar() -> UINavigationBar {
        let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 375, height: 44))
        let item = UINavigationItem(title: "A")
        item.rightBarButtonItem = UIBarButtonItem(title: "B")
        bar.items = [UINavigationItem(title: "0"), item]
        return bar
    }

    private func color(_ bar: UINavigationBar) -> UIColor? {
        bar.content?.title.attributedText?.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor
    }

    @Test("three backgrounds")
    func backgrounds() {
        let appearance = UIBarAppearance()
        #expect(appearance.backgroundEffect?.style == .systemChromeMaterial && appearance.shadowColor != nil)
        #expect(appearance.backgroundColor == nil)
        appearance.configureWithOpaqueBackground()
        #expect(appearance.backgroundEffect == nil && appearance.backgroundColor == .systemBackground)
        appearance.backgroundImage = UIImage()
        appearance.configureWithTransparentBackground()
        #expect(appearance.backgroundColor == nil && appearance.shadowColor == nil && appearance.backgroundImage == nil)
    }

    @Test("a copy has all of it, of its kind, and goes its own way")
    func copies() throws {
        let one = UINavigationBarAppearance()
        one.configureWithOpaqueBackground()
        one.titleTextAttributes = [.foregroundColor: UIColor.red]
        one.buttonAppearance.highlighted.titlePositionAdjustment = UIOffset(horizontal: 3, vertical: 0)
        let two = try #require(one.copy() as? UINavigationBarAppearance)
        one.backgroundColor = .blue
        one.buttonAppearance.highlighted.titlePositionAdjustment = .zero
        #expect(two.backgroundColor == .systemBackground)
        #expect(two.titleTextAttributes[.foregroundColor] as? UIColor == .red)
        #expect(two.buttonAppearance.highlighted.titlePositionAdjustment.horizontal == 3)
        let tabs = UITabBarAppearance(barAppearance: one)
        #expect(tabs.backgroundColor == .blue)
        tabs.stackedLayoutAppearance.selected.iconColor = .green
        let copy = try #require(tabs.copy() as? UITabBarAppearance)
        #expect(copy.stackedLayoutAppearance.selected.iconColor == .green)
        #expect(UIToolbarAppearance(barAppearance: one).copy() is UIToolbarAppearance)
    }

    @Test("what a state lacks is the normal one's")
    func states() {
        let appearance = UIBarButtonItemAppearance(style: .done)
        appearance.normal.titleTextAttributes = [.foregroundColor: UIColor.red, .kern: 2]
        appearance.highlighted.titleTextAttributes = [.foregroundColor: UIColor.blue]
        let values = appearance.values(for: [.highlighted, .selected])
        #expect(values.textAttributes[.foregroundColor] as? UIColor == .blue && values.textAttributes[.kern] != nil)
        #expect(appearance.values(for: .disabled).textAttributes[.foregroundColor] as? UIColor == .red)
        appearance.configureWithDefault(for: .plain)
        #expect(appearance.values(for: .normal).textAttributes.isEmpty && appearance.style == .plain)
    }

    @Test("a bar follows its appearance while that changes, and no longer than it has it")
    func following() throws {
        let bar = bar()
        let first = bar.standardAppearance
        first.titleTextAttributes = [.foregroundColor: UIColor.red]
        #expect(color(bar) == .red)
        let own = UINavigationBarAppearance()
        own.buttonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.green]
        bar.standardAppearance = own
        #expect(color(bar) == .label)
        own.titleTextAttributes = [.foregroundColor: UIColor.blue]
        #expect(color(bar) == .blue)
        first.titleTextAttributes = [:]
        #expect(color(bar) == .blue)
        let normal = own.buttonAppearance.normal
        bar.standardAppearance = UINavigationBarAppearance()
        // One that outlives those that had it.
        normal.titleTextAttributes = [:]
    }

    @Test("one appearance of several bars changes all of them, and does not keep them alive")
    func shared() {
        let appearance = UINavigationBarAppearance()
        let one = bar()
        (one.standardAppearance, one.scrollEdgeAppearance) = (appearance, appearance)
        weak var gone: UINavigationBar?
        do {
            let two = bar()
            two.standardAppearance = appearance
            gone = two
            appearance.titleTextAttributes = [.foregroundColor: UIColor.red]
            #expect(color(one) == .red && color(two) == .red)
        }
        #expect(gone == nil)
        appearance.buttonAppearance.normal.titleTextAttributes = [:]
        appearance.titleTextAttributes = [:]
        #expect(color(one) == .label)
    }

    @Test("an item's appearance goes before the bar's, that of compact height before the standard one")
    func precedence() {
        let bar = bar()
        func appearance(_ color: UIColor) -> UINavigationBarAppearance {
            let appearance = UINavigationBarAppearance()
            appearance.titleTextAttributes = [.foregroundColor: color]
            return appearance
        }
        bar.standardAppearance = appearance(.red)
        bar.compactAppearance = appearance(.green)
        bar.scrollEdgeAppearance = appearance(.orange)
        #expect(color(bar) == .red)
        bar.topItem?.standardAppearance = appearance(.blue)
        #expect(color(bar) == .blue)
        bar.traitOverrides.verticalSizeClass = .compact
        #expect(color(bar) == .green)
        bar.topItem?.compactAppearance = appearance(.cyan)
        #expect(color(bar) == .cyan)
        bar.scrollEdgeFraction = 1
        #expect(color(bar) == .orange)
        bar.topItem?.compactScrollEdgeAppearance = appearance(.purple)
        #expect(color(bar) == .purple)
        bar.scrollEdgeFraction = 0.2
        #expect(color(bar) == .cyan && abs(bar.backdrop.alpha - 0.8) < 1e-6 && abs(bar.edgeBackdrop.alpha - 0.2) < 1e-6)
    }

    @Test("what is set on the bar itself counts until there is an appearance")
    func olderLooks() {
        let bar = bar()
        bar.titleTextAttributes = [.foregroundColor: UIColor.red]
        bar.barTintColor = .green
        #expect(color(bar) == .red)
        let looks = bar.legacyStyle.applied(to: BarBackgroundLooks(), position: .top, isCompact: false)
        #expect(looks.color == UIColor.green.withAlphaComponent(0.9))
        bar.isTranslucent = false
        #expect(bar.legacyStyle.applied(to: BarBackgroundLooks(), position: .top, isCompact: false).color == .green)
        bar.shadowImage = UIImage()
        #expect(
            bar.legacyStyle.applied(to: UIBarAppearance().background, position: .top, isCompact: true).shadowColor
                == nil)
        bar.barStyle = .black
        #expect(bar.content?.traitCollection.userInterfaceStyle == .dark)
        bar.barStyle = .default
        #expect(bar.content?.traitCollection.userInterfaceStyle != .dark)
        bar.standardAppearance.configureWithTransparentBackground()
        #expect(color(bar) == .label)
    }

    @Test("an item's own text attributes go before the appearance's, by state")
    func itemAttributes() throws {
        let rig = BarRig(bar())
        let item = try #require(rig.bar.topItem?.rightBarButtonItem)
        let button = try #require(rig.bar.content?.buttons.first)
        func color() -> UIColor? {
            let label = button.subviews.flatMap(\.subviews).compactMap { $0 as? UILabel }.first
            return label?.attributedText?.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor
        }
        #expect(color() == .systemBlue)
        rig.bar.tintColor = .systemPink
        #expect(color() == .systemPink)
        rig.bar.standardAppearance.buttonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.red]
        #expect(color() == .red)
        item.setTitleTextAttributes([.foregroundColor: UIColor.green], for: .normal)
        item.setTitleTextAttributes([.foregroundColor: UIColor.blue], for: .highlighted)
        #expect(color() == .green)
        rig.touch(.began, CGPoint(x: 355, y: 22))
        #expect(color() == .blue)
        rig.touch(.ended, CGPoint(x: 355, y: 22))
        #expect(color() == .green)
        item.isEnabled = false
        #expect(color() == UIColor.green.withAlphaComponent(0.35))
        item.setTitleTextAttributes([.foregroundColor: UIColor.brown], for: .disabled)
        #expect(color() == .brown)
    }

    @Test("archives keep backgrounds")
    func archives() throws {
        let appearance = UINavigationBarAppearance()
        appearance.configureWithOpaqueBackground()
        appearance.backgroundColor = .systemRed
        let copy = try #require(try archivedCopy(of: appearance))
        #expect(copy.backgroundColor == .systemRed && copy.backgroundEffect == nil && copy.shadowColor != nil)
        #expect(try fromEmptyArchive(UITabBarAppearance.self)?.backgroundEffect?.style == .systemChromeMaterial)
    }
}
