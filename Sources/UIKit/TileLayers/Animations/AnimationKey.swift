import Foundation
import TileGraphics

/// Access to a property of animations by name.
struct AnimationKey: Sendable {
    let get: @Sendable (CAAnimation) -> Any?
    /// Sets the property. Returns whether it can hold the value.
    let set: @Sendable (CAAnimation, Any?) -> Bool

    static func of<Animation: CAAnimation, Value>(
        _ path: ReferenceWritableKeyPath<Animation, Value> & Sendable, _ convert: @escaping @Sendable (Any) -> Value?
    ) -> AnimationKey {
        AnimationKey(
            get: { ($0 as? Animation)?[keyPath: path] },
            set: { animation, value in
                guard let animation = animation as? Animation, let new = value.flatMap(convert) else { return false }
                animation[keyPath: path] = new
                return true
            })
    }

    static func number<Animation: CAAnimation>(
        _ path: ReferenceWritableKeyPath<Animation, Double> & Sendable
    ) -> AnimationKey {
        of(path) { LayerValue.number($0) }
    }

    static func number<Animation: CAAnimation>(
        _ path: ReferenceWritableKeyPath<Animation, CGFloat> & Sendable
    ) -> AnimationKey {
        of(path) { LayerValue.number($0).map { CGFloat($0) } }
    }

    static func number<Animation: CAAnimation>(
        _ path: ReferenceWritableKeyPath<Animation, Float> & Sendable
    ) -> AnimationKey {
        of(path) { LayerValue.number($0).map { Float($0) } }
    }

    static func bool<Animation: CAAnimation>(
        _ path: ReferenceWritableKeyPath<Animation, Bool> & Sendable
    ) -> AnimationKey {
        of(path) { LayerValue.bool($0) }
    }

    static func named<Animation: CAAnimation, Value: RawRepresentable & Sendable>(
        _ path: ReferenceWritableKeyPath<Animation, Value> & Sendable
    ) -> AnimationKey where Value.RawValue == String {
        of(path) { $0 as? Value ?? ($0 as? String).flatMap { Value(rawValue: $0) } }
    }

    /// Creates access to an optional property.
    static func optional<Animation: CAAnimation, Value>(
        _ path: ReferenceWritableKeyPath<Animation, Value?> & Sendable
    ) -> AnimationKey {
        AnimationKey(
            get: { ($0 as? Animation)?[keyPath: path] },
            set: { animation, value in
                guard let animation = animation as? Animation else { return false }
                if let value {
                    guard let new = value as? Value else { return false }
                    animation[keyPath: path] = new
                } else {
                    animation[keyPath: path] = nil
                }
                return true
            })
    }
}

extension CAAnimation {
    static let animationKeys: [String: AnimationKey] = [
        "delegate": .optional(\CAAnimation.delegate), "timingFunction": .optional(\CAAnimation.timingFunction),
        "removedOnCompletion": .bool(\CAAnimation.isRemovedOnCompletion),
        "isRemovedOnCompletion": .bool(\CAAnimation.isRemovedOnCompletion),
        "beginTime": .number(\CAAnimation.beginTime), "duration": .number(\CAAnimation.duration),
        "speed": .number(\CAAnimation.speed), "timeOffset": .number(\CAAnimation.timeOffset),
        "repeatCount": .number(\CAAnimation.repeatCount), "repeatDuration": .number(\CAAnimation.repeatDuration),
        "autoreverses": .bool(\CAAnimation.autoreverses), "fillMode": .named(\CAAnimation.fillMode),
    ]
}
