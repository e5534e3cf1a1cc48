import SwiftSyntax

/// The declarations that depend on SwiftUI: they name its types in files that import it, are previews, or name other
/// such declarations.
struct SwiftUIPlan {
    /// The files that are omitted completely.
    private(set) var files: Set<String> = []
    private(set) var declarations: Set<SyntaxIdentifier> = []
    /// The sources' own types among them.
    private var types: Set<String> = []

    /// The macro of previews, which UIKit has too.
    static let preview = "#Preview"

    /// Creates the plan of sources without SwiftUI.
    init() {}

    init(_ sources: [ParsedSource], _ index: ModuleIndex) {
        let own = Set(index.types.keys.compactMap { $0.split(separator: ".").last.map(String.init) })
        let library = SwiftUINames.all.subtracting(own)
        let importing = Set(sources.filter { $0.imports("SwiftUI") }.map(\.name))
        guard !importing.isEmpty || sources.contains(where: { $0.text.contains(Self.preview) }) else { return }
        let items = sources.map { ($0.name, Self.items(of: $0).map(NamedItem.init)) }
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for (file, list) in items {
                let names = importing.contains(file) ? library.union(types) : types.union([Self.preview])
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

    /// Adds an item. Returns whether it was unknown.
    private mutating func enclose(_ item: NamedItem, _ names: Set<String>) -> Bool {
        guard !item.names.isDisjoint(with: names) else { return false }
        let members = item.members(naming: names)
        // If most members depend on SwiftUI, the rest would not compile.
        let isMostly = members.count * 2 > item.members.count
        if item.members.isEmpty || !item.head.isDisjoint(with: names) || item.isProtocol || isMostly {
            if let type = item.type { types.insert(type) }
            return declarations.insert(item.node.id).inserted
        }
        return members.reduce(false) { declarations.insert($1.node.id).inserted || $0 }
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
    /// The names outside of the declaration's members.
    let head: Set<String>
    let members: [Member]
    let isProtocol: Bool
    /// The type that the node declares.
    let type: String?

    init(_ item: CodeBlockItemSyntax) {
        node = Syntax(item)
        guard let group = item.item.asProtocol((any DeclGroupSyntax).self) else {
            names = NameFinder.names(in: item)
            (head, members, type, isProtocol) = (names, [], nil, false)
            return
        }
        members = group.memberBlock.members.map {
            Member(node: Syntax($0), names: NameFinder.names(in: $0), declared: $0.decl.declaredNames)
        }
        isProtocol = item.item.is(ProtocolDeclSyntax.self)
        head = NameFinder.names(in: group, without: Syntax(group.memberBlock))
        names = members.reduce(head) { $0.union($1.names) }
        type =
            item.item.is(ExtensionDeclSyntax.self) ? nil : item.item.asProtocol((any NamedDeclSyntax).self)?.name.text
    }
}

extension NamedItem {
    struct Member {
        let node: Syntax
        let names: Set<String>
        let declared: Set<String>
    }

    /// Returns the members with one of the names, and the members that name such members.
    fileprivate func members(naming names: Set<String>) -> [Member] {
        var names = names
        var found: [Member] = []
        var rest = members
        while let index = rest.firstIndex(where: { !$0.names.isDisjoint(with: names) }) {
            let member = rest.remove(at: index)
            found.append(member)
            names.formUnion(member.declared)
        }
        return found
    }
}

extension DeclSyntax {
    /// The properties and types that the node declares. Methods are left out, because there may be others with the same
    /// name.
    fileprivate var declaredNames: Set<String> {
        if let property = self.as(VariableDeclSyntax.self) {
            return Set(property.bindings.map { $0.pattern.trimmedDescription })
        }
        if self.is(FunctionDeclSyntax.self) { return [] }
        return asProtocol((any NamedDeclSyntax).self).map { [$0.name.text] } ?? []
    }
}

/// Finds the names of types anywhere in code.
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
        // Members such as `.clear` and `view.Color` don't count.
        let member = node.parent?.as(MemberAccessExprSyntax.self)
        let isMember = member?.declName.id == node.id && member?.base?.trimmedDescription != "self"
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
