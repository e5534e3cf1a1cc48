import SwiftSyntax

/// Replaces `#selector(Feed.reload(_:))` by `Selector("reload:")`.
final class SelectorRule: RuleVisitor {
    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        guard node.macroName.text == "selector", !changes.isReplaced(node) else { return .visitChildren }
        guard let reference = SelectorReference(node) else {
            changes.note(
                .left, .selectors, at: node, subject: node.trimmedDescription,
                message: "write the selector as Selector(\"name:\") yourself")
            return .skipChildren
        }
        let selector = index.selector(of: reference)
        let name = selector.name
        if let type = selector.foreignType, let method = selector.method, method.isExposed {
            changes.replace(node, with: "\(type).\(ActionRule.registeredName(of: method))")
        } else {
            changes.replace(node, with: "Selector(\"\(name)\")")
        }
        changes.note(
            .rewritten, .selectors, at: node, subject: node.trimmedDescription, message: "is Selector(\"\(name)\")")
        if reference.kind != .method {
            changes.note(
                .left, .selectors, at: node, subject: node.trimmedDescription,
                message: "a property is not found by its name; pass a closure or a key path")
        }
        return .skipChildren
    }
}
