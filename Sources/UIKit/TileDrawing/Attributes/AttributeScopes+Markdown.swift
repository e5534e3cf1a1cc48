public import Foundation

// The attributes of Markdown, which Foundation's scope on Linux lacks.

extension AttributeScopes.FoundationAttributes {
    public enum InlinePresentationIntentAttribute: AttributedStringKey {
        public typealias Value = InlinePresentationIntent
        public static let name = "NSInlinePresentationIntent"
    }

    public enum PresentationIntentAttribute: AttributedStringKey {
        public typealias Value = PresentationIntent
        public static let name = "NSPresentationIntent"
    }
}

extension AttributeScopes {
    /// The attributes of Markdown. On iOS they are in Foundation's scope.
    public struct MarkdownAttributes: AttributeScope {
        public let inlinePresentationIntent: FoundationAttributes.InlinePresentationIntentAttribute
        public let presentationIntent: FoundationAttributes.PresentationIntentAttribute
    }
}

extension AttributeDynamicLookup {
    public subscript<Key: AttributedStringKey>(dynamicMember keyPath: KeyPath<AttributeScopes.MarkdownAttributes, Key>)
        -> Key
    {
        self[Key.self]
    }
}

extension NSAttributedString.Key {
    /// The raw value of an `InlinePresentationIntent`, or one itself.
    public static let inlinePresentationIntent = NSAttributedString.Key("NSInlinePresentationIntent")
    /// A `PresentationIntent`.
    public static let presentationIntentAttributeName = NSAttributedString.Key("NSPresentationIntent")
    /// The address of an image, a `URL`.
    public static let imageURL = NSAttributedString.Key("NSImageURL")
    /// The description of an image, a string.
    public static let alternateDescription = NSAttributedString.Key("NSAlternateDescription")
}
