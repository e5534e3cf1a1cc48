import SwiftSyntax

/// Reports classes that override a member of an extension of another module's class, which only Objective-C supports.
/// The classes stay unchanged.
final class ForeignOverrideRule: RuleVisitor {
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.isMember, node.modifiers.has("override"), let root = root(of: node),
            index.foreignMethods[root]?.contains(where: { $0.name == node.name.text && $0.labels == node.labels })
                ?? false
        {
            report(node, named: node.name.text, of: root)
        }
        return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.isMember, node.modifiers.has("override"), let root = root(of: node),
            let name = node.bindings.first?.pattern.trimmedDescription,
            index.foreignProperties[root]?.contains(name) ?? false
        {
            report(node, named: name, of: root)
        }
        return .visitChildren
    }

    /// Returns the class of another module, or a superclass of it in UIKit, that may have been extended.
    private func root(of node: some DeclSyntaxProtocol) -> String? {
        let path = node.enclosingTypeNames
        guard let record = path.last.flatMap({ index.type($0, in: path.dropLast()) }) else { return nil }
        let root = index.root(of: record)
        let above = root.map { [$0] + UIKitClasses.ancestors(of: $0) } ?? []
        return above.first { index.foreignMethods[$0] != nil || index.foreignProperties[$0] != nil }
    }

    private func report(_ node: some DeclSyntaxProtocol, named name: String, of root: String) {
        changes.note(
            .left, .extensionOverrides, at: node, subject: "\(node.enclosingTypeNames.last ?? "").\(name)",
            message:
                "overrides what an extension of \(root) adds, which only Objective-C can: ask in the extension for the subclass"
        )
    }
}
