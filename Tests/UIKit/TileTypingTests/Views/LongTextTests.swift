import Foundation
import Testing
import TileDrawing
import TileViews

@testable import TileTyping

// Counts the paragraphs that are laid out and drawn instead of measuring times, because the counts are the same on any
// machine.
@Suite("A text of a million characters")
struct LongTextTests {
    private func rig(_ text: String) -> TypingRig<UITextView> {
        let view = UITextView(frame: .zero)
        view.font = .systemFont(ofSize: 14)
        view.text = text
        return TypingRig(
            view, size: CGSize(width: 400, height: 600), frame: CGRect(x: 0, y: 0, width: 400, height: 600))
    }

    @Test("is laid out where it is seen, and a letter lays out and draws one paragraph")
    func paragraphs() {
        let line = String(repeating: "words and words ", count: 6) + "\n"
        let rig = rig(String(repeating: line, count: 10_400))
        #expect(rig.view.text.utf16.count > 1_000_000)
        #expect(rig.view.layoutManager.flow.layoutCount < 60)
        rig.view.becomeFirstResponder()
        rig.host.setSelection(300..<300)
        rig.frame()
        let (layouts, drawings) = (rig.view.layoutManager.flow.layoutCount, rig.view.parts.drawCount)
        for _ in 0..<10 {
            rig.host.insertText("x")
            rig.frame()
        }
        #expect(rig.view.layoutManager.flow.layoutCount - layouts <= 20)
        #expect(rig.view.parts.drawCount - drawings <= 20)
    }

    @Test("lays out what is seen at its middle and its end, and no more")
    func middle() {
        let rig = rig(String(repeating: "a line of text\n", count: 70_000))
        rig.view.becomeFirstResponder()
        for place in [500_000, 1_049_999] {
            let before = rig.view.layoutManager.flow.layoutCount
            rig.host.setSelection(place..<place)
            rig.host.insertText("y")
            rig.frame()
            #expect(rig.view.layoutManager.flow.layoutCount - before < 200)
            let caret = rig.view.caretRect(for: rig.view.selectedTextRange!.end)
            #expect(rig.view.bounds.intersects(caret))
        }
    }

    @Test("without a line end it is laid out in parts of a bounded length")
    func oneParagraph() {
        let rig = rig(String(repeating: "words ", count: 170_000))
        #expect(rig.view.layoutManager.flow.pieces.count > 100)
        let before = rig.view.layoutManager.flow.layoutCount
        rig.view.becomeFirstResponder()
        rig.host.setSelection(100..<100)
        rig.host.insertText("z")
        rig.frame()
        #expect(rig.view.layoutManager.flow.layoutCount - before <= 6)
        for index in 0..<rig.view.layoutManager.flow.pieces.count {
            #expect(rig.view.layoutManager.flow.pieces[index].length <= TextFlow.maxPiece + 1)
        }
    }

    @Test("what is selected whole is shown as far as it is seen")
    func selection() {
        let rig = rig(String(repeating: "a line of text\n", count: 70_000))
        rig.view.becomeFirstResponder()
        let before = rig.view.layoutManager.flow.layoutCount
        rig.host.selectAll()
        rig.frame()
        #expect(rig.host.state.selection == 0..<1_050_000)
        #expect(rig.view.layoutManager.flow.layoutCount - before < 100)
        #expect(rig.host.state.text.utf16.count <= 8 * TextInputHost.reach + 1)
    }
}
