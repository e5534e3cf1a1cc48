/// The custom properties of a document's elements: CSS Custom Properties Level 1.
///
/// An element that declares custom properties has a scope, which its descendants share until one of them declares
/// others. Equal scopes are the same. Values are resolved when a scope is made, so that a scope holds no references.
struct SVGVariableTable {
    /// The number of a scope; 0 for the one without custom properties.
    typealias Scope = Int32
    /// The number of a custom property's name.
    typealias Name = Int32

    /// A custom property's declared value; nil for `initial`, which is no value.
    struct Declaration: Hashable {
        var name: Name
        var value: [UInt8]?
    }

    private struct Entry {
        var parent: Scope
        /// The resolved values; nil where there is none.
        var values: [Name: [UInt8]?]
    }

    /// A declaration of a scope in a parent scope, by which equal scopes are found.
    private struct Key: Hashable {
        var parent: Scope
        var declarations: [Declaration]
    }

    private var names: [[UInt8]: Name] = [:]
    private var entries: [Entry] = []
    private var scopes: [Key: Scope] = [:]
    private let limits: Limits
    /// The bytes of all values that were declared or substituted.
    private var byteCount = 0
    private var lookupCount = 0
    /// Sentences about values that are left out.
    private(set) var notes: Set<String> = []

    /// The limits of expansion, because a value may refer to another many times.
    struct Limits {
        /// The maximum bytes of a value; the same as Chromium's.
        var largestValue = 2 << 20
        /// The maximum bytes of all values.
        var largestTotal = 64 << 20
        /// The maximum number of custom properties that refer to one another in a chain, and of nested fallbacks.
        var largestDepth = 200
        /// The maximum number of scopes in which the values of all elements are looked for.
        var largestLookupCount = 20_000_000
    }

    /// The memory of a value in addition to its bytes.
    private static let valueCost = 160

    init(_ limits: Limits = Limits()) { self.limits = limits }

    mutating func name(_ bytes: [UInt8]) -> Name {
        if let known = names[bytes] { return known }
        let number = Name(names.count)
        names[bytes] = number
        byteCount += bytes.count + Self.valueCost
        return number
    }

    /// Returns the scope of an element.
    ///
    /// - Parameters:
    ///   - declarations: The element's own custom properties, one for each name.
    ///   - parent: The scope of its parent.
    mutating func scope(_ declarations: [Declaration], in parent: Scope) -> Scope {
        if declarations.isEmpty { return parent }
        let key = Key(parent: parent, declarations: declarations.sorted { $0.name < $1.name })
        if let known = scopes[key] { return known }
        for declaration in declarations {
            guard charge(2 * (declaration.value?.count ?? 0) + 2 * Self.valueCost) else { return parent }
        }
        var resolution = Resolution(parent: parent)
        for declaration in declarations { resolution.declared[declaration.name] = .some(declaration.value) }
        for declaration in key.declarations { _ = resolve(declaration.name, &resolution) }
        entries.append(Entry(parent: parent, values: resolution.resolved))
        let scope = Scope(entries.count)
        scopes[key] = scope
        return scope
    }

    /// Returns a value with its references replaced; nil if one has neither a value nor a fallback, or the result is
    /// too long.
    mutating func substituted(_ bytes: TextBytes, in scope: Scope) -> [UInt8]? {
        var result: [UInt8] = []
        var resolution = Resolution(parent: scope)
        return expand(bytes, &result, &resolution) ? result : nil
    }

    // MARK: Resolving

    /// The state of resolving the custom properties of one element.
    private struct Resolution {
        var parent: Scope
        var declared: [Name: [UInt8]?] = [:]
        var resolved: [Name: [UInt8]?] = [:]
        /// The names being resolved, each referring to the next.
        var open: [Name] = []
        /// The number of values that are being expanded, each within another.
        var depth = 0
        /// The index in `open` of the first name that a circle leads back to.
        var circleStart = Int.max
    }

    private mutating func charge(_ count: Int) -> Bool {
        byteCount += count
        if byteCount <= limits.largestTotal { return true }
        notes.insert("Custom properties are ignored after \(limits.largestTotal >> 20) MB of values.")
        return false
    }

