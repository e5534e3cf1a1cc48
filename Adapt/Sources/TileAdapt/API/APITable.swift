/// The names that UIKit, and the modules that it imports, declare here.
///
/// The table is `api.txt`, which `scripts/api-coverage --write-names` writes from the package's symbols. A line is a
/// type, the types above it, and the names of its members, with labels for initializers; `=` precedes the type that an
/// alias names, if the table has it, and the last field is the kind of type. The line `*` has all other names:
/// functions, constants, and types of Foundation. The line `.` has the names of all other members: those of the
/// language and Foundation, and what the package adds to their types.
struct APITable: Sendable {
    enum Kind: String {
        case `class`, `struct`, `enum`, `protocol`
    }

    private struct Entry {
        var kind: Kind?
        var parents: [Substring]
        var members: Set<Substring>
        var initializers: [[Substring]]
    }

    private var types: [Substring: Entry] = [:]
    private var aliases: [Substring: Substring] = [:]
    private var others: Set<Substring> = []
    /// The names of the members of all types.
    private var members: Set<Substring> = []

    static let shared = APITable(String(decoding: PackageResources.api_txt, as: UTF8.self))

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count > 1 else { continue }
            if fields[1].hasPrefix("=") {
                aliases[fields[0]] = fields[1].dropFirst()
                continue
            }
            guard fields.count > 2 else { continue }
            let names = fields[2].split(separator: " ")
            if fields[0] == "*" {
                others.formUnion(names)
                continue
            }
            if fields[0] == "." {
                members.formUnion(names)
                continue
            }
            let initializers = names.filter { $0.hasPrefix("init(") }
            members.formUnion(names)
            types[fields[0]] = Entry(
                kind: fields.count > 3 ? Kind(rawValue: String(fields[3])) : nil,
                parents: fields[1].split(separator: " "),
                members: Set(names).subtracting(initializers),
                initializers: initializers.map { $0.dropFirst("init(".count).dropLast().split(separator: ":") })
        }
    }

    private func entry(_ type: some StringProtocol) -> Entry? {
        let name = Substring(type)
        return types[aliases[name] ?? name]
    }

    /// Whether a name without a type before it is declared.
    func declares(_ name: String) -> Bool {
        let name = Substring(name)
        return types[name] != nil || aliases[name] != nil || others.contains(name)
    }

    func kind(of type: String) -> Kind? { entry(type)?.kind }

    /// Returns whether any type has a member of that name, so that a value of an unknown type may have it.
    func hasMember(_ name: String) -> Bool { members.contains(Substring(name)) }

    /// Returns whether a type has a member or a type of that name in it; true for types that are not in the table.
    func has(member: String, in type: String) -> Bool {
        guard let found = entry(type) else { return true }
        let name = Substring(member)
        return found.members.contains(name) || declares("\(type).\(member)")
            || found.parents.contains { entry($0)?.members.contains(name) ?? false || declares("\($0).\(member)") }
    }

    /// Returns whether a type has an initializer for a call's labels, some of which may be left out; true for types
    /// that are not in the table.
    ///
    /// - Parameter labels: The labels, `_` for arguments without one.
    func has(initializer labels: [String], in type: String) -> Bool {
        guard let found = entry(type) else { return true }
        let all = found.initializers + found.parents.flatMap { entry($0)?.initializers ?? [] }
        // Sets of options also have the initializers of `SetAlgebra`.
        let isSet = all.contains(["rawValue"]) && (labels == ["_"] || labels.isEmpty)
        return isSet || all.contains { Self.admits(labels, $0.map(String.init)) }
    }

    /// Returns whether a call's labels fit those of a declaration, some of which may have default values.
    static func admits(_ labels: [String], _ declared: [String]) -> Bool {
        var rest = declared[...]
        return labels.allSatisfy { label in
            guard let index = rest.firstIndex(of: label) else { return false }
            rest = rest[(index + 1)...]
            return true
        }
    }

    /// Returns whether a name belongs to UIKit, Core Animation, Core Graphics, or to Foundation's older types.
    static func isApples(_ name: String) -> Bool {
        guard ["UI", "NS", "CA", "CG"].contains(String(name.prefix(2))), let third = name.dropFirst(2).first else {
            return false
        }
        return third.isUppercase && third.isASCII
    }
}
