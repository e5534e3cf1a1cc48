import Foundation
import Testing
import TileBars
import TileDrawing
import TileGraphics
import TileViews

@testable import TileControllers

@Suite("Minimized tab bars, accessories and prominent tabs")
struct TabFloatingTests {
    private let rig = ControllerRig()
    private let tabs = UITabBarController()
    private let scroll = UIScrollView()

    init() {
        let page = UIViewController()
        page.view = scroll
        page.title = "List"
        scroll.contentSize = CGSize(width: 390, height: 4_000)
        let others = ["Map", "More"].map { title in
            let controller = UIViewController()
            controller.title = title
            return controller
        }
        tabs.viewControllers = [page] + others
    }

    /// Drags the content by a distance and lifts the finger after a rest, so that it does not move on.
    private func drag(by distance: CGFloat) {
        let finger = TouchSequence(on: rig.screen)
        var y: CGFloat = 400
        finger.send(TouchSample(.began, at: CGPoint(x: 100, y: y), timestamp: rig.clock.now))
        for _ in 0..<10 {
            y += distance / 10
            rig.clock.advance(by: 0.02)
            finger.send(TouchSample(.moved, at: CGPoint(x: 100, y: y), timestamp: rig.clock.now))
        }
        rig.clock.advance(by: 0.5)
        finger.send(TouchSample(.ended, at: CGPoint(x: 100, y: y), timestamp: rig.clock.now))
        rig.frame(after: 0.5)
    }

    private func tap(_ point: CGPoint) {
        let finger = TouchSequence(on: rig.screen)
        for phase: UITouch.Phase in [.began, .ended] {
            finger.send(TouchSample(phase, at: point, timestamp: rig.clock.now))
            rig.frame(after: 0.4)
        }
    }

    @Test("16 points in one direction decide, bounces don't, and at the start the bar is whole")
    func deciding() {
        var scrolling = TabBarScrolling()
        func note(_ offset: CGFloat, isMoving: Bool = true, isDown: Bool = true) -> Bool {
            scrolling.note(offset, in: 0...100, isMoving: isMoving, minimizesDownward: isDown)
            return scrolling.isMinimized
        }
        #expect([0, 10, 15.5, 8, 23, 24].map { note($0) } == [false, false, false, false, false, true])
        #expect([30, 20, 25, 10, 9].map { note($0) } == [true, true, true, true, false])
        #expect([100, 140, 100].map { note($0) } == [true, true, true])
        #expect(!note(0) && !note(80, isMoving: false) && !note(90) && note(96))
        scrolling.restart()
        #expect([50, 40, 33].map { note($0, isDown: false) } == [false, false, true])
        #expect(!note(100, isDown: false))
    }

    @Test("scrolling down leaves the chosen item in a capsule; scrolling back, a tap on it and another tab bring all")
    func minimizing() throws {
        rig.show(tabs)
        rig.frame()
        drag(by: -200)
        #expect(!tabs.tabBar.isMinimized && tabs.tabBarMinimizeBehavior == .automatic)
        tabs.tabBarMinimizeBehavior = .onScrollDown
        drag(by: -200)
        #expect(tabs.tabBar.isMinimized)
        let shown = tabs.tabBar.subviews.compactMap { $0 as? UIControl }.filter { $0.alpha > 0 }
        #expect(shown.map(\.frame) == [CGRect(x: 16, y: 1, width: 48, height: 48)])
        #expect(scroll.adjustedContentInset.bottom == 49)
        // Beside the capsule, touches go to the content.
        #expect(rig.window.hitTest(CGPoint(x: 200, y: 820), with: nil) === scroll)
        drag(by: 40)
        #expect(!tabs.tabBar.isMinimized)
        drag(by: -200)
        tap(CGPoint(x: 40, y: 820))
        #expect(!tabs.tabBar.isMinimized && tabs.selectedIndex == 0)
        drag(by: -200)
        #expect(tabs.tabBar.isMinimized)
        tabs.selectedIndex = 1
        rig.frame()
        #expect(!tabs.tabBar.isMinimized)
        tabs.selectedIndex = 0
        rig.frame()
        drag(by: -200)
        tabs.tabBarMinimizeBehavior = .never
        #expect(!tabs.tabBar.isMinimized)
    }

    @Test("a wide window's bar is not minimized")
    func wide() {
        rig.window.traitOverrides.horizontalSizeClass = .regular
        tabs.tabBarMinimizeBehavior = .onScrollDown
        rig.show(tabs)
        drag(by: -200)
        #expect(!tabs.tabBar.isMinimized)
        rig.window.traitOverrides.horizontalSizeClass = .compact
        rig.frame()
        drag(by: -200)
        #expect(tabs.tabBar.isMinimized)
        rig.window.traitOverrides.horizontalSizeClass = .regular
        rig.frame(after: 0.5)
        #expect(!tabs.tabBar.isMinimized)
    }

