import Foundation
import TestSupport
import Testing
import TileDrawing
import TileViews

@testable import TileTyping

@Suite("A text storage")
struct TextStorageTests {
    final class Follower: NSTextStorageDelegate {
        var lines: [String] = []
        func textStorage(
            _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions, range: NSRange,
            changeInLength delta: Int
        ) { lines.append("\(editedMask.rawValue) \(range) \(delta)") }
    }

    @Test("is an attributed string like Foundation's, whatever is done to it", arguments: 1...8)
    func model(_ seed: UInt64) {
        var random = SeededGenerator(seed)
        let storage = NSTextStorage()
        let model = NSMutableAttributedString(string: "")
        let keys = [NSAttributedString.Key("a"), NSAttributedString.Key("b")]
        for _ in 0..<200 {
            let low = Int.random(in: 0...model.length, using: &random)
            let range = NSRange(location: low, length: Int.random(in: 0...model.length - low, using: &random))
            let value = Int.random(in: 0...2, using: &random)
            let text = NSAttributedString(
                string: ["", "x", "yé", "日z"].randomElement(using: &random)!, attributes: [keys[0]: value])
            for target in [storage, model] {
                switch (seed &+ UInt64(low) &+ UInt64(value)) % 4 {
                case 0: target.replaceCharacters(in: range, with: text)
                case 1: target.addAttribute(keys[1], value: value, range: range)
                // On Linux, Foundation can crash when it removes attributes.
                case 2 where target === storage: storage.removeAttribute(keys[0], range: range)
                case 2: without(keys[0], from: model, range: range)
                default: target.insert(text, at: low)
                }
            }
            #expect(storage.length == model.length)
        }
        #expect(storage.string.utf16.elementsEqual(model.string.utf16))
        for place in 0..<model.length {
            let (a, b) = (
                storage.attributes(at: place, effectiveRange: nil), model.attributes(at: place, effectiveRange: nil)
            )
            #expect(a.mapValues { "\($0)" } == b.mapValues { "\($0)" })
            var run = NSRange()
            _ = storage.attributes(at: place, effectiveRange: &run)
            #expect(run.location <= place && place < run.location + run.length)
        }
    }

    private func without(_ key: NSAttributedString.Key, from text: NSMutableAttributedString, range: NSRange) {
        var parts: [([NSAttributedString.Key: Any], NSRange)] = []
        text.enumerateAttributes(in: range) { attributes, range, _ in parts.append((attributes, range)) }
        for (attributes, range) in parts {
            text.setAttributes(attributes.filter { $0.key != key }, range: range)
        }
    }

    @Test("tells of each change, and of a group of them once")
    func processing() {
        let storage = NSTextStorage(string: "hello")
        let follower = Follower()
        storage.delegate = follower
        storage.replaceCharacters(in: NSRange(location: 1, length: 2), with: "x")
        storage.addAttribute(.kern, value: 1, range: NSRange(location: 0, length: 2))
        storage.beginEditing()
        storage.append(NSAttributedString(string: "!!"))
        storage.deleteCharacters(in: NSRange(location: 0, length: 1))
        storage.endEditing()
        storage.endEditing()
        #expect(follower.lines == ["3 {1, 1} -1", "1 {0, 2} 0", "3 {0, 5} 1"])
        #expect(storage.string == "xlo!!")
    }

    /// A text storage that keeps its text in a string of its own, as programs write it.
    final class Own: NSTextStorage {
        private let backing = NSMutableAttributedString(string: "")
        override var string: String { backing.string }
        override func attributes(at location: Int, effectiveRange range: NSRangePointer?) -> [NSAttributedString.Key:
            Any]
        {
            backing.attributes(at: location, effectiveRange: range)
        }
        override func replaceCharacters(in range: NSRange, with str: String) {
            beginEditing()
            backing.replaceCharacters(in: range, with: str)
            edited(
                [.editedCharacters, .editedAttributes], range: range, changeInLength: str.utf16.count - range.length)
            endEditing()
        }
        override func setAttributes(_ attrs: [NSAttributedString.Key: Any]?, range: NSRange) {
            beginEditing()
            backing.setAttributes(attrs, range: range)
            edited(.editedAttributes, range: range, changeInLength: 0)
            endEditing()
        }
        override func processEditing() {
            // Highlights digits.
            let text = string
            for match in text.ranges(of: /[0-9]+/) {
                addAttribute(.kern, value: 2, range: NSRange(match, in: text))
            }
            super.processEditing()
        }
    }

    @Test("a subclass that keeps the text itself is laid out and edited as any other")
    func subclass() {
        let storage = Own()
        let manager = NSLayoutManager()
        let container = NSTextContainer(size: CGSize(width: 200, height: 0))
        manager.addTextContainer(container)
        storage.addLayoutManager(manager)
        let view = UITextView(frame: CGRect(x: 0, y: 0, width: 200, height: 100), textContainer: container)
        let rig = TypingRig(view)
        view.becomeFirstResponder()
        rig.host.insertText("a12b")
        rig.host.deleteBackward()
        #expect(storage.string == "a12")
        #expect(storage.attribute(.kern, at: 1, effectiveRange: nil) as? Int == 2)
        #expect(storage.attribute(.kern, at: 0, effectiveRange: nil) == nil)
        #expect(view.caretRect(for: view.endOfDocument).minX > 10)
        #expect(rig.host.undo())
        #expect(rig.host.undo())
        #expect(storage.string == "")
    }

    @Test("ranges beyond the text are brought within")
    func beyond() {
        let storage = NSTextStorage(string: "abc")
        for location in [-1, 0, 2, 3, 99, NSNotFound, Int.max, Int.min] {
            for length in [-1, 0, 1, 99, Int.max] {
                let range = NSRange(location: location, length: length)
                storage.addAttribute(.kern, value: 1, range: range)
                _ = storage.attributedSubstring(from: range)
                _ = storage.attributes(at: location, effectiveRange: nil)
                storage.enumerateAttributes(in: range) { _, _, _ in }
            }
            storage.insert(NSAttributedString(string: "x"), at: location)
        }
        storage.deleteCharacters(in: NSRange(location: 0, length: Int.max))
        #expect(storage.string == "")
    }
}