    /// Returns the value of a custom property for the element that is being resolved; nil if it has none.
    private mutating func value(_ name: Name, _ resolution: inout Resolution) -> [UInt8]? {
        if resolution.declared[name] != nil { return resolve(name, &resolution) }
        var scope = resolution.parent
        while scope > 0 {
            lookupCount += 1
            guard lookupCount <= limits.largestLookupCount else {
                notes.insert("Custom properties are ignored after \(limits.largestLookupCount) steps of inheritance.")
                return nil
            }
            if let found = entries[Int(scope) - 1].values[name] { return found }
            scope = entries[Int(scope) - 1].parent
        }
        return nil
    }

    private mutating func resolve(_ name: Name, _ resolution: inout Resolution) -> [UInt8]? {
        if let known = resolution.resolved[name] { return known }
        if let index = resolution.open.firstIndex(of: name) {
            resolution.circleStart = min(resolution.circleStart, index)
            return nil
        }
        guard resolution.open.count < limits.largestDepth else {
            notes.insert("A chain of more than \(limits.largestDepth) custom properties is ignored.")
            return nil
        }
        guard let declared = resolution.declared[name] ?? nil else {
            resolution.resolved[name] = .some(nil)
            return nil
        }
        let index = resolution.open.count
        resolution.open.append(name)
        var result: [UInt8]? = []
        let isValid = declared.withUnsafeBufferPointer { bytes in
            if !SVGVariableReference.isMentioned(in: bytes) {
                result = declared
                return true
            }
            var expanded: [UInt8] = []
            let isValid = expand(bytes, &expanded, &resolution)
            result = expanded
            return isValid
        }
        resolution.open.removeLast()
        // All members of a circle are invalid, and so is the circle for those that refer to it.
        if !isValid || index >= resolution.circleStart { result = nil }
        if index == resolution.circleStart { resolution.circleStart = .max }
        resolution.resolved[name] = .some(result)
        return result
    }

    /// Appends a value with its references replaced.
    ///
    /// - Returns: Whether all of them have a value or a fallback.
    private mutating func expand(
        _ bytes: TextBytes, _ result: inout [UInt8], _ resolution: inout Resolution
    ) -> Bool {
        guard resolution.depth <= limits.largestDepth else { return false }
        resolution.depth += 1
        defer { resolution.depth -= 1 }
        var at = 0
        while let parenthesis = SVGVariableReference.next(in: bytes, from: at) {
            guard append(bytes[at..<parenthesis - 3], &result),
                let (range, end) = SVGVariableReference.name(in: bytes, from: parenthesis + 1)
            else { return false }
            let closing = SVGVariableReference.closing(in: bytes, from: end)
            let name = name(CSSText.name(TextBytes(rebasing: bytes[range])))
            if let value = value(name, &resolution) {
                guard append(value, &result) else { return false }
            } else if resolution.circleStart < resolution.open.count {
                // The value being resolved is part of a circle, whatever the fallback is.
                return false
            } else {
                guard end < closing, bytes[end] == 0x2C else { return false }
                let fallback = TextBytes(rebasing: bytes[end + 1..<closing])
                guard expand(fallback, &result, &resolution) else { return false }
            }
            at = min(bytes.count, closing + 1)
        }
        return append(bytes[at...], &result)
    }

    /// Appends text. A space separates it from text with which it would form one name or number.
    private mutating func append(_ text: some Collection<UInt8>, _ result: inout [UInt8]) -> Bool {
        guard let first = text.first else { return true }
        guard result.count + text.count <= limits.largestValue else {
            notes.insert("A value of custom properties is ignored, because it is longer than 2 MB.")
            return false
        }
        guard charge(text.count) else { return false }
        if let last = result.last, Self.joins(last), Self.joins(first) || first == 0x28 { result.append(0x20) }
        result += text
        return true
    }

    /// Whether a byte may be part of a name, a number or a hash.
    private static func joins(_ byte: UInt8) -> Bool {
        CSSText.isNameByte(byte) || byte == 0x25 || byte == 0x2E || byte == 0x23 || byte == 0x40 || byte == 0x2B
            || byte == 0x5C
    }
}
