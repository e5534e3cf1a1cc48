import Foundation

// Linux' Foundation traps, or fails the whole archive, over an object that is not there; UIKit's coders give nil.

extension NSCoder {
    /// The object of a key: nil where there is none, or one of another class.
    func optional<Value>(_ key: String, as type: Value.Type = Value.self) -> Value? {
        containsValue(forKey: key) ? decodeObject(forKey: key) as? Value : nil
    }

    /// The string of a key: nil where there is none, or something else.
    func optionalString(_ key: String) -> String? { optional(key, as: NSString.self).map { String($0) } }

    /// Writes an object if there is one.
    func encodeOptional(_ value: Any?, forKey key: String) {
        if let value { encode(value, forKey: key) }
    }
}
