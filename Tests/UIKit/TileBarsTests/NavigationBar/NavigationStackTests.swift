import Foundation
import Testing
import TileViews

@testable import TileBars

@Suite("The stack of a navigation bar")
struct NavigationStackTests {
    /// A delegate that records its calls, and refuses changes if `refuses` is set.
    final class Delegate: UINavigationBarDelegate {
        var notes: [String] = []
        var refuses = false

        private func note(_ text: String, bar: UINavigationBar, item: UINavigationItem) {
            notes.append("\(text) \(item.title ?? "-") of \(bar.items?.count ?? 0)")
        }

        func navigationBar(_ bar: UINavigationBar, shouldPush item: UINavigationItem) -> Bool {
            note("shouldPush", bar: bar, item: item)
            return !refuses
        }
        func navigationBar(_ bar: UINavigationBar, didPush item: UINavigationItem) {
            note("didPush", bar: bar, item: item)
        }
        func navigationBar(_ bar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool {
            note("shouldPop", bar: bar, item: item)
            return !refuses
        }
        func navigationBar(_ bar: UINavigationBar, didPop item: UINavigationItem) {
            note("didPop", bar: bar, item: item)
        }
    }

    private func rig(_ titles: String..., delegate: Delegate) -> BarRig<UINavigationBar> {
        let bar = UINavigationBar(frame: .zero)
        bar.items = titles.map { UINavigationItem(title: $0) }
        bar.delegate = delegate
        return BarRig(bar)
    }

    private func titles(_ bar: UINavigationBar) -> [String] { (bar.items ?? []).compactMap(\.title) }

    @Test("without animation the delegate is asked, the stack changes, and it is told")
    func order() {
        let delegate = Delegate()
        let rig = rig("A", delegate: delegate)
        rig.bar.pushItem(UINavigationItem(title: "B"), animated: false)
        #expect(delegate.notes == ["shouldPush B of 1", "didPush B of 2"])
        #expect(rig.bar.topItem?.title == "B" && rig.bar.backItem?.title == "A")
        delegate.notes = []
        #expect(rig.bar.popItem(animated: false)?.title == "B")
        #expect(delegate.notes == ["shouldPop B of 2", "didPop B of 1"])
    }

    @Test("what the delegate refuses does not happen")
    func refusals() {
        let delegate = Delegate()
        let rig = rig("A", "B", delegate: delegate)
        delegate.refuses = true
        rig.bar.pushItem(UINavigationItem(title: "C"), animated: true)
        #expect(rig.bar.popItem(animated: true) == nil)
        #expect(titles(rig.bar) == ["A", "B"] && delegate.notes == ["shouldPush C of 2", "shouldPop B of 2"])
        rig.tap(rig.bar.content?.back)
        #expect(titles(rig.bar) == ["A", "B"] && delegate.notes.last == "shouldPop B of 2")
        #expect(rig.bar.transition == nil)
    }

    @Test("with animation the delegate is told after 0.35 seconds, and the contents cross meanwhile")
    func animated() throws {
        let delegate = Delegate()
        let rig = rig("A", delegate: delegate)
        let old = try #require(rig.bar.content)
        rig.bar.pushItem(UINavigationItem(title: "B"), animated: true)
        #expect(titles(rig.bar) == ["A", "B"] && delegate.notes == ["shouldPush B of 1"])
        rig.frame()
        rig.frame(after: 0.175)
        let new = try #require(rig.bar.content)
        let shown = try #require(new.titleHolder.layer.presentation())
        #expect(abs(Double(shown.opacity) - 0.5) < 0.01)
        #expect(shown.position.x < new.titleHolder.center.x + 190 && old.superview === rig.bar)
        #expect(!new.isUserInteractionEnabled)
        rig.frame(after: 0.174)
        #expect(delegate.notes.count == 1)
        rig.frame(after: 0.002)
        rig.frame()
        #expect(delegate.notes == ["shouldPush B of 1", "didPush B of 2"])
        #expect(old.superview == nil && new.isUserInteractionEnabled && rig.bar.transition == nil)
        #expect(new.titleHolder.transform == .identity && new.titleHolder.alpha == 1)
        #expect(!rig.screen.isFramePending)
    }

