import Foundation
import TileSupport
import TileViews

/// The tables of the classes that were asked, kept because a class builds its table anew each time.
enum KnownOutlets {
    private static let tables = Lock([ObjectIdentifier: OutletTable]())

    static func table(of type: any OutletOwner.Type) -> OutletTable {
        let key = ObjectIdentifier(type)
        if let table = tables.withLock({ $0[key] }) { return table }
        // Not under the lock: a class is free to ask other classes for theirs.
        let table = type.outlets
        tables.withLock { $0[key] = table }
        return table
    }

    /// Sets a property of an object: as its class says, else as those of UIKit have it.
    ///
    /// - Returns: nil when there is none of the name.
    static func set(_ name: String, of object: AnyObject, to value: Any?) -> OutletTable.Outcome? {
        if let owner = object as? any OutletOwner {
            let outcome = table(of: Swift.type(of: owner)).set(name, of: object, to: value)
            if let outcome { return outcome }
        }
        return StandardOutlets.set(name, of: object, to: value)
    }

    /// Sets what a key path leads to: its whole as a name, else name by name.
    static func set(keyPath: String, of object: AnyObject, to value: Any?) -> OutletTable.Outcome? {
        if let outcome = set(keyPath, of: object, to: value) { return outcome }
        guard let dot = keyPath.firstIndex(of: "."), let head = self.value(String(keyPath[..<dot]), of: object) else {
            return nil
        }
        return set(keyPath: String(keyPath[keyPath.index(after: dot)...]), of: head, to: value)
    }

    private static func value(_ name: String, of object: AnyObject) -> AnyObject? {
        if let owner = object as? any OutletOwner,
            let value = table(of: Swift.type(of: owner)).value(name, of: object) as? NSObject
        {
            return value
        }
        return StandardOutlets.value(name, of: object)
    }
}
