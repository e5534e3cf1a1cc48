import SwiftSyntax

/// Replaces `Feed.description()`, a class method of Objective-C, by `String(reflecting: Feed.self)`, which yields the
/// same name.
final class ClassNameRule: RuleVisitor {
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
            member.declName.trimmedDescription == "description", node.arguments.isEmpty,
            let type = metatype(base)
        else { return .visitChildren }
        changes.replace(node, with: "String(reflecting: \(type))")
        changes.note(
            .rewritten, .dynamicCalls, at: node, subject: node.trimmedDescription,
            message: "is the class's name, by Swift's means")
        return .skipChildren
    }

    private func metatype(_ base: ExprSyntax) -> String? {
        let text = base.trimmedDescription
        if text.hasPrefix("type(of:") || text.hasSuffix(".self") { return text }
        let last = base.as(MemberAccessExprSyntax.self)?.declName ?? base.as(DeclReferenceExprSyntax.self)
        guard last?.baseName.text.first?.isUppercase ?? false else { return nil }
        return "\(text).self"
    }
}
