import Foundation
import TileGraphics

extension CALayer {
    func makeStyling() -> LayerStyle {
        if let styling { return styling }
        let made = LayerStyle()
        styling = made
        return made
    }

    /// Sets a stored property of the look and runs its action.
    func setLook<Value: Equatable>(
        _ path: ReferenceWritableKeyPath<LayerStyle, Value>, _ value: Value, _ key: String?
    ) {
        if let styling, styling[keyPath: path] == value { return }
        let action = key.flatMap { willChange($0) }
        makeStyling()[keyPath: path] = value
        markLook()
        if let key { didChange(key, action) }
    }

    func styleValue<Value>(_ path: KeyPath<LayerStyle, Value>, default standard: Value) -> Value {
        styling.map { $0[keyPath: path] } ?? standard
    }

    static func checkFinite(_ value: Double, _ name: String) {
        precondition(value.isFinite, "CALayerInvalidGeometry: \(name) is \(value)")
    }
}
