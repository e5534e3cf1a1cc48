import TileViews

extension UITextField: NamedPropertyOwner {
    package func reader(ofProperty name: String) -> (@Sendable (AnyObject) -> Any?)? {
        switch name {
        case "text": { ($0 as? UITextField)?.text }
        case "attributedText": { ($0 as? UITextField)?.attributedText }
        default: nil
        }
    }
}

extension UITextView: NamedPropertyOwner {
    package func reader(ofProperty name: String) -> (@Sendable (AnyObject) -> Any?)? {
        switch name {
        case "text": { ($0 as? UITextView)?.text }
        case "attributedText": { ($0 as? UITextView)?.attributedText }
        default: nil
        }
    }
}
