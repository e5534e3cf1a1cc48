public import Foundation
public import TileGeometry

/// The type of a path element, which determines its points.
public enum CGPathElementType: Int32, Hashable, Sendable {
    /// Starts a subpath, with one point.
    case moveToPoint
    /// Adds a line, with one point.
    case addLineToPoint
    /// Adds a quadratic curve, with a control point and the end.
    case addQuadCurveToPoint
    /// Adds a cubic curve, with two control points and the end.
    case addCurveToPoint
    /// Closes the subpath, without a point.
    case closeSubpath
}

/// A path element, as passed to the callback of `CGPath.applyWithBlock(_:)`.
public struct CGPathElement {
    public var type: CGPathElementType
    /// The element's points, as many as the type has. Valid only during the callback.
    public var points: UnsafeMutablePointer<CGPoint>

    public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
        self.type = type
        self.points = points
    }

    /// Creates a move, with a point at the origin that lives as long as the process and must not be written to.
    public init() { self.init(type: .moveToPoint, points: CGPathElement.origin.address) }

    // @unchecked Sendable: never written to after its creation.
    private struct Origin: @unchecked Sendable {
        let address = {
            let point = UnsafeMutablePointer<CGPoint>.allocate(capacity: 1)
            point.initialize(to: .zero)
            return point
        }()
    }

    private static let origin = Origin()
}

/// An immutable outline: subpaths of lines and of quadratic and cubic Bézier curves. See `CGMutablePath` for a mutable
/// one.
///
/// Angles are in radians, from the x axis towards the y axis. `clockwise` refers to y pointing up: in UIKit's contexts,
/// where y points down, a clockwise arc appears counterclockwise.
public class CGPath: Hashable {
    final var elements: PathElements {
        didSet { knownOutline = nil }
    }
    private final var knownOutline: Path?

    init(_ elements: PathElements) { self.elements = elements }

    public init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        elements = PathElements()
        elements.rect(rect, transform?.pointee ?? .identity)
    }

    public init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        elements = PathElements()
        elements.ellipse(rect, transform?.pointee ?? .identity)
    }

    /// Creates a rect with elliptical corners. The radii are limited to half the sides (Core Graphics traps there).
    public init(
        roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
        transform: UnsafePointer<CGAffineTransform>?
    ) {
        elements = PathElements()
        elements.roundedRect(rect, cornerWidth, cornerHeight: cornerHeight, transform: transform?.pointee ?? .identity)
    }

    /// Creates a path from an outline of a picture.
    ///
    /// - Complexity: O(n).
    public convenience init(_ outline: Path) { self.init(PathElements(outline)) }

    /// The path as an outline of a picture.
    ///
    /// - Complexity: O(n) the first time, then cached until the path changes.
    public final var outline: Path {
        if let knownOutline { return knownOutline }
        let outline = elements.outline
        knownOutline = outline
        return outline
    }

    /// Returns whether the elements are exactly equal.
    public static func == (left: CGPath, right: CGPath) -> Bool {
        left === right || left.elements == right.elements
    }

    public final func hash(into hasher: inout Hasher) { hasher.combine(elements) }

    /// The type's identifier, like a Core Foundation type ID. It is stable within a process only.
    public static var typeID: UInt { CGTypeID.of(CGPath.self) }

    /// Returns an immutable copy of the path.
    ///
    /// - Complexity: O(1).
    public final func copy() -> CGPath? { CGPath(elements) }

    public final func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
        CGPath(elements.applying(transform?.pointee ?? .identity))
    }

    public final func mutableCopy() -> CGMutablePath? { CGMutablePath(elements) }

    public final func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
        CGMutablePath(elements.applying(transform?.pointee ?? .identity))
    }

    /// Whether the path has no elements.
    public final var isEmpty: Bool { elements.isEmpty }

    /// Returns whether the path is a single axis-aligned rect; if so, stores it in `rect`.
    public final func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
        let points = elements.points
        var types = elements.types[...]
        if types.last == .closeSubpath { types = types.dropLast() }
        guard types.count == 4 || (types.count == 5 && points[4] == points[0]), types.first == .moveToPoint,
            types.dropFirst().allSatisfy({ $0 == .addLineToPoint })
        else { return false }
        let (a, b, c, d) = (points[0], points[1], points[2], points[3])
        let isFlatFirst = a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x
        let isSteepFirst = a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y
        guard isFlatFirst || isSteepFirst else { return false }
        rect?.pointee = CGRect(
            x: min(a.x, c.x), y: min(a.y, c.y), width: abs(c.x - a.x), height: abs(c.y - a.y))
        return true
    }

    /// The end of the last segment; the origin if the path is empty.
    public final var currentPoint: CGPoint { elements.current }

    /// The bounding box of all points, including control points; the null rect if the path is empty.
    ///
    /// - Complexity: O(n).
    public final var boundingBox: CGRect {
        elements.points.reduce(into: Box.empty) { $0.formUnion(x: Double($1.x), y: Double($1.y)) }.rect
    }

    /// The bounding box of the outline itself; the null rect if the path is empty.
    ///
    /// - Complexity: O(n).
    public final var boundingBoxOfPath: CGRect {
        let box = outline.tightBounds()
        return box.isEmpty ? boundingBox : box.rect
    }

    /// Calls a block with each element in order. The element's points are valid only during the call.
    public final func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
        var scratch = (CGPoint.zero, CGPoint.zero, CGPoint.zero)
        withUnsafeMutablePointer(to: &scratch) { pointer in
            // A tuple of three values of one type has the memory layout of an array.
            pointer.withMemoryRebound(to: CGPoint.self, capacity: 3) { points in
                var at = 0
                for type in elements.types {
                    for index in 0..<type.pointCount { points[index] = elements.points[at + index] }
                    at += type.pointCount
                    var element = CGPathElement(type: type, points: points)
                    block(&element)
                }
            }
        }
    }

    /// Calls a function with each element in order and with `info`.
    public final func apply(
        info: UnsafeMutableRawPointer?, function: (UnsafeMutableRawPointer?, UnsafePointer<CGPathElement>) -> Void
    ) {
        applyWithBlock { function(info, $0) }
    }
}
