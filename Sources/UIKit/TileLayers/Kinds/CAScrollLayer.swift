public import Foundation

/// A layer that shows a part of larger content: scrolling changes the origin of its bounds.
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

    /// The axes of scrolling; both by default.
    open var scrollMode: CAScrollLayerScrollMode {
        get { mode }
        set { mode = newValue }
    }

    /// Scrolls so that a point of the layer's coordinates is at the upper left, along the scrollable axes.
    open func scroll(to p: CGPoint) {
        var origin = bounds.origin
        if mode == .both || mode == .horizontally { origin.x = p.x }
        if mode == .both || mode == .vertically { origin.y = p.y }
        if origin != bounds.origin { bounds.origin = origin }
    }

    /// Scrolls by the minimum that makes a rect of the layer's coordinates visible; the upper left part of one that is
    /// too large.
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

/// The axes along which a layer scrolls.
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let none = CAScrollLayerScrollMode(rawValue: "none")
    public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
    public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
    public static let both = CAScrollLayerScrollMode(rawValue: "both")
}
