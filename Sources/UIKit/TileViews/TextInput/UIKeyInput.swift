/// A responder that receives text from keys while it is the first responder of its window; see `TextInputHost`.
public protocol UIKeyInput: UITextInputTraits {
    /// A Boolean value that indicates whether there is text to delete.
    var hasText: Bool { get }
    func insertText(_ text: String)
    /// Deletes the selection, or the character before the caret.
    func deleteBackward()
}
