import Foundation
import TileDrawing
import TileGraphics
import TileViews

/// Whose text a core edits: a text field or a text view.
protocol TextCoreClient: TypingAttributes {
    /// Where the container's top left is in the client's coordinates.
    var textOrigin: CGPoint { get }
    var coreInput: any UITextInput { get }
    /// The text was changed by typing, pasting or undoing; not by the program setting it.
    func coreDidChangeText()
    /// The selection is another, whoever changed it.
    func coreDidChangeSelection()
    /// What is shown is another: text, marks or layout.
    func coreDidChangeLooks()
}

/// Edits a text: the selection, marked text, undo. Text fields and text views share it.
///
/// Places are in UTF-16 units. Those that it is given are brought within the text, and off the inside of characters
/// (letters with accents, emoji of several scalars, surrogate pairs). A change costs what it changes and the
/// paragraphs that it touches, whatever the text's length.
final class TextCore {
    let storage: NSTextStorage
    let flow: TextFlow
    weak var client: (any TextCoreClient)?
    weak var inputDelegate: (any UITextInputDelegate)?

    private(set) var selection = 0..<0
    private(set) var affinity = TextAffinity.forward
    /// What an input method has not settled.
    private(set) var marked: Range<Int>?
    /// What stood in its place before, for undo.
    private var unmarked = NSAttributedString(string: "")
    var markedStyle: [NSAttributedString.Key: Any]?
    let undoManager = UndoManager()
    private var typing: TypingRecord?

    init(_ storage: NSTextStorage, _ flow: TextFlow) {
        self.storage = storage
        self.flow = flow
    }

    var length: Int { storage.length }

    func text(in range: Range<Int>) -> String {
        String(decoding: storage.units(in: clamped(range)), as: UTF16.self)
    }

    // MARK: Places

    func clamped(_ range: Range<Int>) -> Range<Int> {
        let length = length
        return min(max(0, range.lowerBound), length)..<min(max(0, range.upperBound), length)
    }

    func clamped(_ place: TextPlace) -> TextPlace {
        TextPlace(offset: min(max(0, place.offset), length), affinity: place.affinity)
    }

    /// Around a place: far enough for any character that people type, then for any that anybody makes. A longer one is
    /// parted wherever it is asked for.
    private static let characterReaches = [64, 2048]

    /// The nearest place at or before this one that is not within a character; or after it.
    func characterBoundary(at offset: Int, isForward: Bool = false) -> Int {
        let length = length
        let offset = min(max(0, offset), length)
        guard offset > 0, offset < length else { return offset }
        let pair = storage.units(in: offset - 1..<offset + 1)
        // Between two plain letters there is no question.
        if pair[0] < 0x300, pair[1] < 0x300, !(pair[0] == 0x0D && pair[1] == 0x0A) { return offset }
        for reach in Self.characterReaches {
            let low = max(0, offset - reach)
            let places = TextBreaks(storage.units(in: low..<min(length, offset + reach))).places
            var place = offset - low
            while place > 0, place + 1 < places.count, !places[place].contains(.caret) { place += isForward ? 1 : -1 }
            let isCut = place == 0 && low > 0 || place + 1 == places.count && low + place < length
            if !isCut { return low + place }
        }
        return offset
    }

    /// The end of the character that begins at or holds a place; or the beginning of that before.
    func character(from offset: Int, isForward: Bool) -> Int {
        isForward
            ? characterBoundary(at: offset + 1, isForward: true) : characterBoundary(at: offset - 1, isForward: false)
    }

    private func whole(_ range: Range<Int>) -> Range<Int> {
        let range = clamped(range)
        let low = characterBoundary(at: range.lowerBound)
        return range.isEmpty ? low..<low : low..<max(low, characterBoundary(at: range.upperBound, isForward: true))
    }

    // MARK: Selection

    /// Selects a range, or places the caret. Marked text is settled when the selection leaves it.
    func select(_ range: Range<Int>, _ affinity: TextAffinity = .forward) {
        let range = whole(range)
        if let marked, !(marked.lowerBound <= range.lowerBound && range.upperBound <= marked.upperBound) { unmark() }
        typing = nil
        setSelection(range, affinity)
    }

