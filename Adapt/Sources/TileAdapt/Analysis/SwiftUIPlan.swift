import SwiftSyntax

/// Which declarations are SwiftUI's: those that name its types in files that import it, and those that name such
/// declarations.
struct SwiftUIPlan {
    /// Files of which nothing is left.
    private(set) var files: Set<String> = []
    private(set) var declarations: Set<SyntaxIdentifier> = []
    /// The sources' own types among them.
    private var types: Set<String> = []

    /// Of sources without SwiftUI.
    init() {}

    init(_ sources: [ParsedSource], _ index: ModuleIndex) {
        let own = Set(index.types.keys.compactMap { $0.split(separator: ".").last.map(String.init) })
        let library = SwiftUINames.all.subtracting(own)
        let importing = Set(sources.filter { $0.imports("SwiftUI") }.map(\.name))
        guard !importing.isEmpty else { return }
        let items = sources.map { ($0.name, Self.items(of: $0).map(NamedItem.init)) }
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for (file, list) in items {
                let names = importing.contains(file) ? library.union(types) : types
                for item in list where !declarations.contains(item.node.id) {
                    isGrowing = enclose(item, names) || isGrowing
                }
            }
        }
        for (file, list) in items
        where importing.contains(file) && list.allSatisfy({ declarations.contains($0.node.id) }) {
            files.insert(file)
        }
    }

    /// Whether something was found that was not known.
    private mutating func enclose(_ item: NamedItem, _ names: Set<String>) -> Bool {
        guard !item.names.isDisjoint(with: names) else { return false }
        if item.members.isEmpty || !item.head.isDisjoint(with: names) {
            if let type = item.type { types.insert(type) }
            return declarations.insert(item.node.id).inserted
        }
        var isNew = false
        for member in item.members where !member.names.isDisjoint(with: names) {
            isNew = declarations.insert(member.node.id).inserted || isNew
        }
        return isNew
    }

    /// The declarations of a file that are compiled, without its imports.
    private static func items(of source: ParsedSource) -> [CodeBlockItemSyntax] {
        active(source.tree.statements).filter { !$0.item.is(ImportDeclSyntax.self) }
    }

    static func active(_ items: CodeBlockItemListSyntax) -> [CodeBlockItemSyntax] {
        items.flatMap { item -> [CodeBlockItemSyntax] in
            guard let condition = item.item.as(IfConfigDeclSyntax.self) else { return [item] }
            return BuildConditions.activeClauses(of: condition).flatMap { clause -> [CodeBlockItemSyntax] in
                guard case .statements(let inner) = clause.elements else { return [] }
                return active(inner)
            }
        }
    }
}

/// A declaration with the names that it uses.
private struct NamedItem {
    let node: Syntax
    let names: Set<String>
    /// The names outside of its members.
    let head: Set<String>
    let members: [(node: Syntax, names: Set<String>)]
    /// The type that it declares.
    let type: String?

    init(_ item: CodeBlockItemSyntax) {
        node = Syntax(item)
        guard let group = item.item.asProtocol((any DeclGroupSyntax).self) else {
            names = NameFinder.names(in: item)
            (head, members, type) = (names, [], nil)
            return
        }
        members = group.memberBlock.members.map { (Syntax($0), NameFinder.names(in: $0)) }
        head = NameFinder.names(in: group, without: Syntax(group.memberBlock))
        names = members.reduce(head) { $0.union($1.names) }
        type =
            item.item.is(ExtensionDeclSyntax.self) ? nil : item.item.asProtocol((any NamedDeclSyntax).self)?.name.text
    }
}

/// The names of types in code, wherever they stand.
private final class NameFinder: ActiveVisitor {
    private var names: Set<String> = []
    private let omitted: Syntax?

    private init(without omitted: Syntax?) {
        self.omitted = omitted
        super.init(viewMode: .sourceAccurate)
    }

    static func names(in node: some SyntaxProtocol, without omitted: Syntax? = nil) -> Set<String> {
        let finder = NameFinder(without: omitted)
        finder.walk(node)
        return finder.names
    }

    override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind {
        Syntax(node).id == omitted?.id ? .skipChildren : .visitChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        names.insert(node.name.text)
        return .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        // Not `.clear`, nor `view.Color`.
        let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
        if !isMember { names.insert(node.baseName.text) }
        return .visitChildren
    }

    override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
        names.insert("#" + node.macroName.text)
        return .visitChildren
    }

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        names.insert("#" + node.macroName.text)
        return .visitChildren
    }
}
