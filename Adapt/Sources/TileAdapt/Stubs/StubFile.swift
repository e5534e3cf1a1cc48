/// A Swift file of stubs: declarations of what a program uses and what does not exist here, so that it compiles.
///
/// A stub does nothing. When a program first uses one, it writes a line such as `UIPrinter is a stub: it does nothing`
/// to the standard error output.
public struct StubFile: Sendable {
    /// The text of the file; nil if nothing is missing.
    public let text: String?
    /// The names that have stubs.
    public let names: [String]
    /// The names that have none: members of values of unknown types, and what cannot be made without an initializer.
    public let left: [String]

    /// The name of the type that stands for all values of unknown types.
    static let value = "StubValue"
    /// The static members that return the type that declares them.
    static let singletons: Set<String> = ["shared", "default", "standard", "current", "main", "sharedInstance"]

    /// The words that a file of stubs begins with.
    public static let mark = "// Stubs that tilework-adapt wrote"
    /// The text of a file of stubs if nothing is missing.
    public static let empty = "\(mark): none, because nothing that the sources use is missing.\n"

    public init(_ adaptation: Adaptation) {
        let subjects = Set(adaptation.notes.filter { $0.kind == .missing }.map(\.subject))
        let sources = adaptation.sources.map(ParsedSource.init)
        let types = subjects.filter { !$0.contains(".") && !$0.contains("(") }
        let collector = StubCollector(missing: types)
        for source in sources { collector.collect(source) }
        var written: [String] = []
        var rest: [String] = []
        var parts: [String] = []
        for name in types.sorted() {
            guard let type = collector.types[name] else { continue }
            parts.append(StubWriter(type).text)
            written.append(name)
        }
        let plain = collector.types.values.filter(\.isPlain)
        let values = plain.reduce(collector.values) { $0.union($1.statics) }
        let members = collector.types.values.reduce(values) { names, type in
            names.union(type.properties.keys).union(type.methods.keys.map(\.name))
        }
        for subject in subjects.subtracting(types).sorted() {
            if subject.hasPrefix("."), members.contains(String(subject.dropFirst())) {
                written.append(subject)
            } else if let text = StubWriter.extending(subject, isCalled: collector.called.contains(subject)) {
                parts.append(text)
                written.append(subject)
            } else {
                rest.append(subject)
            }
        }
        names = written
        left = rest
        let all = Self.head + parts.joined(separator: "\n") + "\n" + Self.support(values)
        text = written.isEmpty ? nil : all
    }

    private static let head = """
        \(mark): they compile, and do nothing. At its first use each writes a line to the
        // standard error output. Replace them with code of your own. The next run overwrites this file.

        import Foundation
        import UIKit


        """

    /// The declarations that all stubs use.
    private static func support(_ values: Set<String>) -> String {
        let members = values.sorted().map {
            "    public static var `\($0)`: StubValue { StubValue(name: \"\($0)\") }\n"
        }
        return """
            /// Reports the first use of each stub on the standard error output.
            public enum StubNotice {
                private static let lock = NSLock()
                nonisolated(unsafe) private static var names: Set<String> = []

                /// The names of the stubs that have been used.
                public static var used: [String] { lock.withLock { names.sorted() } }

                public static func note(_ name: String) {
                    guard lock.withLock({ names.insert(name).inserted }) else { return }
                    FileHandle.standardError.write(Data("\\(name) is a stub: it does nothing\\n".utf8))
                }
            }

            /// A value of a type that is unknown. Its members are such values, too.
            @dynamicMemberLookup @dynamicCallable
            public struct StubValue: Hashable, Comparable, Sendable, ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral,
                ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral, ExpressibleByStringLiteral
            {
                private let name: String

                public init(name: String) { self.name = name }
                public init() { name = "" }
                public init(_ value: Any?) { name = "" }
                public init(rawValue: Any?) { name = "" }
                public init(arrayLiteral elements: StubValue...) { name = elements.map(\\.name).joined(separator: " ") }
                public init(booleanLiteral value: Bool) { name = String(value) }
                public init(floatLiteral value: Double) { name = String(value) }
                public init(integerLiteral value: Int) { name = String(value) }
                public init(nilLiteral: ()) { name = "" }
                public init(stringLiteral value: String) { name = value }

                public static func ~= (pattern: String, value: StubValue) -> Bool { pattern == value.name }
                public static func < (first: StubValue, second: StubValue) -> Bool { first.name < second.name }

                public subscript(key: Any?) -> StubValue {
                    get { StubValue() }
                    nonmutating set {}
                }
                public subscript(dynamicMember member: String) -> StubValue {
                    get { StubValue() }
                    nonmutating set {}
                }
                @discardableResult
                public func dynamicallyCall(withKeywordArguments: KeyValuePairs<String, Any?>) -> StubValue { StubValue() }

            \(members.joined())}

            """
    }
}