    @Test("a push while another is under way ends that one first, whose delegate is told in turn")
    func interrupted() {
        let delegate = Delegate()
        let rig = rig("A", delegate: delegate)
        rig.bar.pushItem(UINavigationItem(title: "B"), animated: true)
        rig.frame(after: 0.1)
        rig.bar.pushItem(UINavigationItem(title: "C"), animated: true)
        rig.frame(after: 0.1)
        rig.bar.popItem(animated: true)
        rig.frame()
        rig.frame(after: 1)
        rig.frame()
        #expect(
            delegate.notes == [
                "shouldPush B of 1", "shouldPush C of 2", "didPush B of 2", "shouldPop C of 3", "didPush C of 3",
                "didPop C of 2",
            ])
        #expect(rig.bar.subviews.count { $0 is NavigationBarContent } == 1)
    }

    @Test("the lowest item stays, and one that is in the stack is not pushed again")
    func programmersMistakes() {
        let delegate = Delegate()
        let rig = rig("A", "B", delegate: delegate)
        rig.bar.pushItem(rig.bar.items![0], animated: true)
        rig.bar.pushItem(rig.bar.items![1], animated: false)
        #expect(titles(rig.bar) == ["A", "B"] && delegate.notes.isEmpty)
        rig.bar.popItem(animated: false)
        #expect(rig.bar.popItem(animated: false) == nil && titles(rig.bar) == ["A"])
    }

    @Test("setting items is as a pop where the new top was below, as a push else, and nothing where it stays")
    func setItems() throws {
        let delegate = Delegate()
        let rig = rig("A", "B", "C", delegate: delegate)
        let items = try #require(rig.bar.items)
        rig.bar.setItems([items[0]], animated: true)
        #expect(rig.bar.transition?.isPush == false && titles(rig.bar) == ["A"])
        rig.frame()
        rig.frame(after: 1)
        rig.frame()
        rig.bar.setItems([items[1], items[2]], animated: true)
        #expect(rig.bar.transition?.isPush == true)
        rig.frame()
        rig.frame(after: 1)
        rig.frame()
        let content = rig.bar.content
        rig.bar.setItems([items[0], items[0], items[2]], animated: true)
        #expect(rig.bar.transition == nil && rig.bar.content === content && titles(rig.bar) == ["A", "C"])
        rig.frame()
        #expect(content?.below === items[0])
        rig.bar.items = nil
        #expect(rig.bar.topItem == nil && rig.bar.content == nil && rig.bar.popItem(animated: true) == nil)
        #expect(delegate.notes.isEmpty)
    }

    @Test("a tap on the back button pops, unless somebody above does that, or the item has its own way")
    func backButton() throws {
        let delegate = Delegate()
        let rig = rig("A", "B", "C", delegate: delegate)
        var handled: [String?] = []
        rig.bar.popHandler = {
            handled.append($1.title)
            return true
        }
        rig.tap(rig.bar.content?.back)
        #expect(handled == ["C"] && titles(rig.bar).count == 3 && delegate.notes.isEmpty)
        rig.bar.popHandler = { _, _ in false }
        // At the very edge of the bar, where thumbs are.
        rig.tap(2, 40)
        #expect(titles(rig.bar) == ["A", "B"])
        // Not while it still runs.
        rig.tap(rig.bar.content?.back)
        #expect(titles(rig.bar) == ["A", "B"])
        rig.frame()
        rig.frame(after: 1)
        rig.frame()
        var own = 0
        rig.bar.topItem?.backAction = UIAction { _ in own += 1 }
        rig.tap(rig.bar.content?.back)
        #expect(own == 1 && titles(rig.bar) == ["A", "B"])
        #expect(delegate.notes == ["shouldPop C of 3", "didPop C of 2"])
    }

    @Test("a pop that a finger moves changes the stack when it is completed")
    func interactivePop() throws {
        let delegate = Delegate()
        let rig = rig("A", "B", delegate: delegate)
        #expect(rig.bar.beginPop())
        rig.bar.updatePop(0.5)
        let running = try #require(rig.bar.transition)
        #expect(running.under.titleHolder.alpha == 0.5 && titles(rig.bar) == ["A", "B"])
        rig.bar.endPop(true, duration: 0.2)
        #expect(titles(rig.bar) == ["A"] && delegate.notes.isEmpty)
        rig.frame()
        rig.frame(after: 0.21)
        rig.frame()
        #expect(delegate.notes == ["didPop B of 1"] && rig.bar.content?.item === rig.bar.topItem)
        #expect(!rig.bar.beginPop())
    }

