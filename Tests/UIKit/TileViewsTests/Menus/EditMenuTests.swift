import Foundation
import Testing
import TileDrawing
import TileGraphics

@testable import TileViews

@Suite("Edit menus")
struct EditMenuTests {
    /// A view that cuts and pastes, in a window of 200 × 300 points.
    private final class Rig: UIEditMenuInteractionDelegate {
        final class Note: UIView {
            var performed: [String] = []
            override var canBecomeFirstResponder: Bool { true }
            override func copy(_ sender: Any?) { performed.append("copy \((sender as? UICommand)?.title ?? "?")") }
            override func paste(_ sender: Any?) { performed.append("paste") }
            override class var actions: ActionTable {
                super.actions + [.action("copy:", Note.copy(_:)), .action("paste:", Note.paste(_:))]
            }
        }

        let gestures = GestureRig()
        let note = Note(frame: CGRect(x: 60, y: 150, width: 80, height: 40))
        private(set) lazy var interaction = UIEditMenuInteraction(delegate: self)
        var told: [String] = []
        var menu: UIMenu?
        var target = CGRect.null
        private(set) var suggested: [String] = []

        init() {
            gestures.window.addSubview(note)
            note.addInteraction(interaction)
        }

        func present(_ direction: UIEditMenuArrowDirection = .automatic, _ identifier: String = "a") {
            let configuration = UIEditMenuConfiguration(
                identifier: identifier, sourcePoint: CGPoint(x: 40, y: 0))
            configuration.preferredArrowDirection = direction
            interaction.presentEditMenu(with: configuration)
            frame()
            frame()
        }

        func frame(after seconds: Double = 1) {
            gestures.clock.advance(by: seconds)
            _ = gestures.screen.frame()
        }

        var overlays: [EditMenuOverlay] { gestures.window.subviews.compactMap { $0 as? EditMenuOverlay } }
        var bar: EditMenuBar? { interaction.overlay?.shownBar }

        /// The titles in the bar from left to right.
        var titles: [String] {
            (bar?.shown ?? []).sorted { $0.frame.minX < $1.frame.minX }.map { item in
                switch item.kind {
                case .backward: "<"
                case .forward: ">"
                case .element(let element, _): element.title
                }
            }
        }

        /// The frame of the bar in the window.
        var frameOfBar: CGRect { bar?.frame ?? .null }

        func tap(_ title: String) throws {
            let index = try #require(titles.firstIndex(of: title))
            let item = try #require(bar?.shown.sorted { $0.frame.minX < $1.frame.minX }[index])
            let point = item.convert(CGPoint(x: item.bounds.midX, y: item.bounds.midY), to: nil)
            gestures.tap(point.x, point.y)
            frame()
            frame()
        }

        func editMenuInteraction(
            _ interaction: UIEditMenuInteraction, menuFor configuration: UIEditMenuConfiguration,
            suggestedActions: [UIMenuElement]
        ) -> UIMenu? {
            let menus = suggestedActions.compactMap { $0 as? UIMenu }
            suggested = menus.filter { $0.identifier == .standardEdit }.flatMap(\.children).map(\.title)
            return menu
        }

        func editMenuInteraction(
            _ interaction: UIEditMenuInteraction, targetRectFor configuration: UIEditMenuConfiguration
        ) -> CGRect { target }

        func editMenuInteraction(
            _ interaction: UIEditMenuInteraction, willPresentMenuFor configuration: UIEditMenuConfiguration,
            animator: any UIEditMenuInteractionAnimating
        ) { note("shows", configuration, animator: animator) }

        func editMenuInteraction(
            _ interaction: UIEditMenuInteraction, willDismissMenuFor configuration: UIEditMenuConfiguration,
            animator: any UIEditMenuInteractionAnimating
        ) { note("goes", configuration, animator: animator) }

