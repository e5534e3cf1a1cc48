import Foundation
import TileDrawing
import TileGraphics
import TileViews

/// A text field or text view whose text is being edited.
protocol TextCoreClient: TypingAttributes {
    /// The position of the container's top left in the client's coordinates.
    var textOrigin: CGPoint { get }
    var coreInput: any UITextInput { get }
    /// Called after a change by typing, pasting or undoing, but not by the program.
    func coreDidChangeText()
    /// Called after any change of the selection.
    func coreDidChangeSelection()
    /// Called after a visible change of the text, the marked text or the layout.
    func coreDidChangeLooks()
}

/// The editor of a text: its selection, marked text and undo. Text fields and text views share it.
///
/// Offsets are in UTF-16 units. Offsets from outside are clamped to the text and moved out of the inside of characters
/// (letters with accents, emoji of several scalars, surrogate pairs). The cost of a change depends on the change and
/// the paragraphs that it touches, not on the length of the text.
final class TextCore {
    let storage: NSTextStorage
    let flow: TextFlow
    weak var client: (any TextCoreClient)?
    weak var inputDelegate: (any UITextInputDelegate)?

    private(set) var selection = 0..<0
    private(set) var affinity = TextAffinity.forward
    /// The range of the text that an input method hasn't committed yet.
    private(set) var marked: Range<Int>?
    /// The text that the marked text has replaced, for undo.
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

    /// The distances in which to look for a character's boundaries: enough for all usual characters, then for extremely
    /// long ones. An even longer character is split at the requested offset.
    private static let characterReaches = [64, 2048]

    /// Returns the nearest offset at or before the given one, or after it, that isn't inside a character.
    func characterBoundary(at offset: Int, isForward: Bool = false) -> Int {
        let length = length
        let offset = min(max(0, offset), length)
        guard offset > 0, offset < length else { return offset }
        let pair = storage.units(in: offset - 1..<offset + 1)
        // There is always a boundary between two simple letters.
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

    /// Returns the end of the character that begins at or contains an offset; or the start of the previous one.
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

    /// Selects a range or moves the caret. Marked text is committed if the selection leaves it.
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

    /// Resets the editor after the program has replaced the text: clears the undo history and moves the caret to the
    /// end.
    func didReload() {
        marked = nil
        typing = nil
        undoManager.removeAllActions()
        let end = length
        if selection != end..<end { setSelection(end..<end) }
        client?.coreDidChangeLooks()
    }

    /// Adjusts the selection after the program has changed a part of the storage.
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

    // MARK: Changes by the user

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
        note(made, original, selection: before, kind: kind)
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

    /// Changes the storage and informs the input delegate.
    private func change(_ range: Range<Int>, with text: NSAttributedString) {
        let input = client?.coreInput
        inputDelegate?.textWillChange(input)
        isEditing = true
        storage.replaceCharacters(in: NSRange(range), with: text)
        isEditing = false
        inputDelegate?.textDidChange(input)
    }

    private func finish(at place: Int) {
        // The inserted text may have combined with the following character.
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
            note(made, unmarked, selection: made.lowerBound..<made.lowerBound + unmarked.length, kind: .other)
        }
        unmarked = NSAttributedString(string: "")
        setSelection(whole(range ?? made.upperBound..<made.upperBound))
        client?.coreDidChangeLooks()
    }

    // MARK: Undo

    /// An undoable change, which grows while the user continues typing.
    private final class TypingRecord {
        /// The range of the new text.
        var made: Range<Int>
        /// The text that was replaced.
        var original: NSAttributedString
        let selection: Range<Int>
        let kind: Kind

        init(_ made: Range<Int>, _ original: NSAttributedString, selection: Range<Int>, kind: Kind) {
            (self.made, self.original, self.selection, self.kind) = (made, original, selection, kind)
        }
    }

    private var changesAtTyping = 0

    /// Registers a change for undo. Consecutively typed letters form one change, as do consecutive deletions, until the
    /// caret moves or a line ends.
    private func note(
        _ made: Range<Int>, _ original: NSAttributedString, selection: Range<Int>, kind: Kind
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
        let record = TypingRecord(made, original, selection: selection, kind: kind)
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
        // Uncommitted text is discarded first.
        if marked != nil {
            replaceMarked(with: unmarked)
            marked = nil
        }
        let range = clamped(record.made)
        let now = storage.attributedSubstring(from: NSRange(range))
        let before = selection
        change(range, with: record.original)
        note(range.lowerBound..<range.lowerBound + record.original.length, now, selection: before, kind: .other)
        typing = nil
        setSelection(whole(record.selection))
        client?.coreDidChangeLooks()
        client?.coreDidChangeText()
    }

    func endTyping() { typing = nil }
}
