public import Foundation

/// A layer that shows a part of what is larger than it: scrolling moves the origin of its bounds.
open class CAScrollLayer: CALayer {
    private var mode = CAScrollLayerScrollMode.both

    public override init() {
        super.init()
        flags.insert(.masksToBounds)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        flags.insert(.masksToBounds)
    }

    public override init(layer: Any) {
        super.init(layer: layer)
        if let layer = layer as? CAScrollLayer { mode = layer.mode }
    }

    /// The axes along which it scrolls; both at first.
    open var scrollMode: CAScrollLayerScrollMode {
        get { mode }
        set { mode = newValue }
    }

    /// Brings a point of the layer's coordinates to the upper left, along the axes that it scrolls.
    open func scroll(to p: CGPoint) {
        var origin = bounds.origin
        if mode == .both || mode == .horizontally { origin.x = p.x }
        if mode == .both || mode == .vertically { origin.y = p.y }
        if origin != bounds.origin { bounds.origin = origin }
    }

    /// Scrolls by the least that brings a rect of the layer's coordinates into view; of one that is too large, its
    /// upper left part.
    open func scroll(to r: CGRect) {
        func nearest(_ low: CGFloat, _ high: CGFloat, from start: CGFloat, length: CGFloat) -> CGFloat {
            if high - low > length || low < start { return low }
            return high > start + length ? high - length : start
        }
        scroll(
            to: CGPoint(
                x: nearest(r.minX, r.maxX, from: bounds.minX, length: bounds.width),
                y: nearest(r.minY, r.maxY, from: bounds.minY, length: bounds.height)))
    }

    override class var keys: [String: LayerKey] { scrollKeys }

    private static let scrollKeys = layerKeys.merging([
        "scrollMode": .named(\CAScrollLayer.scrollMode, .both)
    ]) { $1 }
}

/// Axes along which a layer scrolls.
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let none = CAScrollLayerScrollMode(rawValue: "none")
    public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
    public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
    public static let both = CAScrollLayerScrollMode(rawValue: "both")
}
