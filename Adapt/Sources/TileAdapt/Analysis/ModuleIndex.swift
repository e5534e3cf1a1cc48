import SwiftSyntax

/// The labels of an initializer's parameters, `_` for those without one.
struct InitializerLabels: Hashable {
    var labels: [String]
    /// Whether a parameter takes any number of arguments.
    var isVariadic: Bool

    /// Returns whether a call's labels fit.
    func admits(_ call: [String]) -> Bool {
        guard isVariadic else { return APITable.admits(call, labels) }
        return APITable.admits(call.filter { $0 != "_" }, labels)
    }
}

/// The declarations of all sources that the rules need, because one file can refer to an action of another.
final class ModuleIndex {
    /// The types by their full names.
    private(set) var types: [String: TypeRecord] = [:]
    /// The types by their last names.
    private var named: [String: [TypeRecord]] = [:]
    private var aliases: [String: String] = [:]
    /// The methods that extensions of other modules' types declare, by the types' names.
    private(set) var foreignMethods: [String: [MethodRecord]] = [:]
    /// The names of all properties, also local ones.
    private(set) var variables: Set<String> = []
    /// The names of properties, also local ones, that override nothing.
    private(set) var ownNames: Set<String> = []
    /// The full names of functions, also local ones, that override nothing.
    private(set) var ownMethods: Set<String> = []
    /// The names of functions, also local ones.
    private(set) var ownFunctions: Set<String> = []
    /// The parameters of initializers.
    private(set) var ownInitializers: Set<InitializerLabels> = []
    /// The names of cases, generic parameters and associated types.
    private(set) var ownTypeNames: Set<String> = []
    /// The labels of the elements of tuples.
    private(set) var tupleLabels: Set<String> = []
    /// The selectors that `#selector` and strings name anywhere.
    private(set) var namedSelectors: Set<String> = []
    /// The optional requirements of the sources' own protocols.
    private(set) var optionalMethods: Set<String> = []
    private(set) var optionalProperties: Set<String> = []
    /// The declarations that use SwiftUI, which are omitted.
    private(set) var swiftUI = SwiftUIPlan()
    /// The properties that extensions of other modules' types add, by the types' names.
    private(set) var foreignProperties: [String: Set<String>] = [:]
    private var subclasses: [String: [TypeRecord]] = [:]

    init(_ sources: [ParsedSource]) {
        for source in sources { TypeCollector(index: self, file: source.name).walk(source.tree) }
        for source in sources { MemberCollector(index: self, file: source.name).walk(source.tree) }
        for record in types.values where record.kind == .class {
            if let parent = superclass(of: record) { subclasses[parent.name, default: []].append(record) }
        }
        for source in sources { SelectorCollector(index: self).walk(source.tree) }
        swiftUI = SwiftUIPlan(sources, self)
    }

    // MARK: Types

    /// Returns the type that a name means within other types: the innermost one with that name.
    func type(_ name: String, in outer: [String] = []) -> TypeRecord? {
        var scope = outer
        while true {
            if let found = types[(scope + [name]).joined(separator: ".")] { return found }
            if scope.isEmpty { break }
            scope.removeLast()
        }
        if let alias = aliases[name], alias != name { return type(alias) }
        let last = name.split(separator: ".").last.map(String.init) ?? name
        let candidates = named[last] ?? []
        return candidates.count == 1 ? candidates[0] : nil
    }

    /// Whether the sources declare a type or an alias of that name.
    func declares(type name: String) -> Bool {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        return aliases[name] != nil || types[name] != nil || named[last] != nil
    }

    func superclass(of record: TypeRecord) -> TypeRecord? {
        guard let first = record.inherited.first else { return nil }
        let found = type(first, in: scope(of: record))
        return found?.kind == .class && found !== record ? found : nil
    }

    /// Returns the class and its superclasses that the sources declare.
    func lineage(of record: TypeRecord) -> [TypeRecord] {
        var line = [record]
        while let next = superclass(of: line[line.count - 1]), !line.contains(where: { $0 === next }) {
            line.append(next)
        }
        return line
    }

    /// All classes below a class.
    func descendants(of record: TypeRecord) -> [TypeRecord] {
        var found: [TypeRecord] = []
        var next = subclasses[record.name] ?? []
        while let each = next.popLast() {
            guard !found.contains(where: { $0 === each }) else { continue }
            found.append(each)
            next += subclasses[each.name] ?? []
        }
        return found
    }

    /// Returns the class of another module that a class of the sources derives from, or nil if there is none.
    func root(of record: TypeRecord) -> String? {
        guard let last = lineage(of: record).last, let first = last.inherited.first else { return nil }
        let name = aliases[first] ?? first
        return type(name)?.kind == .protocol ? nil : name
    }

