import SwiftSyntax

/// Removes `private` from a method in an extension if the extension is in another file than its class and the class's
/// table has to name the method.
final class HiddenActionRule: RuleVisitor {
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        guard let record = index.type(TypeName.plain(node.extendedType)), record.kind == .class,
            record.file != changes.source.name
        else { return .visitChildren }
        var removed: Set<SyntaxIdentifier> = []
        for action in index.actions(of: record) where action.extended?.id == node.id {
            guard let modifier = action.privateModifier, removed.insert(modifier.id).inserted else { continue }
            changes.removeWithSpaceAfter(modifier)
        }
        return .visitChildren
    }
}
