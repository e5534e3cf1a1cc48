import Foundation
import TileGraphics

/// Access to a property by name.
struct LayerKey: Sendable {
    let get: @Sendable (CALayer) -> Any?
    /// Sets the property. Returns whether it can hold the value.
    let set: @Sendable (CALayer, Any?) -> Bool
    /// Returns the default value.
    let standard: @Sendable () -> Any?

    private init(
        get: @escaping @Sendable (CALayer) -> Any?, set: @escaping @Sendable (CALayer, Any?) -> Bool,
        standard: @escaping @Sendable () -> Any?
    ) {
        (self.get, self.set, self.standard) = (get, set, standard)
    }

    /// Creates access to a property of a type. Setting nil restores its default.
    static func of<Layer: CALayer, Value>(
        _ path: ReferenceWritableKeyPath<Layer, Value> & Sendable, _ standard: Value,
        _ convert: @escaping @Sendable (Any) -> Value? = { LayerValue.value($0) }
    ) -> LayerKey where Value: Sendable {
        LayerKey(
            get: { ($0 as? Layer)?[keyPath: path] },
            set: { layer, value in
                guard let layer = layer as? Layer, let new = value.map(convert) ?? standard else { return false }
                layer[keyPath: path] = new
                return true
            },
            standard: { standard })
    }

    static func number<Layer: CALayer>(
        _ path: ReferenceWritableKeyPath<Layer, CGFloat> & Sendable, _ standard: CGFloat = 0
    ) -> LayerKey {
        of(path, standard) { LayerValue.number($0).map { CGFloat($0) } }
    }

    static func float<Layer: CALayer>(
        _ path: ReferenceWritableKeyPath<Layer, Float> & Sendable, _ standard: Float = 0
    ) -> LayerKey {
        of(path, standard) { LayerValue.number($0).map { Float($0) } }
    }

    static func bool<Layer: CALayer>(
        _ path: ReferenceWritableKeyPath<Layer, Bool> & Sendable, _ standard: Bool = false
    ) -> LayerKey {
        of(path, standard) { LayerValue.bool($0) }
    }

    /// Creates access to an optional property, which is nil by default unless `standard` is given.
    static func optional<Layer: CALayer, Value>(
        _ path: ReferenceWritableKeyPath<Layer, Value?> & Sendable,
        standard: @escaping @Sendable () -> Value? = { nil }
    ) -> LayerKey {
        LayerKey(
            get: { ($0 as? Layer)?[keyPath: path] },
            set: { layer, value in
                guard let layer = layer as? Layer else { return false }
                guard let value else {
                    layer[keyPath: path] = nil
                    return true
                }
                guard let new = value as? Value else { return false }
                layer[keyPath: path] = new
                return true
            },
            standard: { standard() })
    }

    /// Creates access to a property of a named type; its name is accepted as well.
    static func named<Layer: CALayer, Value: RawRepresentable & Sendable>(
        _ path: ReferenceWritableKeyPath<Layer, Value> & Sendable, _ standard: Value
    ) -> LayerKey where Value.RawValue == String {
        of(path, standard) { $0 as? Value ?? ($0 as? String).flatMap { Value(rawValue: $0) } }
    }
}