    func isResponder(_ record: TypeRecord) -> Bool { root(of: record).map(UIKitClasses.isResponder) ?? false }

    /// The protocols of the sources that a class conforms to, with those above it.
    func protocols(of record: TypeRecord) -> [TypeRecord] {
        var found: [TypeRecord] = []
        var names = lineage(of: record).flatMap(\.inherited)
        while let name = names.popLast() {
            guard let each = type(name), each.kind == .protocol, !found.contains(where: { $0 === each }) else {
                continue
            }
            found.append(each)
            names += each.inherited
        }
        return found
    }

    /// Returns whether a subclass overrides a member.
    func isOverridden(_ fullName: String, below record: TypeRecord) -> Bool {
        descendants(of: record).contains { each in
            each.methods.contains { $0.isOverride && $0.fullName == fullName }
        }
    }

    private func scope(of record: TypeRecord) -> [String] {
        record.name.split(separator: ".").dropLast().map(String.init)
    }

    // MARK: Filling

    fileprivate func add(_ record: TypeRecord) {
        guard types[record.name] == nil else { return }
        types[record.name] = record
        named[record.simpleName, default: []].append(record)
    }

    fileprivate func addAlias(_ name: String, of target: String) { aliases[name] = target }
    fileprivate func addVariable(_ name: String) { variables.insert(name) }
    fileprivate func addOwn(_ name: String) { ownNames.insert(name) }
    fileprivate func addOwn(method fullName: String) { ownMethods.insert(fullName) }
    fileprivate func addSelector(_ selector: String) { namedSelectors.insert(selector) }
    fileprivate func addForeign(_ method: MethodRecord, of type: String) {
        foreignMethods[type, default: []].append(method)
    }
    fileprivate func addForeign(property: String, of type: String) {
        foreignProperties[type, default: []].insert(property)
    }
    fileprivate func addOwn(function name: String) { ownFunctions.insert(name) }
    fileprivate func addOwn(initializer labels: InitializerLabels) { ownInitializers.insert(labels) }
    fileprivate func addOwn(typeName name: String) { ownTypeNames.insert(name) }
    fileprivate func addTuple(label: String) { tupleLabels.insert(label) }
    fileprivate func addOptional(method: String) { optionalMethods.insert(method) }
    fileprivate func addOptional(property: String) { optionalProperties.insert(property) }
}

/// The first pass, which collects the types.
private final class TypeCollector: ActiveVisitor {
    let index: ModuleIndex
    let file: String

    init(index: ModuleIndex, file: String) {
        self.index = index
        self.file = file
        super.init(viewMode: .sourceAccurate)
    }

    private func add(
        _ node: some DeclSyntaxProtocol, _ name: TokenSyntax, _ kind: TypeRecord.Kind,
        _ attributes: AttributeListSyntax,
        _ inheritance: InheritanceClauseSyntax?
    ) -> SyntaxVisitorContinueKind {
        index.add(
            TypeRecord(
                name: (node.enclosingTypeNames + [name.text]).joined(separator: "."), kind: kind, file: file,
                declaration: DeclSyntax(node), inherited: inheritance?.names ?? [],
                isObjectiveC: attributes.has("objc") || attributes.has("objcMembers"),
                hasExposedMembers: attributes.has("objcMembers") || kind == .protocol && attributes.has("objc")))
        return .visitChildren
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        add(node, node.name, .class, node.attributes, node.inheritanceClause)
    }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        add(node, node.name, .protocol, node.attributes, node.inheritanceClause)
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        add(node, node.name, .other, node.attributes, node.inheritanceClause)
    }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        add(node, node.name, .other, node.attributes, node.inheritanceClause)
    }

    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        add(node, node.name, .other, node.attributes, node.inheritanceClause)
    }

    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
        index.addAlias(node.name.text, of: TypeName.plain(node.initializer.value))
        return .skipChildren
    }
}

/// The second pass, which collects the members of types, including those in extensions.
private final class MemberCollector: ActiveVisitor {
    let index: ModuleIndex
    let file: String