    @Test("an accessory is above the bar, beside the minimized one, and at the bottom without a bar")
    func accessory() throws {
        final class Player: UIView {
            var places: [UITabAccessory.Environment] = []
            override func layoutSubviews() { places.append(traitCollection.tabAccessoryEnvironment) }
        }
        let player = Player()
        tabs.bottomAccessory = UITabAccessory(contentView: player)
        tabs.tabBarMinimizeBehavior = .onScrollDown
        rig.screen.safeAreaInsets.bottom = 34
        rig.show(tabs)
        rig.frame()
        func frame() -> CGRect { player.convert(player.bounds, to: nil) }
        #expect(frame() == CGRect(x: 16, y: 705, width: 358, height: 48) && player.places.last == .regular)
        #expect(scroll.adjustedContentInset.bottom == 139)
        drag(by: -200)
        #expect(tabs.tabBar.isMinimized && frame().minX == 72 && frame().maxX == 374 && frame().height == 48)
        #expect(player.places.last == .inline && scroll.adjustedContentInset.bottom == 139)
        drag(by: 100)
        tabs.isTabBarHidden = true
        rig.frame()
        #expect(frame() == CGRect(x: 16, y: 754, width: 358, height: 48))
        #expect(scroll.adjustedContentInset.bottom == 98)
        tabs.setBottomAccessory(nil, animated: true)
        rig.settle()
        #expect(player.window == nil && tabs.bottomAccessory == nil && scroll.adjustedContentInset.bottom == 34)
        #expect(UITraitCollection().tabAccessoryEnvironment == .unspecified)
    }

    @Test("the prominent tab is the last one, and stays beside the accessory when the bar is minimized")
    func prominent() throws {
        let views = (0..<7).map { _ in UIScrollView() }
        for view in views { view.contentSize = CGSize(width: 390, height: 4_000) }
        tabs.tabs = (0..<7).map { index in
            UITab(title: "\(index)", image: nil, identifier: "tab \(index)") { _ in
                let page = UIViewController()
                page.view = views[index]
                return page
            }
        }
        tabs.prominentTabIdentifier = "tab 1"
        tabs.bottomAccessory = UITabAccessory(contentView: UIView())
        tabs.tabBarMinimizeBehavior = .onScrollDown
        rig.show(tabs)
        rig.frame()
        #expect(tabs.tabBar.items?.map { $0.title ?? "" } == ["0", "2", "3", "1", "More"])
        drag(by: -200)
        let shown = tabs.tabBar.subviews.compactMap { $0 as? UIControl }.filter { $0.alpha > 0 }
        #expect(Set(shown.map(\.frame.minX)) == [16, 326])
        let content = try #require(tabs.bottomAccessory?.contentView)
        #expect(content.convert(content.bounds, to: nil).maxX == 318)
        tap(CGPoint(x: 350, y: 820))
        #expect(tabs.selectedTab?.identifier == "tab 1" && !tabs.tabBar.isMinimized)
        tabs.prominentTabIdentifier = nil
        #expect(tabs.tabBar.items?.map { $0.title ?? "" } == ["0", "1", "2", "3", "More"])
    }

    @Test("A pushed page without a scroll view has the whole bar")
    func pushing() {
        let navigation = UINavigationController(rootViewController: tabs.viewControllers![0])
        tabs.viewControllers = [navigation]
        tabs.tabBarMinimizeBehavior = .onScrollDown
        rig.show(tabs)
        drag(by: -200)
        #expect(tabs.tabBar.isMinimized)
        navigation.pushViewController(UIViewController(), animated: false)
        rig.frame(after: 0.1)
        #expect(!tabs.tabBar.isMinimized)
    }

    @Test("the first pinned tabs are in a narrow bar, before the prominent one")
    func pinned() {
        tabs.tabs = (0..<6).map { index in
            let tab = UITab(title: "\(index)", image: nil, identifier: "tab \(index)") { _ in UIViewController() }
            tab.preferredPlacement = .pinned
            return tab
        }
        rig.show(tabs)
        #expect(tabs.tabBar.items?.map { $0.title ?? "" } == ["0", "1", "2", "3", "More"])
        tabs.prominentTabIdentifier = "tab 4"
        #expect(tabs.tabBar.items?.map { $0.title ?? "" } == ["0", "1", "2", "4", "More"])
    }
}
