import SwiftSyntax

/// The facts that the sources state about a class, a protocol or another type, including its extensions.
final class TypeRecord {
    enum Kind { case `class`, `protocol`, other }

    /// The name with the enclosing types: `Feed.Cell`.
    let name: String
    let kind: Kind
    let file: String
    let declaration: DeclSyntax
    /// The types that this type inherits from and conforms to, including those of its extensions.
    var inherited: [String]
    /// Whether the declaration has `@objc` or `@objcMembers`.
    let isObjectiveC: Bool
    let hasExposedMembers: Bool
    var methods: [MethodRecord] = []
    var properties: [PropertyRecord] = []

    init(
        name: String, kind: Kind, file: String, declaration: DeclSyntax, inherited: [String], isObjectiveC: Bool,
        hasExposedMembers: Bool
    ) {
        self.name = name
        self.kind = kind
        self.file = file
        self.declaration = declaration
        self.inherited = inherited
        self.isObjectiveC = isObjectiveC
        self.hasExposedMembers = hasExposedMembers
    }

    var simpleName: String { name.split(separator: ".").last.map(String.init) ?? name }
}

/// A method that the sources declare.
struct MethodRecord {
    let declaration: FunctionDeclSyntax
    let name: String
    /// nil for `_`.
    let labels: [String?]
    /// The Objective-C selector: the name in `@objc(…)`, or else the name by the compiler's rule.
    let selector: String
    /// Whether Objective-C can call it: through `@objc`, `@IBAction`, or the declaration that contains it.
    let isExposed: Bool
    let isAction: Bool
    /// Whether the method creates the destination of a segue.
    let isSegueAction: Bool
    let isOverride: Bool
    let isTypeMethod: Bool
    let isOptional: Bool
    let file: String
    /// The extension that declares the method, if one does.
    let extended: ExtensionDeclSyntax?

    /// `reload(_:animated:)`.
    var fullName: String {
        labels.isEmpty ? "\(name)()" : "\(name)(\(labels.map { "\($0 ?? "_"):" }.joined()))"
    }
}

/// A property that the sources declare.
struct PropertyRecord {
    let name: String
    let type: String?
    let isOutlet: Bool
    let isInspectable: Bool
    let isOptional: Bool
    let isExposed: Bool
    let isWeak: Bool
    let file: String
}
