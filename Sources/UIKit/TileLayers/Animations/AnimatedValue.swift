import Foundation
import TileGraphics

/// A value during an animation, in the form used for computation.
enum AnimatedValue {
    /// Up to four numbers, and their meaning.
    case numbers(SIMD4<Double>, Kind)
    case transform(CATransform3D)
    case path(CGPath)
    case list([AnimatedValue])
    /// A value that can't be interpolated: an image, a name, or nil.
    case object(Any?)

    /// The meaning of the numbers.
    enum Kind {
        case number
        case point
        case size
        case rect
        /// Red, green, blue and alpha in sRGB.
        case color
        /// A `Bool` or `Int`, which is not interpolated.
        case flag
    }

    /// Converts a program's value: a number of any type, a struct or a box of one, a color, a path, or a list of those;
    /// `NSNull` for nil.
    init(_ value: Any?) {
        switch value {
        case let value as CGPoint: self = .numbers(SIMD4(Double(value.x), Double(value.y), 0, 0), .point)
        case let value as CGSize: self = .numbers(SIMD4(Double(value.width), Double(value.height), 0, 0), .size)
        case let value as CGRect: self = .rect(value)
        case let value as CATransform3D: self = .transform(value)
        case let value as CGColor where value.pattern == nil: self = .color(value.output)
        case let value as CGPath: self = .path(value)
        case let value as Bool: self = .numbers(SIMD4(value ? 1 : 0, 0, 0, 0), .flag)
        case let value as [Any]: self = .list(value.map { AnimatedValue($0) })
        case is NSNull: self = .object(nil)
        case let value as NSValue where !(value is NSNumber): self.init(boxed: value)
        case let value?: self = LayerValue.number(value).map { .number($0) } ?? .object(value)
        case nil: self = .object(nil)
        }
    }

    private init(boxed box: NSValue) {
        // A box returns any requested type without checking, so its type is checked first.
        let type = String(cString: box.objCType)
        if type.contains("CGPoint") {
            self.init(box.cgPointValue)
        } else if type.contains("CGSize") {
            self.init(box.cgSizeValue)
        } else if type.contains("CGRect") {
            self = .rect(box.cgRectValue)
        } else if box.numbers(16) != nil {
            self = .transform(box.caTransform3DValue)
        } else {
            self = .object(box)
        }
    }

    static func number(_ value: Double) -> AnimatedValue { .numbers(SIMD4(value, 0, 0, 0), .number) }

    static func rect(_ value: CGRect) -> AnimatedValue {
        .numbers(
            SIMD4(
                Double(value.origin.x), Double(value.origin.y), Double(value.size.width), Double(value.size.height)),
            .rect)
    }

    static func color(_ value: Color) -> AnimatedValue {
        .numbers(SIMD4(value.red, value.green, value.blue, value.alpha), .color)
    }

    /// The value in the form of a layer's property.
    var value: Any? {
        switch self {
        case .numbers(let n, let kind):
            switch kind {
            case .number: CGFloat(n.x)
            case .point: CGPoint(x: n.x, y: n.y)
            case .size: CGSize(width: n.x, height: n.y)
            case .rect: CGRect(x: n.x, y: n.y, width: n.z, height: n.w)
            case .color: cgColor(n)
            case .flag: n.x >= 0.5
            }
        case .transform(let transform): transform
        case .path(let path): path
        case .list(let values): values.compactMap(\.listed)
        case .object(let value): value
        }
    }

    /// The value as an element of a list, where numbers are objects.
    private var listed: Any? {
        if case .numbers(let n, .number) = self { return NSNumber(value: n.x) }
        return value
    }

    private func cgColor(_ n: SIMD4<Double>) -> CGColor {
        let n = n.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
        return CGColor(Color(red: n.x, green: n.y, blue: n.z, alpha: n.w))
    }

    /// Whether the value can be assigned to a layer: no number is NaN or infinite.
    var isFinite: Bool {
        switch self {
        case .numbers(let n, _): (n - n) == SIMD4(repeating: 0)
        case .transform(let transform): transform.isFinite
        case .list(let values): values.allSatisfy(\.isFinite)
        case .path, .object: true
        }
    }

    /// Returns the sum of two values of a kind, for additive animations; transforms are concatenated.
    func adding(_ other: AnimatedValue) -> AnimatedValue {
        switch (self, other) {
        case (.numbers(let a, let kind), .numbers(let b, _)): .numbers(a + b, kind)
        case (.transform(let a), .transform(let b)): .transform(b.concatenating(a))
        case (.list(let a), .list(let b)) where a.count == b.count: .list(zip(a, b).map { $0.adding($1) })
        default: other
        }
    }

    /// Returns the value that was added to `other` to get this one; for `byValue`.
    func subtracting(_ other: AnimatedValue) -> AnimatedValue {
        switch (self, other) {
        case (.numbers(let a, let kind), .numbers(let b, _)): .numbers(a - b, kind)
        case (.transform(let a), .transform(let b)): .transform(CATransform3DInvert(b).concatenating(a))
        default: self
        }
    }