    private func setSelection(_ range: Range<Int>, _ affinity: TextAffinity = .forward) {
        guard range != selection || affinity != self.affinity else { return }
        let input = client?.coreInput
        inputDelegate?.selectionWillChange(input)
        (selection, self.affinity) = (range, affinity)
        inputDelegate?.selectionDidChange(input)
        client?.coreDidChangeSelection()
    }

    // MARK: Changes by the program

    /// The program has set the text: what could be undone is gone, and the caret is at its end.
    func didReload() {
        marked = nil
        typing = nil
        undoManager.removeAllActions()
        let end = length
        if selection != end..<end { setSelection(end..<end) }
        client?.coreDidChangeLooks()
    }

    /// The program has changed a part of the storage.
    func didEdit(_ range: Range<Int>, by delta: Int) {
        guard !isEditing else { return }
        typing = nil
        if let marked, marked.overlaps(range) || delta != 0 { self.marked = nil }
        let old = max(range.lowerBound, range.upperBound - delta)
        func moved(_ place: Int) -> Int {
            place <= range.lowerBound ? place : place >= old ? place + delta : range.upperBound
        }
        setSelection(
            whole(moved(selection.lowerBound)..<max(moved(selection.lowerBound), moved(selection.upperBound))))
    }

    // MARK: Changes by a person

    private(set) var isEditing = false

    enum Kind { case typing, deleting, other }

    private func typed(_ text: String) -> NSAttributedString {
        NSAttributedString(string: text, attributes: client?.typingAttributeSet.values ?? [:])
    }

    func insert(_ text: String) {
        let range = marked ?? selection
        if marked != nil {
            replaceMarked(with: typed(text))
            settle(selecting: nil)
            return
        }
        replace(range, with: typed(text), .typing)
    }

    func replace(_ range: Range<Int>, with text: String) {
        if let marked {
            if marked == clamped(range) { return insert(text) }
            unmark()
        }
        replace(whole(range), with: typed(text), .other)
    }

    func replace(_ range: Range<Int>, with text: NSAttributedString, _ kind: Kind) {
        let range = clamped(range)
        guard !range.isEmpty || text.length > 0 else { return }
        let original = storage.attributedSubstring(from: NSRange(range))
        let before = selection
        change(range, with: text)
        let made = range.lowerBound..<range.lowerBound + text.length
        note(made, original, before, kind)
        finish(at: made.upperBound)
    }

    func deleteBackward() {
        if let marked {
            let end = selection.upperBound
            let start = selection.isEmpty ? character(from: end, isForward: false) : selection.lowerBound
            let part = (start..<end).clamped(to: marked)
            guard !part.isEmpty else { return }
            let rest = NSMutableAttributedString(
                attributedString: storage.attributedSubstring(from: NSRange(marked)))
            rest.deleteCharacters(in: NSRange(location: part.lowerBound - marked.lowerBound, length: part.count))
            replaceMarked(with: rest)
            if rest.length == 0 {
                settle(selecting: nil)
            } else {
                setSelection(whole(part.lowerBound..<part.lowerBound))
            }
            return
        }
        var range = selection
        if range.isEmpty {
            let start = character(from: range.lowerBound, isForward: false)
            guard start < range.lowerBound else { return }
            range = start..<range.lowerBound
        }
        replace(range, with: NSAttributedString(string: ""), .deleting)
    }

    /// Changes the storage, and tells who follows the text.
    private func change(_ range: Range<Int>, with text: NSAttributedString) {
        let input = client?.coreInput
        inputDelegate?.textWillChange(input)
        isEditing = true
        storage.replaceCharacters(in: NSRange(range), with: text)
        isEditing = false
        inputDelegate?.textDidChange(input)
    }

    private func finish(at place: Int) {
        // What came may have joined what follows.
        let caret = characterBoundary(at: place, isForward: true)
        setSelection(caret..<caret)
        client?.coreDidChangeLooks()
        client?.coreDidChangeText()
    }

    // MARK: Marked text

