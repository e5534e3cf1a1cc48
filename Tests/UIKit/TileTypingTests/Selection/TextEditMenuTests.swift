import Foundation
import Testing
import TileDrawing
import TileGraphics

@testable import TileTyping
@testable import TileViews

@Suite("The edit menu of text")
struct TextEditMenuTests {
    private func overlay<View>(_ rig: TypingRig<View>) -> EditMenuOverlay? {
        rig.window.subviews.lazy.compactMap { $0 as? EditMenuOverlay }.first { $0.isUserInteractionEnabled }
    }

    private func titles<View>(_ rig: TypingRig<View>) -> [String]? {
        overlay(rig)?.shownBar.shown.map { item in
            if case .element(let element, _) = item.kind { element.title } else { "chevron" }
        }
    }

    private func choose<View>(_ title: String, _ rig: TypingRig<View>) throws {
        let index = try #require(titles(rig)?.firstIndex(of: title))
        let item = try #require(overlay(rig)?.shownBar.shown[index])
        rig.tap(rig.view.convert(CGPoint(x: item.bounds.midX, y: item.bounds.midY), from: item))
    }

    private func field(_ text: String = "one two", y: CGFloat = 140) -> TypingRig<UITextField> {
        let field = UITextField()
        field.text = text
        return TypingRig(field, frame: CGRect(x: 20, y: y, width: 200, height: 34))
    }

    /// Returns the center of a range in the field.
    private func middle(_ range: Range<Int>, _ rig: TypingRig<UITextField>) -> CGPoint {
        let rect = rig.view.core.selectionRects(for: TextRange(range))[0].rect
        return CGPoint(x: rect.midX, y: rect.midY)
    }

    private func longPress<View>(_ point: CGPoint, _ rig: TypingRig<View>) {
        rig.touch(.began, point, after: 1)
        rig.frame(after: 0.6)
        rig.touch(.ended, point)
    }

    @Test("two taps select a word and show what can be done with it")
    func word() throws {
        let rig = field()
        let point = middle(4..<7, rig)
        rig.tap(point)
        #expect(titles(rig) == nil)
        rig.tap(point, after: 0.05)
        #expect(titles(rig) == ["Cut", "Copy", "Select All"])
        try choose("Copy", rig)
        #expect(rig.screen.pasteboard.string == "two" && titles(rig) == nil)
        #expect(rig.view.core.selection == 4..<7)
    }

    @Test("a tap where the caret is shows it, another takes it away, and one elsewhere moves the caret alone")
    func caret() {
        let rig = field()
        let end = CGPoint(x: 190, y: 17)
        rig.tap(end)
        #expect(titles(rig) == nil)
        rig.tap(end)
        #expect(titles(rig) == ["Select", "Select All"])
        rig.tap(end)
        #expect(titles(rig) == nil)
        rig.tap(end)
        #expect(titles(rig) != nil)
        rig.tap(CGPoint(x: 1, y: 17))
        #expect(titles(rig) == nil && rig.view.core.selection == 0..<0)
    }

    @Test("a tap on a selection keeps it and shows the menu, or takes it away")
    func selection() {
        let rig = field()
        rig.view.becomeFirstResponder()
        rig.view.core.select(4..<7)
        rig.frame()
        rig.tap(middle(4..<7, rig))
        #expect(titles(rig) == ["Cut", "Copy", "Select All"])
        rig.tap(middle(4..<7, rig))
        #expect(titles(rig) == nil && rig.view.core.selection == 4..<7)
        rig.tap(middle(0..<3, rig))
        #expect(titles(rig) == nil && rig.view.core.selection.isEmpty)
    }

    @Test("Select goes on with what can be done with the word, and Select All with all")
    func selecting() throws {
        let rig = field()
        longPress(middle(0..<3, rig), rig)
        #expect(titles(rig) == ["Select", "Select All"])
        try choose("Select", rig)
        #expect(rig.view.core.selection == 0..<3 && titles(rig) == ["Cut", "Copy", "Select All"])
        try choose("Select All", rig)
        #expect(rig.view.core.selection == 0..<7 && titles(rig) == ["Cut", "Copy"])
        try choose("Cut", rig)
        #expect(rig.view.text == "" && titles(rig) == nil)
    }

