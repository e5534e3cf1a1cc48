import Foundation
import Testing
import TileEngine
import TileGraphics

@testable import TileViews

@Suite("What of a screen is read")
struct AccessibilityTreeTests {
    private let screen = UIScreen(size: CGSize(width: 300, height: 400), scale: 1)
    private let window: UIWindow
    private let tree: AccessibilityTree

    init() {
        window = UIWindow(screen: screen)
        window.isHidden = false
        tree = AccessibilityTree(screen)
    }

    @discardableResult
    private func add<View: UIView>(_ view: View, x: Double, y: Double, to parent: UIView? = nil) -> View {
        view.frame = CGRect(x: x, y: y, width: 100, height: 20)
        (parent ?? window).addSubview(view)
        return view
    }

    private func label(_ text: String) -> UILabel {
        let label = UILabel()
        label.text = text
        return label
    }

    private func read(limit: Int = 100) -> [AccessibleElement] {
        _ = screen.frame()
        return tree.read(limit: limit)
    }

    @Test("rows come from above to below, and in a row as text runs, whatever the order of subviews")
    func order() {
        add(label("third"), x: 0, y: 50)
        add(label("second"), x: 150, y: 8)
        add(label("first"), x: 0, y: 0)
        #expect(read().map(\.label) == ["first", "second", "third"])
        window.semanticContentAttribute = .forceRightToLeft
        #expect(read().map(\.label) == ["second", "first", "third"])
    }

    @Test("what is hidden, clear, empty, off the screen or beside a modal view is left out")
    func hidden() {
        add(label("seen"), x: 0, y: 0)
        add(label("hidden"), x: 0, y: 30).isHidden = true
        add(label("clear"), x: 0, y: 60).alpha = 0
        add(label("away"), x: 0, y: 500)
        let box = add(UIView(), x: 0, y: 90)
        add(label("inside"), x: 0, y: 0, to: box)
        #expect(read().map(\.label) == ["seen", "inside"])
        box.accessibilityElementsHidden = true
        #expect(read().map(\.label) == ["seen"])
        box.accessibilityElementsHidden = false
        box.accessibilityViewIsModal = true
        #expect(read().map(\.label) == ["inside"])
    }

    @Test("an element is read as one; else its elements in their order, which need be no views")
    func containers() {
        let box = add(UIView(), x: 0, y: 0)
        let inner = add(label("inner"), x: 0, y: 0, to: box)
        let bars = ["May", "June"].map { text in
            let bar = UIAccessibilityElement(accessibilityContainer: box)
            bar.accessibilityLabel = text
            bar.accessibilityFrameInContainerSpace = CGRect(x: 10, y: 5, width: 20, height: 10)
            return bar
        }
        box.accessibilityElements = [bars[1], inner, bars[0]]
        let all = read()
        #expect(all.map(\.label) == ["June", "inner", "May"])
        #expect(all[0].frame == CGRect(x: 10, y: 5, width: 20, height: 10))
        #expect(tree.object(all[0].number) === bars[1] && tree.number(of: bars[0]) == all[2].number)
        (box.isAccessibilityElement, box.accessibilityLabel) = (true, "chart")
        #expect(read().map(\.label) == ["chart"])
    }

    @Test("numbers stay with views, and with elements that are made anew each time")
    func numbers() {
        final class Chart: UIView {
            override var accessibilityElements: [Any]? {
                get {
                    ["a", "b"].map { text -> UIAccessibilityElement in
                        let bar = UIAccessibilityElement(accessibilityContainer: self)
                        bar.accessibilityLabel = text
                        bar.accessibilityFrameInContainerSpace = CGRect(x: 0, y: 0, width: 9, height: 9)
                        return bar
                    }
                }
                set {}
            }
        }
        let one = add(label("one"), x: 0, y: 0)
        add(Chart(), x: 0, y: 50)
        let before = read()
        one.removeFromSuperview()
        let two = add(label("two"), x: 0, y: 0)
        let after = read()
        #expect(after.map(\.label) == ["two", "a", "b"])
        #expect(before.dropFirst().map(\.number) == after.dropFirst().map(\.number))
        #expect(before[0].number != after[0].number)
        #expect(tree.object(before[0].number) == nil && tree.object(after[0].number) === two)
        #expect((tree.object(after[1].number))?.accessibilityLabel == "a")
    }

