import SwiftSyntax

extension AttributeListSyntax {
    /// Returns the attribute with a name, such as `objc` or `IBOutlet`.
    func attribute(_ name: String) -> AttributeSyntax? {
        for element in self {
            if case .attribute(let attribute) = element, attribute.attributeName.trimmedDescription == name {
                return attribute
            }
        }
        return nil
    }

    func has(_ name: String) -> Bool { attribute(name) != nil }
}

extension DeclModifierListSyntax {
    func has(_ name: String) -> Bool { contains { $0.name.text == name } }
}

extension FunctionDeclSyntax {
    var labels: [String?] {
        signature.parameterClause.parameters.map { $0.firstName.text == "_" ? nil : $0.firstName.text }
    }
}

extension InheritanceClauseSyntax {
    /// The names of the inherited types, without generic arguments.
    var names: [String] {
        inheritedTypes.flatMap { each -> [String] in
            if let both = each.type.as(CompositionTypeSyntax.self) {
                return both.elements.map { TypeName.plain($0.type) }
            }
            return [TypeName.plain(each.type)]
        }
    }
}

/// The names of types in the form that the index uses.
enum TypeName {
    /// Returns the name of a type, without generic arguments, attributes, optionality and `any`.
    static func plain(_ type: TypeSyntax) -> String {
        if let type = type.as(IdentifierTypeSyntax.self) { return type.name.text }
        if let type = type.as(MemberTypeSyntax.self) { return "\(plain(type.baseType)).\(type.name.text)" }
        if let type = type.as(AttributedTypeSyntax.self) { return plain(type.baseType) }
        if let type = type.as(SomeOrAnyTypeSyntax.self) { return plain(type.constraint) }
        if let type = type.as(OptionalTypeSyntax.self) { return plain(type.wrappedType) }
        if let type = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return plain(type.wrappedType) }
        return type.trimmedDescription
    }
}

extension SyntaxProtocol {
    /// The names of the types that contain a node, outermost first. For an extension, the extended type's name.
    var enclosingTypeNames: [String] {
        var names: [String] = []
        var node = parent
        while let current = node {
            if let name = current.typeName { names.insert(name, at: 0) }
            node = current.parent
        }
        return names
    }

    /// The declaration of the type or extension that contains a node.
    var enclosingType: Syntax? {
        var node = parent
        while let current = node, current.typeName == nil { node = current.parent }
        return node
    }
}

extension Syntax {
    /// The name of the type that the node declares or extends; nil for other nodes.
    var typeName: String? {
        if let node = self.as(ClassDeclSyntax.self) { return node.name.text }
        if let node = self.as(StructDeclSyntax.self) { return node.name.text }
        if let node = self.as(EnumDeclSyntax.self) { return node.name.text }
        if let node = self.as(ActorDeclSyntax.self) { return node.name.text }
        if let node = self.as(ProtocolDeclSyntax.self) { return node.name.text }
        if let node = self.as(ExtensionDeclSyntax.self) { return TypeName.plain(node.extendedType) }
        return nil
    }
}

extension TokenSyntax {
    /// The text, without the backticks around a name.
    var bareText: String { text.filter { $0 != "`" } }
}
