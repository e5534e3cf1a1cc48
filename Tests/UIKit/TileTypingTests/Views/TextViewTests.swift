import Foundation
import Testing
import TileDrawing
import TileViews

@testable import TileTyping

@Suite("A text view")
struct TextViewTests {
    private func rig(_ text: String, height: CGFloat = 120) -> TypingRig<UITextView> {
        let view = UITextView(frame: .zero)
        view.font = .systemFont(ofSize: 17)
        view.text = text
        return TypingRig(view, frame: CGRect(x: 20, y: 20, width: 200, height: height))
    }

    final class Diary: NSObject, UITextViewDelegate {
        var lines: [String] = []
        var refuses: Set<String> = []

        func textViewShouldBeginEditing(_ textView: UITextView) -> Bool {
            lines.append("shouldBegin")
            return true
        }
        func textViewDidBeginEditing(_ textView: UITextView) { lines.append("didBegin") }
        func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
            lines.append("\(range.location)+\(range.length)→\(text)")
            return !refuses.contains(text)
        }
        func textViewDidChange(_ textView: UITextView) { lines.append("didChange") }
        func textViewDidChangeSelection(_ textView: UITextView) { lines.append("selection \(textView.selectedRange)") }
        func textViewDidEndEditing(_ textView: UITextView) { lines.append("didEnd") }
        func textView(
            _ textView: UITextView, shouldInteractWith url: URL, in characterRange: NSRange,
            interaction: UITextItemInteraction
        ) -> Bool {
            lines.append("link \(url) \(characterRange)")
            return false
        }
    }

    @Test("tells its delegate in UIKit's order, and asks it")
    func order() {
        let rig = rig("")
        let diary = Diary()
        rig.view.delegate = diary
        rig.view.becomeFirstResponder()
        rig.host.insertText("a")
        diary.refuses = ["x"]
        rig.host.insertText("x")
        rig.press(.keyboardReturnOrEnter)
        rig.view.resignFirstResponder()
        #expect(
            diary.lines == [
                "shouldBegin", "didBegin", "0+0→a", "selection {1, 0}", "didChange", "1+0→x", "1+0→\n",
                "selection {2, 0}", "didChange", "didEnd",
            ])
        #expect(rig.view.text == "a\n")
    }

    @Test("moves by lines and columns with the arrows")
    func lines() {
        let rig = rig("first line\nab\nthird line")
        rig.view.becomeFirstResponder()
        rig.host.setSelection(9..<9)
        rig.press(.keyboardDownArrow)
        #expect(rig.host.state.selection == 13..<13)
        rig.press(.keyboardDownArrow)
        let third = rig.host.state.selection?.lowerBound ?? 0
        // The column of the first line is kept across the short line.
        #expect((22...24).contains(third))
        rig.press(.keyboardUpArrow)
        rig.press(.keyboardUpArrow)
        #expect(rig.host.state.selection == 9..<9)
        rig.press(.keyboardLeftArrow, .command)
        #expect(rig.host.state.selection == 0..<0)
        rig.press(.keyboardDownArrow, [.command, .shift])
        #expect(rig.host.state.selection == 0..<24)
    }

    @Test("wraps lines at its width, and places and finds characters alike")
    func geometry() {
        let rig = rig("The quick brown fox jumps over the lazy dog and on")
        let view = rig.view
        let first = view.caretRect(for: view.beginningOfDocument)
        let last = view.caretRect(for: view.endOfDocument)
        #expect(last.minY > first.minY)
        #expect(abs(first.minX - (5 - 1)) < 0.01)
        #expect(abs(first.minY - 8) < 0.01)
        for offset in 0...view.text.utf16.count {
            let position = view.position(from: view.beginningOfDocument, offset: offset)!
            let caret = view.caretRect(for: position)
            let found = view.closestPosition(to: CGPoint(x: caret.midX, y: caret.midY))!
            let other = view.caretRect(for: found)
            #expect(abs(other.minX - caret.minX) < 0.01 && other.minY == caret.minY, "at \(offset)")
        }
        let all = view.selectionRects(for: view.textRange(from: view.beginningOfDocument, to: view.endOfDocument)!)
        #expect(all.count == Set(all.map(\.rect.minY)).count)
        #expect(all.first?.containsStart == true && all.last?.containsEnd == true)
    }

    @Test("scrolls to the caret as one types")
    func scrolling() {
        let rig = rig((1...40).map { "line \($0)" }.joined(separator: "\n"))
        rig.view.becomeFirstResponder()
        rig.host.setSelection(10_000..<10_000)
        rig.host.insertText("!")
        rig.frame()
        let view = rig.view
        #expect(abs(view.contentOffset.y - (view.contentSize.height - view.bounds.height)) < 1)
        view.scrollRangeToVisible(NSRange(location: 0, length: 1))
        for _ in 0..<40 { rig.frame(after: 1 / 60) }
        #expect(view.contentOffset.y == 0)
    }

    @Test("is as high as its text where it does not scroll")
    func fitting() {
        let rig = rig("one\ntwo\nthree")
        let view = rig.view
        view.isScrollEnabled = false
        let line = UIFont.systemFont(ofSize: 17).lineHeight
        #expect(abs(view.intrinsicContentSize.height - (3 * line + 16)) < 1)
        let narrow = view.sizeThatFits(CGSize(width: 40, height: 0))
        #expect(narrow.height > view.intrinsicContentSize.height)
        view.text = ""
        #expect(abs(view.sizeThatFits(CGSize(width: 200, height: 0)).height - (line + 16)) < 1)
    }

    @Test("hands taps on links to its delegate while it is not edited")
    func links() {
        let rig = rig("")
        let diary = Diary()
        rig.view.isEditable = false
        let text = NSMutableAttributedString(string: "see here now")
        text.addAttribute(.link, value: URL(string: "https://example.org/a")!, range: NSRange(location: 4, length: 4))
        rig.view.attributedText = text
        rig.view.delegate = diary
        rig.frame()
        let place = rig.view.firstRect(for: rig.view.range(5..<6)!)
        rig.tap(CGPoint(x: place.midX, y: place.midY))
        #expect(diary.lines == ["link https://example.org/a {4, 4}"])
    }

    @Test("keeps what is set for typing until the caret is moved")
    func typingAttributes() {
        let rig = rig("ab")
        rig.view.becomeFirstResponder()
        let bold = UIFont.boldSystemFont(ofSize: 17)
        rig.view.typingAttributes[.font] = bold
        rig.host.insertText("c")
        rig.host.insertText("d")
        #expect(rig.view.attributedText.attribute(.font, at: 3, effectiveRange: nil) as? UIFont == bold)
        rig.host.setSelection(1..<1)
        rig.host.insertText("x")
        #expect(rig.view.attributedText.attribute(.font, at: 1, effectiveRange: nil) as? UIFont != bold)
    }

    @Test("changes of its storage by the program show, and leave the caret with its text")
    func storage() {
        let rig = rig("hello world")
        rig.view.becomeFirstResponder()
        rig.host.setSelection(6..<11)
        rig.view.textStorage.replaceCharacters(in: NSRange(location: 0, length: 5), with: "hi")
        #expect(rig.view.text == "hi world")
        #expect(rig.view.selectedRange == NSRange(location: 3, length: 5))
    }
}
