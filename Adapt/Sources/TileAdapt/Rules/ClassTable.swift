import SwiftSyntax

/// A table in a class: of its actions, or of the properties that nibs set.
struct ClassTable {
    /// The name of the class property, its type, and the protocol that requires it.
    let property: String
    let type: String
    let protocolName: String

    static let actions = ClassTable(property: "actions", type: "ActionTable", protocolName: "ActionTarget")
    static let outlets = ClassTable(property: "outlets", type: "OutletTable", protocolName: "OutletOwner")

    /// Adds entries to the table of a class, or adds a table after its last member.
    func write(_ entries: [String], in node: ClassDeclSyntax, inherits: Bool, _ changes: Changes) {
        if let list = list(in: node) { return add(entries, to: list, changes) }
        let indentation = changes.indentation(of: node)
        let first = node.memberBlock.members.first.map { changes.indentation(of: $0) } ?? ""
        let unit = first.count > indentation.count ? String(first.dropFirst(indentation.count)) : "    "
        let inner = indentation + unit
        let access =
            node.modifiers.first { ["public", "open"].contains($0.name.text) }.map { "\($0.name.text) " } ?? ""
        let kind = inherits ? "override class" : node.modifiers.has("final") ? "static" : "class"
        // A final class can't have open members.
        let declared = access == "open " && kind == "static" ? "public " : access
        let lines = entries.map { "\(inner)\(unit)\(unit)\($0),\n" }.joined()
        let table = """

            \(inner)\(declared)\(kind) var \(property): \(type) {
            \(inner)\(unit)\(inherits ? "super.\(property) + " : "")[
            \(lines)\(inner)\(unit)]
            \(inner)}

            """
        changes.insertLines(table, before: node.memberBlock.rightBrace)
        if !inherits { conform(node, changes) }
    }

    private func conform(_ node: ClassDeclSyntax, _ changes: Changes) {
        if let clause = node.inheritanceClause {
            changes.insert(", \(protocolName)", at: clause.inheritedTypes.endPositionBeforeTrailingTrivia)
        } else {
            let end =
                node.genericParameterClause?.endPositionBeforeTrailingTrivia
                ?? node.name.endPositionBeforeTrailingTrivia
            changes.insert(": \(protocolName)", at: end)
        }
    }

    private func add(_ entries: [String], to list: ArrayExprSyntax, _ changes: Changes) {
        let text = entries.joined(separator: ", ")
        if let last = list.elements.last {
            changes.insert(
                last.trailingComma == nil ? ", \(text)" : " \(text),", at: last.endPositionBeforeTrailingTrivia)
        } else {
            changes.insert(text, at: list.rightSquare.positionAfterSkippingLeadingTrivia)
        }
    }

    /// Returns the list of an existing table, which was written by hand or by an earlier run.
    private func list(in node: ClassDeclSyntax) -> ArrayExprSyntax? {
        for member in node.memberBlock.members {
            guard let declaration = member.decl.as(VariableDeclSyntax.self), let binding = declaration.bindings.first,
                binding.pattern.trimmedDescription == property,
                binding.typeAnnotation?.type.trimmedDescription == type
            else { continue }
            let finder = ListFinder(viewMode: .sourceAccurate)
            finder.walk(binding)
            return finder.list
        }
        return nil
    }
}

private final class ListFinder: SyntaxVisitor {
    var list: ArrayExprSyntax?

    override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
        if list == nil { list = node }
        return .skipChildren
    }
}
