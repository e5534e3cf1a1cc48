import Foundation
import Testing
import TileDrawing

@testable import TileViews

@Suite("Margins, safe areas and guides")
struct MarginTests {
    let screen = UIScreen(size: CGSize(width: 200, height: 400), scale: 2)

    @Test("Margins are 8 points, or what was set, by sides or by the direction of text")
    func margins() {
        let view = MarginView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        #expect(view.layoutMargins == UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8))
        view.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        #expect(view.layoutMargins == UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
        view.semanticContentAttribute = .forceRightToLeft
        #expect(view.layoutMargins == UIEdgeInsets(top: 1, left: 4, bottom: 3, right: 2))
        view.layoutMargins = UIEdgeInsets(top: 5, left: 6, bottom: 7, right: 8)
        #expect(view.directionalLayoutMargins == NSDirectionalEdgeInsets(top: 5, leading: 8, bottom: 7, trailing: 6))
        #expect(view.layoutMarginsGuide.layoutFrame == CGRect(x: 6, y: 5, width: 86, height: 88))
        #expect(view.marginChanges == 3)
        view.layoutMargins = UIEdgeInsets(top: 5, left: 6, bottom: 7, right: 8)
        #expect(view.marginChanges == 3)
    }

    @Test("A view may keep its superview's margins where they reach into it")
    func preserved() {
        let parent = MarginView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let child = MarginView(frame: CGRect(x: 10, y: 0, width: 80, height: 90))
        parent.addSubview(child)
        child.preservesSuperviewLayoutMargins = true
        parent.layoutMargins = UIEdgeInsets(top: 20, left: 30, bottom: 5, right: 40)
        #expect(child.layoutMargins == UIEdgeInsets(top: 20, left: 20, bottom: 8, right: 30))
        #expect(child.marginChanges == 2)
    }

    @Test("The safe area comes from the screen's edges, as far as they reach into the view")
    func safeArea() {
        let window = UIWindow(screen: screen)
        window.isHidden = false
        let (view, inner) = (
            MarginView(frame: window.bounds), MarginView(frame: CGRect(x: 10, y: 30, width: 100, height: 365))
        )
        window.addSubview(view)
        view.addSubview(inner)
        #expect(view.safeAreaInsets == .zero)
        screen.safeAreaInsets = UIEdgeInsets(top: 44, left: 0, bottom: 20, right: 0)
        #expect(window.safeAreaInsets == screen.safeAreaInsets && view.safeAreaInsets == screen.safeAreaInsets)
        #expect(inner.safeAreaInsets == UIEdgeInsets(top: 14, left: 0, bottom: 15, right: 0))
        #expect(view.safeAreaLayoutGuide.layoutFrame == CGRect(x: 0, y: 44, width: 200, height: 336))
        #expect(view.layoutMargins == UIEdgeInsets(top: 52, left: 8, bottom: 28, right: 8))
        view.insetsLayoutMarginsFromSafeArea = false
        #expect(view.layoutMargins == UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8))
        _ = screen.frame()
        #expect(view.safeChanges == 1 && inner.safeChanges == 1)
        view.frame.origin.y = 50
        view.setNeedsLayout()
        _ = screen.frame()
        #expect(view.safeAreaInsets.top == 0 && view.safeChanges == 2 && inner.safeChanges == 2)
        view.removeFromSuperview()
        #expect(view.safeAreaInsets == .zero)
    }