        private func note(
            _ what: String, _ configuration: UIEditMenuConfiguration, animator: any UIEditMenuInteractionAnimating
        ) {
            told.append("\(what) \(configuration.identifier)")
            animator.addAnimations { [weak self] in self?.told.append("animates") }
            animator.addCompletion { [weak self] in self?.told.append("done") }
        }
    }

    private func action(_ title: String, _ attributes: UIMenuElement.Attributes = []) -> UIAction {
        UIAction(title: title, attributes: attributes) { _ in }
    }

    @Test("what is suggested is what the responder chain performs, and a tap performs it")
    func suggested() throws {
        let rig = Rig()
        rig.present()
        #expect(rig.titles == ["Copy", "Paste"] && rig.suggested == ["Copy", "Paste"])
        try rig.tap("Copy")
        #expect(rig.note.performed == ["copy Copy"])
        #expect(rig.overlays.isEmpty)
        #expect(rig.told == ["shows a", "animates", "done", "goes a", "animates", "done"])
    }

    @Test("a menu of the delegate's shows in place of what is suggested, and an empty one not at all")
    func delegate() throws {
        let rig = Rig()
        rig.menu = UIMenu(children: [action("One"), action("Off", .disabled), action("Gone", .hidden)])
        rig.present()
        #expect(rig.titles == ["One", "Off"])
        try rig.tap("Off")
        #expect(rig.interaction.isShown)
        rig.menu = UIMenu(children: [action("Two")])
        rig.interaction.reloadVisibleMenu()
        #expect(rig.titles == ["Two"])
        rig.menu = UIMenu()
        rig.interaction.reloadVisibleMenu()
        #expect(!rig.interaction.isShown)
        rig.frame()
        rig.frame()
        rig.told = []
        rig.present()
        #expect(rig.overlays.isEmpty && rig.told.isEmpty)
    }

    @Test("another menu takes the place of one that shows, and dismissing twice tells once")
    func again() {
        let rig = Rig()
        rig.present()
        rig.told = []
        rig.present(.automatic, "b")
        #expect(rig.told == ["goes a", "animates", "done", "shows b", "animates", "done"])
        #expect(rig.overlays.count == 1)
        rig.told = []
        rig.interaction.dismissMenu()
        rig.interaction.dismissMenu()
        rig.interaction.reloadVisibleMenu()
        rig.interaction.updateVisibleMenuPosition(animated: true)
        rig.frame()
        rig.frame()
        #expect(rig.told == ["goes b", "animates", "done"])
        #expect(rig.overlays.isEmpty)
    }

    @Test("it is above its target, below it near the top, and where the configuration says")
    func places() {
        let rig = Rig()
        rig.target = CGRect(x: 0, y: 0, width: 80, height: 40)
        rig.present()
        #expect(rig.frameOfBar.maxY == 150 - EditMenuPlace.gap && rig.frameOfBar.midX == 100)
        rig.present(.up)
        #expect(rig.frameOfBar.minY == 190 + EditMenuPlace.gap)
        rig.note.frame.origin.y = 20
        rig.present()
        #expect(rig.frameOfBar.minY == 60 + EditMenuPlace.gap)
        rig.note.frame.origin = CGPoint(x: 190, y: 150)
        rig.present(.right)
        #expect(rig.frameOfBar.maxX <= 190 - EditMenuPlace.gap)
        rig.present()
        #expect(rig.frameOfBar.maxX == 192)
    }

