import Foundation
import TileDrawing
import TileGraphics
import TileViews

extension UITextField {
    func build() {
        storage.addLayoutManager(fieldLayout)
        container.lineFragmentPadding = 0
        fieldLayout.addTextContainer(container)
        fieldLayout.client = self
        fieldLayout.display = { [unowned self] units in self.shownUnits(units) }
        fieldLayout.isOneLine = true
        fieldLayout.flow.reload()
        core.client = self
        parts = TextFieldParts(self)
        parts.clear.addAction(UIAction { [unowned self] _ in self.clearText() }, for: .touchUpInside)
        isAccessibilityElement = true
    }

    /// Returns the displayed units: dots for a password, spaces for line ends. The number of units doesn't change.
    private func shownUnits(_ units: [UInt16]) -> [UInt16] {
        guard isSecureTextEntry else {
            return units.contains(where: TextFlow.isEnd) ? units.map { TextFlow.isEnd($0) ? 0x20 : $0 } : units
        }
        let places = TextBreaks(units).places
        // One dot per character; its other units are invisible.
        return units.indices.map { places[$0].contains(.caret) ? 0x2022 : 0x200B }
    }

    // MARK: Setting

    func setText(_ text: NSAttributedString) {
        noteObserved(before: "text")
        storage.setAttributedString(text)
        scroll = 0
        core.didReload()
        noteLooks()
        noteObserved()
    }

    func changeStyle(_ change: (inout TextFieldStyle) -> Void) {
        change(&style)
        if storage.length > 0 {
            storage.setAttributes(style.attributes, range: NSRange(location: 0, length: storage.length))
        } else {
            fieldLayout.flow.invalidateAll()
        }
        noteLooks(resizes: true)
    }

    func noteLooks(resizes: Bool = false) {
        // As in UIKit, the intrinsic size follows the text only while the field isn't being edited.
        if resizes || !isEditing { invalidateIntrinsicContentSize() }
        setNeedsLayout()
        parts?.canvas.setNeedsDisplay()
    }

    func noteTraits() { if isFirstResponder { window?.screen.textInput.note() } }

    func followCategory() {
        guard adjustsFontForContentSizeCategory, let fitting = style.font.fitting(traitCollection) else { return }
        if fitting != style.font { changeStyle { $0.font = fitting } }
    }

    // MARK: Beginning and ending

    func beginEditing(_ become: () -> Bool) -> Bool {
        if isFirstResponder { return true }
        guard canBecomeFirstResponder, delegate?.textFieldShouldBeginEditing(self) ?? true else { return false }
        guard become() else { return false }
        endReason = .committed
        if clearsOnBeginEditing, hasText { clearText(asks: true) }
        core.select(core.length..<core.length)
        noteLooks()
        delegate?.textFieldDidBeginEditing(self)
        sendActions(for: .editingDidBegin)
        NotificationCenter.default.post(name: Self.textDidBeginEditingNotification, object: self)
        return true
    }

    func endEditing(_ resign: () -> Bool) -> Bool {
        guard isFirstResponder else { return resign() }
        guard delegate?.textFieldShouldEndEditing(self) ?? true else { return false }
        core.unmark()
        guard resign() else { return false }
        core.endTyping()
        clearsOnInsertion = false
        scroll = 0
        noteLooks()
        delegate?.textFieldDidEndEditing(self, reason: endReason)
        sendActions(for: .editingDidEnd)
        NotificationCenter.default.post(
            name: Self.textDidEndEditingNotification, object: self,
            userInfo: [Self.didEndEditingReasonUserInfoKey: endReason.rawValue])
        return true
    }

    // MARK: Typing

    /// The maximum length of typed text in UTF-16 units, because the whole text is a single line that is laid out at
    /// each change. The program may set a longer one.
    static let longestTyped = 16_384

    /// Returns the part of a text, on one line, that fits in place of a range.
    func fitting(_ text: String, replacing range: Range<Int>) -> String {
        let line = text.singleLine
        let room = max(0, Self.longestTyped - (core.length - core.clamped(range).count))
        guard line.utf16.count > room else { return line }
        let end = line.utf16.index(line.startIndex, offsetBy: room)
        return String(line[..<line.rangeOfComposedCharacterSequence(at: end).lowerBound])
    }

    func mayChange(_ range: Range<Int>, to text: String) -> Bool {
        delegate?.textField(self, shouldChangeCharactersIn: NSRange(range), replacementString: text) ?? true
    }

    func type(_ text: String) {
        if text == "\n" { return pressReturn() }
        if clearsOnInsertion {
            clearsOnInsertion = false
            core.select(0..<core.length)
        }
        core.insert(fitting(text, replacing: core.marked ?? core.selection))
    }

    func mark(_ text: String, _ selection: NSRange) {
        core.setMarked(
            NSAttributedString(
                string: fitting(text, replacing: core.marked ?? core.selection), attributes: typingAttributeSet.values),
            selecting: selection)
    }

    /// Handles the return key: asks the delegate, and ends editing if an action is registered for
    /// `editingDidEndOnExit`.
    private func pressReturn() {
        if core.marked != nil { return core.unmark() }
        guard delegate?.textFieldShouldReturn(self) ?? true else { return }
        let ends = allControlEvents.contains(.editingDidEndOnExit)
        sendActions(for: [.editingDidEndOnExit, .primaryActionTriggered])
        if ends, isFirstResponder { resignFirstResponder() }
    }

    func clearText(asks: Bool = true) {
        guard !asks || delegate?.textFieldShouldClear(self) ?? true else { return }
        guard hasText else { return }
        core.unmark()
        core.replace(0..<core.length, with: NSAttributedString(string: ""), .other)
    }

    func cutText() {
        guard !core.selection.isEmpty, mayChange(core.selection, to: "") else { return }
        core.copyText(to: window?.screen)
        core.deleteBackward()
    }

    func pasteText() {
        guard
            let text = window?.screen.pasteboard.string.map({ fitting($0, replacing: core.marked ?? core.selection) }),
            mayChange(core.marked ?? core.selection, to: text)
        else { return }
        core.unmark()
        core.replace(
            core.selection, with: NSAttributedString(string: text, attributes: typingAttributeSet.values), .other)
    }
}

extension UITextField: TextInteractionClient {
    var coreInput: any UITextInput { self }
    var visibleText: Range<Int> { 0..<core.length }
    var isTextEditable: Bool { isEnabled }
    var isTextSelectable: Bool { isEnabled }

    var typingAttributeSet: AttributeSet {
        var attributes = style.attributes
        if let typingAttributes { attributes.merge(typingAttributes) { $1 } }
        if fontScale < 1, let font = attributes[.font] as? UIFont {
            attributes[.font] = font.withSize(font.pointSize * fontScale)
        }
        return AttributeSet(attributes)
    }

    func takesTap(at point: CGPoint) -> Bool { false }
    func thirdTapRange(at place: Int) -> Range<Int> { 0..<core.length }
    func revealCaret() { setNeedsLayout() }

    func coreDidChangeText() {
        NotificationCenter.default.post(name: Self.textDidChangeNotification, object: self)
        sendActions(for: .editingChanged)
    }

    func coreDidChangeSelection() {
        setNeedsLayout()
        delegate?.textFieldDidChangeSelection(self)
    }

    func coreDidChangeLooks() { noteLooks() }
}

extension UITextField: LayoutClient {
    func layoutDidChange() { noteLooks() }
    func textDidChange(in range: Range<Int>, by delta: Int) {
        // A character's dots may depend on the adjacent characters.
        if isSecureTextEntry { fieldLayout.flow.reload() }
    }
}
