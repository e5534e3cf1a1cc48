import SwiftSyntax

/// What the sources say of a class, a protocol or another type, and of its extensions.
final class TypeRecord {
    enum Kind { case `class`, `protocol`, other }

    /// With the types that it is in: `Feed.Cell`.
    let name: String
    let kind: Kind
    let file: String
    let declaration: DeclSyntax
    /// What it inherits from and conforms to, of its extensions too.
    var inherited: [String]
    /// Whether it had `@objc` or `@objcMembers`.
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
    /// As Objective-C knows it: by the name in `@objc(…)`, or by the rule.
    let selector: String
    /// Whether Objective-C could call it: by `@objc`, `@IBAction`, or what it is declared in.
    let isExposed: Bool
    let isAction: Bool
    /// Whether it makes the destination of a segue.
    let isSegueAction: Bool
    let isOverride: Bool
    let isTypeMethod: Bool
    let isOptional: Bool
    let file: String
    /// The extension that it is declared in, if it is in one.
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