    @Test("an empty field has Paste, if there is something to paste, and no menu else")
    func empty() throws {
        let rig = field("")
        rig.tap(CGPoint(x: 40, y: 17))
        rig.tap(CGPoint(x: 40, y: 17))
        #expect(titles(rig) == nil)
        rig.screen.pasteboard.string = "pasted"
        longPress(CGPoint(x: 40, y: 17), rig)
        #expect(titles(rig) == ["Paste"])
        try choose("Paste", rig)
        #expect(rig.view.text == "pasted" && titles(rig) == nil)
    }

    @Test("a secure field is neither copied nor cut")
    func secure() {
        let rig = field()
        rig.view.isSecureTextEntry = true
        rig.screen.pasteboard.string = "x"
        rig.frame()
        let point = middle(2..<3, rig)
        rig.tap(point)
        rig.tap(point, after: 0.05)
        #expect(titles(rig)?.contains("Paste") == true)
        #expect(titles(rig)?.contains { $0 == "Copy" || $0 == "Cut" } == false)
    }

    @Test("it is above the selection, and below it near the screen's top")
    func places() throws {
        for y in [CGFloat(0), 140] {
            let rig = field(y: y)
            let point = middle(4..<7, rig)
            rig.tap(point)
            rig.tap(point, after: 0.05)
            rig.frame(after: 1)
            let bar = try #require(overlay(rig)?.shownBar)
            let selection = rig.view.convert(rig.view.core.selectionRects(for: TextRange(4..<7))[0].rect, to: nil)
            #expect(y == 0 ? bar.frame.minY > selection.maxY : bar.frame.maxY < selection.minY)
            #expect(rig.window.bounds.contains(bar.frame))
        }
    }

    @Test("typing, another selection, and the end of editing take it away")
    func ends() {
        let changes: [(TypingRig<UITextField>) -> Void] = [
            { $0.host.insertText("x") },
            { $0.host.setSelection(0..<1) },
            { $0.view.resignFirstResponder() },
            { $0.view.text = "another" },
            { $0.view.removeFromSuperview() },
        ]
        for change in changes {
            let rig = field()
            longPress(middle(0..<3, rig), rig)
            #expect(titles(rig) != nil)
            change(rig)
            rig.frame()
            #expect(titles(rig) == nil)
        }
    }

    private final class Delegate: NSObject, UITextFieldDelegate, UITextViewDelegate {
        var lines: [String] = []
        var menu: ([UIMenuElement]) -> UIMenu? = { _ in nil }

        func textField(
            _ textField: UITextField, editMenuForCharactersIn range: NSRange, suggestedActions: [UIMenuElement]
        ) -> UIMenu? {
            lines.append("menu \(range.location)+\(range.length)")
            return menu(suggestedActions)
        }
        func textField(
            _ textField: UITextField, willPresentEditMenuWith animator: any UIEditMenuInteractionAnimating
        ) { lines.append("shows") }
        func textField(
            _ textField: UITextField, willDismissEditMenuWith animator: any UIEditMenuInteractionAnimating
        ) { lines.append("goes") }
        func textView(
            _ textView: UITextView, editMenuForTextIn range: NSRange, suggestedActions: [UIMenuElement]
        ) -> UIMenu? {
            lines.append("menu \(range.location)+\(range.length)")
            return menu(suggestedActions)
        }
        func textView(_ textView: UITextView, willPresentEditMenuWith animator: any UIEditMenuInteractionAnimating) {
            lines.append("shows")
        }
        func textView(_ textView: UITextView, willDismissEditMenuWith animator: any UIEditMenuInteractionAnimating) {
            lines.append("goes")
        }
    }

