import Foundation
import Testing
import TileGraphics

@testable import TileViews

@Suite("Menus of buttons")
struct MenuPresentationTests {
    private final class Rig {
        let control: ControlRig<UIButton>
        let button = UIButton(type: .system)
        var chosen: [String] = []

        init(_ menu: (Rig) -> UIMenu) {
            button.frame = CGRect(x: 0, y: 0, width: 100, height: 30)
            control = ControlRig(button)
            button.menu = menu(self)
        }

        func action(_ title: String, _ attributes: UIMenuElement.Attributes = []) -> UIAction {
            UIAction(title: title, attributes: attributes) { [unowned self] action in
                chosen.append(title + (action.sender === button ? "" : "?"))
            }
        }

        var overlay: MenuOverlay? {
            control.gestures.window.subviews.lazy.compactMap { $0 as? MenuOverlay }.first
        }

        private var rows: [MenuRow] { (overlay?.subviews.last as? MenuCard)?.rows ?? [] }
        var titles: [String] { rows.map(\.element.title) }

        /// Returns the location of a row of the front card, in the coordinates of the control.
        func location(of title: String) throws -> CGPoint {
            let row = try #require(rows.first { $0.element.title == title })
            let point = row.convert(CGPoint(x: row.bounds.midX, y: row.bounds.midY), to: nil)
            return CGPoint(x: point.x - 20, y: point.y - 20)
        }

        func tap(_ title: String) throws {
            let point = try location(of: title)
            control.tap(point.x, point.y)
            control.frame(after: 1)
            control.frame(after: 1)
        }
    }

    private func rig() -> Rig {
        let rig = Rig { rig in
            UIMenu(
                children: [
                    rig.action("Copy"), rig.action("Off", .disabled), rig.action("Gone", .hidden),
                    UIMenu(title: "More", children: [rig.action("Print")]),
                ])
        }
        rig.button.showsMenuAsPrimaryAction = true
        return rig
    }

    @Test("a tap opens it and does nothing else, and a tap on a line performs that and closes it")
    func tap() throws {
        let rig = rig()
        var events: [String] = []
        rig.button.addAction(UIAction { _ in events.append("up") }, for: .touchUpInside)
        rig.button.addAction(UIAction { _ in events.append("menu") }, for: .menuActionTriggered)
        rig.control.tap(50, 15)
        rig.control.frame(after: 1)
        #expect(rig.overlay != nil && events == ["menu"])
        try rig.tap("Copy")
        #expect(rig.chosen == ["Copy"] && rig.overlay == nil && events == ["menu"])
    }

    @Test("a deferred element is a row that loads, and the elements that take its place are made once")
    func deferred() throws {
        var calls = 0
        var completion: (([UIMenuElement]) -> Void)?
        let rig = Rig { _ in UIMenu() }
        let late = UIDeferredMenuElement { done in
            calls += 1
            completion = done
        }
        let each = UIDeferredMenuElement.uncached { [unowned rig] done in
            calls += 1
            done([rig.action("Now \(calls)"), UIDeferredMenuElement { $0([]) }])
        }
        rig.button.menu = UIMenu(children: [rig.action("Copy"), late, each])
        rig.button.showsMenuAsPrimaryAction = true
        rig.control.tap(50, 15)
        rig.control.frame(after: 1)
        #expect(rig.titles == ["Copy", "Loading…", "Now 2"] && calls == 2)
        try rig.tap("Loading…")
        #expect(rig.overlay != nil && rig.chosen.isEmpty)
        let done = try #require(completion)
        done([rig.action("Late")])
        done([rig.action("Twice")])
        rig.control.frame(after: 1)
        #expect(rig.titles == ["Copy", "Late", "Now 2"])
        try rig.tap("Late")
        #expect(rig.chosen == ["Late"] && rig.overlay == nil)
        rig.control.tap(50, 15)
        rig.control.frame(after: 1)
        #expect(rig.titles == ["Copy", "Late", "Now 3"])
    }

    @Test("a menu is updated once for each element that arrives, and no longer after it has closed")
    func lateElements() {
        var answers: [([UIMenuElement]) -> Void] = []
        let menu = UIMenu(children: (0..<3).map { _ in UIDeferredMenuElement { answers.append($0) } })
        let owners = [NSObject(), NSObject()]
        var updates = [0, 0]
        func show(_ index: Int) {
            menu.loadDeferredElements(for: owners[index]) {
                updates[index] += 1
                show(index)
            }
        }
        show(0)
        show(1)
        #expect(answers.count == 3)
        answers[0]([])
        #expect(updates == [1, 1])
        menu.noteDeferredClosing(for: owners[0])
        answers[1]([])
        answers[2]([])
        #expect(updates == [1, 3])
    }

