import SwiftSyntax

/// Gives classes the tables of the members that nibs use: outlets, collections of outlets, inspectable properties, and
/// methods that create the destinations of segues.
final class OutletRule: RuleVisitor {
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        guard options.writesOutlets, let record = record(of: node, node.name.text),
            // Nibs create no other classes.
            index.root(of: record) != nil
        else { return .visitChildren }
        let properties = record.properties.filter { $0.isOutlet || $0.isInspectable }
        let creations = record.methods.filter(\.isSegueAction)
        guard !properties.isEmpty || !creations.isEmpty else { return .visitChildren }
        ClassTable.outlets.write(
            properties.map { Self.entry(of: $0, in: record.simpleName) }
                + creations.map { ".creation(\"\($0.selector)\", \(record.simpleName).\($0.fullName))" }, in: node,
            inherits: index.inheritsOutlets(record),
            changes)
        for each in properties {
            changes.note(
                .generated, .outlets, at: node, subject: "\(record.name).\(each.name)",
                message: each.isOutlet ? "is an outlet of that name" : "is set by nibs under that name")
        }
        for each in creations {
            changes.note(
                .generated, .outlets, at: each.declaration, subject: "\(record.name).\(each.fullName)",
                message: "makes the destination of segues that name \"\(each.selector)\"")
        }
        return .visitChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        let type = TypeName.plain(node.extendedType)
        guard index.type(type) == nil else { return .visitChildren }
        for member in node.memberBlock.members {
            guard let property = member.decl.as(VariableDeclSyntax.self), property.attributes.has("IBInspectable"),
                let name = property.bindings.first?.pattern.trimmedDescription
            else { continue }
            changes.note(
                .left, .outlets, at: property, subject: "\(type).\(name)",
                message:
                    "nibs can't set what an extension of another module's class adds; set it in code, or in a subclass's outlets"
            )
        }
        return .visitChildren
    }

    /// Returns an entry such as `.outlet("titleLabel", \SeatCard.titleLabel)`.
    private static func entry(of property: PropertyRecord, in type: String) -> String {
        let kind: String
        if property.isOutlet, let declared = property.type {
            kind =
                declared.hasPrefix("[") || declared.hasPrefix("Array<")
                ? "collection" : declared.hasSuffix("?") || declared.hasSuffix("!") ? "outlet" : "value"
        } else {
            kind = "value"
        }
        return ".\(kind)(\"\(property.name)\", \\\(type).\(property.name))"
    }
}

extension ModuleIndex {
    /// Returns whether a superclass has a table of outlets to extend.
    fileprivate func inheritsOutlets(_ record: TypeRecord) -> Bool {
        if isResponder(record) { return true }
        return lineage(of: record).dropFirst().contains { above in
            above.properties.contains {
                $0.isOutlet || $0.isInspectable || $0.name == "outlets" && $0.type == "OutletTable"
            } || above.methods.contains(where: \.isSegueAction)
        }
    }
}
