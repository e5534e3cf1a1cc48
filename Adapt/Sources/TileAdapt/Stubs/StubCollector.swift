import SwiftSyntax

/// Finds how a program uses what is missing, so that stubs of it can be written.
final class StubCollector: ActiveVisitor {
    private(set) var types: [String: StubType]
    /// The members that are named without their type, and those of types in missing types.
    private(set) var values: Set<String> = []
    /// The static members of all types that are called: each with its type's name.
    private(set) var called: Set<String> = []
    private let table = APITable.shared
    /// The missing types of variables, by their names.
    private var variables: [String: String] = [:]

    init(missing: Set<String>) {
        types = Dictionary(uniqueKeysWithValues: missing.map { ($0, StubType(name: $0)) })
        super.init(viewMode: .sourceAccurate)
    }

    /// Notes the variables of a source first, because uses can precede them.
    func collect(_ source: ParsedSource) {
        let finder = VariableFinder(viewMode: .sourceAccurate)
        finder.walk(source.tree)
        variables = finder.types.filter { types[$0.value] != nil }
        walk(source.tree)
    }

    // MARK: Types

    override func visit(_ node: InheritedTypeSyntax) -> SyntaxVisitorContinueKind {
        let name = TypeName.plain(node.type)
        guard types[name] != nil else { return .visitChildren }
        let list = node.parent?.as(InheritedTypeListSyntax.self)
        let owner = list?.parent?.parent?.as(ClassDeclSyntax.self)
        let isFirst = list?.first?.id == node.id
        let isClass = owner != nil && isFirst && !Self.isProtocol(name)
        if isClass { types[name]?.isObject = true } else { types[name]?.role = .protocol }
        if isClass, let owner { noteOverrides(of: owner, below: name) }
        return .visitChildren
    }

    override func visit(_ node: SomeOrAnyTypeSyntax) -> SyntaxVisitorContinueKind {
        types[TypeName.plain(node.constraint)]?.role = .protocol
        return .visitChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        types[node.name.text]?.isNamedAsType = true
        if Self.isProtocol(node.name.text) { types[node.name.text]?.role = .protocol }
        return .visitChildren
    }

