import Foundation
import Testing
import TileControllers
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

/// Statements of Apple's View Programming Guide for iOS about windows, hierarchies and geometry. Each test begins with
/// the section that makes it.
@Suite("View Programming Guide: windows, hierarchies and geometry")
struct ViewGuideTests {
    private let rig = ControllerRig(CGSize(width: 100, height: 200))

    private func view(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> UIView {
        UIView(frame: CGRect(x: x, y: y, width: width, height: height))
    }

    // MARK: View and Window Architecture

    @Test("View Hierarchies and Subview Management: a subview obscures all or part of its parent")
    func obscuring() throws {
        let (back, front) = (view(0, 0, 100, 200), view(0, 0, 50, 50))
        (back.backgroundColor, front.backgroundColor) = (.red, .blue)
        rig.window.addSubview(back)
        back.addSubview(front)
        rig.window.isHidden = false
        let bitmap = try rig.frame().bitmap(rig.screen.bounds, scale: 1)
        #expect(bitmap[10, 10].argb == 0xFF00_7AFF || bitmap[10, 10].argb == 0xFF00_00FF)
        #expect(bitmap[10, 10] != bitmap[80, 10])
    }

    @Test("View Hierarchies and Subview Management: the last view added is in front of its siblings")
    func lastIsInFront() {
        let parent = view(0, 0, 100, 100)
        let (first, second) = (view(0, 0, 50, 50), view(0, 0, 50, 50))
        parent.addSubview(first)
        parent.addSubview(second)
        #expect(parent.subviews == [first, second] && parent.hitTest(CGPoint(x: 5, y: 5), with: nil) === second)
    }

    @Test("View Hierarchies and Subview Management: hiding, moving or fading a parent affects its children")
    func parentsAffectChildren() throws {
        let (parent, child) = (view(0, 0, 50, 50), view(0, 0, 10, 10))
        child.backgroundColor = .red
        parent.addSubview(child)
        rig.window.addSubview(parent)
        rig.window.isHidden = false
        func isSeen(_ x: Int, _ y: Int) throws -> Bool {
            try rig.frame().bitmap(rig.screen.bounds, scale: 1)[x, y].argb >> 24 > 0
        }
        #expect(try isSeen(5, 5))
        parent.frame.origin = CGPoint(x: 40, y: 60)
        #expect(try isSeen(45, 65))
        #expect(try !isSeen(5, 5))
        parent.alpha = 0
        #expect(try !isSeen(45, 65))
        (parent.alpha, parent.isHidden) = (1, true)
        #expect(try !isSeen(45, 65))
    }

    @Test("The View Drawing Cycle: a view draws when first shown, and again when it is invalidated")
    func drawingCycle() {
        final class Counting: UIView {
            var draws = 0
            override func draw(_ rect: CGRect) { draws += 1 }
        }
        let counting = Counting(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        rig.window.addSubview(counting)
        rig.window.isHidden = false
        rig.frame()
        counting.center.x += 10
        counting.alpha = 0.5
        rig.frame()
        #expect(counting.draws == 1)
        counting.setNeedsDisplay()
        #expect(counting.draws == 1, "at the end of the run loop's turn")
        rig.frame()
        #expect(counting.draws == 2)
    }

    @Test("Content Modes: scaleToFill is the default, and no mode but redraw draws for a new size")
    func contentModes() {
        #expect(UIView().contentMode == .scaleToFill)
    }

    @Test("Stretchable Views: the area is in coordinates from 0 to 1, all of the view by default")
    func stretchable() {
        #expect(UIView().contentStretch == CGRect(x: 0, y: 0, width: 1, height: 1))
    }

    @Test("The Relationship of the Frame, Bounds, and Center Properties: setting frame changes size and center")
    func settingFrame() {
        let one = UIView()
        one.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
        #expect(one.bounds == CGRect(x: 0, y: 0, width: 30, height: 40) && one.center == CGPoint(x: 25, y: 40))
    }

    @Test("The Relationship of the Frame, Bounds, and Center Properties: setting center changes frame's origin")
    func settingCenter() {
        let one = view(10, 20, 30, 40)
        one.center = CGPoint(x: 50, y: 60)
        #expect(one.frame == CGRect(x: 35, y: 40, width: 30, height: 40))
    }

    @Test("The Relationship of the Frame, Bounds, and Center Properties: a bounds' size grows frame about the center")
    func settingBounds() {
        let one = view(10, 20, 30, 40)
        one.bounds.size = CGSize(width: 50, height: 60)
        #expect(one.frame == CGRect(x: 0, y: 10, width: 50, height: 60) && one.center == CGPoint(x: 25, y: 40))
    }

    @Test("The Relationship of the Frame, Bounds, and Center Properties: a subview beyond its superview isn't clipped")
    func notClippedByDefault() {
        #expect(!UIView().clipsToBounds)
    }

    @Test("The Relationship of the Frame, Bounds, and Center Properties: touches outside of the superview don't arrive")
    func touchesOutside() {
        let (parent, child) = (view(0, 0, 50, 50), view(40, 40, 50, 50))
        parent.addSubview(child)
        #expect(parent.hitTest(CGPoint(x: 45, y: 45), with: nil) === child)
        #expect(parent.hitTest(CGPoint(x: 60, y: 60), with: nil) == nil)
    }

    @Test("Coordinate System Transformations: a transform turns about the center and turns subviews with it")
    func transforms() {
        let (parent, child) = (view(0, 0, 100, 100), view(0, 0, 10, 10))
        parent.addSubview(child)
        rig.window.addSubview(parent)
        parent.transform = CGAffineTransform(rotationAngle: .pi)
        #expect(parent.center == CGPoint(x: 50, y: 50))
        let corner = child.convert(CGPoint.zero, to: nil)
        #expect(abs(corner.x - 100) < 1e-9 && abs(corner.y - 100) < 1e-9)
    }

    @Test("Points Versus Pixels: a view's coordinates don't depend on its screen's scale")
    func points() {
        let screen = UIScreen(size: CGSize(width: 100, height: 200), scale: 3)
        let window = UIWindow(screen: screen)
        #expect(window.bounds == rig.window.bounds && window.contentScaleFactor == 3)
    }

    @Test("The Runtime Interaction Model for Views: marked views are laid out before they are drawn, once")
    func interaction() {
        final class Noting: UIView {
            var log: [String] = []
            override func layoutSubviews() { log.append("layout") }
            override func draw(_ rect: CGRect) { log.append("draw") }
        }
        let noting = Noting(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        rig.window.addSubview(noting)
        rig.window.isHidden = false
        rig.frame()
        noting.log = []
        for _ in 1...3 {
            noting.setNeedsDisplay()
            noting.setNeedsLayout()
        }
        rig.frame()
        #expect(noting.log == ["layout", "draw"])
    }

    // MARK: Windows

    @Test("Creating a Window Programmatically: it covers the screen and is seen once it is key and visible")
    func window() {
        let window = rig.screen.asMain { UIWindow(frame: rig.screen.bounds) }
        #expect(window.bounds == rig.screen.bounds && window.isHidden && !window.isKeyWindow)
        window.makeKeyAndVisible()
        #expect(!window.isHidden && window.isKeyWindow && rig.screen.windows.last === window)
    }

    @Test("Adding Content to Your Window: the root controller's view is the window's content")
    func content() {
        let controller = UIViewController()
        rig.window.rootViewController = controller
        rig.window.makeKeyAndVisible()
        #expect(controller.view.superview === rig.window && controller.view.frame == rig.window.bounds)
    }

    @Test("Changing the Window Level: normal windows are behind alerts, and the status bar is between them")
    func levels() {
        #expect(UIWindow.Level.normal < .statusBar && UIWindow.Level.statusBar < .alert)
        #expect(rig.window.windowLevel == .normal)
    }

    @Test("Monitoring Window Changes: posted when it is shown, hidden, becomes key and resigns")
    func windowNotices() {
        var names: [Notification.Name] = []
        let all = [
            UIWindow.didBecomeVisibleNotification, UIWindow.didBecomeHiddenNotification,
            UIWindow.didBecomeKeyNotification, UIWindow.didResignKeyNotification,
        ]
        let other = UIWindow(screen: rig.screen)
        nonisolated(unsafe) let noted = Names()
        let observers = all.map { name in
            NotificationCenter.default.addObserver(forName: name, object: rig.window, queue: nil) { _ in
                noted.names.append(name)
            }
        }
        rig.window.makeKeyAndVisible()
        other.makeKeyAndVisible()
        rig.window.isHidden = true
        names = noted.names
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        #expect(
            Set(names.prefix(2)) == [UIWindow.didBecomeVisibleNotification, UIWindow.didBecomeKeyNotification])
        #expect(
            names.dropFirst(2) == [UIWindow.didResignKeyNotification, UIWindow.didBecomeHiddenNotification])
    }

    /// Names of notifications. They are posted on the thread of the test.
    private final class Names {
        var names: [Notification.Name] = []
    }

    // MARK: Views

    @Test("Creating View Objects Programmatically: init(frame:) gives its place in its future superview")
    func creating() {
        let child = view(10, 20, 30, 40)
        rig.window.addSubview(child)
        #expect(child.frame == CGRect(x: 10, y: 20, width: 30, height: 40) && child.superview === rig.window)
    }

    @Test("Setting the Properties of a View: defaults")
    func defaults() {
        let one = UIView()
        #expect(one.alpha == 1 && !one.isHidden && one.isOpaque && one.backgroundColor == nil)
        #expect(one.autoresizesSubviews && one.autoresizingMask.isEmpty && one.tag == 0)
        #expect(one.isUserInteractionEnabled && !one.isMultipleTouchEnabled && !one.isExclusiveTouch)
        #expect(one.gestureRecognizers?.isEmpty != false && one.transform == .identity)
    }

    @Test("Tagging Views for Future Identification: viewWithTag searches the view and its subviews")
    func tags() {
        let (root, child, deep) = (UIView(), UIView(), UIView())
        root.addSubview(child)
        child.addSubview(deep)
        deep.tag = 7
        #expect(root.viewWithTag(7) === deep && child.viewWithTag(8) == nil)
    }

    @Test("Adding and Removing Subviews: addSubview moves a view from its previous superview")
    func moving() {
        let (one, other, child) = (UIView(), UIView(), UIView())
        one.addSubview(child)
        other.addSubview(child)
        #expect(one.subviews.isEmpty && other.subviews == [child] && child.superview === other)
    }

    @Test("Adding and Removing Subviews: insert, bring to front, send to back and exchange")
    func ordering() {
        let (root, a, b, c) = (UIView(), UIView(), UIView(), UIView())
        root.addSubview(a)
        root.insertSubview(b, at: 0)
        root.insertSubview(c, aboveSubview: b)
        #expect(root.subviews == [b, c, a])
        root.bringSubviewToFront(b)
        root.sendSubviewToBack(a)
        #expect(root.subviews == [a, c, b])
        root.exchangeSubview(at: 0, withSubviewAt: 2)
        #expect(root.subviews == [b, c, a])
        root.insertSubview(a, belowSubview: b)
        #expect(root.subviews == [a, b, c])
    }

    @Test("Adding and Removing Subviews: a removed view is released by its superview")
    func releasing() {
        let root = UIView()
        weak var child: UIView?
        do {
            let made = UIView()
            child = made
            root.addSubview(made)
        }
        #expect(child != nil)
        child?.removeFromSuperview()
        #expect(child == nil)
    }

    @Test("Hiding Views: a hidden view gets no touches, stays in the hierarchy, and is resized with it")
    func hiding() {
        let (parent, child) = (view(0, 0, 50, 50), view(0, 0, 50, 50))
        parent.addSubview(child)
        child.autoresizingMask = [.flexibleWidth]
        child.isHidden = true
        parent.frame.size.width = 80
        #expect(parent.hitTest(CGPoint(x: 5, y: 5), with: nil) === parent)
        #expect(parent.subviews == [child] && child.frame.width == 80)
    }

    @Test("Hiding Views: hiding the first responder doesn't make it resign")
    func hidingFirstResponder() {
        final class Field: UIView {
            override var canBecomeFirstResponder: Bool { true }
        }
        let field = Field(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
        rig.window.addSubview(field)
        rig.window.makeKeyAndVisible()
        #expect(field.becomeFirstResponder())
        field.isHidden = true
        #expect(field.isFirstResponder)
    }

    @Test("Translating, Scaling, and Rotating Views: transforms are concatenated in the order of the calls")
    func concatenation() {
        let turn = CGAffineTransform(rotationAngle: .pi / 2)
        let moved = turn.translatedBy(x: 10, y: 0)
        let point = CGPoint.zero.applying(moved)
        #expect(abs(point.x) < 1e-9 && abs(point.y - 10) < 1e-9)
    }

    @Test("Converting Coordinates in the View Hierarchy: between views, and nil for the window")
    func converting() {
        let (parent, child) = (view(10, 20, 50, 50), view(3, 4, 5, 5))
        rig.window.addSubview(parent)
        parent.addSubview(child)
        #expect(child.convert(CGPoint(x: 1, y: 1), to: parent) == CGPoint(x: 4, y: 5))
        #expect(child.convert(CGPoint(x: 1, y: 1), to: nil) == CGPoint(x: 14, y: 25))
        #expect(child.convert(CGPoint(x: 14, y: 25), from: nil) == CGPoint(x: 1, y: 1))
        #expect(
            child.convert(CGRect(x: 0, y: 0, width: 2, height: 2), to: parent)
                == CGRect(x: 3, y: 4, width: 2, height: 2))
    }

    @Test("Converting Coordinates in the View Hierarchy: a turned view's rectangle is converted to what encloses it")
    func convertingTurned() {
        let (parent, child) = (view(0, 0, 100, 100), view(40, 40, 20, 20))
        parent.addSubview(child)
        child.transform = CGAffineTransform(rotationAngle: .pi / 4)
        let rect = child.convert(child.bounds, to: parent)
        #expect(abs(rect.width - 20 * 2.0.squareRoot()) < 1e-9 && abs(rect.midX - 50) < 1e-9)
    }

    @Test("Handling Layout Changes Automatically Using Autoresizing Rules: flexible parts share a change")
    func autoresizing() {
        let (parent, child) = (view(0, 0, 100, 100), view(10, 10, 80, 20))
        parent.addSubview(child)
        child.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
        parent.frame.size = CGSize(width: 140, height: 130)
        #expect(child.frame == CGRect(x: 10, y: 40, width: 120, height: 20))
        parent.autoresizesSubviews = false
        parent.frame.size = CGSize(width: 10, height: 10)
        #expect(child.frame == CGRect(x: 10, y: 40, width: 120, height: 20))
    }

    @Test("Tweaking the Layout of Your Views Manually: layoutSubviews is called when the bounds' size changes")
    func manualLayout() {
        final class Counting: UIView {
            var layouts = 0
            override func layoutSubviews() { layouts += 1 }
        }
        let counting = Counting(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        rig.window.addSubview(counting)
        rig.window.isHidden = false
        rig.frame()
        let before = counting.layouts
        counting.frame.origin.x = 9
        rig.frame()
        #expect(counting.layouts == before)
        counting.frame.size.width = 30
        rig.frame()
        #expect(counting.layouts == before + 1)
    }

    @Test("Interacting with Core Animation Layers: layerClass gives a view its layer; a layer alone isn't a subview")
    func layers() {
        final class Shaped: UIView {
            override class var layerClass: AnyClass { CAShapeLayer.self }
        }
        let shaped = Shaped()
        #expect(shaped.layer is CAShapeLayer && shaped.layer.delegate === shaped)
        shaped.layer.addSublayer(CALayer())
        #expect(shaped.subviews.isEmpty)
    }
}
