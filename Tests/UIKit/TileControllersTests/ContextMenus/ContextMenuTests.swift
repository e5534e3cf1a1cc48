import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

@testable import TileControllers
@testable import TileViews

@Suite("Context menus")
struct ContextMenuTests {
    /// A view with a menu, in a window whose time is controlled by the test.
    private final class Rig: UIContextMenuInteractionDelegate {
        let clock = VirtualClock(now: 100)
        let screen = UIScreen(size: CGSize(width: 320, height: 480), scale: 1)
        let window: UIWindow
        let card = UIView(frame: CGRect(x: 40, y: 60, width: 120, height: 50))
        let fingers: TouchSequence
        private(set) lazy var interaction = UIContextMenuInteraction(delegate: self)
        var notes: [String] = []
        var configure: ((Rig, CGPoint) -> UIContextMenuConfiguration?)?
        var lifted: UITargetedPreview?
        var landing: UITargetedPreview?

        init() {
            window = UIWindow(screen: screen)
            window.makeKeyAndVisible()
            card.backgroundColor = .systemBlue
            window.addSubview(card)
            fingers = TouchSequence(on: screen)
            screen.clock = clock
            card.addInteraction(interaction)
            frame()
        }

        func frame(after seconds: Double = 0) {
            clock.advance(by: seconds)
            _ = screen.frame()
        }

        func touch(_ phase: UITouch.Phase, x: Double, y: Double) {
            clock.advance(by: 0.02)
            fingers.send(TouchSample(finger: 0, phase, at: CGPoint(x: x, y: y), timestamp: clock.now))
            frame()
        }

        /// Holds a touch until the menu opens, then lifts it.
        func press(_ x: Double, _ y: Double) {
            touch(.began, x: x, y: y)
            frame(after: 0.6)
            touch(.ended, x: x, y: y)
            settle()
        }

        func tap(_ point: CGPoint) {
            touch(.began, x: point.x, y: point.y)
            touch(.ended, x: point.x, y: point.y)
            settle()
        }

        func settle() { for _ in 0..<3 { frame(after: 1) } }

        var overlay: MenuOverlay? { window.subviews.lazy.compactMap { $0 as? MenuOverlay }.first }
        var menus: [MenuCard] { (overlay?.subviews ?? []).compactMap { $0 as? MenuCard } }

