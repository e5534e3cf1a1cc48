import SwiftSyntax

/// Replaces `delegate?.didScroll?(feed)` by `delegate?.didScroll(feed)`, because formerly optional methods have
/// defaults. UIKit's protocols have defaults, too.
final class OptionalCallRule: RuleVisitor {
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let chained = node.calledExpression.as(OptionalChainingExprSyntax.self),
            isOptionalRequirement(chained.expression)
        {
            changes.replace(chained.questionMark, with: "")
            changes.note(
                .rewritten, .optionalCalls, at: chained, subject: chained.trimmedDescription,
                message: "has a default, and is called outright")
        } else if let forced = node.calledExpression.as(ForceUnwrapExprSyntax.self),
            isOptionalRequirement(forced.expression)
        {
            changes.replace(forced.exclamationMark, with: "")
        } else if let member = node.calledExpression.as(MemberAccessExprSyntax.self),
            member.declName.trimmedDescription == "responds", node.arguments.first?.label?.text == "to"
        {
            replaceQuestion(node, member)
            return .skipChildren
        }
        return .visitChildren
    }

    /// Replaces `delegate.responds(to: #selector(FeedDelegate.didScroll))`: with a default, every existing delegate
    /// responds.
    private func replaceQuestion(_ node: FunctionCallExprSyntax, _ member: MemberAccessExprSyntax) {
        guard let macro = node.arguments.first?.expression.as(MacroExpansionExprSyntax.self),
            let reference = SelectorReference(macro), isOptionalMethod(reference.name)
        else { return }
        if let chained = member.base?.as(OptionalChainingExprSyntax.self) {
            changes.replace(node, with: "(\(chained.expression.trimmedDescription) != nil)")
        } else {
            changes.replace(node, with: "true")
        }
        changes.note(
            .rewritten, .optionalCalls, at: node, subject: node.trimmedDescription,
            message: "\(reference.name) has a default, so everybody responds to it")
    }

    private func isOptionalRequirement(_ called: ExprSyntax) -> Bool {
        if let member = called.as(MemberAccessExprSyntax.self), member.base != nil {
            return isOptionalMethod(member.declName.baseName.text)
        }
        return false
    }

    private func isOptionalMethod(_ name: String) -> Bool {
        index.optionalMethods.contains(name) || UIKitRequirements.isOptional(name) && !index.variables.contains(name)
    }
}
