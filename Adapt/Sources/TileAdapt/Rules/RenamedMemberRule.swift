import SwiftSyntax

/// Renames UIKit's methods, functions and properties that had other names before Swift 4.2, in calls with or without
/// `self`, in references and in overrides. A declaration of the sources with such a name keeps it.
final class RenamedMemberRule: RuleVisitor {
    // MARK: Calls

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let member = node.calledExpression.as(MemberAccessExprSyntax.self)
        guard let called = member?.declName ?? node.calledExpression.as(DeclReferenceExprSyntax.self),
            called.argumentNames == nil, !changes.isReplaced(node)
        else { return .visitChildren }
        let name = called.baseName.text
        let labels = node.arguments.map { $0.label?.text }
        let fullName = Self.fullName(name, labels)
        guard !index.ownMethods.contains(fullName) else { return .visitChildren }
        if let new = OldMembers.method(fullName) {
            rename(called.baseName, from: fullName, to: new.name)
            relabel(node.arguments, new.labels)
        } else if labels.isEmpty, let new = OldMembers.propertyOfMethod(name), let end = node.rightParen {
            changes.replace(from: called, through: end, with: new)
            note(called, from: fullName, to: new)
        } else if member == nil {
            renameFunction(node, called: called, fullName: fullName)
        }
        return .visitChildren
    }

    private func renameFunction(
        _ node: FunctionCallExprSyntax, called: DeclReferenceExprSyntax, fullName: String
    ) {
        if let new = OldMembers.function(fullName) {
            rename(called.baseName, from: fullName, to: new.name)
            relabel(node.arguments, new.labels)
        } else if node.arguments.isEmpty, let new = OldMembers.propertyOfFunction(called.baseName.text) {
            changes.replace(node, with: new)
            note(called, from: fullName, to: new)
        } else if let new = OldMembers.methodOfFirst(fullName) {
            callOnFirst(node, called: called, new)
            note(called, from: fullName, to: new.name)
        }
    }

    /// Replaces a call such as `inset(a, b)` by `a.inset(by: b)`.
    private func callOnFirst(
        _ node: FunctionCallExprSyntax, called: DeclReferenceExprSyntax, _ new: OldMembers.Call
    ) {
        guard let left = node.leftParen, let right = node.rightParen, let first = node.arguments.first else { return }
        let isPlain = Self.isPostfix(first.expression)
        let close = isPlain ? "" : ")"
        changes.replace(from: called, through: left, with: isPlain ? "" : "(")
        guard let comma = first.trailingComma, let second = node.arguments.dropFirst().first else {
            return changes.replace(right, with: "\(close).\(new.name)()")
        }
        changes.replace(comma, with: "\(close).\(new.name)(")
        changes.removeSpace(after: comma)
        changes.insert("\(new.labels[0] ?? ""): ", at: second.expression.positionAfterSkippingLeadingTrivia)
    }

    /// Returns whether a member can follow an expression without parentheses.
    private static func isPostfix(_ node: ExprSyntax) -> Bool {
        node.is(DeclReferenceExprSyntax.self) || node.is(MemberAccessExprSyntax.self)
            || node.is(FunctionCallExprSyntax.self) || node.is(ForceUnwrapExprSyntax.self)
            || node.is(SubscriptCallExprSyntax.self)
    }

    private func relabel(_ arguments: LabeledExprListSyntax, _ labels: [String?]) {
        for (argument, new) in zip(arguments, labels) where argument.label?.text != new {
            let value = argument.expression
            switch (argument.label, new) {
            case (let old?, let new?): changes.replace(old, with: new)
            case (let old?, nil): changes.remove(from: old, before: value)
            case (nil, let new?): changes.insert("\(new): ", at: value.positionAfterSkippingLeadingTrivia)
            case (nil, nil): break
            }
        }
    }

    // MARK: Names

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        guard !changes.isReplaced(node) else { return .skipChildren }
        let name = node.baseName.text
        if let names = node.argumentNames {
            let labels = names.arguments.map { $0.name.text == "_" ? nil : $0.name.text }
            let fullName = Self.fullName(name, labels)
            if let new = OldMembers.method(fullName), !index.ownMethods.contains(fullName) {
                changes.replace(node, with: Self.fullName(new.name, new.labels))
                note(node, from: fullName, to: new.name)
            }
        } else if let new = OldMembers.property(name), !index.ownNames.contains(name) {
            rename(node.baseName, from: name, to: new)
        }
        return .visitChildren
    }

    // MARK: Overrides

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        guard node.isMember, node.modifiers.has("override"), !changes.isReplaced(node) else { return .visitChildren }
        let fullName = Self.fullName(node.name.text, node.labels)
        if let new = OldMembers.method(fullName) {
            rename(node.name, from: fullName, to: new.name)
            for (parameter, label) in zip(node.signature.parameterClause.parameters, new.labels) {
                relabel(parameter, label)
            }
        } else if node.labels.isEmpty, let new = OldMembers.propertyOfMethod(node.name.text),
            let type = node.signature.returnClause?.type
        {
            changes.replace(from: node.funcKeyword, through: type, with: "var \(new): \(type.trimmedDescription)")
            note(node, from: fullName, to: new)
        }
        return .visitChildren
    }

    private func relabel(_ parameter: FunctionParameterSyntax, _ new: String?) {
        let old = parameter.firstName
        let label = new ?? "_"
        guard old.text != label else { return }
        let hasName = parameter.secondName != nil
        changes.replace(old, with: hasName ? label : "\(label) \(old.text)")
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        guard node.isMember, node.modifiers.has("override") else { return .visitChildren }
        for binding in node.bindings {
            guard let token = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
                let new = OldMembers.property(token.text)
            else { continue }
            rename(token, from: token.text, to: new)
        }
        return .visitChildren
    }

    // MARK: Changes

    private static func fullName(_ name: String, _ labels: [String?]) -> String {
        "\(name)(\(labels.map { "\($0 ?? "_"):" }.joined()))"
    }

    private func rename(_ token: TokenSyntax, from old: String, to new: String) {
        if token.text != new { changes.replace(token, with: new) }
        note(token, from: old, to: new)
    }

    private func note(_ node: some SyntaxProtocol, from old: String, to new: String) {
        changes.note(.rewritten, .names, at: node, subject: old, message: "is \(new) since Swift 4.2")
    }
}
