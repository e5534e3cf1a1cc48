import SwiftSyntax

/// Names the uses of UIKit that does not exist here: types and functions, members that are named with their type, and
/// initializers. Types of other modules that only Apple has are named too, where a source imports their module. Members
/// of values are checked by ``MissingMemberRule``.
final class MissingRule: RuleVisitor {
    private let table = APITable.shared
    private lazy var imports = changes.source.imports

    override func visit(_ node: SourceFileSyntax) -> SyntaxVisitorContinueKind {
        index.swiftUI.files.contains(changes.source.name) ? .skipChildren : .visitChildren
    }

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind { children(of: Syntax(node)) }
    override func visit(_ node: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind { children(of: Syntax(node)) }

    /// Skips what depends on SwiftUI, which is not compiled.
    private func children(of node: Syntax) -> SyntaxVisitorContinueKind {
        index.swiftUI.declarations.contains(node.id) ? .skipChildren : .visitChildren
    }

    /// Skips names of attributes, which other rules rewrite.
    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        check(node.name)
        return .visitChildren
    }

    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
        let type = node.baseType.trimmedDescription
        if isKnown(type) { check(member: node.name, of: type) }
        return .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id { check(node.baseName) }
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        if let base = node.base, isTypeName(base), isKnown(base.trimmedDescription) {
            check(member: node.declName.baseName, of: base.trimmedDescription)
        }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let type = node.calledExpression
        let name = type.trimmedDescription
        // The label of a trailing closure is unknown.
        guard isTypeName(type), isKnown(name), node.trailingClosure == nil else { return .visitChildren }
        let labels = node.arguments.map { $0.label?.bareText ?? "_" }
        if !table.has(initializer: labels, in: name), !index.ownInitializers.contains(where: { $0.admits(labels) }) {
            note("\(name)(\(labels.map { $0 + ":" }.joined()))", at: type)
        }
        return .visitChildren
    }

    /// Whether an expression is the name of a type, such as `UIView` or `UIView.ContentMode`.
    private func isTypeName(_ expression: ExprSyntax) -> Bool {
        if let name = expression.as(DeclReferenceExprSyntax.self) {
            return name.baseName.text.first?.isUppercase ?? false
        }
        guard let member = expression.as(MemberAccessExprSyntax.self), let base = member.base else { return false }
        return isTypeName(base) && member.declName.baseName.text.first?.isUppercase ?? false
    }

    /// Whether a type is one of Apple's that exists here, and not one of the sources.
    private func isKnown(_ type: String) -> Bool {
        let first = type.prefix { $0 != "." }
        return APITable.isApples(type) && table.declares(type) && !index.declares(type: String(first))
    }

    private func check(_ name: TokenSyntax) {
        let text = name.text
        let isApples =
            APITable.isApples(text) || AppleModules.isMissing(type: text, imports: imports)
            || AppleModules.isMissing(constant: text, imports: imports)
        guard isApples,
            !Self.modules.contains(text), !table.declares(text),
            OldNames.current(text) == nil, !OldMembers.isFunction(text),
            !index.declares(type: text),
            !index.ownNames.contains(text), !index.ownTypeNames.contains(text), !index.ownFunctions.contains(text)
        else { return }
        note(text, at: name)
    }

    private func check(member: TokenSyntax, of type: String) {
        let name = member.bareText
        guard case .identifier = member.tokenKind, !Self.ofAllTypes.contains(name), !table.has(member: name, in: type),
            !index.declares(type: name), !index.ownNames.contains(name), !index.ownTypeNames.contains(name),
            !index.ownFunctions.contains(name),
            OldNames.cases[name] == nil
        else { return }
        note("\(type).\(name)", at: member)
    }

    /// Names of modules, and the function that Tilework declares, which the adapter imports for it.
    private static let modules: Set<String> = ["UIKit", "UIApplicationMain"]

    /// Skips overrides that another rule encloses for Apple's systems.
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        DynamicCallRule.isForwarding(node) ? .skipChildren : .visitChildren
    }

    /// The members that the language gives all types, or those that conform to its protocols.
    private static let ofAllTypes: Set<String> = [
        "self", "Type", "init", "Protocol", "allCases", "rawValue", "RawValue", "Element", "ArrayLiteralElement",
    ]

    private func note(_ subject: String, at node: some SyntaxProtocol) {
        changes.note(.missing, .missing, at: node, subject: subject, message: "does not exist here")
    }
}
