import Foundation
import Testing
import TileGraphics
import TileTyping
import TileViews

@Suite("The text input of a screen, for its host")
struct TextInputHostTests {
    /// A responder that accepts keys but doesn't describe its text.
    final class Pad: UIView, UIKeyInput {
        var text = ""
        var keyboardType = UIKeyboardType.numberPad
        override var canBecomeFirstResponder: Bool { true }
        var hasText: Bool { !text.isEmpty }
        func insertText(_ text: String) { self.text += text }
        func deleteBackward() { text = String(text.dropLast()) }
    }

    final class Board: UIView {
        var performed: [String] = []
        override var keyCommands: [UIKeyCommand]? {
            [UIKeyCommand(input: "s", modifierFlags: .command, action: "save")]
        }
        override class var actions: ActionTable { super.actions + [.action("save", Board.save)] }
        func save() { performed.append("save") }
    }

    @Test("says what is edited, at most once a frame, and when it ends")
    func changes() {
        let field = UITextField(frame: .zero)
        field.keyboardType = .emailAddress
        field.returnKeyType = .go
        let rig = TypingRig(field)
        var states: [TextInputState] = []
        rig.screen.keyboard.caretBlinkPeriod = 0
        rig.host.changeHandler = { states.append($0) }
        rig.frame()
        #expect(states.isEmpty)
        field.becomeFirstResponder()
        for letter in ["a", "b", "👍"] { rig.host.insertText(letter) }
        rig.frame()
        rig.frame()
        #expect(states.count == 1)
        let state = states.last
        #expect(state?.kind == .text && state?.text == "ab👍" && state?.selection == 4..<4 && state?.length == 4)
        #expect(state?.traits.keyboard == .emailAddress && state?.traits.returnKey == .go)
        #expect(state?.traits.isMultiline == false)
        #expect(state?.inputRect == CGRect(x: 20, y: 40, width: 200, height: 34))
        let caret = state?.caretRect ?? .zero
        #expect(CGRect(x: 20, y: 40, width: 200, height: 34).contains(caret))
        // The view moves together with its caret.
        field.frame.origin.y += 100
        rig.frame()
        #expect(states.last?.caretRect == caret.offsetBy(dx: 0, dy: 100))
        field.resignFirstResponder()
        rig.frame()
        #expect(states.last?.kind == TextInputState.Kind.none)
        #expect(states.last?.number != state?.number)
        #expect(states.count == 3)
    }

    @Test("what goes nowhere says so")
    func nothing() {
        let rig = TypingRig(UIView())
        #expect(rig.host.state.kind == .none)
        #expect(!rig.host.insertText("a") && !rig.host.deleteBackward() && !rig.host.deleteForward())
        #expect(!rig.host.setMarkedText("a") && !rig.host.commitMarkedText() && !rig.host.setSelection(0..<1))
        #expect(!rig.host.paste("a") && !rig.host.selectAll() && !rig.host.undo() && !rig.host.redo())
        #expect(rig.host.copy() == nil && rig.host.cut() == nil && !rig.host.replace(0..<1, with: ""))
        #expect(!rig.host.dismiss())
        rig.press(.keyboardA, [], characters: "a")
    }

    @Test("keys go to a responder that only takes keys")
    func keyInput() {
        let pad = Pad()
        let rig = TypingRig(pad)
        pad.becomeFirstResponder()
        #expect(rig.host.state.kind == .keys)
        #expect(rig.host.state.traits.keyboard == .numberPad)
        rig.press(.keyboard1, [], characters: "1")
        rig.host.insertText("23")
        rig.press(.keyboardDeleteOrBackspace)
        #expect(pad.text == "12")
        #expect(rig.host.dismiss())
        rig.press(.keyboard1, [], characters: "1")
        #expect(pad.text == "12")
    }

    @Test("key commands of the program come before the text's own")
    func commands() {
        let board = Board()
        let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
        board.addSubview(field)
        let rig = TypingRig(board)
        field.becomeFirstResponder()
        rig.press(.keyboardS, .command, characters: "s")
        rig.press(.keyboardS, [], characters: "s")
        #expect(board.performed == ["save"])
        #expect(field.text == "s")
    }

    @Test("each screen has a pasteboard of its own")
    func pasteboards() {
        let (a, b) = (TypingRig(UITextField()), TypingRig(UITextField()))
        a.view.becomeFirstResponder()
        b.view.becomeFirstResponder()
        a.host.paste("of a")
        #expect(!b.screen.pasteboard.hasStrings)
        #expect(a.screen.asMain { UIPasteboard.general.string } == "of a")
        a.host.selectAll()
        a.host.insertText("x")
        let count = a.screen.pasteboard.changeCount
        a.host.selectAll()
        #expect(a.host.cut() == "x")
        #expect(a.screen.pasteboard.changeCount == count + 1)
    }

    @Test("a state has the text around the selection, and no half of a surrogate pair")
    func window() {
        let view = UITextView()
        view.text = "🙂" + String(repeating: "🙂", count: 3000)
        let rig = TypingRig(view)
        view.becomeFirstResponder()
        rig.host.setSelection(3000..<3000)
        let state = rig.host.state
        #expect(state.textStart % 2 == 0)
        #expect(state.text.unicodeScalars.allSatisfy { $0 == "🙂" })
        #expect((2 * TextInputHost.reach...2 * TextInputHost.reach + 2).contains(state.text.utf16.count))
    }
}
