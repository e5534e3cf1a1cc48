import SwiftSyntax

/// `#keyPath(CALayer.bounds)` becomes `"bounds"`.
final class KeyPathRule: RuleVisitor {
    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        guard node.macroName.text == "keyPath", let expression = node.arguments.first?.expression else {
            return .visitChildren
        }
        var parts = expression.trimmedDescription.split(separator: ".").map(String.init)
        // The types that the properties are of.
        while parts.count > 1, parts[0].first?.isUppercase ?? false { parts.removeFirst() }
        let keys = parts.map { index.variables.contains($0) ? $0 : ObjectiveCName.key(ofImported: $0) }
        let path = keys.joined(separator: ".")
        changes.replace(node, with: "\"\(path)\"")
        changes.note(.rewritten, .keyPaths, at: node, node.trimmedDescription, "is \"\(path)\"")
        return .skipChildren
    }
}
