import Foundation
import Testing
import TileViews

@testable import TileTyping

@Suite("A text field that is edited")
struct TextFieldEditingTests {
    private let diary = FieldDiary()

    private func rig(_ text: String = "", change: (UITextField) -> Void = { _ in }) -> TypingRig<UITextField> {
        let field = UITextField(frame: .zero)
        field.text = text
        field.delegate = diary
        change(field)
        let rig = TypingRig(field)
        return rig
    }

    private func note(_ field: UITextField) {
        let events: [(UIControl.Event, String)] = [
            (.editingDidBegin, "•begin"), (.editingChanged, "•changed"), (.editingDidEnd, "•end"),
            (.editingDidEndOnExit, "•exit"),
        ]
        for (event, name) in events {
            field.addAction(UIAction { [diary] _ in diary.lines.append(name) }, for: event)
        }
    }

    @Test("tells of its beginning, its changes and its end in UIKit's order")
    func order() {
        let rig = rig()
        let field = rig.view
        note(field)
        #expect(field.becomeFirstResponder())
        #expect(diary.drain() == ["shouldBegin", "didBegin", "•begin"])
        rig.host.insertText("a")
        #expect(diary.drain() == ["0+0→a", "•changed"])
        rig.host.deleteBackward()
        #expect(diary.drain() == ["0+1→", "•changed"])
        #expect(field.resignFirstResponder())
        #expect(diary.drain() == ["shouldEnd", "didEnd", "•end"])
    }

    @Test("asks before it begins, changes and ends")
    func refusals() {
        diary.refuses = ["shouldBegin"]
        let rig = rig()
        #expect(!rig.view.becomeFirstResponder())
        diary.refuses = ["0+0→x", "shouldEnd"]
        #expect(rig.view.becomeFirstResponder())
        #expect(!rig.host.insertText("x"))
        #expect(rig.host.insertText("y"))
        #expect(rig.view.text == "y")
        #expect(!rig.view.resignFirstResponder())
        #expect(rig.view.isFirstResponder)
    }

    @Test("ends by the return key where somebody follows that")
    func returnKey() {
        let rig = rig("ab")
        rig.view.becomeFirstResponder()
        _ = diary.drain()
        rig.press(.keyboardReturnOrEnter)
        #expect(diary.drain() == ["shouldReturn"])
        #expect(rig.view.isFirstResponder)
        note(rig.view)
        rig.press(.keyboardReturnOrEnter)
        #expect(diary.drain() == ["shouldReturn", "•exit", "shouldEnd", "didEnd", "•end"])
        #expect(rig.view.text == "ab")
    }

    @Test("is emptied by its button, after asking")
    func clearButton() {
        let rig = rig("ab") { $0.clearButtonMode = .always }
        rig.frame()
        diary.refuses = ["shouldClear"]
        rig.tap(CGPoint(x: 186, y: 17))
        #expect(rig.view.text == "ab")
        diary.refuses = []
        rig.tap(CGPoint(x: 186, y: 17))
        #expect(rig.view.text == "")
        #expect(!rig.view.isFirstResponder)
    }

    @Test("setting its text tells nobody and can't be undone")
    func setting() {
        let rig = rig("ab")
        note(rig.view)
        rig.view.becomeFirstResponder()
        rig.host.insertText("c")
        _ = diary.drain()
        rig.view.text = "xyz"
        #expect(diary.drain() == [])
        #expect(!rig.host.undo())
        #expect(rig.host.state.selection == 3..<3)
    }

    @Test("what is typed in one go is undone in one go, and redone")
    func undo() {
        let rig = rig("ab")
        rig.view.becomeFirstResponder()
        for letter in ["c", "d", "e"] { rig.host.insertText(letter) }
        rig.host.setSelection(0..<0)
        rig.host.insertText("z")
        #expect(rig.view.text == "zabcde")
        #expect(rig.host.undo())
        #expect(rig.view.text == "abcde")
        #expect(rig.host.undo())
        #expect(rig.view.text == "ab")
        #expect(!rig.host.undo())
        #expect(rig.host.redo())
        #expect(rig.view.text == "abcde")
        #expect(rig.host.redo())
        #expect(rig.view.text == "zabcde")
        rig.host.setSelection(6..<6)
        for _ in 0..<3 { rig.host.deleteBackward() }
        #expect(rig.view.text == "zab")
        #expect(rig.host.undo())
        #expect(rig.view.text == "zabcde")
    }

