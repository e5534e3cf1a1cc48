public import TileGraphics

/// An object that works on behalf of a layer; a view for its own layer. All methods are optional: their defaults do
/// what a layer without a delegate does.
public protocol CALayerDelegate: AnyObject {
    /// Creates the layer's contents, usually by setting `contents`. The default records the layer's `draw(in:)`.
    func display(_ layer: CALayer)

    /// Draws the layer's contents. User space is the layer's coordinates; the clip is the part to draw.
    func draw(_ layer: CALayer, in ctx: CGContext)

    /// Called before the layer is drawn, to set `contentsScale` or `contentsFormat`.
    func layerWillDraw(_ layer: CALayer)

    /// Lays out the layer's sublayers.
    func layoutSublayers(of layer: CALayer)

    /// Returns the action for an event; nil to continue the search, `NSNull` for none.
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
    public func display(_ layer: CALayer) { layer.drawContents() }

    public func draw(_ layer: CALayer, in ctx: CGContext) {}

    public func layerWillDraw(_ layer: CALayer) {}

    public func layoutSublayers(of layer: CALayer) {}

    public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
