import SwiftSyntax

extension ParsedSource {
    /// Whether what is compiled of it for Linux imports a module, or a part of it.
    func imports(_ module: String) -> Bool {
        let finder = ImportFinder(viewMode: .sourceAccurate)
        finder.walk(tree)
        return finder.modules.contains(module)
    }
}

private final class ImportFinder: ActiveVisitor {
    var modules: Set<String> = []

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.path.first?.name.text { modules.insert(name) }
        return .skipChildren
    }
}
