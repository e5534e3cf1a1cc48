public import TileGraphics

/// An object that does a layer's work for it; a view for its own layer. All methods are optional: their defaults do
/// what a layer without a delegate does.
public protocol CALayerDelegate: AnyObject {
    /// Makes the layer's contents, by setting `contents` as a rule. The default records what the layer's `draw(in:)`
    /// draws.
    func display(_ layer: CALayer)

    /// Draws the layer's contents. User space is the layer's coordinates; the clip is the part to draw.
    func draw(_ layer: CALayer, in ctx: CGContext)

    /// Called before the layer is drawn, to set what changes how: `contentsScale`, `contentsFormat`.
    func layerWillDraw(_ layer: CALayer)

    /// Places the layer's sublayers.
    func layoutSublayers(of layer: CALayer)

    /// The action for an event; nil to go on searching, `NSNull` for none.
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
    public func display(_ layer: CALayer) { layer.drawContents() }

    public func draw(_ layer: CALayer, in ctx: CGContext) {}

    public func layerWillDraw(_ layer: CALayer) {}

    public func layoutSublayers(of layer: CALayer) {}

    public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
