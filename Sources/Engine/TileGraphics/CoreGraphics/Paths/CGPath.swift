public import Foundation
public import TileGeometry

/// What an element of a path does with its points.
public enum CGPathElementType: Int32, Hashable, Sendable {
    /// Starts a subpath; one point.
    case moveToPoint
    /// One point.
    case addLineToPoint
    /// A control point and the end.
    case addQuadCurveToPoint
    /// Two control points and the end.
    case addCurveToPoint
    /// No point.
    case closeSubpath
}

/// One element of a path, as `CGPath.applyWithBlock(_:)` shows it.
public struct CGPathElement {
    public var type: CGPathElementType
    /// As many as the type has; valid only during the call that showed the element.
    public var points: UnsafeMutablePointer<CGPoint>

    public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
        self.type = type
        self.points = points
    }

    /// A move, with a point at the origin that lives as long as the process and must not be written to.
    public init() { self.init(type: .moveToPoint, points: CGPathElement.origin.address) }

    // @unchecked Sendable: never written to after it was made.
    private struct Origin: @unchecked Sendable {
        let address = {
            let point = UnsafeMutablePointer<CGPoint>.allocate(capacity: 1)
            point.initialize(to: .zero)
            return point
        }()
    }

    private static let origin = Origin()
}

/// An outline: subpaths of lines and of quadratic and cubic Bézier curves. It never changes; `CGMutablePath` does.
///
/// Angles are in radians and turn from the x axis towards the y axis. `clockwise` is meant where y points up: in
/// UIKit's contexts, where it points down, an arc that is said to be clockwise looks counterclockwise.
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

    /// A rect with elliptical corners; the radii are cut to half the sides (Core Graphics traps there).
    public init(
        roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
        transform: UnsafePointer<CGAffineTransform>?
    ) {
        elements = PathElements()
        elements.roundedRect(rect, cornerWidth, cornerHeight, transform?.pointee ?? .identity)
    }

    /// An outline of a picture as a path.
    ///
    /// - Complexity: O(n).
    public convenience init(_ outline: Path) { self.init(PathElements(outline)) }

    /// The path as pictures have it.
    ///
    /// - Complexity: O(n) the first time, then kept until the path changes.
    public final var outline: Path {
        if let knownOutline { return knownOutline }
        let outline = elements.outline
        knownOutline = outline
        return outline
    }

    /// Whether the elements are the same, number for number.
    public static func == (left: CGPath, right: CGPath) -> Bool {
        left === right || left.elements == right.elements
    }

    public final func hash(into hasher: inout Hasher) { hasher.combine(elements) }

    /// A number for the type, as Core Foundation gives one. It is the same in one process only.
    public static var typeID: UInt { CGTypeID.of(CGPath.self) }

    /// A path that does not change when this one does.
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

    /// Whether it has no element.
    public final var isEmpty: Bool { elements.isEmpty }

    /// Whether it is one axis-parallel rect, which is written to `rect` then.
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

    /// Where the next segment would start; the origin when the path is empty.
    public final var currentPoint: CGPoint { elements.current }

    /// Holds every point, control points too; the null rect when the path is empty.
    ///
    /// - Complexity: O(n).
    public final var boundingBox: CGRect {
        elements.points.reduce(into: Box.empty) { $0.formUnion(x: Double($1.x), y: Double($1.y)) }.rect
    }

    /// Holds the outline itself; the null rect when the path is empty.
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
            // A tuple of three equal types lies in memory as an array of them.
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
