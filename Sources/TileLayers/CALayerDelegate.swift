/// An object that does a layer's work for it; a view for its own layer. All methods are optional: their defaults do what a
/// layer without a delegate does.
public protocol CALayerDelegate: AnyObject {
    /// Places the layer's sublayers.
    func layoutSublayers(of layer: CALayer)

    /// The action for an event; nil to go on searching, `NSNull` for none.
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
    public func layoutSublayers(of layer: CALayer) {}

    public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
