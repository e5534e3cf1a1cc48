import SwiftSyntax

/// Replaces `os(iOS)` with `os(Linux)`, so that a library's iOS code is compiled here.
final class ConditionRule: RuleVisitor {
    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        for clause in node.clauses {
            guard let condition = clause.condition else { continue }
            let text = condition.trimmedDescription
            // The condition already names Linux.
            guard !text.contains("os(Linux)") else { continue }
            let finder = PlatformFinder(viewMode: .sourceAccurate)
            finder.walk(condition)
            for place in finder.places { changes.replace(place, with: "Linux") }
            if let first = finder.places.first {
                changes.note(
                    .rewritten, .conditions, at: first, subject: "#if \(text)", message: "os(iOS) is read as os(Linux)")
            }
        }
        return super.visit(node)
    }
}

private final class PlatformFinder: SyntaxVisitor {
    var places: [ExprSyntax] = []

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if node.calledExpression.trimmedDescription == "os", let argument = node.arguments.first?.expression,
            argument.trimmedDescription == "iOS"
        {
            places.append(argument)
        }
        return .visitChildren
    }
}
