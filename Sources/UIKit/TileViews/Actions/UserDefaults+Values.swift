public import Foundation

// Foundation on Linux has no key-value coding, by whose methods programs also set and read their defaults.
extension UserDefaults {
    /// Sets the value of a key, like `set(_:forKey:)`.
    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

    /// Returns the value of a key, like `object(forKey:)`.
    public func value(forKey key: String) -> Any? { object(forKey: key) }
}
