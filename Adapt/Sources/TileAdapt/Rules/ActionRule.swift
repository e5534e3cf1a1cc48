import SwiftSyntax

/// Gives classes the tables of their actions: the methods that a selector anywhere in the sources names, and all
/// `@IBAction`s.
final class ActionRule: RuleVisitor {
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        guard let record = record(of: node, node.name.text) else { return .visitChildren }
        let actions = index.actions(of: record)
        guard !actions.isEmpty else { return .visitChildren }
        for action in actions where action.isHiddenIn(record.file) { tellHidden(action, record) }
        ClassTable.actions.write(
            actions.map { Self.entry(of: $0, in: record.simpleName) }, in: node,
            inherits: index.isResponder(record) || index.inheritsTable(record), changes)
        for action in actions {
            changes.note(
                .generated, .actions, at: action.file == record.file ? Syntax(action.declaration) : Syntax(node),
                subject: "\(record.name).\(action.fullName)", message: "is the action \"\(action.selector)\"")
        }
        return .visitChildren
    }

    private func tellHidden(_ action: MethodRecord, _ record: TypeRecord) {
        changes.note(
            .rewritten, .actions, at: record.declaration, subject: "\(record.name).\(action.fullName)",
            message: "was private in \(action.file), and is not any more, so that the table can name it")
    }

    /// Returns an entry such as `.action("tapped:", Feed.tapped(_:))`. For a method with a result, the entry is a
    /// closure that drops the result.
    static func entry(of method: MethodRecord, in type: String) -> String {
        let name = "\"\(method.selector)\""
        let result = method.declaration.signature.returnClause?.type.trimmedDescription ?? "Void"
        let reference = "\(type).\(method.labels.isEmpty ? method.name : method.fullName)"
        // UIKit has a method of this name with parameters, and a name without them would be ambiguous.
        if method.labels.isEmpty, namesOfUIKit.contains(method.name), result == "Void" || result == "()" {
            return ".action(\(name), { (target: \(type)) in { target.\(method.name)() } })"
        }
        if result == "Void" || result == "()" { return ".action(\(name), \(reference))" }
        let parameters = method.declaration.signature.parameterClause.parameters
        let names = ["first", "second"].prefix(parameters.count)
        let typed = zip(names, parameters).map { "\($0): \($1.type.trimmedDescription)" }.joined(separator: ", ")
        let passed = zip(names, method.labels).map { $1 == nil ? $0 : "\($1!): \($0)" }.joined(separator: ", ")
        let call = "_ = target.\(method.name)(\(passed))"
        let inner = parameters.isEmpty ? "{ \(call) }" : "{ (\(typed)) in \(call) }"
        return ".action(\(name), { (target: \(type)) in \(inner) })"
    }

    private static let namesOfUIKit: Set<String> = ["dismiss", "present", "show", "draw", "endEditing", "perform"]

    /// Returns the name of the static property of an action in an extension of another module's class.
    static func registeredName(of method: MethodRecord) -> String {
        method.selector.replacing(":", with: "_") + (method.selector.hasSuffix(":") ? "action" : "Action")
    }
}

extension MethodRecord {
    /// Returns whether the file of the class can't access the method.
    func isHiddenIn(_ file: String) -> Bool { self.file != file && privateModifier != nil }

    /// The modifier that hides the method from other files.
    var privateModifier: DeclModifierSyntax? {
        let hiding: Set<String> = ["private", "fileprivate"]
        return declaration.modifiers.first { hiding.contains($0.name.text) && $0.detail == nil }
            ?? extended?.modifiers.first { hiding.contains($0.name.text) }
    }
}
