import SwiftSyntax

/// Names the members of values that cannot exist: those with a name that no member of UIKit, Foundation, the language
/// or the sources has. The types of the values are unknown, so a member that another type has is not named. A source
/// that imports a module of another package is not checked, because that module may declare any member.
final class MissingMemberRule: RuleVisitor {
    private let table = APITable.shared
    private lazy var importsOthers = changes.source.imports.contains { name in
        !AppleModules.present.contains(name) && !AppleModules.isMissing(name) && name != "Tilework"
            && !options.ownModules.contains(name) && options.mergedModule.map { !name.hasPrefix($0) } ?? true
    }

    override func visit(_ node: SourceFileSyntax) -> SyntaxVisitorContinueKind {
        index.swiftUI.files.contains(changes.source.name) || importsOthers ? .skipChildren : .visitChildren
    }

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind { children(of: Syntax(node)) }
    override func visit(_ node: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind { children(of: Syntax(node)) }
    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    /// Skips what depends on SwiftUI, which is not compiled.
    private func children(of node: Syntax) -> SyntaxVisitorContinueKind {
        index.swiftUI.declarations.contains(node.id) ? .skipChildren : .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        let token = node.declName.baseName
        guard case .identifier(let text) = token.tokenKind, let first = text.first, !first.isUppercase,
            !first.isNumber, first != "_", first != "$", !isMemberOfType(node.base)
        else { return .visitChildren }
        let name = token.bareText
        if !table.hasMember(name), !declares(name), OldNames.cases[name] == nil, !changes.isEdited(token) {
            changes.note(
                .missing, .missing, at: token, subject: ".\(name)", message: "no type here has a member of this name")
        }
        return .visitChildren
    }

    private func declares(_ name: String) -> Bool {
        index.variables.contains(name) || index.ownFunctions.contains(name) || index.ownTypeNames.contains(name)
            || index.tupleLabels.contains(name) || index.optionalMethods.contains(name)
            || index.optionalProperties.contains(name)
    }

    /// Whether a member is named with its type or module, which ``MissingRule`` checks.
    private func isMemberOfType(_ base: ExprSyntax?) -> Bool {
        if let name = base?.as(DeclReferenceExprSyntax.self) { return name.baseName.text.first?.isUppercase ?? false }
        if let member = base?.as(MemberAccessExprSyntax.self) {
            return member.declName.baseName.text.first?.isUppercase ?? false
        }
        return false
    }
}
