import Foundation
import TileSupport
import TileViews

/// The outlet tables of the program's classes, cached because a class builds its table each time it is asked.
enum KnownOutlets {
    private static let tables = Lock([ObjectIdentifier: OutletTable]())

    static func table(of type: any OutletOwner.Type) -> OutletTable {
        let key = ObjectIdentifier(type)
        if let table = tables.withLock({ $0[key] }) { return table }
        // Called outside the lock, because a class may ask for the tables of other classes.
        let table = type.outlets
        tables.withLock { $0[key] = table }
        return table
    }

    /// Sets a property of an object, using the table of its class first and then the tables for UIKit's classes.
    ///
    /// - Returns: The outcome, or `nil` if no property has the name.
    static func set(_ name: String, of object: AnyObject, to value: Any?) -> OutletTable.Outcome? {
        if let owner = object as? any OutletOwner {
            let outcome = table(of: Swift.type(of: owner)).set(name, of: object, to: value)
            if let outcome { return outcome }
        }
        return StandardOutlets.set(name, of: object, to: value)
    }

    /// Sets the property at a key path. The whole path is tried as one name first, then its components one by one.
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
