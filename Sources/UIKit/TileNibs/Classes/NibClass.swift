public import Foundation
public import TileControllers
import TileSupport

/// A class that nibs can name, registered by the program instead of looked up at run time.
///
///     NibClasses.add(NibClass(SeatCard.self), NibClass(Plans.self) { Plans() })
public struct NibClass: Sendable {
    /// The name of the class with its module, such as "Kiosk.SeatCard".
    public let name: String
    let make: @Sendable (NSCoder) -> NSObject?
    let segue: (@Sendable (String?, UIViewController, UIViewController) -> UIStoryboardSegue)?

    /// Creates an entry for a class with `init(coder:)`, such as a view, a controller or a bar item.
    ///
    /// - Parameter name: The name in documents, or `nil` to use the name of the class with its module.
    public init<Object: NSObject & NSCoding>(_ type: Object.Type, name: String? = nil) {
        self.name = name ?? String(reflecting: type)
        make = { Object(coder: $0) }
        segue = nil
    }

    /// Creates an entry for any other class, such as a data source, a helper or a gesture recognizer.
    public init<Object: NSObject>(
        _ type: Object.Type, name: String? = nil, make: @escaping @Sendable () -> Object
    ) {
        self.name = name ?? String(reflecting: type)
        self.make = { _ in make() }
        segue = nil
    }

    /// Creates an entry for a class of segues.
    ///
    ///     NibClass(segue: Fade.self, make: Fade.init(identifier:source:destination:))
    public init<Segue: UIStoryboardSegue>(
        segue type: Segue.Type, name: String? = nil,
        make: @escaping @Sendable (String?, UIViewController, UIViewController) -> Segue
    ) {
        self.name = name ?? String(reflecting: type)
        self.make = { _ in nil }
        segue = make
    }
}

/// The classes that nibs can name, for the whole program.
///
/// A class is found without being added if it derives from `NSObject` and conforms to `NSCoding`, as views and
/// controllers do, is declared at the top level of its file and isn't private, and if the document names its module. A
/// gesture recognizer has to be added: its subclasses need no initializer that a nib could call.
public enum NibClasses {
    private struct Known {
        var byName: [String: NibClass] = [:]
        /// The classes by name without module. If several modules have the name, the class added last is used.
        var byPlainName: [String: NibClass] = [:]
        /// The modules in the order in which they were first named.
        var modules: [String] = []
        /// The results of looking up names in the program, including those that weren't found.
        var found: [String: NibClass?] = [:]
    }

    private static let known = Lock(Known())

    /// Adds classes. If two have the same name, the later one is used.
    public static func add(_ classes: NibClass...) { add(classes) }

    public static func add(_ classes: [NibClass]) {
        known.withLock { known in
            for each in classes {
                known.byName[each.name] = each
                known.byPlainName[plainName(each.name)] = each
                known.found.removeAll()
                if let module = module(each.name), !known.modules.contains(module) { known.modules.append(module) }
            }
        }
    }

    /// Returns the class with a name from a document.
    ///
    /// - Parameters:
    ///   - name: The plain name, or the name with its module before a period.
    ///   - module: The module that the document names, or `nil` if it names none.
    ///   - others: Other modules to search, such as the module of the nib's owner.
    static func find(_ name: String, module: String?, others: [String] = []) -> NibClass? {
        let name = name.hasPrefix("_TtC") ? demangled(name) ?? name : name
        let full = module.map { "\($0).\(plainName(name))" } ?? name
        let (direct, modules) = known.withLock { known -> (NibClass?, [String]) in
            (known.byName[full] ?? known.byPlainName[plainName(name)], known.modules)
        }
        if let direct { return direct }
        var seen: Set<String> = []
        for each in [module, Self.module(name)].compactMap({ $0 }) + others + modules where seen.insert(each).inserted {
            if let found = inProgram(each, plainName(name)) { return found }
        }
        guard module ?? Self.module(name) ?? "UIKit" == "UIKit" else { return nil }
        return StandardClasses.named(plainName(name))
    }

    /// A Boolean value that indicates whether the thread looks for classes in the program.
    private static let looksUp = ThreadLocal<Bool> { true }

    /// Calls the closure so that only added classes and UIKit's own are known on this thread.
    static func withoutLookup<Result>(_ body: () throws -> Result) rethrows -> Result {
        let before = looksUp.value
        looksUp.value = false
        defer { looksUp.value = before }
        return try body()
    }

    /// Looks for the metadata of a class in the program itself, by its mangled name.
    private static func inProgram(_ module: String, _ name: String) -> NibClass? {
        guard looksUp.value else { return nil }
        let full = "\(module).\(name)"
        if let known = known.withLock({ $0.found[full] }) { return known }
        var found: NibClass?
        if isPlain(module), isPlain(name), let type = _typeByName(mangled(module) + mangled(name) + "C") {
            found = (type as? any (NSObject & NSCoding).Type).map { NibClass($0, name: full) }
        }
        known.withLock { known in
            // Names come from documents, which can make up any number of them.
            if known.found.count > 10_000 { known.found.removeAll() }
            known.found[full] = .some(found)
        }
        return found
    }

    private static func mangled(_ name: String) -> String { "\(name.utf8.count)\(name)" }

    /// Returns whether the mangled form of a name contains it unchanged.
    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, name.utf8.count < 256, !(0x30...0x39).contains(first) else { return false }
        return name.utf8.allSatisfy {
            ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || (0x30...0x39).contains($0) || $0 == 0x5F
        }
    }

    /// Returns the readable form of a mangled name from a compiled nib: "Kiosk.SeatCard" for "_TtC5Kiosk8SeatCard".
    private static func demangled(_ name: String) -> String? {
        var rest = name.utf8.dropFirst(4)
        var parts: [String] = []
        while let first = rest.first, (0x30...0x39).contains(first) {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            guard let count = Int(String(decoding: digits, as: UTF8.self)), count > 0 else { return nil }
            rest = rest.dropFirst(digits.count)
            guard rest.count >= count else { return nil }
            parts.append(String(decoding: rest.prefix(count), as: UTF8.self))
            rest = rest.dropFirst(count)
        }
        return parts.count >= 2 && rest.isEmpty ? parts.joined(separator: ".") : nil
    }

    static func plainName(_ name: String) -> String {
        name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
    }

    static func module(_ name: String) -> String? { name.firstIndex(of: ".").map { String(name[..<$0]) } }
}
