import SwiftSyntax

/// The shape of an expression that a program passes or assigns to something that is missing: as much of its type as the
/// syntax tells.
enum StubShape: Hashable {
    case bool, string, integer, number, null
    /// A member without its type, such as `.camera`, or an array of such members.
    case implicit
    /// A closure, with its parameters' types.
    case closure([String])
    case other

    init(_ expression: ExprSyntax) {
        switch expression.as(ExprSyntaxEnum.self) {
        case .booleanLiteralExpr: self = .bool
        case .stringLiteralExpr: self = .string
        case .integerLiteralExpr: self = .integer
        case .floatLiteralExpr: self = .number
        case .nilLiteralExpr: self = .null
        case .prefixOperatorExpr(let node): self = StubShape(node.expression)
        case .closureExpr(let node): self = .closure(Self.parameters(of: node))
        case .memberAccessExpr(let node): self = node.base == nil ? .implicit : .other
        case .arrayExpr(let node):
            let shapes = Set(node.elements.map { StubShape($0.expression) })
            self = shapes == [.implicit] ? .implicit : .other
        default: self = .other
        }
    }

    private static func parameters(of closure: ClosureExprSyntax) -> [String] {
        switch closure.signature?.parameterClause {
        case .simpleInput(let names): return names.map { _ in StubFile.value }
        case .parameterClause(let clause):
            return clause.parameters.map { $0.type?.trimmedDescription ?? StubFile.value }
        default:
            let numbered = closure.statements.tokens(viewMode: .sourceAccurate).compactMap { token -> Int? in
                guard case .dollarIdentifier(let text) = token.tokenKind else { return nil }
                return Int(text.dropFirst())
            }
            return Array(repeating: StubFile.value, count: min(numbered.max() ?? -1, 7) + 1)
        }
    }

    /// Returns the type that values of all these shapes have.
    static func type(of shapes: Set<StubShape>) -> String {
        let known = shapes.subtracting([.null])
        let optional = shapes.contains(.null) ? "?" : ""
        if known.isEmpty { return shapes.isEmpty ? StubFile.value : "Any?" }
        if known.count == 1 {
            switch known.first {
            case .bool?: return "Bool" + optional
            case .string?: return "String" + optional
            case .integer?: return "Int" + optional
            case .number?: return "Double" + optional
            case .implicit?: return StubFile.value + optional
            case .closure(let parameters)?: return "((\(parameters.joined(separator: ", "))) -> Void)?"
            default: return "Any?"
            }
        }
        if known == [.integer, .number] { return "Double" + optional }
        return known.contains(.other) ? "Any?" : StubFile.value + optional
    }

    /// A value of the type of these shapes, for a property that nothing has set.
    static func initial(_ type: String) -> String {
        if type.hasSuffix("?") { return "nil" }
        return ["Bool": "false", "String": "\"\"", "Int": "0", "Double": "0"][type] ?? "\(type)()"
    }
}