    @Test("a submenu requests its elements when it opens, and the card behind it grows with those that arrive")
    func deferredSubmenus() throws {
        var calls = 0
        var completion: (([UIMenuElement]) -> Void)?
        let rig = Rig { _ in UIMenu() }
        let late = UIDeferredMenuElement { completion = $0 }
        let inner = UIDeferredMenuElement.uncached { [unowned rig] done in
            calls += 1
            done([rig.action("Inner \(calls)")])
        }
        rig.button.menu = UIMenu(children: [rig.action("Copy"), UIMenu(title: "More", children: [inner]), late])
        rig.button.showsMenuAsPrimaryAction = true
        rig.control.tap(50, 15)
        rig.control.frame(after: 1)
        #expect(rig.titles == ["Copy", "More", "Loading…"] && calls == 0)
        try rig.tap("More")
        #expect(rig.titles == ["More", "Inner 1"])
        let done = try #require(completion)
        done([rig.action("A"), rig.action("B")])
        try rig.tap("More")
        #expect(rig.titles == ["Copy", "More", "A", "B"])
        let card = try #require(rig.overlay?.subviews.last as? MenuCard)
        #expect(card.transform.isIdentity && card.bounds.height == card.rows.last?.frame.maxY)
        try rig.tap("More")
        #expect(rig.titles == ["More", "Inner 2"])
    }

    @Test("the finger that opens it may go on to a line and be lifted there")
    func drag() throws {
        let rig = rig()
        rig.control.touch(.began, x: 50, y: 15)
        let point = try rig.location(of: "Copy")
        rig.control.touch(.moved, x: point.x, y: point.y)
        rig.control.touch(.ended, x: point.x, y: point.y)
        rig.control.frame(after: 1)
        rig.control.frame(after: 1)
        #expect(rig.chosen == ["Copy"] && rig.overlay == nil)
    }

    @Test("a tap beside it closes it; what is disabled is not chosen, and what is hidden not there")
    func others() throws {
        let rig = rig()
        rig.control.tap(50, 15)
        #expect(rig.titles == ["Copy", "Off", "More"])
        try rig.tap("Off")
        #expect(rig.chosen == [] && rig.overlay != nil)
        rig.control.tap(50, 270)
        rig.control.frame(after: 1)
        rig.control.frame(after: 1)
        #expect(rig.chosen == [] && rig.overlay == nil)
    }

    @Test("a menu in it opens over it, and its title leads back")
    func inner() throws {
        let rig = rig()
        rig.control.tap(50, 15)
        try rig.tap("More")
        #expect(rig.overlay?.subviews.count == 2)
        try rig.tap("More")
        #expect(rig.overlay?.subviews.count == 1)
        try rig.tap("More")
        try rig.tap("Print")
        #expect(rig.chosen == ["Print"] && rig.overlay == nil)
    }

    @Test("where it is not the primary action, a press that stays opens it, and the action is not performed")
    func longPress() {
        let rig = rig()
        rig.button.showsMenuAsPrimaryAction = false
        var taps = 0
        rig.button.addAction(UIAction { _ in taps += 1 }, for: .touchUpInside)
        rig.control.tap(50, 15)
        #expect(rig.overlay == nil && taps == 1)
        rig.control.touch(.began, x: 50, y: 15)
        rig.control.frame(after: 0.6)
        rig.control.frame(after: 0.1)
        #expect(rig.overlay != nil)
        rig.control.touch(.ended, x: 50, y: 15)
        #expect(rig.overlay != nil && taps == 1)
    }

    @Test("a pop-up button's title is what was chosen, which alone is on")
    func popUp() throws {
        let rig = Rig { rig in UIMenu(children: [rig.action("Small"), rig.action("Large")]) }
        rig.button.changesSelectionAsPrimaryAction = true
        rig.button.showsMenuAsPrimaryAction = true
        #expect(rig.button.currentTitle == "Small")
        rig.control.tap(50, 15)
        try rig.tap("Large")
        #expect(rig.button.currentTitle == "Large" && rig.button.menu?.selectedElements.map(\.title) == ["Large"])
    }

    @Test("inline menus are sections; from below upwards all is turned round")
    func sections() {
        let actions = ["a", "b", "c", "d"].map { UIAction(title: $0) { _ in } }
        let inline = UIMenu(title: "Inline", options: .displayInline, children: [actions[1], actions[2]])
        let menu = UIMenu(children: [actions[0], inline, actions[3], UIMenu(title: "Empty")])
        let content = MenuContent(menu)
        #expect(content.sections.map { $0.elements.map(\.title) } == [["a"], ["b", "c"], ["d"]])
        #expect(content.sections.map(\.title) == ["", "Inline", ""] && !content.hasMarks)
        #expect(
            MenuContent(menu, isReversed: true).sections.map { $0.elements.map(\.title) } == [
                ["d"], ["c", "b"], ["a"],
            ])
    }

    @Test("it opens below, above where there is more room, flush with the nearer side, and within its room")
    func places() {
        let room = CGRect(x: 8, y: 8, width: 374, height: 700)
        let size = CGSize(width: 250, height: 300)
        let below = MenuPlace(size, at: CGRect(x: 300, y: 10, width: 60, height: 30), in: room)
        #expect(below.frame == CGRect(x: 110, y: 46, width: 250, height: 300) && !below.isAbove)
        let above = MenuPlace(size, at: CGRect(x: 20, y: 660, width: 60, height: 30), in: room)
        #expect(above.frame == CGRect(x: 20, y: 354, width: 250, height: 300) && above.isAbove)
        let long = MenuPlace(
            CGSize(width: 250, height: 3000), at: CGRect(x: 180, y: 300, width: 20, height: 30), in: room)
        #expect(long.frame.height == 372 && room.contains(long.frame))
    }
}
