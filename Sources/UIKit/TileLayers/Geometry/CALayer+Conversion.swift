import Foundation
import TileGeometry

/// Four points during a conversion between layers' coordinates.
struct Quad {
    var x: SIMD4<Double>
    var y: SIMD4<Double>

    init(_ point: CGPoint) {
        x = SIMD4(repeating: Double(point.x))
        y = SIMD4(repeating: Double(point.y))
    }

    init(_ rect: CGRect) {
        x = SIMD4(Double(rect.minX), Double(rect.maxX), Double(rect.maxX), Double(rect.minX))
        y = SIMD4(Double(rect.minY), Double(rect.minY), Double(rect.maxY), Double(rect.maxY))
    }

    var point: CGPoint { CGPoint(x: x.x, y: y.x) }

    var rect: CGRect {
        CGRect(x: x.min(), y: y.min(), width: x.max() - x.min(), height: y.max() - y.min())
    }

    mutating func move(by offset: CGPoint) {
        x += Double(offset.x)
        y += Double(offset.y)
    }

    /// Maps the points. A point behind the eye is moved just in front of it: very far out on the same side.
    mutating func map(_ projection: Projection) {
        var newX = projection.a * x + projection.c * y + projection.tx
        var newY = projection.b * x + projection.d * y + projection.ty
        if projection.px != 0 || projection.py != 0 || projection.pw != 1 {
            let w = projection.px * x + projection.py * y + projection.pw
            let shown = pointwiseMax(w, SIMD4(repeating: Projection.nearest))
            newX /= shown
            newY /= shown
        }
        (x, y) = (newX, newY)
    }

    mutating func map(_ affine: CGAffineTransform) {
        let newX = affine.a * x + affine.c * y + affine.tx
        y = affine.b * x + affine.d * y + affine.ty
        x = newX
    }

    mutating func unmap(_ affine: CGAffineTransform) {
        if affine.isInvertible { map(affine.inverted()) } else { unmap(Projection(affine)) }
    }

    /// Maps the points back: to the points of the plane that appear at the mapped ones, wherever they are.
    mutating func unmap(_ projection: Projection) {
        guard projection.isInvertible else {
            x = SIMD4(repeating: .infinity)
            y = SIMD4(repeating: .infinity)
            return
        }
        let back = projection.inverted()
        let w = back.px * x + back.py * y + back.pw
        let newX = (back.a * x + back.c * y + back.tx) / w
        let newY = (back.b * x + back.d * y + back.ty) / w
        (x, y) = (newX, newY)
    }
}

extension CALayer {
    /// The root of the tree: the highest ancestor, or this layer.
    var top: CALayer {
        var layer = self
        while let parent = layer.parent { layer = parent }
        return layer
    }

    private var depth: Int {
        var count = 0
        var layer = parentReference
        while let each = layer {
            count += 1
            layer = each._withUnsafeGuaranteedRef { $0.parentReference }
        }
        return count
    }

    static func convert(_ quad: Quad, from source: CALayer, to target: CALayer) -> Quad {
        if source === target { return quad }
        var quad = quad
        let common = commonAncestor(source, target)
        var layer: CALayer? = source
        while let each = layer, each !== common { layer = each.mapUp(&quad) }
        target.mapDown(&quad, from: common)
        return quad
    }

    private static func commonAncestor(_ a: CALayer, _ b: CALayer) -> CALayer? {
        // Without reference counting, which would take most of the time.
        func above(_ layer: Unmanaged<CALayer>?) -> Unmanaged<CALayer>? {
            layer.flatMap { $0._withUnsafeGuaranteedRef { $0.parentReference } }
        }
        var (left, right) = (Optional(Unmanaged.passUnretained(a)), Optional(Unmanaged.passUnretained(b)))
        var difference = a.depth - b.depth
        while difference > 0 {
            left = above(left)
            difference -= 1
        }
        while difference < 0 {
            right = above(right)
            difference += 1
        }
        while left?.toOpaque() != right?.toOpaque() {
            left = above(left)
            right = above(right)
        }
        var common = left?.takeUnretainedValue()
        // A layer that keeps its sublayers' depth has no plane that could be common to both.
        while let each = common, each.flags.contains(.preservesDepth) { common = each.parent }
        return common
    }

    /// Maps points to the coordinates of the next ancestor with a plane, and returns that.
    private func mapUp(_ quad: inout Quad) -> CALayer? {
        if let offset = plainOffset {
            quad.move(by: offset)
            return parent
        }
        if let flat = flatPlacement {
            quad.map(flat)
            return parent
        }
        let (projection, plane) = flattenedPlacement
        quad.map(projection)
        return plane
    }

    /// Maps points from the coordinates of an ancestor (nil for the tree's surroundings) to this layer's.
    private func mapDown(_ quad: inout Quad, from ancestor: CALayer?) {
        if self === ancestor { return }
        if let offset = plainOffset {
            parent?.mapDown(&quad, from: ancestor)
            quad.move(by: CGPoint(x: -offset.x, y: -offset.y))
            return
        }
        if let flat = flatPlacement {
            parent?.mapDown(&quad, from: ancestor)
            quad.unmap(flat)
            return
        }
        let (projection, plane) = flattenedPlacement
        plane?.mapDown(&quad, from: ancestor)
        quad.unmap(projection)
    }

    /// The projection of the layer to the next ancestor with a plane, and that ancestor.
    var flattenedPlacement: (Projection, CALayer?) {
        let (matrix, plane) = placementInPlane(under: parent)
        return (matrix.projection, plane)
    }

    /// Returns the transform of the layer to the space of the next ancestor with a plane, and that ancestor.
    ///
    /// - Parameter parent: The superlayer or its presentation; in the latter case, presentations of the ancestors are
    ///   used.
    func placementInPlane(under parent: CALayer?) -> (CATransform3D, CALayer?) {
        var matrix = matrix(under: parent)
        var plane = parent
        while let above = plane, above.flags.contains(.preservesDepth), !flags.contains(.isMask) {
            plane = above.presented.map { $0.parent?.shown } ?? above.parent
            matrix = matrix.concatenating(above.matrix(under: plane))
        }
        return (matrix, plane)
    }

    /// Converts a point from the superlayer's coordinates to this layer's.
    package func fromSuperlayer(_ point: CGPoint) -> CGPoint {
        if let offset = plainOffset { return CGPoint(x: point.x - offset.x, y: point.y - offset.y) }
        if let flat = flatPlacement, flat.isInvertible { return point.applying(flat.inverted()) }
        var quad = Quad(point)
        quad.unmap(flattenedPlacement.0)
        return quad.point
    }
}
