import SwiftSyntax

/// Writes the stub of one type.
struct StubWriter {
    private let type: StubType
    private let table = APITable.shared

    init(_ type: StubType) { self.type = type }

    /// The declaration.
    var text: String {
        switch type.role {
        case .protocol: return "public protocol \(type.name): AnyObject {}\n"
        case .object:
            if isFunction { return function }
            if isConstant {
                let name = "\"\(type.name)\""
                return "public var \(type.name): String { StubNotice.note(\(name)); return \(name) }\n"
            }
            return type.isPlain ? "public typealias \(type.name) = StubValue\n" : object
        }
    }

    /// Whether the name is that of a function: it is only called, with arguments without labels.
    private var isFunction: Bool {
        let marks = ["Graphics", "Write", "Make", "Create", "Representation", "FromString", "Post", "Is", "Copy"]
        return !type.initializers.isEmpty && type.statics.isEmpty && type.nested.isEmpty && type.properties.isEmpty
            && type.initializers.keys.allSatisfy { $0.labels.allSatisfy { $0 == "_" } }
            && marks.contains { type.name.dropFirst(2).contains($0) }
    }

    private var isConstant: Bool { type.isPlain && !type.isNamedAsType && type.statics.isEmpty }

    private var function: String {
        type.initializers.sorted { $0.key.labels.count < $1.key.labels.count }.map { call, shapes in
            """
            @discardableResult
            public func \(type.name)(\(Self.parameters(call, shapes))) -> StubValue {
                StubNotice.note("\(type.name)")
                return StubValue()
            }

            """
        }.joined()
    }

    private var object: String {
        var text = "@dynamicMemberLookup\nopen class \(type.name): \(type.superclass) {\n"
        text += "    private let stub: Void = StubNotice.note(\"\(type.name)\")\n"
        for name in type.nested.sorted() { text += "    public typealias `\(name)` = StubValue\n" }
        for (call, shapes) in sorted(type.initializers) where !inherits(call) {
            let mark = type.failing.contains(call) ? "?" : ""
            text += "    public convenience init\(mark)(\(Self.parameters(call, shapes))) { \(type.chained) }\n"
        }
        for name in type.statics.sorted() where !isCalled(name) {
            let result = isOwn(name) ? type.name : "StubValue"
            text += "    public class var `\(name)`: \(result) { \(noted(result)) }\n"
        }
        for (call, shapes) in sorted(type.staticCalls) {
            let plain = type.tests.contains(call) ? "Bool" : "StubValue"
            let result = StubFile.singletons.contains(call.name) ? type.name : plain
            text += "    @discardableResult\n"
            text += "    public class func `\(call.name)`(\(Self.parameters(call, shapes))) -> \(result) {\n"
            text += "        \(noted(result))\n    }\n"
        }
        for (name, shapes) in type.properties.sorted(by: { $0.key < $1.key }) where !isMethod(name) {
            text += property(name, shapes)
        }
        for (call, shapes) in sorted(type.methods) where !isOverridden(call.name) {
            let result = type.tests.contains(call) ? "Bool" : "StubValue"
            text += "    @discardableResult\n"
            text += "    open func `\(call.name)`(\(Self.parameters(call, shapes))) -> \(result) { \(result)() }\n"
        }
        text += overridden
        text += "    public subscript(dynamicMember member: String) -> StubValue {\n"
        text += "        get { StubValue() }\n        set {}\n    }\n"
        text +=
            "    public subscript(key: Any?) -> StubValue {\n        get { StubValue() }\n        set {}\n    }\n}\n"
        return text
    }

    private func property(_ name: String, _ shapes: Set<StubShape>) -> String {
        if isOverridden(name) { return "" }
        if name.lowercased().hasSuffix("delegate") || name.hasSuffix("dataSource") {
            return "    public weak var `\(name)`: AnyObject?\n"
        }
        var type = StubShape.type(of: shapes)
        if self.type.optionals.contains(name), !type.hasSuffix("?") { type += "?" }
        return "    public var `\(name)`: \(type) = \(StubShape.initial(type))\n"
    }

    /// The members that the program's classes override, if a value of their type can be written.
    private var overridden: String {
        type.overridden.sorted { $0.value.text < $1.value.text }.map { signature, member in
            let name = signature.name
            let isInherited = type.superclass != "NSObject" && table.has(member: name, in: type.superclass)
            guard !isInherited, name != "description", name != "hash", name != "isEqual" else { return "" }
            guard let result = member.type else { return "    open \(member.text) {}\n" }
            guard let value = Self.value(of: result) else { return "" }
            return "    open \(member.text) { \(value) }\n"
        }.joined()
    }