    func setMarked(_ text: NSAttributedString, selecting wanted: NSRange) {
        if marked == nil {
            guard text.length > 0 else { return }
            typing = nil
            let range = selection
            unmarked = storage.attributedSubstring(from: NSRange(range))
            marked = range
        }
        replaceMarked(with: text)
        guard let marked else { return }
        if text.length == 0 { return settle(selecting: nil) }
        let low = wanted.location == NSNotFound ? text.length : min(max(0, wanted.location), text.length)
        let high = min(text.length, low + min(max(0, wanted.length), text.length - low))
        setSelection(whole(marked.lowerBound + low..<marked.lowerBound + high))
        client?.coreDidChangeLooks()
    }

    private func replaceMarked(with text: NSAttributedString) {
        guard let old = marked else { return }
        change(clamped(old), with: text)
        marked = old.lowerBound..<old.lowerBound + text.length
        setSelection(whole(old.lowerBound + text.length..<old.lowerBound + text.length))
        client?.coreDidChangeLooks()
        client?.coreDidChangeText()
    }

    func unmark() {
        guard marked != nil else { return }
        settle(selecting: selection)
    }

    private func settle(selecting range: Range<Int>?) {
        guard let made = marked else { return }
        marked = nil
        if made.count > 0 || unmarked.length > 0 {
            note(made, unmarked, made.lowerBound..<made.lowerBound + unmarked.length, .other)
        }
        unmarked = NSAttributedString(string: "")
        setSelection(whole(range ?? made.upperBound..<made.upperBound))
        client?.coreDidChangeLooks()
    }

    // MARK: Undo

    /// A change that can be taken back, and that goes on growing while a person types on.
    private final class TypingRecord {
        /// What is there now.
        var made: Range<Int>
        /// What was there before.
        var original: NSAttributedString
        let selection: Range<Int>
        let kind: Kind

        init(_ made: Range<Int>, _ original: NSAttributedString, _ selection: Range<Int>, _ kind: Kind) {
            (self.made, self.original, self.selection, self.kind) = (made, original, selection, kind)
        }
    }

    private var changesAtTyping = 0

    /// Notes a change. Letters typed one after the other are one, and so are those deleted one after the other, until
    /// the caret is moved, or a line ends.
    private func note(
        _ made: Range<Int>, _ original: NSAttributedString, _ selection: Range<Int>, _ kind: Kind
    ) {
        if let typing, kind == typing.kind, undoManager.changes == changesAtTyping {
            if kind == .typing, original.length == 0, made.lowerBound == typing.made.upperBound {
                typing.made = typing.made.lowerBound..<made.upperBound
                endTypingAtLineEnd(made)
                return
            }
            if kind == .deleting, typing.made.isEmpty, made.lowerBound + original.length == typing.made.lowerBound {
                let all = NSMutableAttributedString(attributedString: original)
                all.append(typing.original)
                typing.original = all
                typing.made = made
                return
            }
        }
        let record = TypingRecord(made, original, selection, kind)
        undoManager.registerUndo(withTarget: self) { core in core.takeBack(record) }
        if !undoManager.isUndoing, !undoManager.isRedoing {
            undoManager.setActionName(kind == .other ? "" : "Typing")
            undoManager.closeEventGroup()
        }
        typing = kind == .other ? nil : record
        changesAtTyping = undoManager.changes
        endTypingAtLineEnd(made)
    }

    private func endTypingAtLineEnd(_ made: Range<Int>) {
        let made = clamped(made)
        guard let last = made.last, storage.units(in: last..<last + 1).first.map(TextFlow.isEnd) == true else { return }
        typing = nil
    }

    private func takeBack(_ record: TypingRecord) {
        // What is not settled was never done.
        if marked != nil {
            replaceMarked(with: unmarked)
            marked = nil
        }
        let range = clamped(record.made)
        let now = storage.attributedSubstring(from: NSRange(range))
        let before = selection
        change(range, with: record.original)
        note(range.lowerBound..<range.lowerBound + record.original.length, now, before, .other)
        typing = nil
        setSelection(whole(record.selection))
        client?.coreDidChangeLooks()
        client?.coreDidChangeText()
    }

    func endTyping() { typing = nil }
}
