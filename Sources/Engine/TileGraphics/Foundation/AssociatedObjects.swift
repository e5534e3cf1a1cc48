import Foundation

// Objective-C's associated objects, which extensions use for stored values.

/// The policy of an association: strong, weak or copied.
// swift-format-ignore: TypeNamesShouldBeCapitalized, Objective-C's own name.
public enum objc_AssociationPolicy: UInt, Sendable {
    // swift-format-ignore: AlwaysUseLowerCamelCase, Objective-C's own names.
    /// A weak reference, nil after the value is deallocated.
    case OBJC_ASSOCIATION_ASSIGN = 0
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The same as `OBJC_ASSOCIATION_RETAIN_NONATOMIC`: Swift values have copy semantics already.
    case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case OBJC_ASSOCIATION_RETAIN = 769
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case OBJC_ASSOCIATION_COPY = 771
}

/// Associates a value with an object under a key until the object is deallocated or the key is set again; nil removes
/// it. Safe from any thread. O(1) on average. A value of a deallocated object is released when other values are set.
///
/// - Parameter key: A unique address, for example that of a static variable.
// swift-format-ignore: AlwaysUseLowerCamelCase, Objective-C's own name.
public func objc_setAssociatedObject(
    _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
    AssociatedObjects.shared.set(value, for: key, of: object as AnyObject, policy: policy)
}

/// Returns the value associated with an object under a key; nil if there is none.
// swift-format-ignore: AlwaysUseLowerCamelCase, Objective-C's own name.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
    AssociatedObjects.shared.value(key, of: object as AnyObject)
}

/// Removes all values associated with an object.
// swift-format-ignore: AlwaysUseLowerCamelCase, Objective-C's own name.
public func objc_removeAssociatedObjects(_ object: Any) {
    AssociatedObjects.shared.removeAll(of: object as AnyObject)
}

// @unchecked Sendable: a lock guards the table. The values belong to the callers, who are responsible for sharing them
// between threads, like the objects themselves.
private final class AssociatedObjects: @unchecked Sendable {
    static let shared = AssociatedObjects()

    private enum Value {
        case strong(Any)
        case weak(() -> AnyObject?)
    }

    private struct Entry {
        /// A weak reference that tells whether the address still belongs to the object.
        weak var object: AnyObject?
        var values: [UnsafeRawPointer: Value] = [:]
    }

    private let lock = NSLock()
    private var entries: [ObjectIdentifier: Entry] = [:]
    /// The number of entries beyond which those of deallocated objects are removed.
    private var limit = 64

    func set(_ value: Any?, for key: UnsafeRawPointer, of object: AnyObject, policy: objc_AssociationPolicy) {
        // Released outside the lock: a deallocated object may remove its own associated values.
        var gone: [Any] = []
        lock.withLock {
            let id = ObjectIdentifier(object)
            var entry = entries[id] ?? Entry(object: object)
            if entry.object !== object {
                gone.append(entry)
                entry = Entry(object: object)
            }
            if let old = entry.values[key] { gone.append(old) }
            entry.values[key] = value.map { value in
                guard policy == .OBJC_ASSOCIATION_ASSIGN else { return .strong(value) }
                weak let object = value as AnyObject
                return .weak { object }
            }
            entries[id] = entry.values.isEmpty ? nil : entry
            if entries.count > limit { sweep(&gone) }
        }
        withExtendedLifetime(gone) {}
    }

    func value(_ key: UnsafeRawPointer, of object: AnyObject) -> Any? {
        lock.withLock {
            guard let entry = entries[ObjectIdentifier(object)], entry.object === object else { return nil }
            return switch entry.values[key] {
            case .strong(let value)?: value
            case .weak(let value)?: value()
            case nil: nil
            }
        }
    }

    func removeAll(of object: AnyObject) {
        let gone = lock.withLock { entries.removeValue(forKey: ObjectIdentifier(object)) }
        withExtendedLifetime(gone) {}
    }

    private func sweep(_ gone: inout [Any]) {
        for (id, entry) in entries where entry.object == nil {
            gone.append(entry)
            entries[id] = nil
        }
        limit = max(64, 2 * entries.count)
    }
}
