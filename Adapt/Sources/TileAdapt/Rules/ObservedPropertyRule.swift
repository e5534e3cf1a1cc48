import SwiftSyntax

/// A view that observes its own bounds or frame by key path overrides them, and calls `observeValue` when they were
/// set.
final class ObservedPropertyRule: RuleVisitor {
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        let finder = ObservationFinder(viewMode: .sourceAccurate)
        finder.walk(node.memberBlock)
        let keys = Set(finder.added.map(\.key))
        guard let handler = finder.handler, !keys.isEmpty, keys.isSubset(of: Set(Self.types.keys)) else {
            return .visitChildren
        }
        for call in finder.added.map(\.call) + finder.removed { changes.removeLine(of: call) }
        if let modifier = handler.modifiers.first(where: { $0.name.text == "override" }) {
            changes.removeWithSpaceAfter(modifier)
        }
        let access = node.modifiers.has("open") ? "open " : node.modifiers.has("public") ? "public " : ""
        let indentation = changes.indentation(of: node)
        for key in keys.sorted() {
            changes.insert(
                """

                \(indentation)    \(access)override var \(key): \(Self.types[key]!) {
                \(indentation)        didSet { observeValue(forKeyPath: "\(key)", of: self, change: nil, context: nil) }
                \(indentation)    }

                """, at: node.memberBlock.leftBrace.endPositionBeforeTrailingTrivia)
            changes.note(
                .generated, .observedProperties, at: node, "\(node.name.text).\(key)",
                "tells observeValue(forKeyPath:of:change:context:) when it was set")
        }
        return .visitChildren
    }

    private static let types = ["bounds": "CGRect", "frame": "CGRect"]
}

/// The calls by which an object observes itself, each a statement.
private final class ObservationFinder: ActiveVisitor {
    var added: [(key: String, call: FunctionCallExprSyntax)] = []
    var removed: [FunctionCallExprSyntax] = []
    var handler: FunctionDeclSyntax?

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let called = node.calledExpression.trimmedDescription
        guard node.parent?.is(CodeBlockItemSyntax.self) ?? false,
            node.arguments.first?.expression.trimmedDescription == "self", let path = node.arguments.dropFirst().first,
            path.label?.text == "forKeyPath",
            let key = path.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
        else { return .visitChildren }
        if called == "addObserver" || called == "self.addObserver" { added.append((key, node)) }
        if called == "removeObserver" || called == "self.removeObserver" { removed.append(node) }
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.name.text == "observeValue" { handler = node }
        return .visitChildren
    }
}
