public import Foundation

// The conversions between the two kinds of attributed strings, which Foundation on Linux lacks.

extension NSAttributedString {
    /// Creates a string of Foundation's class with the attributes of UIKit, Markdown and Foundation.
    public convenience init(_ text: AttributedString) { self.init(text, keys: .standard) }

    /// Creates a string of Foundation's class with the attributes of a scope. Other attributes are omitted.
    public convenience init<Scope: AttributeScope>(_ text: AttributedString, including scope: Scope.Type) throws {
        self.init(text, keys: ScopeKeys(scope))
    }

    /// Creates a string of Foundation's class with the attributes of a scope. Other attributes are omitted.
    public convenience init<Scope: AttributeScope>(
        _ text: AttributedString, including scope: KeyPath<AttributeScopes, Scope.Type>
    ) throws {
        self.init(text, keys: ScopeKeys(Scope.self))
    }

    private convenience init(_ text: AttributedString, keys: ScopeKeys) {
        // Appending would take time for the text before each run.
        let result = NSMutableAttributedString(string: String(text.characters))
        var start = 0
        for run in text.runs {
            let length = String(text[run.range].characters).utf16.count
            result.setAttributes(
                keys.values(of: run.attributes), range: NSRange(location: start, length: length))
            start += length
        }
        self.init(attributedString: result)
    }
}

extension AttributedString {
    /// Creates an attributed string with the attributes of UIKit, Markdown and Foundation. Other attributes, and values
    /// of the wrong type, are omitted.
    public init(_ text: NSAttributedString) {
        self.init(text) { ScopeKeys.standard.validContainer($0) }
    }

    /// Creates an attributed string with the attributes of a scope. Other attributes are omitted.
    ///
    /// - Throws: `CocoaError.coderInvalidValue` if a value has the wrong type for its key.
    public init<Scope: AttributeScope>(_ text: NSAttributedString, including scope: Scope.Type) throws {
        let keys = ScopeKeys(scope)
        try self.init(text) { values throws(CocoaError) in try keys.container(values) }
    }

    /// Creates an attributed string with the attributes of a scope. Other attributes are omitted.
    ///
    /// - Throws: `CocoaError.coderInvalidValue` if a value has the wrong type for its key.
    public init<Scope: AttributeScope>(
        _ text: NSAttributedString, including scope: KeyPath<AttributeScopes, Scope.Type>
    ) throws {
        try self.init(text, including: Scope.self)
    }

    private init<Failure: Error>(
        _ text: NSAttributedString,
        attributes: ([NSAttributedString.Key: Any]) throws(Failure) -> AttributeContainer
    ) throws(Failure) {
        self.init()
        let whole = text.string as NSString
        var start = 0
        while start < text.length {
            var range = NSRange(location: start, length: 0)
            let values = text.attributes(at: start, effectiveRange: &range)
            let part = NSRange(location: start, length: max(NSMaxRange(range) - start, 1))
            append(AttributedString(whole.substring(with: part), attributes: try attributes(values)))
            start = NSMaxRange(part)
        }
    }
}

extension AttributeContainer {
    /// Creates a container with the attributes of UIKit, Markdown and Foundation in a dictionary. Others are omitted.
    public init(_ attributes: [NSAttributedString.Key: Any]) { self = ScopeKeys.standard.validContainer(attributes) }
}

extension [NSAttributedString.Key: Any] {
    /// Creates a dictionary with the attributes of UIKit, Markdown and Foundation in a container.
    public init(_ container: AttributeContainer) { self = ScopeKeys.standard.values(of: container) }
}