    private static func value(of type: TypeSyntax) -> String? {
        switch type.as(TypeSyntaxEnum.self) {
        case .optionalType, .implicitlyUnwrappedOptionalType: return "nil"
        case .arrayType: return "[]"
        case .dictionaryType: return "[:]"
        default:
            return [
                "Bool": "false", "String": "\"\"", "Int": "0", "Double": "0", "CGFloat": "0", "Float": "0",
                "CGSize": ".zero", "CGRect": ".zero", "CGPoint": ".zero", "StubValue": "StubValue()", "Void": "",
                "()": "",
            ][type.trimmedDescription]
        }
    }

    private func inherits(_ call: StubType.Call) -> Bool {
        if type.superclass == "NSObject" { return call.labels.isEmpty }
        return table.has(initializer: call.labels, in: type.superclass)
    }

    private func isCalled(_ name: String) -> Bool { type.staticCalls.keys.contains { $0.name == name } }
    private func isMethod(_ name: String) -> Bool { type.methods.keys.contains { $0.name == name } }
    private func isOverridden(_ name: String) -> Bool { type.overridden.keys.contains { $0.name == name } }

    /// Whether a static member is a value of the type itself: it has a singleton's name, or the type is only named.
    private func isOwn(_ name: String) -> Bool {
        StubFile.singletons.contains(name)
            || !type.isObject && type.properties.isEmpty && type.methods.isEmpty && type.staticCalls.isEmpty
    }

    private func noted(_ result: String) -> String {
        result == type.name ? "\(result)()" : "StubNotice.note(\"\(type.name)\"); return \(result)()"
    }

    private func sorted(_ calls: [StubType.Call: [Set<StubShape>]]) -> [(StubType.Call, [Set<StubShape>])] {
        calls.sorted { ($0.key.name, $0.key.labels.joined()) < ($1.key.name, $1.key.labels.joined()) }
    }

    private static func parameters(_ call: StubType.Call, _ shapes: [Set<StubShape>]) -> String {
        zip(call.labels, shapes).enumerated().map { index, each in
            let (label, shapes) = each
            var type = StubShape.type(of: shapes)
            if type.hasSuffix(" -> Void)?"), !shapes.contains(.null) {
                type = "@escaping " + type.dropFirst().dropLast(2)
            }
            return "\(label == "_" ? "_" : "`\(label)`") value\(index): \(type)"
        }.joined(separator: ", ")
    }

    /// Returns the stub of a member, a nested type or an initializer of a type that exists, or nil if it has none.
    ///
    /// - Parameter isCalled: Whether the sources call the member, so that its stub must be a value that can be called.
    static func extending(_ subject: String, isCalled: Bool) -> String? {
        let table = APITable.shared
        if let open = subject.firstIndex(of: "("), subject.hasSuffix(")") {
            let name = String(subject[..<open])
            let labels = subject[subject.index(after: open)...].dropLast().split(separator: ":").map(String.init)
            guard table.kind(of: name) == .class, table.has(initializer: [], in: name), !labels.isEmpty else {
                return nil
            }
            let parameters = labels.enumerated().map { "\($1 == "_" ? "_" : "`\($1)`") value\($0): Any?" }
            return """
                extension \(name) {
                    public convenience init?(\(parameters.joined(separator: ", "))) {
                        StubNotice.note("\(subject)")
                        self.init()
                    }
                }

                """
        }
        guard let dot = subject.lastIndex(of: "."), dot != subject.startIndex else { return nil }
        let owner = String(subject[..<dot])
        let name = String(subject[subject.index(after: dot)...])
        guard table.kind(of: owner) != nil else { return nil }
        if name.first?.isUppercase ?? false {
            return "extension \(owner) {\n    public typealias `\(name)` = StubValue\n}\n"
        }
        var type = "StubValue"
        var made = "StubValue()"
        if name.hasSuffix("Notification") {
            type = "Notification.Name"
            made = "Notification.Name(\"\(subject)\")"
        } else if !isCalled, table.kind(of: owner) != .protocol, table.has(initializer: [], in: owner),
            !owner.hasSuffix("View"), !owner.hasSuffix("Controller")
        {
            type = owner
            made = "\(owner)()"
        }
        return """
            extension \(owner) {
                public static var `\(name)`: \(type) {
                    StubNotice.note("\(subject)")
                    return \(made)
                }
            }

            """
    }
}