    @Test("a pop that a finger gives up leaves all as it was")
    func cancelledPop() throws {
        let delegate = Delegate()
        let rig = rig("A", "B", delegate: delegate)
        let content = rig.bar.content
        #expect(rig.bar.beginPop())
        rig.bar.updatePop(0.3)
        rig.bar.endPop(false, duration: 0.2)
        rig.frame()
        rig.frame(after: 0.21)
        rig.frame()
        #expect(titles(rig.bar) == ["A", "B"] && delegate.notes.isEmpty && rig.bar.content === content)
        #expect(content?.superview === rig.bar && content?.titleHolder.alpha == 1)
        #expect(rig.bar.subviews.count { $0 is NavigationBarContent } == 1)
    }

    @Test("a push while a finger has a pop gives that up; what the finger does then is nothing")
    func interruptedPop() throws {
        let delegate = Delegate()
        let rig = rig("A", "B", delegate: delegate)
        #expect(rig.bar.beginPop() && rig.bar.beginPop())
        #expect(rig.bar.transition?.over.item.title == "B")
        rig.bar.updatePop(0.4)
        rig.bar.pushItem(UINavigationItem(title: "C"), animated: true)
        let way = rig.bar.transition?.over.titleHolder.transform
        rig.bar.updatePop(0.9)
        rig.bar.endPop(true, duration: 0.1)
        #expect(titles(rig.bar) == ["A", "B", "C"] && rig.bar.transition?.over.titleHolder.transform == way)
        rig.frame()
        rig.frame(after: 1)
        rig.frame()
        #expect(delegate.notes == ["shouldPush C of 2", "didPush C of 3"] && rig.bar.content?.item.title == "C")
        #expect(rig.bar.subviews.count { $0 is NavigationBarContent } == 1)
    }

    @Test("a bar follows what its items show, also of the way back")
    func following() throws {
        let rig = rig("A", "B", delegate: Delegate())
        let content = try #require(rig.bar.content)
        rig.bar.topItem?.title = "New"
        rig.bar.backItem?.title = "Old"
        rig.frame()
        #expect(content.title.attributedText?.string == "New")
        #expect(content.back?.label.attributedText?.string == "Old")
        let item = UIBarButtonItem(title: "X")
        rig.bar.topItem?.setRightBarButton(item, animated: true)
        let button = try #require(content.buttons.first)
        rig.frame()
        #expect(button.alpha == 1 && button.layer.presentation()?.opacity ?? 1 < 0.1)
        rig.frame(after: 0.31)
        let width = try #require(rig.frame(of: button)).width
        item.title = "Wider"
        rig.frame()
        #expect(rig.frame(of: button)?.width ?? 0 > width && content.buttons.first === button)
        item.isEnabled = false
        #expect(!button.isEnabled)
        let gone = try #require(rig.bar.popItem(animated: false))
        gone.title = "No longer there"
        rig.frame()
        #expect(rig.bar.content?.title.attributedText?.string == "Old")
    }

    @Test("ten thousand pushes without animation are a stack of ten thousand")
    func manyItems() {
        let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        bar.prefersLargeTitles = true
        for index in 0..<10_000 { bar.pushItem(UINavigationItem(title: "\(index)"), animated: false) }
        #expect(bar.heights(for: bar.topItem).largeTitle == 52 && bar.items?.count == 10_000)
        for _ in 0..<100 { bar.popItem(animated: false) }
        #expect(bar.topItem?.title == "9899")
    }

    @Test("neither items nor bars are kept alive by each other")
    func leaks() {
        weak var gone: UINavigationBar?
        weak var content: NavigationBarContent?
        let item = UINavigationItem(title: "A")
        item.rightBarButtonItem = UIBarButtonItem(systemItem: .add)
        do {
            let rig = rig("0", delegate: Delegate())
            rig.bar.pushItem(item, animated: true)
            rig.frame()
            rig.frame(after: 0.1)
            (gone, content) = (rig.bar, rig.bar.content)
            #expect(gone != nil && content != nil)
        }
        #expect(gone == nil && content == nil)
        item.title = "B"
        item.rightBarButtonItem?.title = "C"
    }

    @Test("archives keep the stack; one without anything is a new bar")
    func archives() throws {
        let rig = rig("A", "B", delegate: Delegate())
        rig.bar.prefersLargeTitles = true
        rig.bar.barTintColor = .systemRed
        let copy = try #require(try archivedCopy(of: rig.bar))
        #expect(titles(copy) == ["A", "B"] && copy.prefersLargeTitles && copy.barTintColor == .systemRed)
        #expect(copy.subviews.allSatisfy { $0 is BarBackground } && copy.content?.item.title == "B")
        #expect(try fromEmptyArchive(UINavigationBar.self)?.items?.isEmpty == true)
    }
}