    @Test("a field's delegate adds to the menu, and is told of it; an empty menu is none")
    func fieldDelegate() throws {
        let rig = field()
        let delegate = Delegate()
        rig.view.delegate = delegate
        var chosen = 0
        delegate.menu = { suggested in UIMenu(children: [UIAction(title: "Bold") { _ in chosen += 1 }] + suggested) }
        let point = middle(4..<7, rig)
        rig.tap(point)
        rig.tap(point, after: 0.05)
        #expect(titles(rig) == ["Bold", "Cut", "Copy", "Select All"])
        try choose("Bold", rig)
        #expect(chosen == 1 && delegate.lines == ["menu 4+3", "shows", "goes"])
        delegate.menu = { _ in UIMenu() }
        rig.tap(point)
        #expect(titles(rig) == nil && delegate.lines.last == "menu 4+3")
    }

    private func textView(_ text: String, isEditable: Bool = true) -> TypingRig<UITextView> {
        let view = UITextView()
        view.text = text
        view.isEditable = isEditable
        return TypingRig(view, frame: CGRect(x: 20, y: 100, width: 200, height: 120))
    }

    @Test("a text that is only read is copied")
    func readOnly() throws {
        let rig = textView("one two three", isEditable: false)
        let delegate = Delegate()
        rig.view.delegate = delegate
        rig.screen.pasteboard.string = "x"
        longPress(CGPoint(x: 14, y: 16), rig)
        #expect(titles(rig) == ["Copy", "Select All"])
        #expect(delegate.lines == ["menu 0+3", "shows"])
        try choose("Copy", rig)
        #expect(rig.screen.pasteboard.string == "one" && delegate.lines.last == "goes")
        rig.tap(CGPoint(x: 150, y: 100))
        #expect(titles(rig) == nil && rig.view.core.selection.isEmpty)
    }

    @Test("it stays at the selection while a text moves, and goes when nothing is seen of that")
    func scrolling() throws {
        let rig = textView((0..<60).map { "line \($0)" }.joined(separator: "\n"))
        rig.view.becomeFirstResponder()
        rig.view.contentOffset.y = 0
        rig.view.core.select(14..<18)
        rig.frame(after: 1)
        let rect = rig.view.core.selectionRects(for: TextRange(14..<18))[0].rect
        let point = CGPoint(x: rect.midX, y: rect.midY)
        rig.tap(point)
        rig.frame(after: 1)
        let before = try #require(overlay(rig)?.shownBar.frame)
        rig.view.contentOffset.y = 10
        rig.frame()
        #expect(overlay(rig)?.shownBar.frame == before.offsetBy(dx: 0, dy: -10))
        rig.view.contentOffset.y = 500
        rig.frame()
        #expect(titles(rig) == nil)
    }

    @Test("it comes back at the end of a drag of a selection's end")
    func handles() {
        let rig = field("one two three")
        rig.view.becomeFirstResponder()
        rig.view.core.select(4..<7)
        rig.frame()
        rig.tap(middle(4..<7, rig))
        #expect(titles(rig) != nil)
        let rect = rig.view.core.selectionRects(for: TextRange(4..<7))[0].rect
        rig.touch(.began, CGPoint(x: rect.maxX + 3, y: rect.midY), after: 1)
        #expect(titles(rig) == nil)
        rig.touch(.moved, CGPoint(x: rect.maxX + 20, y: rect.midY))
        rig.touch(.moved, CGPoint(x: 190, y: rect.midY))
        rig.touch(.ended, CGPoint(x: 190, y: rect.midY))
        #expect(rig.view.core.selection == 4..<13 && titles(rig) == ["Cut", "Copy", "Select All"])
    }

    @Test("a field that is not pressed makes nothing for it")
    func lazy() {
        let rig = field()
        rig.tap(CGPoint(x: 190, y: 17))
        rig.host.insertText("abc")
        rig.frame()
        #expect(rig.view.interactions.isEmpty)
    }
}
