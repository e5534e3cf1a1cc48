import SwiftSyntax

/// Compiles code that depends on SwiftUI only if SwiftUI is available: whole files, single declarations, or their
/// members.
final class SwiftUIRule: RuleVisitor {
    override func visit(_ node: SourceFileSyntax) -> SyntaxVisitorContinueKind {
        guard index.swiftUI.files.contains(changes.source.name), let first = node.statements.first,
            let last = node.statements.last
        else { return .visitChildren }
        changes.insert("#if canImport(SwiftUI)\n", at: first.positionAfterSkippingLeadingTrivia)
        changes.insert("\n#endif", at: last.endPositionBeforeTrailingTrivia)
        changes.note(
            .dropped, .swiftUI, at: first, subject: changes.source.name, message: "is SwiftUI's, which is not on Linux")
        return .skipChildren
    }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.path.first?.name.text == "SwiftUI" {
            changes.enclose(node, in: "canImport(SwiftUI)", withComments: false)
        }
        return .skipChildren
    }

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind { enclose(Syntax(node)) }
    override func visit(_ node: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind { enclose(Syntax(node)) }

    private func enclose(_ node: Syntax) -> SyntaxVisitorContinueKind {
        guard index.swiftUI.declarations.contains(node.id) else { return .visitChildren }
        changes.enclose(node, in: "canImport(SwiftUI)")
        let text = node.trimmedDescription
        let head = text.split(separator: "\n").first { !$0.hasPrefix("//") && !$0.hasPrefix("@") } ?? ""
        let subject = String(head.prefix { $0 != "{" })
        let owner = subject.hasPrefix(SwiftUIPlan.preview) ? "a preview of Xcode's" : "SwiftUI's"
        changes.note(
            .dropped, .swiftUI, at: node, subject: subject.trimmed, message: "is \(owner), which is not on Linux")
        return .skipChildren
    }
}

extension String {
    fileprivate var trimmed: String { String(reversed().drop(while: \.isWhitespace).reversed()) }
}