    @Test("composes marked text, settles it, and takes it back as one")
    func markedText() {
        let rig = rig("ab")
        rig.view.becomeFirstResponder()
        rig.host.setMarkedText("か")
        rig.host.setMarkedText("かさ", selection: 1..<2)
        #expect(rig.view.text == "abかさ")
        #expect(rig.host.state.marked == 2..<4)
        #expect(rig.host.state.selection == 3..<4)
        rig.host.insertText("傘")
        #expect(rig.view.text == "ab傘")
        #expect(rig.host.state.marked == nil)
        #expect(rig.host.undo())
        #expect(rig.view.text == "ab")
        rig.host.setMarkedText("x")
        rig.host.setMarkedText("")
        #expect(rig.view.text == "ab")
        #expect(rig.host.state.marked == nil)
        rig.host.setMarkedText("q")
        #expect(rig.host.commitMarkedText())
        #expect(rig.view.text == "abq")
    }

    @Test("copies, cuts and pastes by its screen's pasteboard, but no password")
    func pasteboard() {
        let rig = rig("abc")
        rig.view.becomeFirstResponder()
        #expect(rig.host.copy() == nil)
        rig.host.setSelection(0..<2)
        #expect(rig.host.cut() == "ab")
        #expect(rig.view.text == "c")
        #expect(rig.host.paste("line\none"))
        #expect(rig.view.text == "line onec")
        rig.view.isSecureTextEntry = true
        rig.host.selectAll()
        #expect(rig.host.copy() == nil)
        #expect(rig.host.state.text == "")
        #expect(rig.host.state.length == 9)
        #expect(rig.host.state.traits.isSecure)
    }

    @Test("keys move the caret and the selection as on a Mac")
    func keys() {
        let rig = rig("one two three")
        rig.view.becomeFirstResponder()
        func press(_ code: UIKeyboardHIDUsage, _ flags: UIKeyModifierFlags = []) -> Range<Int>? {
            rig.press(code, flags)
            return rig.host.state.selection
        }
        #expect(press(.keyboardLeftArrow) == 12..<12)
        #expect(press(.keyboardLeftArrow, .alternate) == 8..<8)
        #expect(press(.keyboardLeftArrow, [.alternate, .shift]) == 4..<8)
        #expect(press(.keyboardRightArrow, [.shift]) == 5..<8)
        #expect(press(.keyboardRightArrow) == 8..<8)
        #expect(press(.keyboardRightArrow, .alternate) == 13..<13)
        #expect(press(.keyboardLeftArrow, .command) == 0..<0)
        #expect(press(.keyboardRightArrow, [.command, .shift]) == 0..<13)
        #expect(press(.keyboardLeftArrow) == 0..<0)
        #expect(press(.keyboardDownArrow) == 13..<13)
        #expect(press(.keyboardUpArrow) == 0..<0)
        rig.press(.keyboardDeleteForward, .alternate)
        #expect(rig.view.text == " two three")
        rig.press(.keyboardX, [], characters: "x")
        #expect(rig.view.text == "x two three")
    }

    @Test("a tap begins, and places the caret; two select a word, three all")
    func taps() {
        let rig = rig("one two three")
        rig.tap(CGPoint(x: 1, y: 17))
        #expect(rig.view.isFirstResponder)
        #expect(rig.host.state.selection == 0..<0)
        rig.tap(CGPoint(x: 190, y: 17))
        #expect(rig.host.state.selection == 13..<13)
        let two = rig.view.caretRect(for: rig.view.position(from: rig.view.beginningOfDocument, offset: 5)!)
        rig.tap(CGPoint(x: two.midX, y: 17))
        rig.tap(CGPoint(x: two.midX, y: 17), after: 0.05)
        #expect(rig.host.state.selection == 4..<7)
        rig.tap(CGPoint(x: two.midX, y: 17), after: 0.05)
        #expect(rig.host.state.selection == 0..<13)
    }

    @Test("takes no more than a person types, however much comes")
    func length() {
        let rig = rig("ab")
        rig.view.becomeFirstResponder()
        rig.host.insertText(String(repeating: "🙂", count: 20_000))
        #expect(rig.host.state.length == UITextField.longestTyped)
        #expect(!rig.view.text!.contains("\u{FFFD}"))
        rig.host.paste("x")
        rig.host.setMarkedText("y")
        #expect(rig.host.state.length == UITextField.longestTyped)
        rig.host.selectAll()
        rig.host.insertText("z")
        #expect(rig.view.text == "z")
    }
}