    @Test("The readable width is limited, and in the middle")
    func readable() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 1000, height: 100))
        let frame = view.readableContentGuide.layoutFrame
        #expect(frame.midX == 500 && frame.width == 920 && frame.minY == 8)
        view.frame.size.width = 100
        #expect(view.readableContentGuide.layoutFrame == view.layoutMarginsGuide.layoutFrame)
    }

    @Test("Margins wider than the view leave nothing, not less")
    func tooWide() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 100))
        #expect(view.layoutMarginsGuide.layoutFrame == CGRect(x: 5, y: 8, width: 0, height: 84))
    }

    @Test("A program's guide belongs to one view, has a place, and asks for layout")
    func guides() throws {
        let (first, second) = (MarginView(), MarginView())
        let guide = UILayoutGuide()
        guide.identifier = "column"
        first.addLayoutGuide(guide)
        second.addLayoutGuide(guide)
        #expect(first.layoutGuides.isEmpty && second.layoutGuides == [guide] && guide.owningView === second)
        second.layoutIfNeeded()
        guide.setLayoutFrame(CGRect(x: 1, y: 2, width: 3, height: 4))
        #expect(guide.layoutFrame == CGRect(x: 1, y: 2, width: 3, height: 4) && second.layer.needsLayout())
        second.removeLayoutGuide(guide)
        #expect(guide.owningView == nil)
        #expect(second.safeAreaLayoutGuide === second.safeAreaLayoutGuide)
        #expect(second.layoutGuides.isEmpty, "its own guides are not among the program's")
        let archive = try NSKeyedArchiver.archivedData(withRootObject: guide, requiringSecureCoding: false)
        let coder = try NSKeyedUnarchiver(forReadingFrom: archive)
        coder.requiresSecureCoding = false
        let copy = try #require(coder.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? UILayoutGuide)
        #expect(copy.identifier == "column" && copy.layoutFrame == guide.layoutFrame)
    }

    @Test("sizeToFit gives the bounds the size that the view says suits it, and leaves the upper left where it is")
    func sizeToFit() {
        let view = Sized(frame: CGRect(x: 10, y: 10, width: 100, height: 100))
        view.sizeToFit()
        #expect(view.bounds.size == CGSize(width: 50, height: 25) && view.frame.origin == CGPoint(x: 10, y: 10))
        let plain = UIView(frame: view.frame)
        plain.sizeToFit()
        #expect(plain.frame == view.frame)
        #expect(plain.intrinsicContentSize == CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric))
    }

    @Test("the keyboard's guide is at the bottom of the safe area, also while a view finds its height")
    func keyboard() {
        let screen = UIScreen(size: CGSize(width: 300, height: 500))
        screen.safeAreaInsets.bottom = 34
        let window = UIWindow(screen: screen)
        let view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = false
        window.addSubview(view)
        NSLayoutConstraint.activate([
            view.topAnchor.constraint(equalTo: window.topAnchor),
            view.leadingAnchor.constraint(equalTo: window.leadingAnchor),
            view.trailingAnchor.constraint(equalTo: window.trailingAnchor),
            view.bottomAnchor.constraint(equalTo: window.keyboardLayoutGuide.topAnchor, constant: -10),
        ])
        window.isHidden = false
        _ = screen.frame()
        #expect(window.keyboardLayoutGuide.layoutFrame == CGRect(x: 0, y: 466, width: 300, height: 34))
        #expect(view.frame == CGRect(x: 0, y: 0, width: 300, height: 456))
        screen.rotate(to: .landscapeRight)
        #expect(view.frame == CGRect(x: 0, y: 0, width: 500, height: 256))
        window.keyboardLayoutGuide.usesBottomSafeArea = false
        _ = screen.frame()
        #expect(view.frame.height == 290)
    }

    @Test("regions for content are the safe area, the margins and the readable width")
    func regions() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 1_200, height: 100))
        view.layoutMargins = UIEdgeInsets(top: 1, left: 20, bottom: 3, right: 40)
        #expect(view.layoutGuide(for: .margins(cornerAdaptation: .horizontal)) === view.layoutMarginsGuide)
        #expect(view.layoutGuide(for: .safeArea()) === view.safeAreaLayoutGuide)
        #expect(view.layoutGuide(for: .readableContent()) === view.readableContentGuide)
        #expect(view.edgeInsets(for: .safeArea(cornerAdaptation: .vertical)) == .zero)
        #expect(view.edgeInsets(for: .margins()) == UIEdgeInsets(top: 1, left: 20, bottom: 3, right: 40))
        #expect(view.edgeInsets(for: .readableContent()) == UIEdgeInsets(top: 1, left: 130, bottom: 3, right: 150))
        view.semanticContentAttribute = .forceRightToLeft
        #expect(view.directionalEdgeInsets(for: .margins()).leading == 40)
        #expect(UIView.LayoutRegion.margins() != .margins(cornerAdaptation: .vertical))
    }
}

private final class Sized: UIView {
    override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width / 2, height: size.height / 4) }
}

private final class MarginView: UIView {
    var marginChanges = 0
    var safeChanges = 0
    override func layoutMarginsDidChange() { marginChanges += 1 }
    override func safeAreaInsetsDidChange() { safeChanges += 1 }
}
