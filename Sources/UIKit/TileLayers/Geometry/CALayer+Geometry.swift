import Foundation
import TileGeometry

extension CALayer {
    func makeSpatial() -> LayerSpatial {
        if let spatial { return spatial }
        let made = LayerSpatial()
        spatial = made
        return made
    }

    func set(_ flag: LayerFlags, _ isOn: Bool) { if isOn { flags.insert(flag) } else { flags.remove(flag) } }

    // MARK: Setters of the overridable properties

    func setBounds(_ bounds: CGRect) {
        guard bounds != boundsStorage else { return }
        precondition(bounds.isFinite, "CALayerInvalidGeometry: bounds are \(bounds)")
        let action = willChange("bounds")
        let sizeChanges = bounds.size != boundsStorage.size
        boundsStorage = bounds
        markLook()
        didChangePlace()
        if spatial?.hasSublayerTransform == true || isGeometryFlipped { sublayersDidMove() }
        if sizeChanges {
            markLayout()
            if flags.contains(.needsDisplayOnBoundsChange) { setNeedsDisplay() }
            // The layer may have been empty before.
            if marks.contains(.needsDisplay) { passMarksOn() }
        }
        didChange("bounds", action)
    }

    func setPosition(_ position: CGPoint) {
        guard position != positionStorage else { return }
        precondition(position.x.isFinite && position.y.isFinite, "CALayerInvalidGeometry: position is \(position)")
        let action = willChange("position")
        positionStorage = position
        didChangePlace()
        didChange("position", action)
    }

    func setAnchorPoint(_ point: CGPoint) {
        guard point != anchorPointStorage else { return }
        precondition(point.x.isFinite && point.y.isFinite, "CALayerInvalidGeometry: anchorPoint is \(point)")
        let action = willChange("anchorPoint")
        anchorPointStorage = point
        didChangePlace()
        if spatial?.hasSublayerTransform == true { sublayersDidMove() }
        didChange("anchorPoint", action)
    }

    func setTransform(_ transform: CATransform3D) {
        guard transform != self.transform else { return }
        precondition(transform.isFinite, "CALayerInvalidGeometry: transform is not finite: \(transform)")
        let action = willChange("transform")
        makeSpatial().transform = transform
        didChangePlace()
        didChange("transform", action)
    }

    // MARK: Frame

    var computedFrame: CGRect {
        let bounds = boundsStorage.standardized
        guard let spatial, spatial.transform != CATransform3DIdentity else {
            return CGRect(
                x: positionStorage.x - anchorPointStorage.x * bounds.width,
                y: positionStorage.y - anchorPointStorage.y * bounds.height, width: bounds.width, height: bounds.height)
        }
        return ownMatrix.projection.bounds(of: Box(bounds)).rect
    }

    func setFrame(_ frame: CGRect) {
        precondition(frame.isFinite, "CALayerInvalidGeometry: frame is \(frame)")
        guard let observations = extras?.observations else { return applyFrame(frame.standardized) }
        observations.holding { applyFrame(frame.standardized) }
    }

    private func applyFrame(_ frame: CGRect) {
        guard let spatial, spatial.transform != CATransform3DIdentity else {
            resize(to: frame.size)
            position = CGPoint(
                x: frame.minX + anchorPointStorage.x * frame.width, y: frame.minY + anchorPointStorage.y * frame.height)
            return
        }
        // A projected layer uses only the linear part; no rect would read back as set.
        var linear = CATransform3DGetAffineTransform(spatial.transform)
        (linear.tx, linear.ty) = (0, 0)
        if !linear.hasFiniteInverse { linear = Self.withoutZeros(linear) }
        let box = Box(x: 0, y: 0, width: Double(frame.width), height: Double(frame.height))
        var size = box.applying(linear.inverted()).rect.size
        // A frame divided by the smallest scales is infinite.
        if !size.width.isFinite || !size.height.isFinite { (linear, size) = (.identity, frame.size) }
        resize(to: size)
        let offset = CGPoint(
            x: (anchorPointStorage.x - 0.5) * size.width, y: (anchorPointStorage.y - 0.5) * size.height
        ).applying(linear)
        position = CGPoint(
            x: frame.midX + offset.x - CGFloat(spatial.transform.m41),
            y: frame.midY + offset.y - CGFloat(spatial.transform.m42))
    }

