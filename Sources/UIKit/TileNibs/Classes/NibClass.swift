public import Foundation
public import TileControllers
import TileSupport

/// A class that nibs name: what stands in for looking it up at run time.
///
///     NibClasses.add(NibClass(SeatCard.self), NibClass(Plans.self) { Plans() })
public struct NibClass: Sendable {
    /// With its module: "Kiosk.SeatCard".
    public let name: String
    let make: @Sendable (NSCoder) -> NSObject?
    let segue: (@Sendable (String?, UIViewController, UIViewController) -> UIStoryboardSegue)?

    /// A class that is made by `init(coder:)`: views, controllers, bar items, gesture recognizers.
    ///
    /// - Parameter name: nil for the class's own, with its module.
    public init<Object: NSObject & NSCoding>(_ type: Object.Type, name: String? = nil) {
        self.name = name ?? String(reflecting: type)
        make = { Object(coder: $0) }
        segue = nil
    }

    /// A class of another kind: a data source, a helper.
    public init<Object: NSObject>(
        _ type: Object.Type, name: String? = nil, make: @escaping @Sendable () -> Object
    ) {
        self.name = name ?? String(reflecting: type)
        self.make = { _ in make() }
        segue = nil
    }

    /// A class of segues: `NibClass(segue: Fade.self, make: Fade.init(identifier:source:destination:))`.
    public init<Segue: UIStoryboardSegue>(
        segue type: Segue.Type, name: String? = nil,
        make: @escaping @Sendable (String?, UIViewController, UIViewController) -> Segue
    ) {
        self.name = name ?? String(reflecting: type)
        self.make = { _ in nil }
        segue = make
    }
}

/// The classes that nibs may name, for the whole program.
///
/// A class that derives from `NSObject` and has `init(coder:)`, is at the top level of its file and is not private is
/// found without being added, where the document names its module.
public enum NibClasses {
    private struct Known {
        var byName: [String: NibClass] = [:]
        /// By the name without its module; those that several modules have are the last added.
        var byPlainName: [String: NibClass] = [:]
        /// In the order in which they were first named.
        var modules: [String] = []
        /// What was looked for in the program, and whether it was there.
        var found: [String: NibClass?] = [:]
    }

    private static let known = Lock(Known())

    /// Adds classes. Of two of one name the later counts.
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

    /// A class by its name in a document.
    ///
    /// - Parameters:
    ///   - name: plain, or with its module before a point.
    ///   - module: as the document says; nil where it says nothing.
    ///   - others: modules to look in besides, such as that of the nib's owner.
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
        return nil
    }

    /// Whether the thread looks for classes in the program.
    private static let looksUp = ThreadLocal<Bool> { true }

    /// Calls the closure with no class but those that were added known, on this thread.
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
            // Names come out of documents, which may make up any number.
            if known.found.count > 10_000 { known.found.removeAll() }
            known.found[full] = .some(found)
        }
        return found
    }

    private static func mangled(_ name: String) -> String { "\(name.utf8.count)\(name)" }

    /// Whether a name is mangled as it is written.
    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, name.utf8.count < 256, !(0x30...0x39).contains(first) else { return false }
        return name.utf8.allSatisfy {
            ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || (0x30...0x39).contains($0) || $0 == 0x5F
        }
    }

    /// "_TtC5Kiosk8SeatCard" as "Kiosk.SeatCard", as compiled nibs have it.
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
