import SwiftSyntax

/// Stores `@NSManaged` properties of layers under their names, where layers find the properties that they animate.
final class ManagedPropertyRule: RuleVisitor {
    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        guard node.attributes.has("NSManaged"), let binding = node.bindings.first,
            let type = binding.typeAnnotation?.type, binding.accessorBlock == nil
        else { return .visitChildren }
        let name = binding.pattern.trimmedDescription
        let owner = node.enclosingTypeNames
        let record = owner.last.flatMap { index.type($0, in: owner.dropLast()) }
        guard let root = record.flatMap({ index.root(of: $0) }), root.hasPrefix("CA") else {
            changes.note(
                .left, .managedProperties, at: node, subject: name,
                message: "is stored by Core Data, which is not here: give it a value")
            return .visitChildren
        }
        let indentation = changes.indentation(of: node)
        let plain = type.as(OptionalTypeSyntax.self)?.wrappedType.trimmedDescription
        let fallback = plain == nil ? " ?? \(DefaultValue.of(type) ?? "\(type.trimmedDescription)()")" : ""
        changes.insert(
            """
             {
            \(indentation)    get { value(forKey: "\(name)") as? \(plain ?? type.trimmedDescription)\(fallback) }
            \(indentation)    set { setValue(newValue, forKey: "\(name)") }
            \(indentation)}
            """, at: type.endPositionBeforeTrailingTrivia)
        changes.note(
            .generated, .managedProperties, at: node, subject: name,
            message: "is kept by the layer under its name, for animations")
        return .visitChildren
    }
}
