import Foundation
import TestSupport
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileViews

@Suite("Split view controllers: columns")
struct SplitTests {
    @Test("two columns where it is wider than high, each in a navigation controller")
    func double() {
        let split = SplitRig(.doubleColumn)
        split.show()
        #expect(split.split.displayMode == .oneBesideSecondary && !split.split.isCollapsed)
        #expect(split.frame(of: split.p) == CGRect(x: 0, y: 0, width: 320, height: 820))
        #expect(split.frame(of: split.d) == CGRect(x: 320, y: 0, width: 860, height: 820))
        #expect(split.split.viewController(for: .primary) === split.p && split.p.navigationController != nil)
        #expect(split.split.viewControllers.map { split.stack($0) } == ["p", "d"])
        #expect(split.p.splitViewController === split.split && split.split.children.count == 2)
        #expect(split.split.isShowing(.primary) && split.split.primaryColumnWidth == 320)
    }

    @Test("they come with it, and go with it")
    func appearing() {
        let split = SplitRig(.doubleColumn)
        split.rig.window.rootViewController = split.split
        split.rig.window.makeKeyAndVisible()
        #expect(split.rig.diary.drain() == "dWa pWa")
        split.rig.settle()
        #expect(split.rig.diary.drain() == "dDa pDa")
        split.rig.window.isHidden = true
        #expect(split.rig.diary.drain() == "dWd pWd dDd pDd")
    }

    @Test("upright the last column shows alone, and the first comes over it")
    func overlay() {
        let split = SplitRig(.doubleColumn)
        split.show()
        split.resize(CGSize(width: 820, height: 1180))
        #expect(split.split.displayMode == .secondaryOnly && split.frame(of: split.p) == nil)
        #expect(split.frame(of: split.d) == CGRect(x: 0, y: 0, width: 820, height: 1180))
        #expect(split.rig.diary.drain() == "pWd pDd")
        split.split.show(.primary)
        #expect(split.split.displayMode == .oneOverSecondary && split.rig.diary.drain() == "pWa")
        split.rig.settle()
        #expect(split.rig.diary.drain() == "pDa")
        #expect(split.frame(of: split.p) == CGRect(x: 0, y: 0, width: 320, height: 1180))
        #expect(split.frame(of: split.d)?.width == 820)
        // A touch outside the column hides it.
        let finger = TouchSequence(on: split.rig.screen)
        for phase: UITouch.Phase in [.began, .ended] {
            finger.send(TouchSample(phase, at: CGPoint(x: 600, y: 500), timestamp: split.rig.clock.now))
            split.rig.frame(after: 0.05)
        }
        split.rig.settle()
        #expect(split.split.displayMode == .secondaryOnly && split.rig.diary.drain() == "pWd pDd")
        #expect(split.frame(of: split.p) == nil)
    }

