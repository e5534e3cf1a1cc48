/// Read access to a property that is observed by name.
public struct ObservedProperty: Sendable {
    let value: @Sendable (AnyObject) -> Any?

    package init(_ value: @escaping @Sendable (AnyObject) -> Any?) { self.value = value }

    package static func of<Owner: AnyObject, Value>(_ path: KeyPath<Owner, Value> & Sendable) -> ObservedProperty {
        ObservedProperty { ($0 as? Owner)?[keyPath: path] }
    }

    package static func of<Owner: AnyObject, Value>(_ path: KeyPath<Owner, Value?> & Sendable) -> ObservedProperty {
        ObservedProperty { ($0 as? Owner)?[keyPath: path].map { $0 as Any } }
    }

    /// Returns a property by key path, whose later parts are resolved at the time of reading; nil if the object has no
    /// such property.
    static func find(_ keyPath: String, of object: any KeyValueObservable) -> ObservedProperty? {
        if let property = object.observedProperty(named: plain(keyPath)) { return property }
        guard let dot = keyPath.firstIndex(of: "."),
            let first = object.observedProperty(named: plain(String(keyPath[..<dot])))
        else { return nil }
        let rest = String(keyPath[keyPath.index(after: dot)...])
        return ObservedProperty { owner in
            guard let inner = first.value(owner) as? any KeyValueObservable else { return nil }
            return find(rest, of: inner)?.value(inner)
        }
    }

    /// Returns a property's Objective-C name if it differs from Swift's: `hidden` for `isHidden`.
    static func plain(_ name: String) -> String {
        guard name.hasPrefix("is"), let third = name.dropFirst(2).first, third.isUppercase else { return name }
        return third.lowercased() + name.dropFirst(3)
    }

    /// Returns the stored properties that a computed one depends on, whose changes are reported in advance: `frame`
    /// changes with `bounds`.
    static func sources(of keyPath: String) -> Set<String> {
        var path = keyPath.split(separator: ".").map(String.init)
        // A view and its layer share their properties.
        if path.first == "layer", path.count > 1 { path.removeFirst() }
        let name = plain(path.first ?? "")
        return known[name] ?? [name]
    }

    private static let known: [String: Set<String>] = [
        "frame": ["frame", "bounds", "position", "anchorPoint", "transform"],
        "center": ["position"], "contentOffset": ["bounds"], "alpha": ["opacity"],
        "attributedText": ["text"],
    ]
}
