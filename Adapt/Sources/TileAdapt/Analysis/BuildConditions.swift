import SwiftSyntax

/// Decides which clauses of `#if` are compiled for Linux, with `os(iOS)` read as true.
enum BuildConditions {
    /// Returns the clauses that may be compiled. A condition that the sources alone do not decide, such as `DEBUG`,
    /// keeps its clause and the following ones.
    static func activeClauses(of node: IfConfigDeclSyntax) -> [IfConfigClauseSyntax] {
        var active: [IfConfigClauseSyntax] = []
        for clause in node.clauses {
            guard let condition = clause.condition else {
                active.append(clause)
                break
            }
            switch holds(condition) {
            case .some(false): continue
            case .some(true): return active + [clause]
            case .none: active.append(clause)
            }
        }
        return active
    }

    /// Returns whether a condition is true, or nil if the sources do not decide it.
    static func holds(_ condition: ExprSyntax) -> Bool? {
        if let sequence = condition.as(SequenceExprSyntax.self) { return holds(Array(sequence.elements)) }
        if let prefix = condition.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
            return holds(prefix.expression).map { !$0 }
        }
        if let tuple = condition.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            return holds(only.expression)
        }
        if let literal = condition.as(BooleanLiteralExprSyntax.self) { return literal.literal.text == "true" }
        if let call = condition.as(FunctionCallExprSyntax.self) {
            let argument = call.arguments.first?.expression.trimmedDescription ?? ""
            return holds(call.calledExpression.trimmedDescription, argument)
        }
        return nil
    }

    /// Evaluates a sequence as parsed: `&&` has a higher precedence than `||`.
    private static func holds(_ elements: [ExprSyntax]) -> Bool? {
        func isOperator(_ element: ExprSyntax, _ text: String) -> Bool {
            element.as(BinaryOperatorExprSyntax.self)?.operator.text == text
        }
        let choices = elements.split { isOperator($0, "||") }.map { choice -> Bool? in
            let values = choice.split { isOperator($0, "&&") }.map { part in
                part.count == 1 ? holds(part.first!) : nil
            }
            if values.contains(false) { return false }
            return values.contains(nil) ? nil : true
        }
        if choices.contains(true) { return true }
        return choices.contains(nil) ? nil : false
    }

    private static func holds(_ name: String, _ argument: String) -> Bool? {
        switch name {
        case "os": argument == "iOS" || argument == "Linux"
        case "targetEnvironment": false
        case "canImport":
            if AppleModules.present.contains(argument) {
                true
            } else {
                AppleModules.isMissing(argument) ? false : nil
            }
        default: nil
        }
    }
}

/// A visitor that skips code that is not compiled for Linux.
class ActiveVisitor: SyntaxVisitor {
    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        for clause in BuildConditions.activeClauses(of: node) {
            if let elements = clause.elements { walk(elements) }
        }
        return .skipChildren
    }
}
