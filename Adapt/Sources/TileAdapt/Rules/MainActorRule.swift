import SwiftSyntax

/// Adds `@MainActor` to the tasks and asynchronous methods of code that is on the main actor in iOS: that of classes of
/// UIKit, and of types and methods with the attribute. Their synchronous code is on the main thread because UIKit calls
/// it there, but a task or an asynchronous method runs elsewhere unless it says otherwise.
final class MainActorRule: RuleVisitor {
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let callee = node.calledExpression.trimmedDescription
        guard callee == "Task" || callee.hasPrefix("Task<"), !callee.hasSuffix(".detached"),
            let closure = node.trailingClosure ?? node.arguments.last?.expression.as(ClosureExprSyntax.self),
            isOnMainActor(Syntax(node))
        else { return .visitChildren }
        if let signature = closure.signature {
            guard signature.attributes.isEmpty else { return .visitChildren }
            changes.insert("@MainActor ", at: signature.positionAfterSkippingLeadingTrivia)
        } else {
            changes.insert(" @MainActor in", at: closure.leftBrace.endPositionBeforeTrailingTrivia)
        }
        changes.note(.generated, .isolation, at: node, subject: "Task", message: "runs on the main actor, as in iOS")
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        guard node.signature.effectSpecifiers?.asyncSpecifier != nil, !node.attributes.has("MainActor"),
            !node.attributes.has("concurrent"), !node.modifiers.has("nonisolated"), !node.modifiers.has("override"),
            isOnMainActor(Syntax(node))
        else { return .visitChildren }
        let start = node.modifiers.first?.positionAfterSkippingLeadingTrivia
        changes.insert("@MainActor ", at: start ?? node.funcKeyword.positionAfterSkippingLeadingTrivia)
        changes.note(
            .generated, .isolation, at: node, subject: node.name.text, message: "runs on the main actor, as in iOS")
        return .visitChildren
    }

    /// Returns whether the code that contains a node is on the main actor in iOS.
    private func isOnMainActor(_ node: Syntax) -> Bool {
        var each = node.parent
        while let current = each {
            if let call = current.as(FunctionCallExprSyntax.self) {
                let callee = call.calledExpression.trimmedDescription
                if callee.hasSuffix(".detached") || callee.contains(".global(") { return false }
            }
            if let function = current.as(FunctionDeclSyntax.self) {
                if function.modifiers.has("nonisolated") { return false }
                if function.attributes.has("MainActor") { return true }
            }
            if current.is(ActorDeclSyntax.self) { return false }
            if current.typeName != nil { return isOnMainActor(type: current) }
            each = current.parent
        }
        return false
    }

    private func isOnMainActor(type: Syntax) -> Bool {
        if let attributes = type.asProtocol((any WithAttributesSyntax).self)?.attributes, attributes.has("MainActor") {
            return true
        }
        guard let name = type.typeName else { return false }
        let full = (type.enclosingTypeNames + [name]).joined(separator: ".")
        guard let record = index.type(full) else { return UIKitClasses.isResponder(name) }
        if let attributes = record.declaration.asProtocol((any WithAttributesSyntax).self)?.attributes,
            attributes.has("MainActor")
        {
            return true
        }
        return record.kind == .class && index.isResponder(record)
    }
}
