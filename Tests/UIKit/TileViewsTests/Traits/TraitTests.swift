import Foundation
import Testing
import TileDrawing
import TileGraphics

@testable import TileViews

@Suite("Traits and tint of views")
struct TraitTests {
    let screen = UIScreen(size: CGSize(width: 100, height: 100), scale: 3)

    @Test("A view has its screen's traits, with what was set from the window down to it")
    func inheritance() {
        let window = UIWindow(screen: screen)
        let (outer, inner) = (TraitView(), TraitView())
        window.addSubview(outer)
        outer.addSubview(inner)
        #expect(inner.traitCollection.displayScale == 3 && inner.traitCollection.userInterfaceStyle == .light)
        window.overrideUserInterfaceStyle = .dark
        #expect(inner.traitCollection.userInterfaceStyle == .dark && inner.traitCollection.displayScale == 3)
        outer.traitOverrides.layoutDirection = .rightToLeft
        #expect(
            inner.traitCollection.layoutDirection == .rightToLeft && inner.traitCollection.userInterfaceStyle == .dark)
        inner.overrideUserInterfaceStyle = .light
        #expect(inner.traitCollection.userInterfaceStyle == .light && outer.traitCollection.userInterfaceStyle == .dark)
        inner.overrideUserInterfaceStyle = .unspecified
        #expect(inner.traitCollection.userInterfaceStyle == .dark && inner.overrideUserInterfaceStyle == .unspecified)
        #expect(outer.traitOverrides.contains(UITraitLayoutDirection.self))
        outer.traitOverrides.remove(UITraitLayoutDirection.self)
        #expect(inner.traitCollection.layoutDirection == .leftToRight)
    }

    @Test("A change is told from the top down, once each, with the traits from before, and not where nothing changes")
    func changes() {
        let window = UIWindow(screen: screen)
        let (outer, inner, fixed) = (TraitView(), TraitView(), TraitView())
        fixed.overrideUserInterfaceStyle = .light
        window.addSubview(outer)
        outer.addSubview(inner)
        outer.addSubview(fixed)
        for view in [outer, inner, fixed] { view.previous = [] }
        screen.traitOverrides.userInterfaceStyle = .dark
        #expect(outer.previous == [.light] && inner.previous == [.light] && fixed.previous.isEmpty)
        screen.traitOverrides.userInterfaceStyle = .dark
        #expect(outer.previous.count == 1)
    }

    @Test("Moving under other traits is a change of traits; a view that is taken out keeps those it had")
    func moving() {
        let (dark, view, child) = (UIView(), TraitView(), TraitView())
        dark.overrideUserInterfaceStyle = .dark
        view.addSubview(child)
        dark.addSubview(view)
        #expect(view.previous == [.light] && child.previous == [.light])
        view.removeFromSuperview()
        #expect(view.previous == [.light] && child.traitCollection.userInterfaceStyle == .dark)
        dark.addSubview(view)
        #expect(view.previous == [.light])
        UIView().addSubview(view)
        #expect(view.previous == [.light, .dark] && child.traitCollection.userInterfaceStyle == .light)
    }

    @Test("Who registers hears of the traits that it named, until it takes it back")
    func registrations() {
        let view = TraitView()
        var heard = 0
        let registration = view.registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (_: TraitView, before) in
            heard += before.userInterfaceStyle == .light ? 1 : 100
        }
        view.registerForTraitChanges([UITraitLayoutDirection.self], action: "directionChanged:")
        view.overrideUserInterfaceStyle = .dark
        #expect(heard == 1 && view.directions == 0)
        view.traitOverrides.layoutDirection = .rightToLeft
        #expect(heard == 1 && view.directions == 1)
        view.unregisterForTraitChanges(registration)
        view.overrideUserInterfaceStyle = .light
        #expect(heard == 1)
    }

    @Test("A dynamic background follows the traits")
    func dynamicBackground() {
        let view = UIView()
        view.backgroundColor = UIColor { $0.userInterfaceStyle == .dark ? .black : .white }
        let light = view.layer.backgroundColor
        view.overrideUserInterfaceStyle = .dark
        #expect(view.layer.backgroundColor != light)
        #expect(view.layer.backgroundColor == UIColor.black.cgColor)
    }

    @Test("Direction: by the attribute, else by the traits")
    func directions() {
        let view = UIView()
        view.traitOverrides.layoutDirection = .rightToLeft
        #expect(view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
        for attribute in [UISemanticContentAttribute.playback, .spatial, .forceLeftToRight] {
            view.semanticContentAttribute = attribute
            #expect(view.effectiveUserInterfaceLayoutDirection == .leftToRight)
        }
        view.semanticContentAttribute = .forceRightToLeft
        view.traitOverrides.layoutDirection = .leftToRight
        #expect(view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
        #expect(UIView.userInterfaceLayoutDirection(for: .unspecified) == .leftToRight)
        #expect(UIView.userInterfaceLayoutDirection(for: .unspecified, relativeTo: .rightToLeft) == .rightToLeft)
    }

    @Test("Limits keep the size of text within bounds, for the view and all in it")
    func textLimits() {
        let (outer, inner) = (UIView(), UIView())
        outer.addSubview(inner)
        outer.traitOverrides.preferredContentSizeCategory = .accessibilityLarge
        outer.maximumContentSizeCategory = .extraLarge
        #expect(inner.traitCollection.preferredContentSizeCategory == .extraLarge)
        inner.minimumContentSizeCategory = .extraExtraLarge
        #expect(inner.traitCollection.preferredContentSizeCategory == .extraExtraLarge)
        #expect(inner.appliedContentSizeCategoryLimitsDescription.split(separator: "\n").count == 2)
        outer.maximumContentSizeCategory = nil
        inner.minimumContentSizeCategory = nil
        #expect(inner.traitCollection.preferredContentSizeCategory == .accessibilityLarge)
        #expect(inner.appliedContentSizeCategoryLimitsDescription.isEmpty)
    }

    @Test("A scene's traits lie between its screen's and its windows'; a window that joins takes them on")
    func sceneTraits() {
        let scene = UIWindowScene(screen: screen)
        scene.traitOverrides.userInterfaceStyle = .dark
        let (window, view) = (UIWindow(screen: screen), TraitView())
        window.addSubview(view)
        view.previous = []
        window.windowScene = scene
        #expect(view.traitCollection.userInterfaceStyle == .dark && view.previous == [.light])
        scene.traitOverrides.remove(UITraitUserInterfaceStyle.self)
        #expect(view.previous == [.light, .dark])
    }

    @Test("A window that changes screens takes on the other's traits and scale")
    func otherScreen() {
        let other = UIScreen(size: CGSize(width: 10, height: 10), scale: 1)
        let (window, view) = (UIWindow(screen: screen), TraitView())
        window.addSubview(view)
        view.previous = []
        window.screen = other
        #expect(view.previous.count == 1 && view.traitCollection.displayScale == 1 && view.contentScaleFactor == 1)
    }

    // MARK: Tint

    @Test("The tint is the next one above, and whoever takes a change from there is told")
    func tint() {
        let (top, middle, own, bottom) = (TintView(), TintView(), TintView(), TintView())
        top.addSubview(middle)
        top.addSubview(own)
        middle.addSubview(bottom)
        own.tintColor = .green
        for view in [top, middle, own, bottom] { view.changes = 0 }
        #expect(bottom.tintColor == .systemBlue)
        top.tintColor = .red
        #expect(bottom.tintColor == .red && own.tintColor == .green)
        #expect([top, middle, own, bottom].map(\.changes) == [1, 1, 0, 1])
        top.tintColor = nil
        #expect(bottom.tintColor == .systemBlue)
    }

    @Test("A dimmed view, and all in it that are automatic, show their tint without its hue")
    func dimmed() {
        let (top, bottom, normal) = (TintView(), TintView(), TintView())
        top.addSubview(bottom)
        top.addSubview(normal)
        normal.tintAdjustmentMode = .normal
        top.tintColor = .red
        for view in [top, bottom, normal] { view.changes = 0 }
        top.tintAdjustmentMode = .dimmed
        #expect(bottom.tintAdjustmentMode == .dimmed && normal.tintAdjustmentMode == .normal)
        var (red, green, blue) = (CGFloat(0), CGFloat(0), CGFloat(0))
        _ = bottom.tintColor.getRed(&red, green: &green, blue: &blue, alpha: nil)
        #expect(red == green && green == blue && abs(red - 0.2126) < 0.01)
        #expect(normal.tintColor == .red)
        #expect([top, bottom, normal].map(\.changes) == [1, 1, 0])
        top.tintAdjustmentMode = .automatic
        #expect(bottom.tintColor == .red)
    }

    @Test("Moving under another tint is a change of tint; under the same one it is not")
    func movingTint() {
        let (red, alsoRed, view) = (UIView(), UIView(), TintView())
        red.tintColor = .red
        alsoRed.tintColor = .red
        red.addSubview(view)
        #expect(view.changes == 1)
        alsoRed.addSubview(view)
        #expect(view.changes == 1)
        view.removeFromSuperview()
        #expect(view.changes == 2)
    }
}

private final class TraitView: UIView {
    override class var actions: ActionTable {
        super.actions + [.action("directionChanged:", TraitView.directionChanged)]
    }
    var previous: [UIUserInterfaceStyle] = []
    var directions = 0
    func directionChanged(_ view: TraitView) { directions += 1 }
    override func traitCollectionDidChange(_ before: UITraitCollection?) {
        previous.append(before?.userInterfaceStyle ?? .unspecified)
    }
}

private final class TintView: UIView {
    var changes = 0
    override func tintColorDidChange() { changes += 1 }
}
