public import Foundation

/// The editing commands that menus and keyboards send along the responder chain.
///
/// All methods are optional in UIKit. Here `UIResponder` implements them without effect. A class that overrides one
/// registers its name in `actions` (`.action("copy:", NoteView.copy(_:))`); only then does
/// `canPerformAction(_:withSender:)` return true.
public protocol UIResponderStandardEditActions: AnyObject {
    func cut(_ sender: Any?)
    func copy(_ sender: Any?)
    func paste(_ sender: Any?)
    func pasteAndMatchStyle(_ sender: Any?)
    func select(_ sender: Any?)
    func selectAll(_ sender: Any?)
    func delete(_ sender: Any?)
    func makeTextWritingDirectionLeftToRight(_ sender: Any?)
    func makeTextWritingDirectionRightToLeft(_ sender: Any?)
    func toggleBoldface(_ sender: Any?)
    func toggleItalics(_ sender: Any?)
    func toggleUnderline(_ sender: Any?)
    func increaseSize(_ sender: Any?)
    func decreaseSize(_ sender: Any?)
    /// Changes the attributes of the selected text with a function from the old to the new attributes.
    func updateTextAttributes(
        conversionHandler: ([NSAttributedString.Key: Any]) -> [NSAttributedString.Key: Any])
}
