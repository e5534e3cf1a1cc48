import SwiftSyntax

/// A rule: it looks at one source, with what is known of all, and says what to change. A rule changes nothing that
/// another changes, so that their order does not matter; and nothing of what it wrote, so that a second run changes
/// nothing.
class RuleVisitor: ActiveVisitor {
    let index: ModuleIndex
    let changes: Changes
    let options: AdaptOptions

    required init(index: ModuleIndex, changes: Changes, options: AdaptOptions) {
        self.index = index
        self.changes = changes
        self.options = options
        super.init(viewMode: .sourceAccurate)
    }

    /// The record of a type that is declared here; nil when another of the name was declared before.
    func record(of node: some DeclSyntaxProtocol, _ name: String) -> TypeRecord? {
        let full = (node.enclosingTypeNames + [name]).joined(separator: ".")
        guard let record = index.types[full], record.declaration.id == node.id else { return nil }
        return record
    }
}
