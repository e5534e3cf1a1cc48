public import Foundation

/// The editing commands that a menu or a keyboard sends along the responder chain.
///
/// All are optional in UIKit. Here `UIResponder` has each one doing nothing; a class that overrides one registers its
/// name in `actions` (`.action("copy:", NoteView.copy(_:))`), and only then `canPerformAction(_:withSender:)` says yes.
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
    /// Changes the selected text's attributes by a function from the old to the new ones.
    func updateTextAttributes(
        conversionHandler: ([NSAttributedString.Key: Any]) -> [NSAttributedString.Key: Any])
}
