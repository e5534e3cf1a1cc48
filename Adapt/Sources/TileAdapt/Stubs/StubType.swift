import SwiftSyntax

/// The uses of one type: one that is missing as a whole, or one that lacks members.
struct StubType {
    enum Role {
        case object, `protocol`
    }

    /// A call of a method or an initializer.
    struct Call: Hashable {
        var name: String
        /// The labels, `_` for arguments without one.
        var labels: [String]
    }

    /// A declaration that a class of the program overrides.
    struct Override {
        /// The declaration, without modifiers and body.
        var text: String
        /// The type of the property or the result; nil for a method without a result.
        var type: TypeSyntax?
    }

    /// The parts that tell one overridden declaration from another.
    struct Signature: Hashable {
        var name: String
        var labels: [String] = []
        /// The types of the parameters.
        var types: [String] = []
    }

    let name: String
    var role = Role.object
    /// Whether a class of the program derives from it, or it is created.
    var isObject = false
    /// Whether the name is used as a type's, so that it is not that of a constant.
    var isNamedAsType = false
    /// The names of the types in it.
    var nested: Set<String> = []
    /// The static members that are no functions.
    var statics: Set<String> = []
    var staticCalls: [Call: [Set<StubShape>]] = [:]
    var initializers: [Call: [Set<StubShape>]] = [:]
    /// The initializers with results that are unwrapped.
    var failing: Set<Call> = []
    var properties: [String: Set<StubShape>] = [:]
    /// The properties with values that are unwrapped.
    var optionals: Set<String> = []
    var methods: [Call: [Set<StubShape>]] = [:]
    /// The methods that conditions call.
    var tests: Set<Call> = []
    var overridden: [Signature: Override] = [:]

    static func add(_ call: Call, _ shapes: [StubShape], to calls: inout [Call: [Set<StubShape>]]) {
        var merged = calls[call] ?? Array(repeating: [], count: shapes.count)
        for (index, shape) in shapes.enumerated() where index < merged.count { merged[index].insert(shape) }
        calls[call] = merged
    }

    /// The class that a missing class derives from, by its name's ending.
    var superclass: String {
        let endings: [(String, String)] = [
            ("NavigationController", "UINavigationController"), ("ViewController", "UIViewController"),
            ("PickerController", "UIViewController"), ("EditorController", "UIViewController"),
            ("SharingController", "UIViewController"), ("TableViewCell", "UITableViewCell"),
            ("CollectionViewCell", "UICollectionViewCell"), ("GestureRecognizer", "UIGestureRecognizer"),
            ("BarButtonItem", "UIBarButtonItem"), ("Control", "UIControl"), ("Button", "UIControl"),
            ("View", "UIView"), ("Layer", "CALayer"),
        ]
        return endings.first { name.hasSuffix($0.0) && name != $0.1 }?.1 ?? "NSObject"
    }

    /// Whether nothing tells the type from a plain value: no class derives from it, and it has no members of its own.
    var isPlain: Bool {
        role == .object && !isObject && superclass == "NSObject" && nested.isEmpty && staticCalls.isEmpty
            && properties.isEmpty && methods.isEmpty && statics.isDisjoint(with: StubFile.singletons)
    }

    /// The call of the superclass's initializer.
    var chained: String {
        switch superclass {
        case "UIViewController", "UINavigationController": "self.init(nibName: nil, bundle: nil)"
        case "UIView", "UIControl", "UICollectionViewCell": "self.init(frame: .zero)"
        case "UITableViewCell": "self.init(style: .default, reuseIdentifier: nil)"
        case "UIGestureRecognizer": "self.init(target: nil, action: nil)"
        default: "self.init()"
        }
    }
}
