import SwiftSyntax

/// Turns an `@objc` protocol into a Swift protocol for classes, with defaults for its optional requirements.
final class ProtocolRule: RuleVisitor {
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        guard node.attributes.has("objc") else { return .visitChildren }
        if node.inheritanceClause == nil {
            let end =
                (node.primaryAssociatedTypeClause?.endPositionBeforeTrailingTrivia)
                ?? node.name.endPositionBeforeTrailingTrivia
            changes.insert(": AnyObject", at: end)
        }
        changes.note(
            .rewritten, .protocols, at: node, subject: "protocol \(node.name.text)",
            message: "is a protocol for classes")
        let access = node.modifiers.has("public") ? "public " : ""
        var defaults: [String] = []
        for member in members(of: node.memberBlock.members) {
            guard let text = defaultOf(member, in: node, access: access) else { continue }
            defaults.append(text)
        }
        guard !defaults.isEmpty else { return .visitChildren }
        let type = (node.enclosingTypeNames + [node.name.text]).joined(separator: ".")
        changes.insert(
            "\n\n/// Default implementations of the optional members of `\(node.name.text)`.\nextension \(type) {\n\(defaults.joined(separator: "\n"))\n}",
            at: outermost(Syntax(node)).endPositionBeforeTrailingTrivia)
        return .visitChildren
    }

    override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
        if node.name.text == "optional" { changes.removeWithSpaceAfter(node) }
        return .skipChildren
    }

    private func members(of list: MemberBlockItemListSyntax) -> [DeclSyntax] {
        list.flatMap { item -> [DeclSyntax] in
            guard let condition = item.decl.as(IfConfigDeclSyntax.self) else { return [item.decl] }
            return BuildConditions.activeClauses(of: condition).flatMap { clause -> [DeclSyntax] in
                guard case .decls(let inner) = clause.elements else { return [] }
                return members(of: inner)
            }
        }
    }

    private func defaultOf(_ member: DeclSyntax, in node: ProtocolDeclSyntax, access: String) -> String? {
        if let method = member.as(FunctionDeclSyntax.self), method.modifiers.has("optional") {
            let result = method.signature.returnClause?.type
            let body = value(of: result, name: method.name.text, member, in: node)
            let available = availability(method.attributes)
            return "\(available)    \(access)\(plain(method)) {\(body.isEmpty ? "" : " \(body) ")}"
        }
        if let property = member.as(VariableDeclSyntax.self), property.modifiers.has("optional"),
            let binding = property.bindings.first, let type = binding.typeAnnotation?.type
        {
            let name = binding.pattern.trimmedDescription
            let body = value(of: type, name: name, member, in: node)
            let isSettable = binding.accessorBlock?.trimmedDescription.contains("set") ?? false
            let accessors = isSettable ? "get { \(body) } set {}" : body
            return
                "\(availability(property.attributes))    \(access)var \(name): \(type.trimmedDescription) { \(accessors) }"
        }
        return nil
    }

    private func plain(_ method: FunctionDeclSyntax) -> String {
        let name = method.name.text
        let generics = method.genericParameterClause?.trimmedDescription ?? ""
        let signature = method.signature.trimmedDescription
        return "func \(name)\(generics)\(signature)"
    }

    private func availability(_ attributes: AttributeListSyntax) -> String {
        attributes.attribute("available").map { "    \($0.trimmedDescription)\n" } ?? ""
    }

    /// Returns the default value of an optional requirement: the callers' own default if they have one, or else an
    /// empty value.
    private func value(of type: TypeSyntax?, name: String, _ member: DeclSyntax, in node: ProtocolDeclSyntax) -> String
    {
        guard let type else { return "" }
        let text = type.trimmedDescription
        if text == "Void" || text == "()" { return "" }
        let subject = "\(node.name.text).\(name)"
        if let usual = DefaultValue.of(type) {
            changes.note(
                .generated, .protocols, at: member, subject: subject,
                message: "is \(usual) where a class does not implement it")
            return usual
        }
        if let record = index.type(TypeName.plain(type)), let first = DefaultValue.firstCase(of: record) {
            changes.note(
                .generated, .protocols, at: member, subject: subject,
                message: "is \(first) where a class does not implement it")
            return first
        }
        changes.note(
            .left, .protocols, at: member, subject: subject,
            message: "was optional: check what \(text)() it gives where a class does not implement it")
        return "\(text)()"
    }

    private func outermost(_ node: Syntax) -> Syntax {
        var node = node
        while let parent = node.parent, !parent.is(SourceFileSyntax.self), !parent.is(CodeBlockItemListSyntax.self) {
            node = parent
        }
        return node
    }
}

/// The default values of types.
enum DefaultValue {
    static func of(_ type: TypeSyntax) -> String? {
        if type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return "nil" }
        if type.is(ArrayTypeSyntax.self) { return "[]" }
        if type.is(DictionaryTypeSyntax.self) { return "[:]" }
        return values[type.trimmedDescription]
    }

    static func firstCase(of record: TypeRecord) -> String? {
        guard let node = record.declaration.as(EnumDeclSyntax.self) else { return nil }
        for member in node.memberBlock.members {
            if let name = member.decl.as(EnumCaseDeclSyntax.self)?.elements.first?.name.text { return ".\(name)" }
        }
        return nil
    }

    private static let values: [String: String] = [
        "Bool": "false", "Int": "0", "UInt": "0", "CGFloat": "0", "Double": "0", "Float": "0", "TimeInterval": "0",
        "NSInteger": "0", "CFTimeInterval": "0", "String": "\"\"", "CGSize": ".zero", "CGPoint": ".zero",
        "CGRect": ".zero",
        "UIEdgeInsets": ".zero", "CGAffineTransform": ".identity", "NSAttributedString": "NSAttributedString()",
        "UIInterfaceOrientationMask": ".all", "UIColor": ".clear", "UIStatusBarStyle": ".default", "Any": "()",
        "UIModalPresentationStyle": ".none", "UIRectEdge": "[]",
    ]
}
