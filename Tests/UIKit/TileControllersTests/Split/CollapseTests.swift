import Foundation
import TestSupport
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileViews

@Suite("Split view controllers: one at a time")
struct CollapseTests {
    @Test("narrow, the columns are one stack; wide, each has its own again")
    func there() {
        let split = SplitRig(.tripleColumn)
        split.show()
        split.narrow()
        #expect(split.split.isCollapsed && split.split.viewControllers.map { split.stack($0) } == ["p+s+d"])
        #expect(
            split.frame(of: split.d) == CGRect(x: 0, y: 0, width: 390, height: 820) && split.split.children.count == 1)
        #expect(split.split.isShowing(.secondary) && !split.split.isShowing(.primary))
        _ = split.rig.diary.drain()
        let more = split.rig.teller("m")
        split.d.navigationController?.pushViewController(more, animated: false)
        split.rig.settle()
        #expect(split.rig.diary.drain() == "dWd mWa dDd mDa")
        split.widen()
        #expect(!split.split.isCollapsed && split.split.viewControllers.map { split.stack($0) } == ["p", "s", "d+m"])
        #expect(split.frame(of: more)?.minX == 320 && split.frame(of: split.s)?.minX == 0)
    }

    @Test("popped columns are whole again when there is room")
    func popped() {
        let split = SplitRig(.doubleColumn)
        split.show()
        split.narrow()
        split.d.navigationController?.popViewController(animated: true)
        split.rig.settle()
        #expect(split.frame(of: split.p)?.width == 390 && split.split.isShowing(.primary))
        split.widen()
        #expect(split.split.viewControllers.map { split.stack($0) } == ["p", "d"])
        #expect(split.frame(of: split.d)?.minX == 320)
    }

    @Test("columns are shown and hidden as pushes and pops")
    func showing() {
        let split = SplitRig(.tripleColumn)
        split.show()
        split.narrow()
        _ = split.rig.diary.drain()
        split.split.hide(.secondary)
        split.rig.settle()
        #expect(split.stack(split.split.viewControllers.first) == "p+s" && split.rig.diary.drain() == "dWd sWa dDd sDa")
        split.split.show(.primary)
        split.rig.settle()
        #expect(split.stack(split.split.viewControllers.first) == "p")
        split.split.show(.secondary)
        split.rig.settle()
        #expect(split.split.isShowing(.secondary) && split.frame(of: split.d)?.width == 390)
        let other = split.rig.teller("o")
        split.split.setViewController(other, for: .secondary)
        split.rig.settle()
        #expect(split.frame(of: other)?.width == 390 && split.d.parent == nil)
        split.widen()
        #expect(split.split.viewControllers.map { split.stack($0) } == ["p", "s", "o"])
    }

    @Test("a controller of its own for narrow windows")
    func compact() {
        let split = SplitRig(.doubleColumn, compact: true)
        split.show()
        #expect(!split.c.isViewLoaded)
        split.narrow()
        #expect(
            split.frame(of: split.c)?.width == 390 && split.frame(of: split.p) == nil && split.split.isShowing(.compact)
        )
        #expect(split.split.viewControllers.map { "\($0)" } == ["c"])
        split.widen()
        #expect(split.frame(of: split.c) == nil && split.frame(of: split.p)?.width == 320 && split.c.parent == nil)
    }

    /// Records the delegate's calls, and chooses the top column.
    private final class Witness: UISplitViewControllerDelegate {
        var heard: [String] = []
        var top: UISplitViewController.Column?
        func splitViewController(
            _ svc: UISplitViewController, topColumnForCollapsingToProposedTopColumn proposedTopColumn: Column
        ) -> Column {
            heard.append("top \(proposedTopColumn)")
            return top ?? proposedTopColumn
        }
        func splitViewControllerDidCollapse(_ svc: UISplitViewController) { heard.append("collapsed") }
        func splitViewControllerDidExpand(_ svc: UISplitViewController) { heard.append("expanded") }
        func splitViewController(_ svc: UISplitViewController, willShow column: Column) {
            heard.append("show \(column)")
        }
        func splitViewController(_ svc: UISplitViewController, willHide column: Column) {
            heard.append("hide \(column)")
        }
    }

    @Test("the delegate says which column is on top")
    func delegate() {
        let (split, witness) = (SplitRig(.doubleColumn), Witness())
        split.split.delegate = witness
        witness.top = .primary
        split.show()
        split.narrow()
        #expect(split.stack(split.split.viewControllers.first) == "p" && split.frame(of: split.d) == nil)
        split.split.show(.secondary)
        split.rig.settle()
        #expect(split.stack(split.split.viewControllers.first) == "p+d")
        split.widen()
        split.split.hide(.primary)
        split.rig.settle()
        #expect(witness.heard == ["top secondary", "collapsed", "expanded", "show primary", "hide primary"])
        #expect(split.frame(of: split.d)?.width == 1180)
    }

    @Test("begun narrow it never shows two")
    func narrowFromTheStart() {
        let rig = ControllerRig(CGSize(width: 390, height: 844))
        let split = UISplitViewController(style: .doubleColumn)
        let (first, second) = (rig.teller("p"), rig.teller("d"))
        split.setViewController(first, for: .primary)
        split.setViewController(second, for: .secondary)
        rig.window.rootViewController = split
        rig.window.makeKeyAndVisible()
        rig.settle()
        #expect(rig.diary.drain() == "dWa dDa")
        #expect(split.isCollapsed && !first.isViewLoaded)
    }

    // MARK: Older API

    private func pair(_ rig: ControllerRig) -> (UISplitViewController, Teller, Teller) {
        let split = UISplitViewController()
        let (list, detail) = (rig.teller("l"), rig.teller("d"))
        split.viewControllers = [
            UINavigationController(rootViewController: list), UINavigationController(rootViewController: detail),
        ]
        rig.show(split)
        rig.settle()
        _ = rig.diary.drain()
        return (split, list, detail)
    }

    @Test("two controllers without columns: the second goes onto the first's stack, and comes back")
    func classic() {
        let rig = ControllerRig(CGSize(width: 1180, height: 820), idiom: .pad)
        let (split, list, detail) = pair(rig)
        let (first, second) = (split.viewControllers[0], split.viewControllers[1])
        #expect(split.style == .unspecified && list.view.window != nil && detail.view.window != nil)
        rig.screen.resize(to: CGSize(width: 390, height: 820))
        rig.settle()
        #expect(
            split.viewControllers == [first] && (first as? UINavigationController)?.viewControllers == [list, detail])
        let other = rig.teller("o")
        list.showDetailViewController(other, sender: nil)
        rig.settle()
        #expect(other.navigationController === first && other.view.window != nil)
        rig.screen.resize(to: CGSize(width: 1180, height: 820))
        rig.settle()
        #expect(split.viewControllers == [first, second])
        #expect((second as? UINavigationController)?.viewControllers == [detail, other])
        split.showDetailViewController(rig.teller("x"), sender: nil)
        rig.settle()
        #expect(second.parent == nil && split.children.count == 2)
    }

    @Test("a delegate that takes the second in itself")
    func taken() {
        final class Taker: UISplitViewControllerDelegate {
            func splitViewController(
                _ splitViewController: UISplitViewController,
                collapseSecondary secondaryViewController: UIViewController,
                onto primaryViewController: UIViewController
            ) -> Bool { true }
        }
        let rig = ControllerRig(CGSize(width: 1180, height: 820), idiom: .pad)
        let (split, list, detail) = pair(rig)
        let taker = Taker()
        split.delegate = taker
        rig.screen.resize(to: CGSize(width: 390, height: 820))
        rig.settle()
        #expect((split.viewControllers.first as? UINavigationController)?.viewControllers == [list])
        #expect(detail.view.window == nil)
        rig.screen.resize(to: CGSize(width: 1180, height: 820))
        rig.settle()
        #expect(split.viewControllers.count == 2 && detail.view.window != nil)
    }

    @Test("turned to and fro, a hundred times: all is where it was")
    func often() {
        let split = SplitRig(.tripleColumn)
        split.show()
        for _ in 0..<100 {
            split.narrow()
            split.widen()
        }
        #expect(split.split.viewControllers.map { split.stack($0) } == ["p", "s", "d"])
        #expect(split.frame(of: split.s)?.minX == 0 && split.frame(of: split.d)?.minX == 320)
    }
}
