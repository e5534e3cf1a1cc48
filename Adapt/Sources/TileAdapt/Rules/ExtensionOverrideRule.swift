import SwiftSyntax

/// Moves members of extensions that override, or are overridden, into the class: without Objective-C dispatch,
/// extensions can't contain overrides. Overrides in extensions of another module's class are compiled only on systems
/// with Objective-C.
final class ExtensionOverrideRule: RuleVisitor {
    /// The members that classes receive, by the classes' records: the text, with the position of its first line.
    private(set) var moved: [(owner: TypeRecord, text: String)] = []
    /// The private names of this file that members moved to another file may use.
    private(set) var revealed: Set<String> = []

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        let name = TypeName.plain(node.extendedType)
        let owner = index.type(name)
        if let owner, owner.kind != .class { return .visitChildren }
        for item in members(of: node.memberBlock.members) {
            guard let declaration = item.decl.asProtocol((any WithModifiersSyntax).self) else { continue }
            let isOverride = declaration.modifiers.has("override")
            if let owner {
                guard isOverride || isOverriddenBelow(item.decl, owner) else { continue }
                move(item, of: node, to: owner)
            } else if isOverride {
                changes.enclose(item, in: "canImport(ObjectiveC)")
                changes.note(
                    .dropped, .extensionOverrides, at: item, subject: "\(name).\(item.decl.memberName)",
                    message:
                        "only Objective-C overrides in an extension of another module's class: subclass it, or call it yourself"
                )
            }
        }
        return .visitChildren
    }

    /// Returns the members, including those in conditions that are true.
    private func members(of list: MemberBlockItemListSyntax) -> [MemberBlockItemSyntax] {
        list.flatMap { item -> [MemberBlockItemSyntax] in
            guard let condition = item.decl.as(IfConfigDeclSyntax.self) else { return [item] }
            return BuildConditions.activeClauses(of: condition).flatMap { clause -> [MemberBlockItemSyntax] in
                guard case .decls(let inner) = clause.elements else { return [] }
                return members(of: inner)
            }
        }
    }

    private func isOverriddenBelow(_ member: DeclSyntax, _ owner: TypeRecord) -> Bool {
        guard let method = member.as(FunctionDeclSyntax.self) else { return false }
        guard let record = owner.methods.first(where: { $0.declaration.id == method.id }), !record.isTypeMethod else {
            return false
        }
        return index.isOverridden(record.fullName, below: owner)
    }

    private func move(_ item: MemberBlockItemSyntax, of node: ExtensionDeclSyntax, to owner: TypeRecord) {
        let subject = "\(owner.name).\(item.decl.memberName)"
        guard node.genericWhereClause == nil else {
            changes.note(
                .left, .extensionOverrides, at: item, subject: subject,
                message: "is overridden, but in an extension with conditions; move it into the class yourself")
            return
        }
        let start = changes.startWithComments(of: item)
        var text = changes.takeLines(of: item)
        while let last = text.last, last.isWhitespace { text.removeLast() }
        // The access level that the extension gave its members.
        let access = node.modifiers.first { ["public", "private", "fileprivate"].contains($0.name.text) }
        if let access, let modified = item.decl.asProtocol((any WithModifiersSyntax).self),
            !modified.modifiers.contains(where: { Self.accesses.contains($0.name.text) }),
            let first = item.decl.firstDeclaringToken
        {
            let place = first.positionAfterSkippingLeadingTrivia.utf8Offset - start
            let bytes = Array(text.utf8)
            text = String(
                decoding: bytes[..<place] + Array("\(access.name.text) ".utf8) + bytes[place...], as: UTF8.self)
        }
        moved.append((owner, text))
        if owner.file != changes.source.name { revealed.formUnion(item.usedNames) }
        changes.note(
            .rewritten, .extensionOverrides, at: item, subject: subject,
            message: "is in the class now: without Objective-C, nothing in an extension is overridden")
    }

    private static let accesses: Set<String> = ["public", "open", "internal", "private", "fileprivate", "package"]
}

extension DeclSyntax {
    /// The first token after attributes and comments.
    fileprivate var firstDeclaringToken: TokenSyntax? {
        guard let declaration = asProtocol((any WithAttributesSyntax).self) else { return nil }
        return declaration.attributes.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
            ?? firstToken(viewMode: .sourceAccurate)
    }

    fileprivate var memberName: String {
        if let node = self.as(FunctionDeclSyntax.self) { return node.name.text }
        if let node = self.as(VariableDeclSyntax.self) { return node.bindings.first?.pattern.trimmedDescription ?? "" }
        return self.is(InitializerDeclSyntax.self) ? "init" : "subscript"
    }
}

/// Adds the moved members to their classes.
final class MovedMemberRule: RuleVisitor {
    var moved: [(owner: TypeRecord, text: String)] = []

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        let name = (node.enclosingTypeNames + [node.name.text]).joined(separator: ".")
        for each in moved where each.owner.name == name && each.owner.declaration.id == node.id {
            changes.insertLines("\n\(each.text)\n", before: node.memberBlock.rightBrace)
        }
        return .visitChildren
    }
}

/// Removes `private` from members of a file that are used by a member that was moved to another file.
final class RevealedRule: RuleVisitor {
    var revealed: Set<String> = []
    private var done: Set<SyntaxIdentifier> = []

    override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
        guard node.name.text == "private" || node.name.text == "fileprivate", node.detail == nil,
            let declaration = node.parent?.parent, names(in: declaration).contains(where: revealed.contains),
            declaration.parent?.is(CodeBlockItemSyntax.self) ?? false
                || declaration.enclosingType?.is(ExtensionDeclSyntax.self) ?? false,
            done.insert(node.id).inserted
        else { return .skipChildren }
        changes.removeWithSpaceAfter(node)
        changes.note(
            .rewritten, .extensionOverrides, at: node, subject: names(in: declaration).first ?? "",
            message: "is not private any more: what uses it is in another file now")
        return .skipChildren
    }

    private func names(in declaration: Syntax) -> [String] {
        if let node = declaration.as(FunctionDeclSyntax.self) { return [node.name.text] }
        if let node = declaration.as(VariableDeclSyntax.self) {
            return node.bindings.map { $0.pattern.trimmedDescription }
        }
        if let node = declaration.as(ExtensionDeclSyntax.self) {
            return node.memberBlock.members.flatMap { names(in: Syntax($0.decl)) }
        }
        return declaration.asProtocol((any NamedDeclSyntax).self).map { [$0.name.text] } ?? []
    }
}

extension MemberBlockItemSyntax {
    /// The names that the node refers to.
    fileprivate var usedNames: Set<String> {
        Set(
            tokens(viewMode: .sourceAccurate).compactMap { token in
                if case .identifier(let name) = token.tokenKind { return name }
                return nil
            })
    }
}
