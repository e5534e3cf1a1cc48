import SwiftSyntax

/// Removes `@MainActor` from declarations and types, because a tree of views belongs to any one thread here. In
/// closures the attribute stays, because it determines where they run.
final class IsolationRule: RuleVisitor {
    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        guard node.attributeName.trimmedDescription == "MainActor",
            node.parent?.parent?.is(ClosureSignatureSyntax.self) == false
        else { return .skipChildren }
        changes.removeWithSpaceAfter(node)
        changes.note(.rewritten, .isolation, at: node, "@MainActor", "views belong to any one thread here")
        return .skipChildren
    }
}
