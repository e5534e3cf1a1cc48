import Foundation
import TileDrawing
import TileGraphics
import TileViews

extension UITextView {
    var textDelegate: (any UITextViewDelegate)? { delegate as? any UITextViewDelegate }

    func build() {
        layoutManager.client = self
        layoutManager.adjust = { [unowned self] in self.shownAttributes($0) }
        core.client = self
        parts = TextViewParts(self)
        alwaysBounceVertical = false
        isAccessibilityElement = true
        layoutManager.flow.reload()
    }

    // MARK: Setting

    func setText(_ text: NSAttributedString) {
        noteObserved(before: "text")
        style.typing = nil
        textStorage.setAttributedString(text)
        core.didReload()
        noteLooks(resizes: true)
        noteObserved()
    }

    func changeStyle(_ key: NSAttributedString.Key, _ change: (inout TextViewStyle) -> Void) {
        change(&style)
        let value = style.attributes[key]
        style.typing?[key] = value
        let all = NSRange(location: 0, length: textStorage.length)
        if all.length == 0 {
            layoutManager.flow.invalidateAll()
        } else if let value {
            textStorage.addAttribute(key, value: value, range: all)
        } else {
            textStorage.removeAttribute(key, range: all)
        }
        noteLooks(resizes: true)
    }

    func noteTraits() { if isFirstResponder { window?.screen.textInput.note() } }

    func followCategory() {
        guard adjustsFontForContentSizeCategory, let fitting = style.font.fitting(traitCollection) else { return }
        if fitting != style.font { font = fitting }
    }

    // MARK: Attributes

    /// The attributes of the character before the caret, or of the one after it at the start of the text.
    var attributesAtCaret: [NSAttributedString.Key: Any] {
        let length = core.length
        guard length > 0 else { return style.attributes }
        let caret = core.selection.lowerBound
        var attributes = textStorage.attributes(
            at: min(core.selection.isEmpty ? max(0, caret - 1) : caret, length - 1), effectiveRange: nil)
        attributes[.link] = nil
        return attributes
    }

    /// Returns the attributes with the color of links.
    private func shownAttributes(_ set: AttributeSet) -> AttributeSet {
        guard set.values[.link] != nil else { return set }
        return AttributeSet(set.values.merging(linkTextAttributes) { $1 })
    }

    func noteLinks() {
        guard parts != nil else { return }
        layoutManager.flow.invalidateAll()
        setNeedsLayout()
    }

    // MARK: Beginning and ending

    func beginEditing(_ become: () -> Bool) -> Bool {
        if isFirstResponder { return true }
        guard canBecomeFirstResponder, !isEditable || textDelegate?.textViewShouldBeginEditing(self) ?? true else {
            return false
        }
        guard become() else { return false }
        noteLooks()
        guard isEditable else { return true }
        wantsCaretSeen = true
        textDelegate?.textViewDidBeginEditing(self)
        NotificationCenter.default.post(name: Self.textDidBeginEditingNotification, object: self)
        return true
    }

    func endEditing(_ resign: () -> Bool) -> Bool {
        guard isFirstResponder else { return resign() }
        guard !isEditable || textDelegate?.textViewShouldEndEditing(self) ?? true else { return false }
        core.unmark()
        guard resign() else { return false }
        core.endTyping()
        clearsOnInsertion = false
        noteLooks()
        textDelegate?.textViewDidEndEditing(self)
        NotificationCenter.default.post(name: Self.textDidEndEditingNotification, object: self)
        return true
    }

    // MARK: Typing

    func mayChange(_ range: Range<Int>, to text: String) -> Bool {
        textDelegate?.textView(self, shouldChangeTextIn: NSRange(range), replacementText: text) ?? true
    }

    func type(_ text: String) {
        if clearsOnInsertion {
            clearsOnInsertion = false
            core.select(0..<core.length)
        }
        let typing = typingAttributes
        core.insert(text)
        // Attributes set for typing stay in effect until the caret is moved.
        if style.typing != nil { style.typing = typing }
    }

    func mark(_ text: String, _ selection: NSRange) {
        core.setMarked(NSAttributedString(string: text, attributes: typingAttributes), selecting: selection)
        parts.redraw()
    }

    func cutText() {
        guard !core.selection.isEmpty, mayChange(core.selection, to: "") else { return }
        core.copyText(to: window?.screen)
        core.deleteBackward()
    }

    func pasteText() {
        guard let text = window?.screen.pasteboard.string, mayChange(core.marked ?? core.selection, to: text) else {
            return
        }
        core.unmark()
        core.replace(core.selection, with: NSAttributedString(string: text, attributes: typingAttributes), .other)
    }
}

extension UITextView: TextInteractionClient {
    var coreInput: any UITextInput { self }
    var isTextEditable: Bool { isEditable }
    var isTextSelectable: Bool { isSelectable || isEditable }
    var typingAttributeSet: AttributeSet { AttributeSet(typingAttributes) }

    /// Opens a link in a text that isn't editable.
    func takesTap(at point: CGPoint) -> Bool {
        guard !isEditable, isSelectable, let range = core.characterRange(at: point) else { return false }
        let offset = core.offset(of: range.start)
        var found = NSRange()
        let value = textStorage.attribute(
            .link, at: offset, longestEffectiveRange: &found, in: NSRange(location: 0, length: textStorage.length))
        guard let url = value as? URL ?? (value as? String).flatMap({ URL(string: $0) }) else { return false }
        let isWanted =
            textDelegate?.textView(self, shouldInteractWith: url, in: found, interaction: .invokeDefaultAction) ?? true
        if isWanted { (window?.screen).map { _ in UIApplication.shared.open(url) } }
        return true
    }

    func thirdTapRange(at place: Int) -> Range<Int> { core.paragraph(at: place) }

    func revealCaret() {
        wantsCaretSeen = true
        setNeedsLayout()
    }

    func coreDidChangeText() {
        revealCaret()
        textDelegate?.textViewDidChange(self)
        NotificationCenter.default.post(name: Self.textDidChangeNotification, object: self)
    }

    func coreDidChangeSelection() {
        if !core.isEditing { style.typing = nil }
        setNeedsLayout()
        textDelegate?.textViewDidChangeSelection(self)
    }

    func coreDidChangeLooks() {
        noteLooks()
        if core.marked != nil || parts.showsMark { parts.redraw() }
        parts.showsMark = core.marked != nil
    }
}

extension UITextView: LayoutClient {
    func layoutDidChange() { if !isLayingOut { noteLooks(resizes: true) } }
    func textDidChange(in range: Range<Int>, by delta: Int) { core.didEdit(range, by: delta) }
}
