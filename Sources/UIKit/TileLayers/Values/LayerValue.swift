import Foundation
import TileGraphics

/// Conversions of values set by name: numbers of any type, and fields of structs.
enum LayerValue {
    static func number(_ value: Any) -> Double? {
        switch value {
        case let value as CGFloat: Double(value)
        case let value as Double: value
        case let value as Float: Double(value)
        case let value as Int: Double(value)
        case let value as Bool: value ? 1 : 0
        case let value as NSNumber: value.doubleValue
        case let value as any BinaryInteger: Double(value)
        default: nil
        }
    }

    /// Returns a value of a type, directly or unboxed.
    static func value<Value>(_ value: Any) -> Value? {
        if let value = value as? Value { return value }
        guard let box = value as? NSValue else { return nil }
        switch Value.self {
        case is CGPoint.Type: return box.cgPointValue as? Value
        case is CGSize.Type: return box.cgSizeValue as? Value
        case is CGRect.Type: return box.cgRectValue as? Value
        case is CATransform3D.Type: return box.caTransform3DValue as? Value
        default: return nil
        }
    }

    static func bool(_ value: Any) -> Bool? { value as? Bool ?? number(value).map { $0 != 0 } }

    /// Returns a field of a struct; nil if there is none of this name.
    static func field(_ name: Substring, of value: Any) -> Any? {
        switch value {
        case let rect as CGRect:
            switch name {
            case "origin": return rect.origin
            case "size": return rect.size
            default: return nil
            }
        case let point as CGPoint: return name == "x" ? point.x : name == "y" ? point.y : nil
        case let size as CGSize: return name == "width" ? size.width : name == "height" ? size.height : nil
        default: return nil
        }
    }

    /// Returns the struct with a field changed; nil if there is none of this name, or it can't hold the value.
    static func setting(_ name: Substring, of value: Any, to new: Any) -> Any? {
        switch value {
        case var rect as CGRect:
            if name == "origin", let origin = new as? CGPoint {
                rect.origin = origin
            } else if name == "size", let size = new as? CGSize {
                rect.size = size
            } else {
                return nil
            }
            return rect
        case var point as CGPoint:
            guard let number = number(new) else { return nil }
            if name == "x" {
                point.x = CGFloat(number)
            } else if name == "y" {
                point.y = CGFloat(number)
            } else {
                return nil
            }
            return point
        case var size as CGSize:
            guard let number = number(new) else { return nil }
            if name == "width" {
                size.width = CGFloat(number)
            } else if name == "height" {
                size.height = CGFloat(number)
            } else {
                return nil
            }
            return size
        default: return nil
        }
    }
}

/// A 3D transform as a scale, rotations about x, y and z, and a translation, in this order; shear and projection are
/// lost.
struct TransformParts {
    var scale: SIMD3<Double>
    var rotation: SIMD3<Double>
    var translation: SIMD3<Double>

    init(_ t: CATransform3D) {
        var rows = [
            SIMD3(t.m11, t.m12, t.m13), SIMD3(t.m21, t.m22, t.m23), SIMD3(t.m31, t.m32, t.m33),
        ]
        var scale = SIMD3<Double>(1, 1, 1)
        for index in rows.indices {
            scale[index] = (rows[index] * rows[index]).sum().squareRoot()
            if scale[index] > 0 { rows[index] /= scale[index] }
        }
        // A reflection counts as one of x.
        let cross = SIMD3(
            rows[0].y * rows[1].z - rows[0].z * rows[1].y, rows[0].z * rows[1].x - rows[0].x * rows[1].z,
            rows[0].x * rows[1].y - rows[0].y * rows[1].x)
        if (cross * rows[2]).sum() < 0 {
            scale.x = -scale.x
            rows[0] = -rows[0]
        }
        self.scale = scale
        // The rows are those of Rx · Ry · Rz.
        let y = asin(max(-1, min(1, -rows[0].z)))
        if abs(rows[0].z) < 1 - 1e-12 {
            rotation = SIMD3(atan2(rows[1].z, rows[2].z), y, atan2(rows[0].y, rows[0].x))
        } else {
            rotation = SIMD3(0, y, atan2(-rows[1].x, rows[1].y))
        }
        translation = SIMD3(t.m41, t.m42, t.m43)
    }

    var matrix: CATransform3D {
        let turned = CATransform3DMakeScale(scale.x, scale.y, scale.z)
            .concatenating(CATransform3DMakeRotation(rotation.x, 1, 0, 0))
            .concatenating(CATransform3DMakeRotation(rotation.y, 0, 1, 0))
            .concatenating(CATransform3DMakeRotation(rotation.z, 0, 0, 1))
        return turned.concatenating(CATransform3DMakeTranslation(translation.x, translation.y, translation.z))
    }

    private static let axes: [Substring: Int] = ["x": 0, "y": 1, "z": 2]
    /// The scale of the plane, which leaves the depth unchanged.
    private static let planeScale: [Substring] = ["scale", "xy"]

    /// Returns a component such as `rotation.z`, `scale`, `scale.xy` or `translation.x`.
    func value(_ path: [Substring]) -> Any? {
        if path == Self.planeScale { return CGFloat((scale.x + scale.y) / 2) }
        let axis = path.count > 1 ? Self.axes[path[1]] : nil
        if path.count > 2 || (path.count == 2 && axis == nil) { return nil }
        switch (path.first, axis) {
        case ("rotation", let axis): return CGFloat(rotation[axis ?? 2])
        case ("scale", let axis?): return CGFloat(scale[axis])
        case ("scale", nil): return CGFloat(scale.sum() / 3)
        case ("translation", let axis?): return CGFloat(translation[axis])
        case ("translation", nil): return CGSize(width: translation.x, height: translation.y)
        default: return nil
        }
    }

    /// - Returns: Whether there is such a field and it can hold the value.
    mutating func set(_ path: [Substring], to value: Any) -> Bool {
        if path == Self.planeScale {
            guard let number = LayerValue.number(value) else { return false }
            (scale.x, scale.y) = (number, number)
            return true
        }
        let axis = path.count > 1 ? Self.axes[path[1]] : nil
        if path.count > 2 || (path.count == 2 && axis == nil) { return false }
        if path.first == "translation", axis == nil {
            guard let size = value as? CGSize else { return false }
            (translation.x, translation.y) = (Double(size.width), Double(size.height))
            return true
        }
        guard let number = LayerValue.number(value) else { return false }
        switch (path.first, axis) {
        case ("rotation", let axis): rotation[axis ?? 2] = number
        case ("scale", let axis?): scale[axis] = number
        case ("scale", nil): scale = SIMD3(repeating: number)
        case ("translation", let axis?): translation[axis] = number
        default: return false
        }
        return true
    }
}
