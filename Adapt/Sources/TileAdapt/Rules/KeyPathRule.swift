import SwiftSyntax

/// Replaces `#keyPath(CALayer.bounds)` by `"bounds"`.
final class KeyPathRule: RuleVisitor {
    /// Replaces `UIApplication.value(forKeyPath: #keyPath(UIApplication.shared))`, which libraries use to hide a
    /// property that extensions may not use, by the property.
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
            member.declName.trimmedDescription == "value",
            let base = member.base, node.arguments.count == 1, let argument = node.arguments.first,
            argument.label?.text == "forKeyPath" || argument.label?.text == "forKey",
            let macro = argument.expression.as(MacroExpansionExprSyntax.self), macro.macroName.text == "keyPath",
            let path = macro.arguments.first?.expression.trimmedDescription,
            path.hasPrefix("\(base.trimmedDescription).")
        else { return .visitChildren }
        changes.replace(node, with: "(\(path) as Any?)")
        changes.note(
            .rewritten, .keyPaths, at: node, subject: node.trimmedDescription, message: "is the property itself")
        return .skipChildren
    }

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        guard node.macroName.text == "keyPath", let expression = node.arguments.first?.expression else {
            return .visitChildren
        }
        var parts = expression.trimmedDescription.split(separator: ".").map(String.init)
        // The types that declare the properties.
        while parts.count > 1, parts[0].first?.isUppercase ?? false { parts.removeFirst() }
        let keys = parts.map { index.variables.contains($0) ? $0 : ObjectiveCName.key(ofImported: $0) }
        let path = keys.joined(separator: ".")
        changes.replace(node, with: "\"\(path)\"")
        changes.note(.rewritten, .keyPaths, at: node, subject: node.trimmedDescription, message: "is \"\(path)\"")
        return .skipChildren
    }
}
