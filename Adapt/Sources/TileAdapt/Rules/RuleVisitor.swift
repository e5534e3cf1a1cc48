import SwiftSyntax

/// A rule, which visits one source, uses facts about all sources, and records changes. A rule changes nothing that
/// another rule changes, so their order does not matter. It does not change its own output, so a second run changes
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

    /// Returns the record of a type that is declared here, or nil if another type of that name was declared before.
    func record(of node: some DeclSyntaxProtocol, _ name: String) -> TypeRecord? {
        let full = (node.enclosingTypeNames + [name]).joined(separator: ".")
        guard let record = index.types[full], record.declaration.id == node.id else { return nil }
        return record
    }
}