    @Test("wherever the target is, the menu is in the room, and not over the target where there is room beside it")
    func placesOfAll() {
        let room = CGRect(x: 8, y: 8, width: 184, height: 284)
        let size = CGSize(width: 100, height: 40)
        for direction in [UIEditMenuArrowDirection.automatic, .up, .down, .left, .right] {
            for x in stride(from: CGFloat(-60), through: 220, by: 20) {
                for y in stride(from: CGFloat(-60), through: 340, by: 20) {
                    for side in [CGFloat(0), 30, 400] {
                        let target = CGRect(x: x, y: y, width: side, height: side)
                        let place = EditMenuPlace(size, at: target, in: room, direction)
                        #expect(room.contains(place.frame))
                        let isInside = room.contains(target)
                        if isInside { #expect(!place.frame.insetBy(dx: 1, dy: 1).intersects(target)) }
                    }
                }
            }
        }
    }

    @Test("pages hold all elements in their order, and no page of several is wider than the room")
    func pages() {
        let chevron = EditMenuItem.chevronWidth
        for count in 0...7 {
            for code in 0..<(1 << count) {
                let widths = (0..<count).map { CGFloat(code >> $0 & 1 == 0 ? 50 : 90) }
                for room in [CGFloat(60), 150, 200, 330] {
                    for isInner in [false, true] {
                        let spread = EditMenuPages(widths, in: room, isInner: isInner)
                        #expect(spread.pages.flatMap(Array.init) == Array(0..<count))
                        for (page, range) in spread.pages.enumerated() where range.count > 1 {
                            let chevrons = (spread.leadsBack(page) ? 1.0 : 0) + (spread.leadsOn(page) ? 1 : 0)
                            #expect(widths[range].reduce(0, +) + chevrons * chevron <= room)
                        }
                        let all = widths.reduce(0, +) + (isInner ? chevron : 0)
                        if all <= room { #expect(spread.pages.count <= 1) }
                    }
                }
            }
        }
    }

    @Test("what does not fit is on further pages, and menus in it open in its place")
    func turning() throws {
        let rig = Rig()
        let inner = UIMenu(title: "Font", children: [action("Bold"), action("Plain")])
        rig.menu = UIMenu(children: [action("Find"), action("Look Up"), inner, action("Send")])
        rig.present()
        #expect(rig.titles == ["Find", "Look Up", ">"])
        let first = rig.frameOfBar
        try rig.tap(">")
        #expect(rig.titles == ["<", "Font", "Send"])
        #expect(rig.frameOfBar.size != first.size && rig.frameOfBar.maxY == first.maxY)
        try rig.tap("Font")
        #expect(rig.titles == ["<", "Bold", "Plain"])
        try rig.tap("<")
        #expect(rig.titles == ["<", "Font", "Send"])
        try rig.tap("<")
        #expect(rig.titles == ["Find", "Look Up", ">"] && rig.frameOfBar == first)
    }

    @Test("an element that is wider than the window is cut, between the chevrons")
    func wide() throws {
        let rig = Rig()
        let title = "An element with a title for which no page has room"
        rig.menu = UIMenu(children: [action("A"), action(title), action("B")])
        rig.present()
        #expect(rig.titles == ["A", ">"])
        try rig.tap(">")
        #expect(rig.titles == ["<", title, ">"] && rig.frameOfBar.width == 184)
        let places = try #require(rig.bar).shown.map(\.frame).sorted { $0.minX < $1.minX }
        #expect(places.last?.maxX == 184 && places.last?.width == EditMenuItem.chevronWidth)
    }

    @Test("from right to left the first is at the right, and so is where it leads back")
    func rightToLeft() throws {
        let rig = Rig()
        rig.note.traitOverrides.layoutDirection = .rightToLeft
        rig.menu = UIMenu(children: ["Find", "Look Up", "Send"].map { action($0) })
        rig.present()
        #expect(rig.titles == [">", "Look Up", "Find"])
        try rig.tap(">")
        #expect(rig.titles == ["Send", "<"])
    }

    @Test("a touch beside it dismisses it and goes on to what is there; one on it goes no further")
    func beside() throws {
        let rig = Rig()
        rig.present()
        let notes = rig.gestures.notes
        rig.gestures.add(UITapGestureRecognizer(), "tap")
        notes.all = []
        rig.gestures.tap(70, 220)
        #expect(notes.all.contains("tap ended") && !rig.interaction.isShown)
        rig.frame()
        rig.frame()
        #expect(rig.overlays.isEmpty && rig.gestures.window.gestureRecognizers?.isEmpty != false)
        rig.present()
        notes.all = []
        try rig.tap("Paste")
        #expect(notes.all.isEmpty && rig.note.performed == ["paste"])
    }

    @Test("a finger that leaves it chooses nothing")
    func strays() throws {
        let rig = Rig()
        rig.present()
        let item = try #require(rig.bar?.shown.first)
        let point = item.convert(CGPoint(x: 5, y: 5), to: nil)
        rig.gestures.touch(.began, x: point.x, y: point.y)
        #expect(item.isHighlighted)
        rig.gestures.touch(.moved, x: 100, y: 290)
        #expect(!item.isHighlighted)
        rig.gestures.touch(.ended, x: 100, y: 290)
        #expect(rig.note.performed.isEmpty && rig.interaction.isShown)
    }

    @Test("it goes with its view: out of the window, hidden, without the interaction, or with all of them gone")
    func gone() {
        let changes: [(Rig) -> Void] = [
            { $0.note.removeFromSuperview() },
            { $0.note.isHidden = true },
            { $0.note.removeInteraction($0.interaction) },
            { $0.gestures.window.frame.size.width = 180 },
        ]
        for change in changes {
            let rig = Rig()
            rig.present()
            change(rig)
            rig.frame()
            #expect(rig.overlays.isEmpty && !rig.interaction.isShown)
            #expect(rig.told.suffix(3) == ["goes a", "animates", "done"])
        }
        let gestures = GestureRig()
        do {
            let view = Rig.Note(frame: CGRect(x: 60, y: 150, width: 80, height: 40))
            gestures.window.addSubview(view)
            let interaction = UIEditMenuInteraction(delegate: nil)
            view.addInteraction(interaction)
            interaction.presentEditMenu(with: UIEditMenuConfiguration(identifier: nil, sourcePoint: .zero))
            #expect(gestures.window.subviews.last is EditMenuOverlay)
            view.removeFromSuperview()
        }
        _ = gestures.screen.frame()
        #expect(!gestures.window.subviews.contains { $0 is EditMenuOverlay })
    }

    @Test("it follows its view, and another target when it is told of it")
    func follows() {
        let rig = Rig()
        rig.present()
        let before = rig.frameOfBar
        rig.note.frame.origin.y += 30
        rig.frame()
        #expect(rig.frameOfBar == before.offsetBy(dx: 0, dy: 30))
        rig.target = CGRect(x: 0, y: -10, width: 80, height: 50)
        rig.interaction.updateVisibleMenuPosition(animated: false)
        #expect(rig.frameOfBar == before.offsetBy(dx: 0, dy: 20))
        #expect(rig.interaction.location(in: rig.note).x == 40)
    }

    @Test("a target that is no place counts as the configuration's point")
    func noPlace() {
        let rig = Rig()
        rig.present()
        let before = rig.frameOfBar
        for rect in [CGRect.null, CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)] {
            rig.target = rect
            rig.interaction.updateVisibleMenuPosition(animated: false)
            #expect(rig.frameOfBar == before)
        }
        rig.target = .infinite
        rig.interaction.updateVisibleMenuPosition(animated: false)
        #expect(rig.gestures.window.bounds.contains(rig.frameOfBar))
    }

    @Test("one that keeps the menu leaves it open, and of a single selection one is on")
    func keeps() throws {
        let rig = Rig()
        let actions = ["Left", "Right"].map { action($0, .keepsMenuPresented) }
        rig.menu = UIMenu(options: .singleSelection, children: actions)
        rig.present()
        try rig.tap("Right")
        #expect(rig.interaction.isShown && actions.map(\.state) == [.off, .on])
        #expect(rig.bar?.shown.last?.accessibilityTraits.contains(.selected) == true)
        try rig.tap("Left")
        #expect(actions.map(\.state) == [.on, .off])
    }

    @Test("without a window there is none, and nobody is told")
    func noWindow() {
        let rig = Rig()
        rig.note.removeFromSuperview()
        rig.present()
        #expect(!rig.interaction.isShown && rig.told.isEmpty)
    }
}
