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
    private func add<View: UIView>(_ view: View, _ x: Double, _ y: Double, to parent: UIView? = nil) -> View {
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
        add(label("third"), 0, 50)
        add(label("second"), 150, 8)
        add(label("first"), 0, 0)
        #expect(read().map(\.label) == ["first", "second", "third"])
        window.semanticContentAttribute = .forceRightToLeft
        #expect(read().map(\.label) == ["second", "first", "third"])
    }

    @Test("what is hidden, clear, empty, off the screen or beside a modal view is left out")
    func hidden() {
        add(label("seen"), 0, 0)
        add(label("hidden"), 0, 30).isHidden = true
        add(label("clear"), 0, 60).alpha = 0
        add(label("away"), 0, 500)
        let box = add(UIView(), 0, 90)
        add(label("inside"), 0, 0, to: box)
        #expect(read().map(\.label) == ["seen", "inside"])
        box.accessibilityElementsHidden = true
        #expect(read().map(\.label) == ["seen"])
        box.accessibilityElementsHidden = false
        box.accessibilityViewIsModal = true
        #expect(read().map(\.label) == ["inside"])
    }

    @Test("an element is read as one; else its elements in their order, which need be no views")
    func containers() {
        let box = add(UIView(), 0, 0)
        let inner = add(label("inner"), 0, 0, to: box)
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
        let one = add(label("one"), 0, 0)
        add(Chart(), 0, 50)
        let before = read()
        one.removeFromSuperview()
        let two = add(label("two"), 0, 0)
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
        for row in 0..<100 { add(label("\(row)"), 0, Double(row) * 100 + 10, to: scroll) }
        #expect(read().map(\.label) == ["0", "1"])
        scroll.contentOffset.y = 5000
        #expect(read().map(\.label) == ["49", "50", "51"])
        #expect(read(limit: 2).count == 2)
    }

    @Test("controls say what they are and what they are set to")
    func controls() {
        let toggle = add(UISwitch(), 0, 0)
        (toggle.isOn, toggle.accessibilityLabel) = (true, "Trains")
        let slider = add(UISlider(), 0, 50)
        slider.value = 0.25
        let button = add(UIButton(type: .system), 0, 90)
        button.setTitle("Go", for: .normal)
        (button.isEnabled, button.isSelected) = (false, true)
        let pages = add(UIPageControl(), 0, 130)
        pages.numberOfPages = 3
        add(UIProgressView(), 0, 170).progress = 0.5
        let title = add(label("Title"), 0, 200)
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
