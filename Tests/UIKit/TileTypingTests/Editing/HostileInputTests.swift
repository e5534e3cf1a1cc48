import Foundation
import TestSupport
import Testing
import TileDrawing
import TileViews

@testable import TileTyping

/// Checks that no input from a host, an input method or a program makes a text view trap.
@Suite("Nonsense from an input method")
struct HostileInputTests {
    private static let texts = [
        "", "a", "é\u{301}", "👩‍👩‍👧‍👦", "🇨🇭🇩🇪", "\r\n", "\n\n\n", "\u{0}", "שלום", "العربية abc", "\u{200D}", "\u{FE0F}", "क्षि",
        "ffi",
        String(repeating: "\u{301}", count: 100), "\u{2028}\u{2029}", "日本語", "\u{FFFD}",
    ]
    private static let numbers = [0, 1, -1, 2, 3, 7, 100, .max, .min, NSNotFound, .max - 1]

    private func check(_ input: any UITextInput, _ core: TextCore) {
        let length = core.length
        #expect(core.selection.lowerBound >= 0 && core.selection.upperBound <= length)
        if let marked = core.marked { #expect(marked.lowerBound >= 0 && marked.upperBound <= length) }
        for end in [core.selection.lowerBound, core.selection.upperBound] {
            #expect(
                core.characterBoundary(at: end) == end, "\(end) lies within a character of \(core.text(in: 0..<length))"
            )
        }
    }

    @Test("ranges and offsets beyond the text are brought within", arguments: texts)
    func ranges(_ text: String) {
        for view in [UITextField(), UITextView()] as [any UIView & UITextInput] {
            let rig = TypingRig<UIView>(view)
            (view as? UITextField)?.text = text
            (view as? UITextView)?.text = text
            let core = (view as? UITextField)?.core ?? (view as! UITextView).core
            _ = view.becomeFirstResponder()
            for a in Self.numbers {
                for b in Self.numbers {
                    rig.host.setSelection(min(a, b)..<max(a, b))
                    check(view, core)
                    view.setMarkedText(text, selectedRange: NSRange(location: a, length: b))
                    check(view, core)
                    (view as? UITextView)?.selectedRange = NSRange(location: a, length: b)
                    rig.host.setMarkedText("x\(text)", selection: min(a, b)..<max(a, b))
                    check(view, core)
                }
                let position = view.position(from: view.beginningOfDocument, offset: a)
                if let position { _ = view.caretRect(for: position) }
                for direction in [UITextLayoutDirection.left, .right, .up, .down] {
                    _ = view.position(from: view.endOfDocument, in: direction, offset: a)
                }
                view.unmarkText()
                rig.host.replace(min(a, 0)..<max(a, 0), with: text)
                check(view, core)
            }
            rig.frame()
        }
    }

    @Test("positions and ranges of others count as the beginning")
    func foreign() {
        let view = UITextView()
        let rig = TypingRig(view)
        view.text = "some text"
        let position = UITextPosition()
        _ = view.text(in: UITextRange())
        view.replace(UITextRange(), withText: "x")
        #expect(view.text == "xsome text")
        view.selectedTextRange = UITextRange()
        #expect(view.selectedRange == NSRange(location: 0, length: 0))
        #expect(view.offset(from: position, to: view.endOfDocument) == 10)
        #expect(view.compare(position, to: view.beginningOfDocument) == .orderedSame)
        for value in [CGFloat.nan, .infinity, -.infinity, 1e300] {
            _ = view.closestPosition(to: CGPoint(x: value, y: value))
            _ = view.characterRange(at: CGPoint(x: value, y: value))
        }
        for granularity in [UITextGranularity.character, .word, .sentence, .paragraph, .line, .document] {
            for direction in 0...5 {
                let direction = UITextDirection(rawValue: direction)
                _ = view.tokenizer.position(from: position, toBoundary: granularity, inDirection: direction)
                _ = view.tokenizer.rangeEnclosingPosition(position, with: granularity, inDirection: direction)
                _ = view.tokenizer.isPosition(position, atBoundary: granularity, inDirection: direction)
            }
        }
        rig.frame()
    }

    @Test("random edits keep the text, its layout and its undo together", arguments: 1...6)
    func random(_ seed: UInt64) {
        var random = SeededGenerator(seed)
        let view = UITextView()
        let rig = TypingRig(view, frame: CGRect(x: 0, y: 0, width: 120, height: 200))
        view.becomeFirstResponder()
        for step in 0..<150 {
            let length = view.core.length
            let (a, b) = (
                Int.random(in: -2...length + 2, using: &random), Int.random(in: -2...length + 2, using: &random)
            )
            switch Int.random(in: 0..<9, using: &random) {
            case 0, 1, 2: rig.host.insertText(Self.texts.randomElement(using: &random)!)
            case 3: rig.host.deleteBackward()
            case 4: rig.host.deleteForward()
            case 5: rig.host.setSelection(min(a, b)..<max(a, b))
            case 6: rig.host.setMarkedText(Self.texts.randomElement(using: &random)!, selection: min(a, b)..<max(a, b))
            case 7: rig.host.undo()
            default: rig.host.replace(min(a, b)..<max(a, b), with: Self.texts.randomElement(using: &random)!)
            }
            check(view, view.core)
            let flow = view.layoutManager.flow
            #expect(flow.pieces.length == view.core.length)
            if step % 10 == 0 {
                rig.frame()
                // A new layout of the same text has the same line breaks.
                let other = TextFlow(flow.shape)
                other.source = view.layoutManager
                other.reload()
                #expect(
                    (0..<flow.pieces.count).map { flow.pieces[$0].length }
                        == (0..<other.pieces.count).map { other.pieces[$0].length })
                #expect(abs(flow.contentHeight - other.contentHeight) < 0.01)
            }
        }
        let end = view.text
        while rig.host.undo() {}
        while rig.host.redo() {}
        #expect(view.text == end)
    }
}
