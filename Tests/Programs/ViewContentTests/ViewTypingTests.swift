import Foundation
import Testing
import TileEngine
import TileGeometry
import TileSupport
import TileTyping
import TileViews
import ViewContent

/// Two fields, one above the other.
private final class Form: UIView, UITextFieldDelegate {
    let name = UITextField(frame: CGRect(x: 0, y: 0, width: 300, height: 40))
    let secret = UITextField(frame: CGRect(x: 0, y: 50, width: 300, height: 40))
    private(set) var returns = 0

    init() {
        super.init(frame: CGRect(x: 0, y: 0, width: 300, height: 100))
        name.text = "Ada"
        name.keyboardType = .emailAddress
        name.returnKeyType = .next
        name.autocapitalizationType = .none
        name.delegate = self
        secret.isSecureTextEntry = true
        for field in [name, secret] { addSubview(field) }
    }

    required init?(coder: NSCoder) { nil }

    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        returns += 1
        secret.becomeFirstResponder()
        return false
    }
}

/// Records the newest typing state.
private final class Told: Sendable {
    private let state = Lock<ContentTypingState?>(nil)

    var newest: ContentTypingState? { state.withLock { $0 } }
    func take(_ new: ContentTypingState) { state.withLock { $0 = new } }
}

@Suite("Typing in a tree of views as content")
struct ViewTypingTests {
    private let source = ViewSource(Form())
    private let told = Told()

    private func follow() -> TileChangeSubscription { source.subscribeToTyping { [told] in told.take($0) } }

    private var newest: ContentTypingState? { told.newest }

    private func tap(_ x: Double, _ y: Double) {
        let finger = ContentTouch.Finger(person: 1, number: 0)
        for phase in [ContentTouch.Phase.began, .ended] {
            _ = source.touch([ContentTouch(finger, phase, at: CGPoint(x: x, y: y))])
        }
    }

    private var text: String? { source.update { $0.name.text } }

    @Test("a tap on a field begins it, and what is typed shows and is told before the call returns")
    func typing() throws {
        let subscription = follow()
        defer { _ = consume subscription }
        #expect(newest?.isActive != true)
        tap(290, 20)
        let state = try #require(newest)
        #expect(state.isActive && state.text == "Ada" && state.length == 3 && state.selection == 3..<3)
        #expect(state.mode == .email && state.returnKey == .next && state.capitals == .none && !state.isMultiline)
        let caret = try #require(state.caret)
        #expect(caret.minY >= 0 && caret.maxY <= 40 && caret.minX > 0)
        let count = Lock(0)
        let changes = source.subscribe { _ in count.withLock { $0 += 1 } }
        source.type([.insert(" L"), .insert("ovelace")], into: state.number)
        #expect(text == "Ada Lovelace")
        #expect(newest?.text == "Ada Lovelace" && newest?.selection == 12..<12)
        #expect(count.withLock { $0 } > 0)
        withExtendedLifetime(changes) {}
    }

    @Test("what an input method composes, corrections, selections, deletions, keys and the clipboard")
    func edits() throws {
        let subscription = follow()
        defer { _ = consume subscription }
        tap(290, 20)
        let number = try #require(newest?.number)
        source.type([.mark("か", selection: 1..<1)], into: number)
        #expect(newest?.marked == 3..<4)
        source.type([.insert("蚊")], into: number)
        #expect(text == "Ada蚊" && newest?.marked == nil)
        source.type([.delete(isForward: false), .replace(0..<1, with: "I")], into: number)
        #expect(text == "Ida")
        source.type([.select(0..<1), .delete(isForward: false)], into: number)
        #expect(text == "da")
        source.type([.key(.right, []), .insert("-"), .key(.home, []), .delete(isForward: true)], into: number)
        #expect(text == "-a", "\(text ?? "")")
        source.type([.select(0..<99), .paste("two\nlines")], into: number)
        #expect(text?.contains("\n") == false && text?.hasPrefix("two") == true)
        source.type([.undo], into: number)
        #expect(text == "-a")
        source.type([.redo], into: number)
        #expect(text?.hasPrefix("two") == true)
    }

    @Test(
        "the return key goes to the next field; what is meant for the one before is passed by, and a secret is not told"
    )
    func next() throws {
        let subscription = follow()
        defer { _ = consume subscription }
        tap(290, 20)
        let number = try #require(newest?.number)
        source.type([.insert("\n"), .insert("lost")], into: number)
        #expect(source.update { $0.returns } == 1)
        #expect(text == "Ada")
        let state = try #require(newest)
        #expect(state.isSecret && state.number != number && !state.corrects)
        source.type([.insert("secret")], into: state.number)
        #expect(source.update { $0.secret.text } == "secret")
        #expect(newest?.text == "" && newest?.length == 6)
        source.type([.insert("late")], into: number)
        #expect(source.update { $0.secret.text } == "secret")
        source.type([.dismiss], into: state.number)
        #expect(newest?.isActive == false)
    }

    @Test("what makes no sense does nothing")
    func nonsense() throws {
        let subscription = follow()
        defer { _ = consume subscription }
        source.type([.insert("nobody")], into: 0)
        tap(290, 20)
        let number = try #require(newest?.number)
        source.type(
            [
                .replace(500..<900, with: ""), .settle, .mark("", selection: 0..<40), .select(9..<12), .undo, .redo,
                .key(.tab, []), .key(.pageDown, .command), .insert(""),
            ], into: number)
        #expect(text == "Ada")
    }
}