        func location(of title: String) throws -> CGPoint {
            let row = try #require(menus.last?.rows.first { $0.element.title == title })
            return row.convert(CGPoint(x: row.bounds.midX, y: row.bounds.midY), to: nil)
        }

        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
        ) -> UIContextMenuConfiguration? { configure?(self, location) }

        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction,
            previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
        ) -> UITargetedPreview? { lifted }

        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction,
            previewForDismissingMenuWithConfiguration configuration: UIContextMenuConfiguration
        ) -> UITargetedPreview? {
            notes.append("landing")
            return landing
        }

        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction,
            willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
            animator: any UIContextMenuInteractionCommitAnimating
        ) {
            notes.append("commit \(configuration.identifier)")
            animator.addCompletion { [unowned self] in notes.append("committed") }
        }

        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
            animator: (any UIContextMenuInteractionAnimating)?
        ) {
            notes.append("display")
            animator?.addAnimations { [unowned self] in notes.append("displaying") }
            animator?.addCompletion { [unowned self] in notes.append("displayed") }
        }

        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
            animator: (any UIContextMenuInteractionAnimating)?
        ) {
            notes.append("end")
            animator?.addCompletion { [unowned self] in notes.append("ended") }
        }

        func drain() -> [String] {
            defer { notes = [] }
            return notes
        }

        func menu(_ titles: String...) -> UIMenu {
            UIMenu(
                children: titles.map { title in UIAction(title: title) { [unowned self] _ in notes.append(title) } })
        }
    }

    private func rig(_ identifier: String = "card") -> Rig {
        let rig = Rig()
        rig.configure = { rig, _ in
            UIContextMenuConfiguration(
                identifier: NSString(string: identifier),
                actionProvider: { suggested in
                    suggested.isEmpty ? rig.menu("Copy", "Delete") : nil
                })
        }
        return rig
    }

    @Test("a press that stays opens it, a tap on a line performs that and closes it")
    func press() throws {
        let rig = rig()
        rig.touch(.began, x: 80, y: 80)
        rig.frame(after: 0.3)
        #expect(rig.overlay == nil && rig.interaction.menuAppearance == .unknown)
        rig.frame(after: 0.3)
        #expect(rig.overlay != nil && rig.interaction.menuAppearance == .rich)
        #expect(rig.drain() == ["display", "displaying"])
        rig.touch(.ended, x: 80, y: 80)
        rig.settle()
        // The finger that opened the menu didn't move, so the menu stays open.
        #expect(rig.drain() == ["displayed"] && rig.overlay != nil)
        #expect(rig.interaction.location(in: rig.card) == CGPoint(x: 40, y: 20))
        rig.tap(try rig.location(of: "Copy"))
        #expect(rig.drain() == ["landing", "end", "Copy", "ended"])
        #expect(rig.overlay == nil && rig.interaction.menuAppearance == .unknown)
        #expect(rig.window.subviews.count == 1)
    }

    @Test("the finger that opens it may go on to a line and be lifted there")
    func drag() throws {
        let rig = rig()
        rig.touch(.began, x: 80, y: 80)
        rig.frame(after: 0.6)
        rig.settle()
        let place = try rig.location(of: "Delete")
        rig.touch(.moved, x: place.x, y: place.y)
        rig.touch(.ended, x: place.x, y: place.y)
        rig.settle()
        #expect(rig.drain().contains("Delete") && rig.overlay == nil)
    }

    @Test("a tap beside it closes it; one on what was pressed goes to the delegate")
    func taps() {
        let rig = rig()
        rig.press(80, 80)
        _ = rig.drain()
        rig.tap(CGPoint(x: 300, y: 460))
        #expect(rig.drain() == ["landing", "end", "ended"] && rig.overlay == nil)
        rig.press(80, 80)
        _ = rig.drain()
        rig.tap(CGPoint(x: 80, y: 80))
        #expect(rig.drain() == ["commit card", "end", "ended", "committed"] && rig.overlay == nil)
    }

    @Test("where the delegate has none the press is for what is under it")
    func none() {
        let rig = rig()
        var taps = 0
        let button = UIButton(type: .system)
        button.frame = rig.card.bounds
        button.addAction(UIAction { _ in taps += 1 }, for: .touchUpInside)
        rig.card.addSubview(button)
        var asked: [CGPoint] = []
        rig.configure = { _, point in
            asked.append(point)
            return nil
        }
        rig.press(80, 80)
        #expect(asked == [CGPoint(x: 40, y: 20)] && taps == 1 && rig.overlay == nil && rig.drain().isEmpty)
        // Neither a menu nor a preview, so there is nothing to show.
        rig.configure = { _, _ in UIContextMenuConfiguration(actionProvider: { _ in nil }) }
        rig.press(80, 80)
        #expect(rig.overlay == nil && rig.drain().isEmpty && rig.interaction.menuAppearance == .unknown)
    }

    @Test("the menu stands beside what was pressed, which moves only where there is no room")
    func places() throws {
        let rig = rig()
        for y in [60, 380] as [CGFloat] {
            rig.card.frame.origin.y = y
            rig.frame()
            rig.press(80, Double(y) + 10)
            let menu = try #require(rig.menus.first?.frame)
            #expect(y == 60 ? menu.minY >= 110 : menu.maxY <= 380)
            #expect(abs(y == 60 ? menu.minY - 110 : 380 - menu.maxY) < 10)
            rig.interaction.dismissMenu()
            rig.settle()
        }
        // The card is as high as the window, so it is made smaller with the menu below.
        rig.card.frame = CGRect(x: 10, y: 5, width: 300, height: 470)
        rig.frame()
        rig.press(80, 80)
        let menu = try #require(rig.menus.first?.frame)
        let preview = try #require(rig.overlay?.subviews.first?.subviews.last?.frame)
        #expect(preview.maxY <= menu.minY && menu.maxY <= 480 && preview.minY >= 0)
        #expect(abs(preview.width / preview.height - 300 / 470) < 0.01)
    }

    @Test("a preview is a view controller's, as large as it would like to be")
    func preview() throws {
        let rig = rig()
        let controller = UIViewController()
        controller.preferredContentSize = CGSize(width: 200, height: 150)
        controller.view.backgroundColor = .systemGreen
        rig.configure = { rig, _ in
            UIContextMenuConfiguration(previewProvider: { controller }, actionProvider: { _ in rig.menu("Open") })
        }
        rig.press(80, 80)
        let window = rig.window
        #expect(controller.view.window === window)
        let shown = controller.view.convert(controller.view.bounds, to: window)
        #expect(abs(shown.width - 200) < 0.5 && abs(shown.height - 150) < 0.5)
        #expect(try rig.location(of: "Open").y > shown.maxY)
        rig.interaction.dismissMenu()
        rig.settle()
        #expect(controller.view.window == nil && rig.overlay == nil)
        // Shown alone, because there is no menu.
        rig.configure = { _, _ in UIContextMenuConfiguration(previewProvider: { controller }) }
        rig.press(80, 80)
        #expect(controller.view.window === window && rig.menus.isEmpty)
        rig.tap(CGPoint(x: 300, y: 470))
        #expect(rig.overlay == nil)
    }

    @Test("another menu may take its place, and it goes with its view")
    func updates() throws {
        let rig = rig()
        rig.press(80, 80)
        rig.interaction.updateVisibleMenu { menu in rig.menu("Undo").replacingChildren(menu.children.suffix(1)) }
        rig.frame()
        #expect(rig.menus.count == 1 && rig.menus[0].rows.map(\.element.title) == ["Delete"])
        _ = rig.drain()
        rig.card.removeInteraction(rig.interaction)
        #expect(rig.overlay == nil && rig.drain() == ["landing", "end", "ended"])
        #expect(rig.card.gestureRecognizers?.isEmpty ?? true)
        rig.press(80, 80)
        #expect(rig.overlay == nil)
    }

    @Test("what lifts off may be another view, or a part of it")
    func targeted() throws {
        let rig = rig()
        let inner = UIView(frame: CGRect(x: 10, y: 10, width: 30, height: 20))
        rig.card.addSubview(inner)
        rig.frame()
        let parameters = UIPreviewParameters()
        parameters.visiblePath = UIBezierPath(ovalIn: inner.bounds)
        rig.lifted = UITargetedPreview(view: inner, parameters: parameters)
        #expect(rig.lifted?.size == CGSize(width: 30, height: 20) && rig.lifted?.target.container === rig.card)
        rig.press(80, 80)
        let preview = try #require(rig.overlay?.subviews.first?.subviews.last?.frame)
        #expect(preview == CGRect(x: 50, y: 70, width: 30, height: 20))
    }

    @Test("what was lifted goes where the delegate says, as the view that it says, or back to where it was")
    func landing() throws {
        let rig = rig()
        let other = UIView(frame: CGRect(x: 20, y: 300, width: 60, height: 100))
        rig.window.addSubview(other)
        /// Returns the frame of the preview at the end of its animation, and the number of its subviews.
        func land() throws -> (frame: CGRect, count: Int) {
            rig.press(80, 80)
            let preview = try #require(rig.overlay?.subviews.first?.subviews.last)
            rig.interaction.dismissMenu()
            defer { rig.settle() }
            return (preview.frame, preview.subviews.count)
        }
        #expect(try land() == (rig.card.frame, 1))
        // The same view, at another position.
        rig.landing = UITargetedPreview(
            view: rig.card, parameters: UIPreviewParameters(),
            target: UIPreviewTarget(
                container: other, center: CGPoint(x: 30, y: 50), transform: CGAffineTransform(scaleX: 0.5, y: 0.5)))
        rig.lifted = UITargetedPreview(view: rig.card)
        #expect(try land() == (CGRect(x: 20, y: 337.5, width: 60, height: 25), 1))
        // Another view replaces it.
        rig.landing = UITargetedPreview(view: other)
        #expect(try land() == (other.frame, 2))
        // A target outside of any window, or without a size, is ignored.
        rig.landing = UITargetedPreview(
            view: other, parameters: UIPreviewParameters(), target: UIPreviewTarget(container: UIView(), center: .zero))
        #expect(try land() == (rig.card.frame, 1))
        other.bounds.size.width = 0
        rig.landing = UITargetedPreview(view: other)
        #expect(try land() == (rig.card.frame, 1))
    }

    @Test("a preview of a view controller goes where the delegate says")
    func landingOfController() throws {
        let rig = rig()
        let controller = UIViewController()
        controller.preferredContentSize = CGSize(width: 200, height: 150)
        rig.configure = { rig, _ in
            UIContextMenuConfiguration(previewProvider: { controller }, actionProvider: { _ in rig.menu("Open") })
        }
        rig.press(80, 80)
        let preview = try #require(rig.overlay?.subviews.first?.subviews.last)
        rig.landing = UITargetedPreview(view: rig.card)
        rig.interaction.dismissMenu()
        #expect(preview.frame == rig.card.frame && preview.alpha == 1 && preview.subviews.last?.alpha == 1)
        rig.settle()
        #expect(rig.overlay == nil && controller.view.window == nil)
    }
}
