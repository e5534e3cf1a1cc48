import SwiftSyntax

/// Registers actions in extensions of another module's class. A property of the extension registers them with the class
/// when their first selector is used.
final class ForeignActionRule: RuleVisitor {
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        let type = TypeName.plain(node.extendedType)
        guard index.type(type) == nil else { return .visitChildren }
        for method in index.foreignMethods[type] ?? [] where method.extended?.id == node.id {
            guard method.isExposed, index.namedSelectors.contains(method.selector), method.labels.count <= 2 else {
                continue
            }
            let indentation = changes.indentation(of: method.declaration)
            let entry = ActionRule.entry(of: method, in: type)
            changes.insert(
                """


                \(indentation)/// The name of `\(method.fullName)`, known to all objects of the class from when it is first asked for.
                \(indentation)static let \(ActionRule.registeredName(of: method)) = ActionTable.register(\(entry))
                """, at: method.declaration.endPositionBeforeTrailingTrivia)
            changes.note(
                .generated, .actions, at: method.declaration, subject: "\(type).\(method.fullName)",
                message: "is the action \"\(method.selector)\"")
        }
        return .visitChildren
    }
}
