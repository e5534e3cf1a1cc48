import Foundation
import Testing
import TileEngine
import TileGeometry
import TileSupport
import TileViews
import ViewContent

/// A button, a chart with its own activation, a slider, and a list that scrolls.
private final class Panel: UIView {
    final class Chart: UIView {
        var activations = 0
        override func accessibilityActivate() -> Bool {
            activations += 1
            return true
        }
    }

    let button = UIButton(type: .system)
    let chart = Chart(frame: CGRect(x: 0, y: 50, width: 300, height: 40))
    let slider = UISlider(frame: CGRect(x: 0, y: 100, width: 300, height: 40))
    let list = UIScrollView(frame: CGRect(x: 0, y: 150, width: 300, height: 50))
    let last = UIButton(type: .system)
    private(set) var presses: [String] = []
    private(set) var shares = 0
    private(set) var escapes = 0

    init() {
        super.init(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
        button.frame = CGRect(x: 0, y: 0, width: 300, height: 40)
        last.frame = CGRect(x: 0, y: 60, width: 300, height: 30)
        for (button, title) in [(button, "Press"), (last, "Last")] {
            button.setTitle(title, for: .normal)
            button.addAction(UIAction { [unowned self] _ in presses.append(title) }, for: .touchUpInside)
        }
        (chart.isAccessibilityElement, chart.accessibilityLabel) = (true, "Chart")
        chart.accessibilityCustomActions = [
            UIAccessibilityCustomAction(name: "Share") { [unowned self] _ in
                shares += 1
                UIAccessibility.post(notification: .announcement, argument: "Shared")
                UIAccessibility.post(notification: .layoutChanged, argument: slider)
                return true
            }
        ]
        list.contentSize = CGSize(width: 300, height: 90)
        list.addSubview(last)
        for view in [button, chart, slider, list] { addSubview(view) }
    }

    required init?(coder: NSCoder) { nil }

    override func accessibilityPerformEscape() -> Bool {
        escapes += 1
        return true
    }
}

@Suite("A tree of views as content that is read")
struct ViewAccessibilityTests {
    private let source = ViewSource(Panel())

    private func number(_ label: String, in elements: [AccessibleElement]) throws -> Int {
        try #require(elements.first { $0.label == label }).number
    }

    @Test("has its elements in order, where they are, and what changes is otherwise in the next reading")
    func reading() {
        let elements = source.accessibleElements(limit: 100)
        #expect(elements.map(\.label) == ["Press", "Chart", "", "Last"])
        #expect(elements.map(\.role) == [.button, .text, .adjustable, .button])
        #expect(elements[1].frame == CGRect(x: 0, y: 50, width: 300, height: 40))
        source.update { $0.slider.value = 0.5 }
        let after = source.accessibleElements(limit: 100)
        #expect(after[2].value == "50%" && elements[2].value == "0%")
        #expect(after.map(\.number) == elements.map(\.number))
        #expect(source.accessibleElements(limit: 2).count == 2)
    }

    @Test("a press is a tap where nothing else is done with it, and scrolls to what is out of sight")
    func pressing() throws {
        let elements = source.accessibleElements(limit: 100)
        source.perform(.activate, on: try number("Press", in: elements))
        source.perform(.activate, on: try number("Last", in: elements))
        source.perform(.activate, on: try number("Chart", in: elements))
        source.perform(.activate, on: 999)
        let (presses, activations, offset) = source.update {
            ($0.presses, $0.chart.activations, $0.list.contentOffset.y)
        }
        #expect(presses == ["Press", "Last"] && activations == 1 && offset == 40)
        source.update { $0.button.isEnabled = false }
        source.perform(.activate, on: try number("Press", in: elements))
        #expect(source.update { $0.presses.count } == 2)
    }

    @Test("sliders go a step, escape goes out, and what shows otherwise is told")
    func steps() {
        let elements = source.accessibleElements(limit: 100)
        let changes = Lock(0)
        let subscription = source.subscribe { _ in changes.withLock { $0 += 1 } }
        defer { _ = consume subscription }
        source.perform(.increment, on: elements[2].number)
        #expect(changes.withLock { $0 } > 0)
        #expect(source.update { $0.slider.value } > 0.09)
        source.perform(.decrement, on: elements[2].number)
        source.perform(.escape, on: elements[0].number)
        #expect(source.update { ($0.slider.value, $0.escapes) } == (0, 1))
    }

    @Test("what is posted is told when the frame is there, elements by their numbers")
    func notices() throws {
        let told = Lock<[AccessibilityNotice]>([])
        let subscription = source.subscribeToNotices { notice in told.withLock { $0.append(notice) } }
        defer { _ = consume subscription }
        let elements = source.accessibleElements(limit: 100)
        source.perform(.other(0), on: try number("Chart", in: elements))
        source.perform(.other(7), on: try number("Chart", in: elements))
        #expect(source.update { $0.shares } == 1)
        #expect(
            told.withLock { $0 } == [
                .announcement("Shared"), .changed(isWhole: false, element: elements[2].number, text: nil),
            ])
    }
}