    @Test("in a scroll view, what is less than its size away is read, and a limit is kept")
    func scrolling() {
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 300, height: 100))
        window.addSubview(scroll)
        scroll.contentSize = CGSize(width: 300, height: 10_000)
        for row in 0..<100 { add(label("\(row)"), x: 0, y: Double(row) * 100 + 10, to: scroll) }
        #expect(read().map(\.label) == ["0", "1"])
        scroll.contentOffset.y = 5000
        #expect(read().map(\.label) == ["49", "50", "51"])
        #expect(read(limit: 2).count == 2)
    }

    @Test("an element that holds itself is read once, and so are two that hold each other")
    func cycles() {
        let (one, other) = (add(UIView(), x: 0, y: 0), add(UIView(), x: 0, y: 50))
        one.accessibilityElements = [one, other, label("no view of the window")]
        other.accessibilityElements = [one, add(label("inner"), x: 0, y: 0, to: other), other]
        let (first, second) = (
            UIAccessibilityElement(accessibilityContainer: window),
            UIAccessibilityElement(accessibilityContainer: window)
        )
        for element in [first, second] { element.isAccessibilityElement = false }
        let part = UIAccessibilityElement(accessibilityContainer: first)
        (part.accessibilityLabel, part.accessibilityFrame) = ("part", CGRect(x: 0, y: 90, width: 10, height: 10))
        first.accessibilityElements = [second, first]
        second.accessibilityElements = [first, part]
        let box = add(UIView(), x: 0, y: 90)
        box.accessibilityElements = [first, second, part, first]
        #expect(read().map(\.label) == ["inner", "part"])
        #expect(tree.number(of: part) == read().last?.number)
    }

    @Test("elements whose containers are each other lie nowhere, and in none that is a view")
    func containersInACircle() {
        let (one, other) = (
            UIAccessibilityElement(accessibilityContainer: window),
            UIAccessibilityElement(accessibilityContainer: window)
        )
        for element in [one, other] {
            element.accessibilityFrameInContainerSpace = CGRect(x: 5, y: 6, width: 10, height: 10)
        }
        other.accessibilityContainer = one
        #expect(
            other.accessibilityFrame == CGRect(x: 10, y: 12, width: 10, height: 10) && other.containerView === window)
        one.accessibilityContainer = other
        #expect(one.accessibilityFrame == .zero && one.containerView == nil)
    }

    /// An element that contains another one of its kind, created on each request.
    private final class Endless: UIAccessibilityElement {
        override var accessibilityElements: [Any]? {
            get {
                let next = Endless(accessibilityContainer: self)
                next.isAccessibilityElement = false
                return [next]
            }
            set {}
        }
    }

    /// A view that claims to contain as many elements as there are integers.
    private final class Crowd: UIView {
        var asked = 0
        override var accessibilityElements: [Any]? {
            get { nil }
            set {}
        }
        override func accessibilityElementCount() -> Int { .max }
        override func accessibilityElement(at index: Int) -> Any? {
            asked += 1
            return nil
        }
    }

    @Test("elements without end, inward or in number, are read so far")
    func endless() {
        let box = add(UIView(), x: 0, y: 0)
        let endless = Endless(accessibilityContainer: box)
        endless.isAccessibilityElement = false
        box.accessibilityElements = [endless]
        add(label("after"), x: 0, y: 50)
        #expect(read().map(\.label) == ["after"])
        #expect(tree.visits <= AccessibilityWalk.mostDepth + 4)
        let crowd = add(Crowd(), x: 0, y: 90)
        #expect(read().map(\.label) == ["after"])
        #expect(tree.visits == AccessibilityWalk.mostVisits && crowd.asked <= AccessibilityWalk.mostVisits)
    }

    @Test("of a hundred thousand elements no more are looked at than may be, and no more than are wanted")
    func many() {
        let box = add(UIView(), x: 0, y: 0)
        box.accessibilityElements = (0..<100_000).map { number in
            let element = UIAccessibilityElement(accessibilityContainer: box)
            element.accessibilityLabel = "\(number)"
            element.accessibilityFrame = CGRect(x: 0, y: 0, width: 1, height: 1)
            return element
        }
        #expect(read(limit: 500).map(\.label) == (0..<500).map(String.init))
        #expect(tree.visits == 502)
        // Elements that are not visible are not found, regardless of the number of visits.
        box.accessibilityElements?.forEach { ($0 as? UIAccessibilityElement)?.accessibilityFrame.origin.y = 5000 }
        #expect(read(limit: 500).isEmpty && tree.visits == AccessibilityWalk.mostVisits)
    }

    @Test("controls say what they are and what they are set to")
    func controls() {
        let toggle = add(UISwitch(), x: 0, y: 0)
        (toggle.isOn, toggle.accessibilityLabel) = (true, "Trains")
        let slider = add(UISlider(), x: 0, y: 50)
        slider.value = 0.25
        let button = add(UIButton(type: .system), x: 0, y: 90)
        button.setTitle("Go", for: .normal)
        (button.isEnabled, button.isSelected) = (false, true)
        let pages = add(UIPageControl(), x: 0, y: 130)
        pages.numberOfPages = 3
        add(UIProgressView(), x: 0, y: 170).progress = 0.5
        let title = add(label("Title"), x: 0, y: 200)
        title.accessibilityTraits = .header
        title.accessibilityHint = "hint"
        title.accessibilityCustomActions = [UIAccessibilityCustomAction(name: "Share") { _ in true }]
        let all = read()
        #expect(all.map(\.role) == [.toggle, .adjustable, .button, .adjustable, .text, .heading])
        #expect(all[0].isOn && all[0].label == "Trains" && all[0].value.isEmpty)
        #expect(all[1].value == "25%")
        #expect(all[2].label == "Go" && !all[2].isEnabled && all[2].isSelected)
        #expect(all[3].value == "page 1 of 3")
        #expect(all[4].label == "Progress" && all[4].value == "50%")
        #expect(all[5].hint == "hint" && all[5].actions == ["Share"])
        slider.accessibilityIncrement()
        pages.accessibilityIncrement()
        #expect(read()[1].value == "35%" && pages.currentPage == 1)
    }

    @Test("what is posted reaches the screen that is the main one")
    func posts() {
        var heard: [(UIAccessibility.Notification, String?)] = []
        screen.noticeHandler = { notification, argument in heard.append((notification, argument as? String)) }
        UIAccessibility.post(notification: .announcement, argument: "elsewhere")
        #expect(heard.isEmpty)
        screen.asMain { UIAccessibility.post(notification: .announcement, argument: "Sold") }
        #expect(heard.count == 1 && heard.first?.0 == .announcement && heard.first?.1 == "Sold")
    }
}
