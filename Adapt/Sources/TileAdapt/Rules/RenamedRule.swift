import SwiftSyntax

/// Renames UIKit's types, constants and notifications that had other names before Swift 4.2, so that older libraries
/// can be adapted. A declaration of the sources with such a name keeps it.
final class RenamedRule: RuleVisitor {
    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        rename(node.name)
        return .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id { rename(node.baseName) }
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        let name = node.declName.baseName.text
        if let found = OldNames.notification(name), isOfNotifications(node.base) {
            replace(node, from: name, to: found)
            return .skipChildren
        }
        // A case of another type may have the same name.
        if let found = OldNames.cases[name], isOfRenamed(node.base), !index.ownNames.contains(name) {
            replace(node.declName.baseName, from: name, to: found)
        }
        return .visitChildren
    }

    private func isOfNotifications(_ base: ExprSyntax?) -> Bool {
        guard let base else { return true }
        return ["NSNotification.Name", "Notification.Name"].contains(base.trimmedDescription)
    }

    private func isOfRenamed(_ base: ExprSyntax?) -> Bool {
        guard let base else { return true }
        return ["RunLoopMode", "RunLoop.Mode", "NSUnderlineStyle"].contains(base.trimmedDescription)
    }

    private func rename(_ token: TokenSyntax) {
        guard let name = OldNames.current(token.text), index.type(token.text) == nil,
            !index.ownNames.contains(token.text)
        else { return }
        replace(token, from: token.text, to: name)
    }

    private func replace(_ node: some SyntaxProtocol, from old: String, to new: String) {
        guard !changes.isReplaced(node) else { return }
        changes.replace(node, with: new)
        changes.note(.rewritten, .names, at: node, subject: old, message: "is \(new) since Swift 4.2")
    }
}
