public import Foundation
public import TileGraphics

extension CALayer {
    func makeStyling() -> LayerStyle {
        if let styling { return styling }
        let made = LayerStyle()
        styling = made
        return made
    }

    /// Sets a stored property of the look, running its action.
    func setLook<Value: Equatable>(
        _ path: ReferenceWritableKeyPath<LayerStyle, Value>, _ value: Value, _ key: String?
    ) {
        if let styling, styling[keyPath: path] == value { return }
        let action = key.flatMap { willChange($0) }
        makeStyling()[keyPath: path] = value
        markLook()
        if let key { didChange(key, action) }
    }

    private func look<Value>(_ path: KeyPath<LayerStyle, Value>, _ standard: Value) -> Value {
        styling.map { $0[keyPath: path] } ?? standard
    }

    static func checkFinite(_ value: Double, _ name: String) {
        precondition(value.isFinite, "CALayerInvalidGeometry: \(name) is \(value)")
    }

    /// How much of the layer and all in it shows, 0…1; numbers beyond are cut. Animatable.
    public var opacity: Float {
        get { opacityStorage }
        set {
            guard newValue != opacityStorage else { return }
            precondition(!newValue.isNaN, "CALayerInvalidGeometry: opacity is not a number")
            let action = willChange("opacity")
            opacityStorage = newValue
            markLook()
            didChange("opacity", action)
        }
    }

    /// Fills the bounds, with their rounded corners, behind everything else; nil for nothing. A color may be a
    /// pattern. Animatable.
    public var backgroundColor: CGColor? {
        get { background }
        set {
            guard newValue != background else { return }
            let action = willChange("backgroundColor")
            background = newValue
            markLook()
            didChange("backgroundColor", action)
        }
    }

    /// Of the background's and the border's corners, in points, and with `masksToBounds` of all that the layer shows.
    /// Animatable. Drawn no larger than half the shorter side. Traps when it is not finite.
    public var cornerRadius: CGFloat {
        get { CGFloat(look(\.cornerRadius, 0)) }
        set {
            Self.checkFinite(Double(newValue), "cornerRadius")
            setLook(\.cornerRadius, Double(newValue), "cornerRadius")
        }
    }

    /// The corners that `cornerRadius` rounds; all at first. Animatable.
    public var maskedCorners: CACornerMask {
        get { look(\.maskedCorners, .all) }
        set { setLook(\.maskedCorners, newValue, "maskedCorners") }
    }

    /// How rounded corners bend.
    public var cornerCurve: CALayerCornerCurve {
        get { look(\.cornerCurve, .circular) }
        set { setLook(\.cornerCurve, newValue, nil) }
    }

    /// How many times farther along the sides a corner of this curve begins than a circular one of the same radius.
    public class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
        curve == .continuous ? CGFloat(CornerShape.expansion) : 1
    }

    /// The width of a border within the bounds, above all else that the layer shows, in points; 0 for none. Animatable.
    /// Traps when it is not finite.
    public var borderWidth: CGFloat {
        get { CGFloat(look(\.borderWidth, 0)) }
        set {
            Self.checkFinite(Double(newValue), "borderWidth")
            setLook(\.borderWidth, Double(newValue), "borderWidth")
        }
    }

    /// Opaque black at first. Animatable.
    public var borderColor: CGColor? {
        get { look(\.borderColor, .layerBlack) }
        set { setLook(\.borderColor, newValue, "borderColor") }
    }

    // MARK: Shadow

    /// Opaque black at first. Animatable.
    public var shadowColor: CGColor? {
        get { look(\.shadowColor, .layerBlack) }
        set { setLook(\.shadowColor, newValue, "shadowColor") }
    }

    /// 0…1; 0 at first: no shadow. Animatable.
    public var shadowOpacity: Float {
        get { look(\.shadowOpacity, 0) }
        set {
            precondition(!newValue.isNaN, "CALayerInvalidGeometry: shadowOpacity is not a number")
            setLook(\.shadowOpacity, newValue, "shadowOpacity")
        }
    }

    /// How far the shadow lies from the layer, in points; (0, −3) at first. Animatable. Traps when it is not finite.
    public var shadowOffset: CGSize {
        get { look(\.shadowOffset, CGSize(width: 0, height: -3)) }
        set {
            Self.checkFinite(Double(newValue.width), "shadowOffset.width")
            Self.checkFinite(Double(newValue.height), "shadowOffset.height")
            setLook(\.shadowOffset, newValue, "shadowOffset")
        }
    }

    /// How far the shadow is blurred, in points; 3 at first. Animatable. Traps when it is not finite.
    public var shadowRadius: CGFloat {
        get { CGFloat(look(\.shadowRadius, 3)) }
        set {
            Self.checkFinite(Double(newValue), "shadowRadius")
            setLook(\.shadowRadius, Double(newValue), "shadowRadius")
        }
    }

    /// The outline that throws the shadow, filled, in the layer's coordinates; nil for the alpha of all that the layer
    /// shows, which costs a drawing of it for each raster. Animatable.
    public var shadowPath: CGPath? {
        get { look(\.shadowPath, nil) }
        set { setLook(\.shadowPath, newValue.flatMap { $0.copy() }, "shadowPath") }
    }

    // MARK: Rasterization and filters

    /// Whether the layer should be drawn as pixels first: a hint, without effect here, because every tile is rastered
    /// from pictures at its own scale. Animatable.
    public var shouldRasterize: Bool {
        get { flags.contains(.shouldRasterize) }
        set { change(.shouldRasterize, to: newValue, "shouldRasterize") }
    }

    /// The scale for `shouldRasterize`; without effect, as that. Animatable.
    public var rasterizationScale: CGFloat {
        get { CGFloat(look(\.rasterizationScale, 1)) }
        set {
            Self.checkFinite(Double(newValue), "rasterizationScale")
            setLook(\.rasterizationScale, Double(newValue), "rasterizationScale")
        }
    }

    /// Whether drawing may happen on another thread: a hint, without effect here, because drawing is recording.
    public var drawsAsynchronously: Bool {
        get { flags.contains(.drawsAsynchronously) }
        set { set(.drawsAsynchronously, newValue) }
    }

    /// Whether the layer may smooth its edges: kept, without effect, because all edges are smoothed here.
    public var allowsEdgeAntialiasing: Bool {
        get { flags.contains(.allowsEdgeAntialiasing) }
        set { set(.allowsEdgeAntialiasing, newValue) }
    }

    /// The edges that are smoothed: kept, without effect, because all edges are smoothed here.
    public var edgeAntialiasingMask: CAEdgeAntialiasingMask {
        get { look(\.edgeAntialiasingMask, .all) }
        set { setLook(\.edgeAntialiasingMask, newValue, nil) }
    }

    /// How the layer meets what lies behind it. Here the name of a blend mode, as Core Image names its filters
    /// (`"multiplyBlendMode"`, `"CIScreenBlendMode"` and so on for all 16 of them); anything else is kept without
    /// effect.
    public var compositingFilter: Any? {
        get { look(\.compositingFilter, nil) }
        set {
            makeStyling().compositingFilter = newValue
            markLook()
        }
    }

    /// Filters for the layer's picture: kept, without effect, because there is no Core Image.
    public var filters: [Any]? {
        get { look(\.filters, nil) }
        set { makeStyling().filters = newValue }
    }

    /// Filters for what lies behind: kept, without effect, because there is no Core Image.
    public var backgroundFilters: [Any]? {
        get { look(\.backgroundFilters, nil) }
        set { makeStyling().backgroundFilters = newValue }
    }
}
