import SwiftSyntax

/// Removes `@MainActor` from declarations and types, because UIKit's classes have no isolation here: Swift does not let
/// the methods that override theirs use isolated members. On closures and asynchronous functions the attribute stays,
/// because it determines where they run.
final class IsolationRule: RuleVisitor {
    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        guard node.attributeName.trimmedDescription == "MainActor",
            node.parent?.parent?.is(ClosureSignatureSyntax.self) == false,
            node.parent?.parent?.as(FunctionDeclSyntax.self)?.signature.effectSpecifiers?.asyncSpecifier == nil
        else { return .skipChildren }
        changes.removeWithSpaceAfter(node)
        changes.note(
            .rewritten, .isolation, at: node, subject: "@MainActor", message: "UIKit's classes have no isolation here")
        return .skipChildren
    }
}
