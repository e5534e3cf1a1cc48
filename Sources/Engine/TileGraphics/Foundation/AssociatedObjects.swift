import Foundation

// Objective-C's values that are kept with an object under a key, as extensions use them that need to store something.

/// How a value is kept with an object.
// swift-format-ignore: TypeNamesShouldBeCapitalized, Objective-C's own name.
public enum objc_AssociationPolicy: UInt, Sendable {
    // swift-format-ignore: AlwaysUseLowerCamelCase, Objective-C's own names.
    /// Held weakly: nil once it is gone.
    case OBJC_ASSOCIATION_ASSIGN = 0
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// As `OBJC_ASSOCIATION_RETAIN_NONATOMIC`: values of Swift are copied by themselves.
    case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case OBJC_ASSOCIATION_RETAIN = 769
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case OBJC_ASSOCIATION_COPY = 771
}

/// Keeps a value with an object until that goes, or another is set under the key; nil takes it away. From any thread.
/// O(1) in the mean; a value of an object that has gone is let go of when others are set.
///
/// - Parameter key: an address that means nothing but itself, as that of a static variable.
// swift-format-ignore: AlwaysUseLowerCamelCase, Objective-C's own name.
public func objc_setAssociatedObject(
    _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
    AssociatedObjects.shared.set(value, key, of: object as AnyObject, policy)
}

/// The value kept with an object under a key; nil when there is none.
// swift-format-ignore: AlwaysUseLowerCamelCase, Objective-C's own name.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
    AssociatedObjects.shared.value(key, of: object as AnyObject)
}

/// Takes away all values kept with an object.
// swift-format-ignore: AlwaysUseLowerCamelCase, Objective-C's own name.
public func objc_removeAssociatedObjects(_ object: Any) {
    AssociatedObjects.shared.removeAll(of: object as AnyObject)
}

/// The side table.
// @unchecked Sendable: the table is behind a lock. What it holds is the callers', who may share it between threads or
// not, as they may with the objects themselves.
private final class AssociatedObjects: @unchecked Sendable {
    static let shared = AssociatedObjects()

    private enum Value {
        case strong(Any)
        case weak(() -> AnyObject?)
    }

    private struct Entry {
        /// Says whether the address is still that object's.
        weak var object: AnyObject?
        var values: [UnsafeRawPointer: Value] = [:]
    }

    private let lock = NSLock()
    private var entries: [ObjectIdentifier: Entry] = [:]
    /// Beyond so many entries those of objects that have gone are looked for.
    private var limit = 64

    func set(_ value: Any?, _ key: UnsafeRawPointer, of object: AnyObject, _ policy: objc_AssociationPolicy) {
        // Let go of outside the lock: an object that goes may take away values of its own.
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