    /// Returns the value added `count` times, for cumulative repetition.
    func times(_ count: Double) -> AnimatedValue {
        switch self {
        case .numbers(let n, let kind): return .numbers(n * count, kind)
        case .transform(let transform):
            // Limited to what is reasonable: there is no closed form for the power of a transform.
            var product = CATransform3DIdentity
            for _ in 0..<Int(min(1000, max(0, count))) { product = product.concatenating(transform) }
            return .transform(product)
        case .list(let values): return .list(values.map { $0.times(count) })
        case .path, .object: return self
        }
    }

    /// Returns the distance to another value; 0 if there is no distance.
    func distance(to other: AnimatedValue) -> Double {
        switch (self, other) {
        case (.numbers(let a, _), .numbers(let b, _)): return ((a - b) * (a - b)).sum().squareRoot()
        case (.transform(let a), .transform(let b)):
            return ((a.m41 - b.m41) * (a.m41 - b.m41) + (a.m42 - b.m42) * (a.m42 - b.m42)).squareRoot()
        default: return 0
        }
    }
}

/// An interpolation between two values, prepared for evaluation in each frame.
enum AnimatedSegment {
    case numbers(from: SIMD4<Double>, to: SIMD4<Double>, AnimatedValue.Kind)
    case transform(from: TransformDecomposition, to: TransformDecomposition)
    /// An interpolation between transforms that neither rotate nor shear, or are only projections.
    case plainTransform(from: CATransform3D, to: CATransform3D)
    /// An interpolation between affine transforms of the plane without reflection.
    case flatTransform(from: FlatDecomposition, to: FlatDecomposition)
    case paths(from: CGPath, to: CGPath)
    case lists([AnimatedSegment])
    /// A switch from one value to the other at the midpoint.
    case step(from: AnimatedValue, to: AnimatedValue)

    init(from: AnimatedValue, to: AnimatedValue) {
        switch (from, to) {
        case (.numbers(let a, let kind), .numbers(let b, let other)) where kind == other && kind != .flag:
            self = .numbers(from: a, to: b, kind)
        // A flag and a number belong to the same property.
        case (.numbers(let a, .number), .numbers(let b, .flag)), (.numbers(let a, .flag), .numbers(let b, .number)):
            self = .numbers(from: a, to: b, .number)
        // No color counts as a transparent color of the same hue.
        case (.object(nil), .numbers(let b, .color)):
            self = .numbers(from: SIMD4(b.x, b.y, b.z, 0), to: b, .color)
        case (.numbers(let a, .color), .object(nil)):
            self = .numbers(from: a, to: SIMD4(a.x, a.y, a.z, 0), .color)
        case (.transform(let a), .transform(let b)):
            if a.isPlain, b.isPlain {
                self = .plainTransform(from: a, to: b)
            } else if let from = FlatDecomposition(a), let to = FlatDecomposition(b) {
                self = .flatTransform(from: from, to: from.shortWay(to: to))
            } else {
                self = .transform(from: TransformDecomposition(a), to: TransformDecomposition(b))
            }
        case (.path(let a), .path(let b)): self = .paths(from: a, to: b)
        case (.list(let a), .list(let b)) where a.count == b.count:
            self = .lists(zip(a, b).map { AnimatedSegment(from: $0, to: $1) })
        default: self = .step(from: from, to: to)
        }
    }

    /// Returns the value at a fraction of the interpolation; fractions below 0 and above 1 extrapolate where possible.
    func value(at part: Double) -> AnimatedValue {
        switch self {
        case .numbers(let from, let to, let kind): return .numbers(from + (to - from) * part, kind)
        case .plainTransform(let from, let to): return .transform(from.blended(with: to, at: part))
        case .flatTransform(let from, let to): return .transform(from.blended(with: to, at: part).matrix)
        case .transform(let from, let to): return .transform(from.blended(with: to, at: part).matrix)
        case .paths(let from, let to):
            return .path(from.blended(with: to, at: CGFloat(part)) ?? (part < 0.5 ? from : to))
        case .lists(let segments): return .list(segments.map { $0.value(at: part) })
        case .step(let from, let to): return part < 0.5 ? from : to
        }
    }
}

extension CATransform3D {
    /// Whether the transform only scales and translates, so that its components can be interpolated linearly.
    var isPlain: Bool {
        m12 == 0 && m13 == 0 && m14 == 0 && m21 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m34 == 0
            && m44 == 1 && m11 >= 0 && m22 >= 0 && m33 >= 0
    }

    func blended(with other: CATransform3D, at part: Double) -> CATransform3D {
        var made = self
        made.m11 += (other.m11 - m11) * part
        made.m22 += (other.m22 - m22) * part
        made.m33 += (other.m33 - m33) * part
        made.m41 += (other.m41 - m41) * part
        made.m42 += (other.m42 - m42) * part
        made.m43 += (other.m43 - m43) * part
        return made
    }
}