    private static func isProtocol(_ name: String) -> Bool {
        ["Delegate", "DataSource", "Observer", "Restoring", "Providing"].contains { name.hasSuffix($0) }
    }

    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
        types[TypeName.plain(node.baseType)]?.nested.insert(node.name.bareText)
        return .visitChildren
    }

    private func noteOverrides(of owner: ClassDeclSyntax, below name: String) {
        for member in owner.memberBlock.members {
            if let function = member.decl.as(FunctionDeclSyntax.self), Self.isOverride(function.modifiers),
                function.genericParameterClause == nil
            {
                note(function, below: name)
            } else if let variable = member.decl.as(VariableDeclSyntax.self), Self.isOverride(variable.modifiers),
                let binding = variable.bindings.first, let type = binding.typeAnnotation?.type,
                let property = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
            {
                let text = "var \(property.text): \(type.trimmedDescription)"
                let signature = StubType.Signature(name: property.bareText)
                types[name]?.overridden[signature] = StubType.Override(text: text, type: type)
            }
        }
    }

    /// Notes an overridden method, the first of those that differ only in the names of their parameters.
    private func note(_ function: FunctionDeclSyntax, below name: String) {
        let parameters = function.signature.parameterClause.parameters
        let signature = StubType.Signature(
            name: function.name.bareText, labels: parameters.map(\.firstName.bareText),
            types: parameters.map(\.type.trimmedDescription))
        guard types[name]?.overridden[signature] == nil else { return }
        types[name]?.overridden[signature] = StubType.Override(
            text: "func \(function.name.text)\(function.signature.trimmedDescription)",
            type: function.signature.returnClause?.type)
    }

    /// Whether a member of an object overrides one. Members of types have no stub.
    private static func isOverride(_ modifiers: DeclModifierListSyntax) -> Bool {
        modifiers.has("override") && !modifiers.has("class") && !modifiers.has("static")
    }

    // MARK: Calls and members

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let name = node.calledExpression.trimmedDescription
        guard types[name] != nil, node.calledExpression.is(DeclReferenceExprSyntax.self) else { return .visitChildren }
        let (call, shapes) = Self.call(node, named: "init")
        types[name]?.isObject = true
        if let type = types[name] {
            var initializers = type.initializers
            StubType.add(call, shapes, to: &initializers)
            types[name]?.initializers = initializers
        }
        if Self.isUnwrapped(Syntax(node)) { types[name]?.failing.insert(call) }
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        let name = node.declName.baseName.bareText
        guard let base = node.base else {
            if name.first?.isUppercase == false { values.insert(name) }
            return .visitChildren
        }
        let plain = base.trimmedDescription
        if node.isCalled { called.insert("\(plain).\(name)") }
        if types[plain] != nil {
            types[plain]?.isNamedAsType = true
            note(static: name, of: plain, at: node)
        } else if let outer = base.as(MemberAccessExprSyntax.self), let root = outer.base?.trimmedDescription,
            types[root] != nil, name.first?.isUppercase == false,
            outer.declName.baseName.text.first?.isUppercase == true
        {
            values.insert(name)
        } else if let type = type(of: base) {
            note(member: name, of: type, at: node)
        }
        return .visitChildren
    }

    private func note(static name: String, of type: String, at node: MemberAccessExprSyntax) {
        if name == "self" || name == "init" { return }
        if name.first?.isUppercase ?? false {
            types[type]?.nested.insert(name)
        } else if let call = node.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id {
            let (key, shapes) = Self.call(call, named: name)
            var calls = types[type]?.staticCalls ?? [:]
            StubType.add(key, shapes, to: &calls)
            types[type]?.staticCalls = calls
            if Self.isCondition(Syntax(call)) { types[type]?.tests.insert(key) }
        } else {
            types[type]?.statics.insert(name)
        }
    }

    private func note(member name: String, of type: String, at node: MemberAccessExprSyntax) {
        guard let superclass = types[type]?.superclass, !hasMember(name, in: superclass) else { return }
        if let call = node.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id {
            let (key, shapes) = Self.call(call, named: name)
            var calls = types[type]?.methods ?? [:]
            StubType.add(key, shapes, to: &calls)
            types[type]?.methods = calls
            if Self.isCondition(Syntax(call)) { types[type]?.tests.insert(key) }
            return
        }
        var shapes = types[type]?.properties[name] ?? []
        if let assigned = Self.assigned(to: node) { shapes.insert(StubShape(assigned)) }
        if Self.isCondition(Syntax(node)) { shapes.insert(.bool) }
        if Self.isUnwrapped(Syntax(node)) { types[type]?.optionals.insert(name) }
        types[type]?.properties[name] = shapes
    }

    private func hasMember(_ name: String, in superclass: String) -> Bool {
        superclass != "NSObject" && table.has(member: name, in: superclass)
    }

    /// The missing type of an expression, as far as names tell.
    private func type(of expression: ExprSyntax) -> String? {
        switch expression.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let node): return variables[node.baseName.bareText]
        case .optionalChainingExpr(let node): return type(of: node.expression)
        case .forceUnwrapExpr(let node): return type(of: node.expression)
        case .functionCallExpr(let node):
            let called = node.calledExpression.trimmedDescription
            return types[called] != nil ? called : type(of: node.calledExpression)
        case .memberAccessExpr(let node):
            if let base = node.base?.trimmedDescription, types[base] != nil,
                StubFile.singletons.contains(node.declName.baseName.bareText)
            {
                return base
            }
            return node.base?.trimmedDescription == "self" ? variables[node.declName.baseName.bareText] : nil
        default: return nil
        }
    }

    // MARK: Syntax

    private static func call(_ node: FunctionCallExprSyntax, named name: String) -> (StubType.Call, [StubShape]) {
        var labels = node.arguments.map { $0.label?.bareText ?? "_" }
        var shapes = node.arguments.map { StubShape($0.expression) }
        if let closure = node.trailingClosure {
            labels.append("_")
            shapes.append(StubShape(ExprSyntax(closure)))
        }
        for more in node.additionalTrailingClosures {
            labels.append(more.label.bareText)
            shapes.append(StubShape(ExprSyntax(more.closure)))
        }
        return (StubType.Call(name: name, labels: labels), shapes)
    }

    private static func assigned(to node: MemberAccessExprSyntax) -> ExprSyntax? {
        guard let list = node.parent?.as(ExprListSyntax.self) else { return nil }
        let elements = Array(list)
        guard elements.count > 2, elements[0].id == ExprSyntax(node).id, elements[1].is(AssignmentExprSyntax.self)
        else { return nil }
        if elements.count == 3 { return elements[2] }
        return ExprSyntax(SequenceExprSyntax(elements: ExprListSyntax(elements[2...])))
    }

    private static func isCondition(_ node: Syntax) -> Bool {
        guard let parent = node.parent else { return false }
        if let prefix = parent.as(PrefixOperatorExprSyntax.self) { return prefix.operator.text == "!" }
        if let list = parent.as(ExprListSyntax.self) {
            return list.contains { ["&&", "||"].contains($0.as(BinaryOperatorExprSyntax.self)?.operator.text) }
        }
        return parent.is(ConditionElementSyntax.self)
    }

    /// Whether an expression's value is taken out of an optional.
    private static func isUnwrapped(_ node: Syntax) -> Bool {
        guard let parent = node.parent else { return false }
        if parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self) { return true }
        if parent.is(InitializerClauseSyntax.self) {
            return parent.parent?.is(OptionalBindingConditionSyntax.self) ?? false
        }
        guard let list = parent.as(ExprListSyntax.self) else { return false }
        return list.contains { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??" }
    }
}

/// Finds the types of variables that are declared with one, or made by an initializer or a cast.
private final class VariableFinder: ActiveVisitor {
    var types: [String: String] = [:]

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        note(node.pattern, node.typeAnnotation?.type, node.initializer?.value)
        return .visitChildren
    }

    override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
        note(node.pattern, node.typeAnnotation?.type, node.initializer?.value)
        return .visitChildren
    }

    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
        types[(node.secondName ?? node.firstName).bareText] = TypeName.plain(node.type)
        return .visitChildren
    }

    private func note(_ pattern: PatternSyntax, _ type: TypeSyntax?, _ value: ExprSyntax?) {
        guard let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.bareText else { return }
        if let type {
            types[name] = TypeName.plain(type)
        } else if let call = value?.as(FunctionCallExprSyntax.self) {
            let called = call.calledExpression
            if let member = called.as(MemberAccessExprSyntax.self), let base = member.base,
                StubFile.singletons.contains(member.declName.baseName.bareText)
            {
                types[name] = base.trimmedDescription
            } else {
                types[name] = called.trimmedDescription
            }
        } else if let member = value?.as(MemberAccessExprSyntax.self), let base = member.base,
            StubFile.singletons.contains(member.declName.baseName.bareText)
        {
            types[name] = base.trimmedDescription
        } else if let last = value?.as(SequenceExprSyntax.self)?.elements.last?.as(TypeExprSyntax.self) {
            types[name] = TypeName.plain(last.type)
        }
    }
}

extension MemberAccessExprSyntax {
    /// Whether the member is called.
    fileprivate var isCalled: Bool { parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == id }
}
