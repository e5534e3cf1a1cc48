public import Foundation
public import TileGeometry

// UIKit's strings for points, sizes and the like: numbers in braces, as in "{{10, 20}, {30, 40}}".

extension NSCoder {
    public static func string(for point: CGPoint) -> String { braced([point.x, point.y]) }
    public static func string(for vector: CGVector) -> String { braced([vector.dx, vector.dy]) }
    public static func string(for size: CGSize) -> String { braced([size.width, size.height]) }

    public static func string(for rect: CGRect) -> String {
        "{" + string(for: rect.origin) + ", " + string(for: rect.size) + "}"
    }

    /// The six numbers in square brackets, as UIKit writes a transform.
    public static func string(for transform: CGAffineTransform) -> String {
        let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
        return "[" + numbers.map { written(CGFloat($0)) }.joined(separator: ", ") + "]"
    }

    public static func string(for insets: UIEdgeInsets) -> String {
        braced([insets.top, insets.left, insets.bottom, insets.right])
    }

    public static func string(for insets: NSDirectionalEdgeInsets) -> String {
        braced([insets.top, insets.leading, insets.bottom, insets.trailing])
    }

    public static func string(for offset: UIOffset) -> String { braced([offset.horizontal, offset.vertical]) }

    /// The point in `string`; (0, 0) when there is none.
    public static func cgPoint(for string: String) -> CGPoint {
        guard let n = numbers(in: string, count: 2) else { return .zero }
        return CGPoint(x: n[0], y: n[1])
    }

    /// The vector in `string`; (0, 0) when there is none.
    public static func cgVector(for string: String) -> CGVector {
        guard let n = numbers(in: string, count: 2) else { return CGVector(dx: 0, dy: 0) }
        return CGVector(dx: n[0], dy: n[1])
    }

    /// The size in `string`; (0, 0) when there is none.
    public static func cgSize(for string: String) -> CGSize {
        guard let n = numbers(in: string, count: 2) else { return .zero }
        return CGSize(width: n[0], height: n[1])
    }

    /// The rect in `string`; an empty one at (0, 0) when there is none.
    public static func cgRect(for string: String) -> CGRect {
        guard let n = numbers(in: string, count: 4) else { return .zero }
        return CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    }

    /// The transform in `string`; the identity when there is none.
    public static func cgAffineTransform(for string: String) -> CGAffineTransform {
        guard let n = numbers(in: string, count: 6) else { return .identity }
        return CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    }

    /// The insets in `string`; zero when there are none.
    public static func uiEdgeInsets(for string: String) -> UIEdgeInsets {
        guard let n = numbers(in: string, count: 4) else { return .zero }
        return UIEdgeInsets(top: n[0], left: n[1], bottom: n[2], right: n[3])
    }

    /// The insets in `string`; zero when there are none.
    public static func nsDirectionalEdgeInsets(for string: String) -> NSDirectionalEdgeInsets {
        guard let n = numbers(in: string, count: 4) else { return .zero }
        return NSDirectionalEdgeInsets(top: n[0], leading: n[1], bottom: n[2], trailing: n[3])
    }

    /// The offset in `string`; zero when there is none.
    public static func uiOffset(for string: String) -> UIOffset {
        guard let n = numbers(in: string, count: 2) else { return .zero }
        return UIOffset(horizontal: n[0], vertical: n[1])
    }

    private static func braced(_ numbers: [CGFloat]) -> String {
        "{" + numbers.map(written).joined(separator: ", ") + "}"
    }

    /// The shortest digits that read back as the same number; whole numbers without a fraction.
    private static func written(_ number: CGFloat) -> String {
        let text = "\(Double(number))"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Exactly `count` finite numbers between brackets and commas, or nil.
    private static func numbers(in string: String, count: Int) -> [Double]? {
        let words = string.split { "{}[], \t\n".contains($0) }
        let numbers = words.compactMap { Double($0) }
        guard words.count == count, numbers.count == count, numbers.allSatisfy(\.isFinite) else { return nil }
        return numbers
    }
}

// The names that these had before Swift 3, which code for UIKit still uses; they start with capitals there.

// swift-format-ignore: AlwaysUseLowerCamelCase
public func NSStringFromCGPoint(_ point: CGPoint) -> String { NSCoder.string(for: point) }
// swift-format-ignore: AlwaysUseLowerCamelCase
public func NSStringFromCGVector(_ vector: CGVector) -> String { NSCoder.string(for: vector) }
// swift-format-ignore: AlwaysUseLowerCamelCase
public func NSStringFromCGSize(_ size: CGSize) -> String { NSCoder.string(for: size) }
// swift-format-ignore: AlwaysUseLowerCamelCase
public func NSStringFromCGRect(_ rect: CGRect) -> String { NSCoder.string(for: rect) }
// swift-format-ignore: AlwaysUseLowerCamelCase
public func NSStringFromCGAffineTransform(_ transform: CGAffineTransform) -> String { NSCoder.string(for: transform) }
// swift-format-ignore: AlwaysUseLowerCamelCase
public func NSStringFromUIEdgeInsets(_ insets: UIEdgeInsets) -> String { NSCoder.string(for: insets) }
// swift-format-ignore: AlwaysUseLowerCamelCase
public func NSStringFromUIOffset(_ offset: UIOffset) -> String { NSCoder.string(for: offset) }
