import SwiftSyntax

/// Reports calls that only the Objective-C runtime can answer, with advice. The calls stay unchanged.
final class DynamicCallRule: RuleVisitor {
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let called = node.calledExpression
        let member = called.as(MemberAccessExprSyntax.self)
        let name = (member?.declName ?? called.as(DeclReferenceExprSyntax.self))?.baseName.text ?? ""
        let labels = node.arguments.map { $0.label?.text ?? "_" }
        if let advice = Self.functions[name] {
            report(node, of: name, advice: advice)
        } else if name == "observe", node.arguments.first?.expression.is(KeyPathExprSyntax.self) ?? false {
            report(
                node, of: name,
                advice: "of layers, views and view controllers those properties are observed that docs/views.md names;"
                    + " else override the property, or ask a delegate")
        } else if name == "addObserver", labels.contains("forKeyPath") {
            report(
                node, of: name,
                advice: "of layers, views and view controllers those properties are observed by name that docs/views.md"
                    + " names, and what is in `outlets`; else override the property, or ask a delegate")
        } else if name == "setValue" || name == "value", labels.contains("forKeyPath") || labels.contains("forKey") {
            guard !isLayer(node) else { return .visitChildren }
            report(node, of: name, advice: "only layers have values by names: set the property itself")
        } else if name == "perform", labels.contains("afterDelay") {
            report(node, of: name, advice: "use DispatchQueue.main.asyncAfter, or a timer of the screen's clock")
        } else if name == "NSPredicate", labels.first == "format" {
            report(node, of: name, advice: "there are no predicates by format here; write NSPredicate(block:)")
        }
        return .visitChildren
    }

    /// Returns whether a function is an override that responds to methods that an object does not have.
    static func isForwarding(_ node: FunctionDeclSyntax) -> Bool {
        node.isMember && node.modifiers.has("override")
            && forwarding.contains("\(node.name.text)(\(node.labels.first.flatMap(\.self) ?? ""))")
    }

    /// Visits overrides that respond to methods that an object does not have. The UIKit here never calls them.
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        guard Self.isForwarding(node) else { return .visitChildren }
        changes.enclose(node, in: "canImport(ObjectiveC)")
        changes.note(
            .dropped, .dynamicCalls, at: node, subject: "\(node.enclosingTypeNames.last ?? "").\(node.name.text)",
            message: "messages are not forwarded here: implement the methods, and hand them on")
        return .skipChildren
    }

    private static let forwarding: Set<String> = [
        "forwardingTarget(for)", "responds(to)", "method(for)", "forwardInvocation()",
    ]

    private func isLayer(_ node: FunctionCallExprSyntax) -> Bool {
        let text = node.calledExpression.trimmedDescription
        if text.lowercased().contains("layer.") || text.lowercased().contains("animation.") { return true }
        let owner = node.enclosingTypeNames
        let record = owner.last.flatMap { index.type($0, in: owner.dropLast()) }
        return record.flatMap { index.root(of: $0) }?.hasPrefix("CA") ?? false
    }

    private func report(_ node: FunctionCallExprSyntax, of name: String, advice: String) {
        // Another rule has already replaced the call.
        guard !changes.edits.contains(where: { $0.range.contains(Changes.range(of: node).lowerBound) }) else { return }
        changes.note(.left, .dynamicCalls, at: node, subject: "\(name)(…)", message: advice)
    }

    private static let functions: [String: String] = [
        "method_exchangeImplementations": "methods can't be exchanged: subclass, and override",
        "method_setImplementation": "methods can't be exchanged: subclass, and override",
        "class_getInstanceMethod": "methods can't be asked for: call them, or ask whether an object is of a class",
        "class_getClassMethod": "methods can't be asked for: call them, or ask whether an object is of a class",
        "class_addMethod": "methods can't be added: subclass",
        "class_replaceMethod": "methods can't be exchanged: subclass, and override",
        "imp_implementationWithBlock": "methods can't be exchanged: subclass, and override",
        "object_setClass": "an object keeps its class: make one of the other",
        "objc_allocateClassPair": "classes can't be made when the program runs",
        "class_copyPropertyList": "use Mirror(reflecting:), which reads properties",
        "class_copyMethodList": "methods can't be listed",
        "objc_getClass": "use a table of the classes that are meant",
        "NSClassFromString":
            "finds classes of Swift by \"Module.Class\" only; a table of those that are meant is safer",
    ]
}