    /// Returns a transform that a frame can be divided by: one that scales to zero along an axis leaves the length
    /// along this axis unchanged, so that a frame that is set meanwhile is the frame without the transform.
    private static func withoutZeros(_ linear: CGAffineTransform) -> CGAffineTransform {
        guard linear.b == 0, linear.c == 0 else { return .identity }
        func factor(_ scale: Double) -> Double { (1 / scale).isFinite ? scale : 1 }
        let scale = CGAffineTransform(scaleX: factor(linear.a), y: factor(linear.d))
        return scale.hasFiniteInverse ? scale : .identity
    }

    private func resize(to size: CGSize) {
        if bounds.size != size { bounds = CGRect(origin: bounds.origin, size: size) }
    }

    // MARK: Placement

    /// The anchor point in the layer's own coordinates.
    var anchor: CGPoint {
        CGPoint(
            x: boundsStorage.minX + anchorPointStorage.x * boundsStorage.width,
            y: boundsStorage.minY + anchorPointStorage.y * boundsStorage.height)
    }

    /// The transform from the layer's coordinates to its superlayer's, before the superlayer's `sublayerTransform`.
    var ownMatrix: CATransform3D {
        let anchor = anchor
        let anchorZ = spatial?.anchorPointZ ?? 0
        let place = CATransform3D(
            translationX: Double(positionStorage.x), y: Double(positionStorage.y), z: spatial?.zPosition ?? 0)
        return CATransform3DTranslate(
            spatial.map { $0.transform.concatenating(place) } ?? place, Double(-anchor.x), Double(-anchor.y), -anchorZ)
    }

    /// The offset in the superlayer, if the placement is only a translation.
    var plainOffset: CGPoint? { plainOffset(under: parent) }

    func plainOffset(under parent: CALayer?) -> CGPoint? {
        if spatial != nil || !isPlacedByItself(under: parent) { return nil }
        return CGPoint(
            x: positionStorage.x - boundsStorage.minX - anchorPointStorage.x * boundsStorage.width,
            y: positionStorage.y - boundsStorage.minY - anchorPointStorage.y * boundsStorage.height)
    }

    /// Returns whether the superlayer does not affect the placement of its sublayers.
    private func isPlacedByItself(under parent: CALayer?) -> Bool {
        guard let parent else { return true }
        return parent.flags.isDisjoint(with: [.geometryFlipped, .preservesDepth])
            && parent.spatial?.hasSublayerTransform != true
    }

    /// The placement in the superlayer, if it is an affine transform and the superlayer does not affect it: the common
    /// case, computed without 3D matrices.
    var flatPlacement: CGAffineTransform? { flatPlacement(under: parent) }

    func flatPlacement(under parent: CALayer?) -> CGAffineTransform? {
        guard let spatial, spatial.isFlat, isPlacedByItself(under: parent), !flags.contains(.preservesDepth) else {
            return nil
        }
        var map = CATransform3DGetAffineTransform(spatial.transform)
        let anchor = anchor
        // The anchor point is moved only by the linear part; the transform's own translation is added.
        let (x, y) = (Double(anchor.x), Double(anchor.y))
        map.tx += Double(positionStorage.x) - (map.a * x + map.c * y)
        map.ty += Double(positionStorage.y) - (map.b * x + map.d * y)
        return map
    }

    /// Returns the transform from the layer's coordinates to its superlayer's, including the superlayer's effects on
    /// sublayers.
    func matrix(under parent: CALayer?) -> CATransform3D {
        let own = ownMatrix
        guard let parent, !flags.contains(.isMask) else { return own }
        return parent.sublayerMatrix.map { own.concatenating($0) } ?? own
    }

    /// The transform applied to all sublayers; nil for none.
    var sublayerMatrix: CATransform3D? {
        var matrix: CATransform3D?
        if let spatial, spatial.hasSublayerTransform {
            let anchor = anchor
            let (x, y, z) = (Double(anchor.x), Double(anchor.y), spatial.anchorPointZ)
            matrix = CATransform3DTranslate(
                spatial.sublayerTransform.concatenating(CATransform3D(translationX: x, y: y, z: z)), -x, -y, -z)
        }
        if isGeometryFlipped {
            var flip = CATransform3D(scaleX: 1, y: -1, z: 1)
            flip.m42 = Double(boundsStorage.minY + boundsStorage.maxY)
            matrix = matrix.map { $0.concatenating(flip) } ?? flip
        }
        return matrix
    }
}

extension CGRect {
    var isFinite: Bool {
        origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
    }
}

extension CGAffineTransform {
    fileprivate var hasFiniteInverse: Bool { isInvertible && inverted().isFinite }
}
