/// A responder that takes text key by key. While one is its window's first responder, what keys type goes to it; see
/// `TextInputHost`.
public protocol UIKeyInput: UITextInputTraits {
    /// Whether there is anything to delete.
    var hasText: Bool { get }
    func insertText(_ text: String)
    /// Deletes the selection, or what is before the caret.
    func deleteBackward()
}
