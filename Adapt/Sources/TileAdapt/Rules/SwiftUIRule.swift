import SwiftSyntax

/// What is SwiftUI's is compiled where there is SwiftUI: the whole file, or of a file that has UIKit's classes too, the
/// declarations that are of views of SwiftUI.
final class SwiftUIRule: RuleVisitor {
    override func visit(_ node: SourceFileSyntax) -> SyntaxVisitorContinueKind {
        let statements = active(node.statements)
        guard statements.contains(where: importsSwiftUI) else { return .skipChildren }
        let declared = statements.filter { !$0.item.is(ImportDeclSyntax.self) }
        let others = declared.filter { !isSwiftUI($0) }
        if others.contains(where: isClassOfUIKit) {
            for each in declared where isSwiftUI(each) { enclose(each) }
        } else {
            encloseAll(node)
        }
        return .skipChildren
    }

    private func encloseAll(_ node: SourceFileSyntax) {
        guard let first = node.statements.first, let last = node.statements.last else { return }
        changes.insert("#if canImport(SwiftUI)\n", at: first.positionAfterSkippingLeadingTrivia)
        changes.insert("\n#endif", at: last.endPositionBeforeTrailingTrivia)
        changes.note(.dropped, .swiftUI, at: first, node.firstSubject, "the file is SwiftUI's, which is not on Linux")
    }

    private func enclose(_ item: CodeBlockItemSyntax) {
        changes.enclose(item, in: "canImport(SwiftUI)")
        changes.note(.dropped, .swiftUI, at: item, item.subject, "is SwiftUI's, which is not on Linux")
    }

    private func active(_ items: CodeBlockItemListSyntax) -> [CodeBlockItemSyntax] {
        items.flatMap { item -> [CodeBlockItemSyntax] in
            guard let condition = item.item.as(IfConfigDeclSyntax.self) else { return [item] }
            return BuildConditions.activeClauses(of: condition).flatMap { clause -> [CodeBlockItemSyntax] in
                guard case .statements(let inner) = clause.elements else { return [] }
                return active(inner)
            }
        }
    }

    private func importsSwiftUI(_ item: CodeBlockItemSyntax) -> Bool {
        item.item.as(ImportDeclSyntax.self)?.path.first?.name.text == "SwiftUI"
    }

    private func isSwiftUI(_ item: CodeBlockItemSyntax) -> Bool {
        let inherited = (item.item.asProtocol((any DeclGroupSyntax).self))?.inheritanceClause?.names ?? []
        if inherited.contains(where: Self.protocols.contains) { return true }
        if let extended = item.item.as(ExtensionDeclSyntax.self) {
            return Self.protocols.contains(TypeName.plain(extended.extendedType))
        }
        return item.item.trimmedDescription.hasPrefix("#Preview")
    }

    private func isClassOfUIKit(_ item: CodeBlockItemSyntax) -> Bool {
        item.item.is(ClassDeclSyntax.self) || item.item.is(ProtocolDeclSyntax.self)
    }

    private static let protocols: Set<String> = [
        "View", "SwiftUI.View", "PreviewProvider", "ViewModifier", "UIViewRepresentable",
        "UIViewControllerRepresentable",
        "App", "ObservableObject", "EnvironmentKey", "EnvironmentValues", "PreferenceKey", "Shape", "ButtonStyle",
    ]
}

extension CodeBlockItemSyntax {
    fileprivate var subject: String {
        guard let name = item.asProtocol((any NamedDeclSyntax).self)?.name.text else {
            return String(item.trimmedDescription.prefix { $0 != "{" && $0 != "\n" }).trimmed
        }
        return name
    }
}

extension SourceFileSyntax {
    fileprivate var firstSubject: String {
        statements.lazy.filter { !$0.item.is(ImportDeclSyntax.self) }.first?.subject ?? "import SwiftUI"
    }
}

extension String {
    fileprivate var trimmed: String { String(reversed().drop(while: \.isWhitespace).reversed()) }
}
