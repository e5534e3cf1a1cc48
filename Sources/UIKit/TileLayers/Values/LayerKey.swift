import Foundation
import TileGraphics

/// A property that is reached by name.
struct LayerKey: Sendable {
    let get: @Sendable (CALayer) -> Any?
    /// Returns whether the property can hold the value.
    let set: @Sendable (CALayer, Any?) -> Bool
    /// The value of a property that was never set.
    let standard: @Sendable () -> Any?

    private init(
        get: @escaping @Sendable (CALayer) -> Any?, set: @escaping @Sendable (CALayer, Any?) -> Bool,
        standard: @escaping @Sendable () -> Any?
    ) {
        (self.get, self.set, self.standard) = (get, set, standard)
    }

    /// A property that holds values of one type. nil sets it back to its standard.
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

    /// A property that may be nil, and is at first unless `standard` says otherwise.
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

    /// A property that holds a named value; its name is taken too.
    static func named<Layer: CALayer, Value: RawRepresentable & Sendable>(
        _ path: ReferenceWritableKeyPath<Layer, Value> & Sendable, _ standard: Value
    ) -> LayerKey where Value.RawValue == String {
        of(path, standard) { $0 as? Value ?? ($0 as? String).flatMap { Value(rawValue: $0) } }
    }
}