    @Test("three columns: the middle one beside the last, the first on demand")
    func triple() {
        let split = SplitRig(.tripleColumn)
        split.show()
        #expect(split.split.displayMode == .oneBesideSecondary)
        #expect(split.frame(of: split.s)?.minX == 0 && split.frame(of: split.p) == nil)
        split.split.show(.primary)
        split.rig.settle()
        #expect(split.split.displayMode == .twoBesideSecondary)
        #expect(
            split.frame(of: split.p)?.minX == 0 && split.frame(of: split.s)?.minX == 320
                && split.frame(of: split.d)?.minX == 640)
        split.split.preferredSplitBehavior = .displace
        split.split.show(.primary)
        split.rig.settle()
        #expect(split.split.displayMode == .twoDisplaceSecondary && split.frame(of: split.d)?.width == 860)
        split.split.hide(.supplementary)
        split.rig.settle()
        #expect(
            split.split.displayMode == .secondaryOnly && split.frame(of: split.s) == nil
                && split.frame(of: split.p) == nil)
    }

    @Test("widths: a fraction, bounds, and the edge")
    func widths() {
        let split = SplitRig(.doubleColumn)
        split.split.preferredPrimaryColumnWidthFraction = 0.5
        split.split.maximumPrimaryColumnWidth = 400
        split.split.primaryEdge = .trailing
        split.show()
        #expect(split.frame(of: split.p) == CGRect(x: 780, y: 0, width: 400, height: 820))
        #expect(split.frame(of: split.d) == CGRect(x: 0, y: 0, width: 780, height: 820))
        split.split.preferredPrimaryColumnWidth = .infinity
        split.split.minimumPrimaryColumnWidth = .nan
        split.rig.settle()
        #expect(split.split.primaryColumnWidth == 400)
    }

    @Test("a preferred mode, one of three columns too, and the button")
    func modes() {
        let split = SplitRig(.doubleColumn)
        split.split.preferredDisplayMode = .twoOverSecondary
        split.show()
        #expect(split.split.displayMode == .oneOverSecondary)
        split.split.preferredDisplayMode = .secondaryOnly
        split.rig.settle()
        #expect(split.split.displayMode == .secondaryOnly && split.frame(of: split.p) == nil)
        let button = split.split.displayModeButtonItem
        #expect(split.d.navigationItem.leftBarButtonItem === button)
        button.primaryAction?.performWithSender(button, target: nil)
        split.rig.settle()
        #expect(split.split.displayMode == .oneBesideSecondary)
        split.split.displayModeButtonVisibility = .never
        #expect(split.d.navigationItem.leftBarButtonItem == nil)
    }

    @Test("on the way in it turns back")
    func turnedBack() {
        let split = SplitRig(.doubleColumn)
        split.show()
        split.split.hide(.primary)
        split.rig.frame(after: 0.1)
        split.split.show(.primary)
        split.rig.settle()
        #expect(split.rig.diary.drain() == "pWd pWa pDa")
        #expect(split.frame(of: split.p) == CGRect(x: 0, y: 0, width: 320, height: 820))
    }

    @Test("another controller in a column takes the place of the one before")
    func replacing() {
        let split = SplitRig(.doubleColumn)
        split.show()
        let other = split.rig.teller("o")
        split.split.showDetailViewController(other, sender: nil)
        split.rig.settle()
        #expect(split.split.viewController(for: .secondary) === other && split.d.parent == nil)
        #expect(split.rig.diary.drain() == "dWd oWa dDd oDa")
        let navigation = UINavigationController(rootViewController: split.rig.teller("n"))
        split.split.setViewController(navigation, for: .secondary)
        split.rig.settle()
        #expect(split.split.viewControllers.last === navigation && other.navigationController?.parent == nil)
        split.split.setViewController(nil, for: .secondary)
        split.rig.settle()
        #expect(split.split.children.count == 1)
        split.p.show(split.rig.teller("q"), sender: nil)
        split.rig.settle()
        #expect(split.stack(split.p.navigationController) == "p+q")
    }

    @Test("a change while the window is away is there when it comes back")
    func hidden() {
        let split = SplitRig(.doubleColumn)
        split.show()
        split.rig.window.isHidden = true
        split.split.hide(.primary)
        split.split.setViewController(split.rig.teller("o"), for: .secondary)
        split.rig.settle()
        _ = split.rig.diary.drain()
        split.rig.window.isHidden = false
        split.rig.settle()
        #expect(split.split.displayMode == .secondaryOnly && split.frame(of: split.p) == nil)
        #expect(split.rig.diary.drain() == "oWa oDa")
    }

    @Test("a controller in two columns traps, a column that there is not, and a number of controllers")
    func mistakes() async {
        await #expect(processExitsWith: .failure) {
            let (split, page) = (UISplitViewController(style: .doubleColumn), UIViewController())
            split.setViewController(page, for: .primary)
            split.setViewController(page, for: .secondary)
        }
        await #expect(processExitsWith: .failure) {
            UISplitViewController(style: .doubleColumn).setViewController(UIViewController(), for: .supplementary)
        }
        await #expect(processExitsWith: .failure) {
            UISplitViewController(style: .unspecified).setViewController(UIViewController(), for: .primary)
        }
        await #expect(processExitsWith: .failure) {
            UISplitViewController().viewControllers = [UIViewController(), UIViewController(), UIViewController()]
        }
        await #expect(processExitsWith: .failure) {
            UISplitViewController(style: .doubleColumn).viewControllers = [UIViewController()]
        }
    }

    @Test("nobody is kept alive by one that is gone")
    func leaks() {
        weak var split: UISplitViewController?
        weak var page: UIViewController?
        do {
            let rig = SplitRig(.tripleColumn)
            rig.show()
            (split, page) = (rig.split, rig.p)
            rig.split.show(.primary)
            rig.rig.settle()
            rig.narrow()
            rig.widen()
            rig.rig.window.rootViewController = nil
            rig.rig.settle()
        }
        #expect(split == nil && page == nil)
    }
}
