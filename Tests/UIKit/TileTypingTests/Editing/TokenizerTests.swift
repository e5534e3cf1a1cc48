import Foundation
import Testing
import TileViews

@testable import TileTyping

@Suite("A text's units")
struct TokenizerTests {
    private func view(_ text: String) -> UITextView {
        let view = UITextView(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
        view.text = text
        return view
    }

    private func boundaries(_ text: String, unit: UITextGranularity, direction: UITextStorageDirection) -> [Int] {
        let view = view(text)
        var found: [Int] = []
        var position = direction == .forward ? view.beginningOfDocument : view.endOfDocument
        while let next = view.tokenizer.position(from: position, toBoundary: unit, inDirection: .storage(direction)) {
            found.append(view.offset(from: view.beginningOfDocument, to: next))
            position = next
            guard found.count < 100 else { break }
        }
        return found
    }

    @Test("characters are what people see as one")
    func characters() {
        #expect(boundaries("e\u{301}👩‍👩‍👧‍👦🇨🇭x", unit: .character, direction: .forward) == [2, 13, 17, 18])
        #expect(boundaries("e\u{301}👩‍👩‍👧‍👦🇨🇭x", unit: .character, direction: .backward) == [17, 13, 2, 0])
        #expect(boundaries("a\r\nb", unit: .character, direction: .forward) == [1, 3, 4])
    }

    @Test("words end where letters do, in any script")
    func words() {
        #expect(boundaries("one, two-three don't", unit: .word, direction: .forward) == [3, 8, 14, 20])
        #expect(boundaries("one, two-three don't", unit: .word, direction: .backward) == [15, 9, 5, 0])
        #expect(boundaries("שלום עולם", unit: .word, direction: .forward) == [4, 9])
        let view = view("one, two")
        func word(_ offset: Int, _ direction: UITextStorageDirection) -> Range<Int>? {
            let position = view.position(from: view.beginningOfDocument, offset: offset)!
            return view.offsets(
                of: view.tokenizer.rangeEnclosingPosition(position, with: .word, inDirection: .storage(direction)))
        }
        #expect(word(1, .forward) == 0..<3)
        #expect(word(3, .forward) == nil)
        #expect(word(3, .backward) == 0..<3)
        #expect(word(5, .forward) == 5..<8)
        #expect(word(5, .backward) == nil)
    }

    @Test("sentences and paragraphs")
    func longer() {
        #expect(boundaries("One. Two! Three", unit: .sentence, direction: .forward) == [4, 9, 15])
        #expect(boundaries("One. Two! Three", unit: .sentence, direction: .backward) == [10, 5, 0])
        #expect(boundaries("ab\ncd\r\n\nx", unit: .paragraph, direction: .forward) == [2, 5, 7, 9])
        #expect(boundaries("ab\ncd\r\n\nx", unit: .paragraph, direction: .backward) == [8, 7, 3, 0])
        #expect(boundaries("ab\ncd", unit: .document, direction: .forward) == [5])
    }

    @Test("lines are those of the layout")
    func lines() {
        let view = view("")
        view.font = .systemFont(ofSize: 20)
        view.frame.size.width = 100
        view.text = "some words that wrap"
        view.layoutIfNeeded()
        let start = view.beginningOfDocument
        let end = view.tokenizer.position(from: start, toBoundary: .line, inDirection: .storage(.forward))!
        let first = view.offset(from: start, to: end)
        #expect(first > 3 && first < 20)
        // A caret at the end of a line is shown there instead of at the beginning of the next.
        #expect(view.caretRect(for: end).minY == view.caretRect(for: start).minY)
        #expect(view.tokenizer.isPosition(end, atBoundary: .line, inDirection: .storage(.forward)))
    }

    @Test("a boundary near by costs as little in a long text")
    func long() {
        let view = view(String(repeating: "word ", count: 200_000))
        let middle = view.position(from: view.beginningOfDocument, offset: 500_002)!
        let end = view.tokenizer.position(from: middle, toBoundary: .word, inDirection: .storage(.forward))!
        #expect(view.offset(from: view.beginningOfDocument, to: end) == 500_004)
    }
}
