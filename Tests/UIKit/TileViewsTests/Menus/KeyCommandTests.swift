import Foundation
import Testing

@testable import TileViews

@Suite("Key commands")
struct KeyCommandTests {
    private final class Editor: UIView {
        var commands: [UIKeyCommand] = []
        var log: [String] = []

        override class var actions: ActionTable {
            super.actions + [
                .action("reload:") { (editor: Editor) in
                    { (sender: UIKeyCommand) in editor.log.append("reload \(sender.input ?? "")") }
                }
            ]
        }

        override var canBecomeFirstResponder: Bool { true }
        override var keyCommands: [UIKeyCommand]? { commands }
        override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) { log.append("began") }
        override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) { log.append("ended") }
    }

    private let screen = UIScreen(size: CGSize(width: 100, height: 100))

    private func stage(_ commands: [UIKeyCommand]) -> (UIWindow, outer: Editor, inner: UIView) {
        let window = UIWindow(screen: screen)
        let (outer, inner) = (Editor(), Editor())
        outer.commands = commands
        window.addSubview(outer)
        outer.addSubview(inner)
        inner.becomeFirstResponder()
        return (window, outer, inner)
    }

    private func type(_ characters: String, _ flags: UIKeyModifierFlags, in window: UIWindow) {
        let press = UIPress(
            key: UIKey(characters: characters, modifierFlags: flags, keyCode: .keyboardR), timestamp: 0)
        window.sendEvent(UIPressesEvent(presses: [press], timestamp: 0))
        press.change(to: .ended, timestamp: 1)
        window.sendEvent(UIPressesEvent(presses: [press], timestamp: 1))
    }

    private func log(_ editor: UIView) -> [String] { (editor as? Editor)?.log ?? [] }

    @Test("A key that fits performs the command along the chain, and nobody hears of its press")
    func performing() {
        let (window, outer, inner) = stage([UIKeyCommand(input: "r", modifierFlags: .command, action: "reload:")])
        type("r", .command, in: window)
        // The first responder in the chain that can perform the command is the inner one.
        #expect(log(inner) == ["reload r"])
        #expect(outer.log.isEmpty)
    }

    @Test("Modifiers must be those of the command, and no others; caps lock does not count, nor does case")
    func modifiers() {
        let commands = [
            UIKeyCommand(input: "r", modifierFlags: [.command, .shift], action: "reload:"),
            UIKeyCommand(input: UIKeyCommand.inputUpArrow, modifierFlags: [], action: "reload:"),
        ]
        let (window, _, inner) = stage(commands)
        let cases: [(String, UIKeyModifierFlags, Bool)] = [
            ("r", [.command, .shift], true), ("R", [.command, .shift], true), ("r", .command, false),
            ("r", [], false), ("r", [.command, .shift, .alternate], false), ("e", [.command, .shift], false),
            ("R", [.command, .shift, .alphaShift], true), (UIKeyCommand.inputUpArrow, .numericPad, true),
        ]
        for (characters, flags, isCommand) in cases {
            let before = log(inner).count
            type(characters, flags, in: window)
            let told = Array(log(inner)[before...])
            #expect(isCommand ? told.count == 1 && told[0].hasPrefix("reload") : told == ["began", "ended"])
        }
    }

    @Test("A disabled command, and one that nobody performs, leave the press to the responders")
    func unperformed() {
        let (window, _, inner) = stage([
            UIKeyCommand(action: "reload:", input: "r", attributes: .disabled),
            UIKeyCommand(input: "r", modifierFlags: [], action: "fly:"),
        ])
        type("r", [], in: window)
        #expect(log(inner) == ["began", "ended"])
    }
}