    init(index: ModuleIndex, file: String) {
        self.index = index
        self.file = file
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        if let names = node.inheritanceClause?.names, let record = index.type(TypeName.plain(node.extendedType)) {
            // The superclass stays first.
            record.inherited += names
        }
        return .visitChildren
    }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        let parameters = node.signature.parameterClause.parameters
        index.addOwn(
            initializer: InitializerLabels(
                labels: parameters.map(\.firstName.text), isVariadic: parameters.contains { $0.ellipsis != nil }))
        return .visitChildren
    }

    override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
        index.addOwn(typeName: node.name.text)
        return .visitChildren
    }

    override func visit(_ node: GenericParameterSyntax) -> SyntaxVisitorContinueKind {
        index.addOwn(typeName: node.name.text)
        return .visitChildren
    }

    override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind {
        index.addOwn(typeName: node.name.text)
        return .visitChildren
    }

    override func visit(_ node: TupleTypeElementSyntax) -> SyntaxVisitorContinueKind {
        if let label = node.firstName?.text { index.addTuple(label: label) }
        return .visitChildren
    }

    override func visit(_ node: TupleExprSyntax) -> SyntaxVisitorContinueKind {
        for case let label? in node.elements.map(\.label?.text) { index.addTuple(label: label) }
        return .visitChildren
    }

    override func visit(_ node: EnumCaseParameterSyntax) -> SyntaxVisitorContinueKind {
        if let label = node.firstName?.text { index.addTuple(label: label) }
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        index.addOwn(function: node.name.text)
        if !node.modifiers.has("override") {
            index.addOwn(method: "\(node.name.text)(\(node.labels.map { "\($0 ?? "_"):" }.joined()))")
        }
        guard let owner = node.enclosingType, node.isMember else { return .visitChildren }
        let path = node.enclosingTypeNames
        let name = path.last ?? ""
        let record = index.type(name, in: path.dropLast())
        let extended = owner.as(ExtensionDeclSyntax.self)
        let attribute = node.attributes.attribute("objc")
        let named = attribute?.arguments?.trimmedDescription
        let labels = node.labels
        let isExposed =
            attribute != nil || node.attributes.has("IBAction") || node.attributes.has("IBSegueAction")
            || (record?.hasExposedMembers ?? false) || (extended?.attributes.has("objc") ?? false)
        let method = MethodRecord(
            declaration: node, name: node.name.text, labels: labels,
            selector: named ?? ObjectiveCName.selector(node.name.text, labels: labels),
            isExposed: isExposed && !node.attributes.has("nonobjc"), isAction: node.attributes.has("IBAction"),
            isSegueAction: node.attributes.has("IBSegueAction"),
            isOverride: node.modifiers.has("override"),
            isTypeMethod: node.modifiers.has("static") || node.modifiers.has("class"),
            isOptional: node.modifiers.has("optional"), file: file, extended: extended)
        if method.isOptional { index.addOptional(method: method.name) }
        if let record {
            record.methods.append(method)
        } else {
            index.addForeign(method, of: path.joined(separator: "."))
        }
        return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        let path = node.enclosingTypeNames
        let record = node.isMember ? path.last.flatMap { index.type($0, in: path.dropLast()) } : nil
        for binding in node.bindings {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
            let isOptional = node.modifiers.has("optional")
            if !node.modifiers.has("override") { index.addOwn(name) }
            if isOptional { index.addOptional(property: name) } else { index.addVariable(name) }
            if record == nil, node.isMember { index.addForeign(property: name, of: path.joined(separator: ".")) }
            record?.properties.append(
                PropertyRecord(
                    name: name, type: binding.typeAnnotation?.type.trimmedDescription,
                    isOutlet: node.attributes.has("IBOutlet"), isInspectable: node.attributes.has("IBInspectable"),
                    isOptional: isOptional,
                    isExposed: node.attributes.has("objc") || (record?.hasExposedMembers ?? false),
                    isWeak: node.modifiers.has("weak"), file: file))
        }
        return .visitChildren
    }
}

/// The third pass, which collects the methods that selectors name.
private final class SelectorCollector: ActiveVisitor {
    let index: ModuleIndex

    init(index: ModuleIndex) {
        self.index = index
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        if let reference = SelectorReference(node) { index.addSelector(index.selector(of: reference).name) }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let called = node.calledExpression.trimmedDescription
        if called == "Selector" || called == "NSSelectorFromString", let text = node.onlyText {
            index.addSelector(text)
        }
        return .visitChildren
    }
}

extension FunctionCallExprSyntax {
    /// The only argument if it is a string literal, with or without parentheses.
    fileprivate var onlyText: String? {
        guard arguments.count == 1, var value = arguments.first?.expression else { return nil }
        while let tuple = value.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            value = only.expression
        }
        return value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
}

extension DeclSyntaxProtocol {
    /// Whether the declaration is a member of a type, not local to a function.
    var isMember: Bool { parent?.is(MemberBlockItemSyntax.self) ?? false }
}
