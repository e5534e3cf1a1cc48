public import TileLayers

/// A layer class of the program's own that a view's `layerClass` names.
///
/// Without Objective-C a layer can't be made of just any class known only at run time: the class must promise an
/// `init()`. The layer classes of this package can be named as they are; a class of one's own conforms.
///
///     final class RulerLayer: CAShapeLayer, ViewLayer { … }
///     class Ruler: UIView {
///         override class var layerClass: AnyClass { RulerLayer.self }
///     }
public protocol ViewLayer: CALayer {
    init()
}

extension UIView {
    static func makeLayer() -> CALayer { makeLayer(of: layerClass) }

    static func makeLayer(of type: AnyClass) -> CALayer {
        if type == CALayer.self { return CALayer() }
        if let type = type as? any ViewLayer.Type { return type.init() }
        guard let layer = knownLayer(of: type) else {
            preconditionFailure(
                "\(self).layerClass is \(type): a view's layer must be a CALayer, and a class of its own a ViewLayer")
        }
        return layer
    }

    private static func knownLayer(of type: AnyClass) -> CALayer? {
        if type == CAShapeLayer.self { return CAShapeLayer() }
        if type == CAGradientLayer.self { return CAGradientLayer() }
        if type == CATextLayer.self { return CATextLayer() }
        if type == CAReplicatorLayer.self { return CAReplicatorLayer() }
        if type == CAScrollLayer.self { return CAScrollLayer() }
        if type == CATransformLayer.self { return CATransformLayer() }
        if type == CATiledLayer.self { return CATiledLayer() }
        return nil
    }
}
