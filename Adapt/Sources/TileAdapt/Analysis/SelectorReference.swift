import SwiftSyntax

/// The declaration that a `#selector(…)` refers to.
struct SelectorReference {
    enum Kind { case method, getter, setter }

    let kind: Kind
    /// The type before the last dot, if one is named.
    let base: String?
    let name: String
    /// The labels in parentheses; nil if there are none.
    let labels: [String?]?
    /// The number of parameters in the type after `as`.
    let parameterCount: Int?
    /// The types that it is in.
    let scope: [String]

    init?(_ node: MacroExpansionExprSyntax) {
        guard node.macroName.text == "selector", node.arguments.count == 1, let argument = node.arguments.first else {
            return nil
        }
        switch argument.label?.text {
        case "getter": kind = .getter
        case "setter": kind = .setter
        default: kind = .method
        }
        var expression = argument.expression
        var count: Int?
        if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            expression = only.expression
        }
        if let sequence = expression.as(SequenceExprSyntax.self), let first = sequence.elements.first {
            if let type = sequence.elements.last?.as(TypeExprSyntax.self)?.type {
                count = Self.parameterCount(of: type)
            }
            expression = first
        }
        parameterCount = count
        scope = node.enclosingTypeNames
        if let member = expression.as(MemberAccessExprSyntax.self) {
            base = member.base.map { Self.typeName($0) }
            name = member.declName.baseName.text
            labels = Self.labels(member.declName)
        } else if let plain = expression.as(DeclReferenceExprSyntax.self) {
            base = nil
            name = plain.baseName.text
            labels = Self.labels(plain)
        } else if let call = expression.as(FunctionCallExprSyntax.self), call.arguments.isEmpty {
            // `#selector(reload())`, which the compiler lets pass with a warning.
            let member = call.calledExpression.as(MemberAccessExprSyntax.self)
            guard let called = member?.declName ?? call.calledExpression.as(DeclReferenceExprSyntax.self) else {
                return nil
            }
            base = member?.base.map { Self.typeName($0) }
            name = called.baseName.text
            labels = []
        } else {
            return nil
        }
    }

    private static func labels(_ name: DeclReferenceExprSyntax) -> [String?]? {
        name.argumentNames?.arguments.map { $0.name.text == "_" ? nil : $0.name.text }
    }

    private static func typeName(_ base: ExprSyntax) -> String {
        base.trimmedDescription.replacing("?", with: "").replacing("!", with: "")
    }

    private static func parameterCount(of type: TypeSyntax) -> Int? {
        if let function = type.as(FunctionTypeSyntax.self) {
            // `(Feed) -> (Any) -> Void` is the unapplied form.
            if let inner = function.returnClause.type.as(FunctionTypeSyntax.self) { return inner.parameters.count }
            return function.parameters.count
        }
        if let optional = type.as(OptionalTypeSyntax.self) { return parameterCount(of: optional.wrappedType) }
        if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            return parameterCount(of: only.type)
        }
        if let attributed = type.as(AttributedTypeSyntax.self) { return parameterCount(of: attributed.baseType) }
        return nil
    }
}

/// A selector, and the method behind it where the sources have it.
struct ResolvedSelector {
    let name: String
    let method: MethodRecord?
    /// The type of another module whose extension has the method.
    var foreignType: String?
}

extension ModuleIndex {
    /// Returns the selector that a reference means.
    func selector(of reference: SelectorReference) -> ResolvedSelector {
        switch reference.kind {
        case .getter: return ResolvedSelector(name: reference.name, method: nil)
        case .setter: return ResolvedSelector(name: ObjectiveCName.setter(of: reference.name), method: nil)
        case .method: break
        }
        let owners = owners(of: reference)
        for owner in owners {
            if let method = choose(owner.methods, reference) {
                return ResolvedSelector(name: method.selector, method: method)
            }
        }
        for type in [reference.base, reference.scope.last].compactMap({ $0 }) {
            if let method = choose(foreignMethods[type] ?? [], reference) {
                return ResolvedSelector(name: method.selector, method: method, foreignType: type)
            }
        }
        if let labels = reference.labels {
            return ResolvedSelector(name: ObjectiveCName.selector(reference.name, labels: labels), method: nil)
        }
        if let known = UIKitClasses.selectors[reference.name] { return ResolvedSelector(name: known, method: nil) }
        // Without other evidence, a method with this name in any type.
        for type in types.keys.sorted() {
            if let method = choose(types[type]!.methods, reference), method.isExposed {
                return ResolvedSelector(name: method.selector, method: method)
            }
        }
        for type in foreignMethods.keys.sorted() {
            if let method = choose(foreignMethods[type]!, reference), method.isExposed {
                return ResolvedSelector(name: method.selector, method: method, foreignType: type)
            }
        }
        return ResolvedSelector(name: reference.name, method: nil)
    }

    /// The types that may have the method, those first that are named or nearest.
    private func owners(of reference: SelectorReference) -> [TypeRecord] {
        var start: [TypeRecord] = []
        if let base = reference.base, base != "self", base != "Self", let type = type(base, in: reference.scope) {
            start.append(type)
        } else {
            for depth in stride(from: reference.scope.count, to: 0, by: -1) {
                if let type = type(reference.scope[depth - 1], in: Array(reference.scope.prefix(depth - 1))) {
                    start.append(type)
                }
            }
        }
        return start.flatMap { lineage(of: $0) + protocols(of: $0) }
    }

    private func choose(_ methods: [MethodRecord], _ reference: SelectorReference) -> MethodRecord? {
        let named = methods.filter { method in
            guard method.name == reference.name else { return false }
            if let labels = reference.labels { return labels == method.labels }
            if let count = reference.parameterCount { return count == method.labels.count }
            return true
        }
        return named.first(where: \.isExposed) ?? named.first
    }
}
