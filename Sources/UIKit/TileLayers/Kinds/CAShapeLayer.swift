public import Foundation
import TileGeometry
public import TileGraphics

/// A layer that fills and strokes an outline, above its background and contents and below its sublayers.
open class CAShapeLayer: CALayer {
    private struct Shape {
        var path: CGPath?
        var fillColor: CGColor? = .layerBlack
        var fillRule = CAShapeLayerFillRule.nonZero
        var strokeColor: CGColor?
        var strokeStart = CGFloat(0)
        var strokeEnd = CGFloat(1)
        var lineWidth = CGFloat(1)
        var miterLimit = CGFloat(10)
        var lineCap = CAShapeLayerLineCap.butt
        var lineJoin = CAShapeLayerLineJoin.miter
        var lineDashPhase = CGFloat(0)
        var lineDashPattern: [NSNumber]?
    }

    private var shape = Shape()

    public override init() { super.init() }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    public override init(layer: Any) {
        super.init(layer: layer)
        if let layer = layer as? CAShapeLayer { shape = layer.shape }
    }

    private func set<Value: Equatable>(_ path: WritableKeyPath<Shape, Value>, to value: Value, key: String?) {
        guard shape[keyPath: path] != value else { return }
        let action = key.flatMap { willChange($0) }
        shape[keyPath: path] = value
        markLook()
        if let key { didChange(key, action) }
    }

    private func set(_ path: WritableKeyPath<Shape, CGFloat>, finite value: CGFloat, _ key: String) {
        Self.checkFinite(Double(value), key)
        set(path, to: value, key: key)
    }

    /// The outline, in the layer's coordinates. Copied when set. Animatable.
    open var path: CGPath? {
        get { shape.path }
        set { set(\.path, to: newValue.flatMap { $0.copy() }, key: "path") }
    }

    /// The fill color; opaque black by default, nil for no fill. Animatable.
    open var fillColor: CGColor? {
        get { shape.fillColor }
        set { set(\.fillColor, to: newValue, key: "fillColor") }
    }

    /// The fill rule; an unknown name acts as `nonZero`.
    open var fillRule: CAShapeLayerFillRule {
        get { shape.fillRule }
        set { set(\.fillRule, to: newValue, key: nil) }
    }

    /// The stroke color; nil, the default, for no stroke. Animatable.
    open var strokeColor: CGColor? {
        get { shape.strokeColor }
        set { set(\.strokeColor, to: newValue, key: "strokeColor") }
    }

    /// The start of the stroke, as a fraction of the outline's length. Animatable. Traps if it is not finite.
    open var strokeStart: CGFloat {
        get { shape.strokeStart }
        set { set(\.strokeStart, finite: newValue, "strokeStart") }
    }

    /// The end of the stroke, as a fraction of the outline's length. Animatable. Traps if it is not finite.
    open var strokeEnd: CGFloat {
        get { shape.strokeEnd }
        set { set(\.strokeEnd, finite: newValue, "strokeEnd") }
    }

    /// The line width in points; 1 by default. Animatable. Traps if it is not finite.
    open var lineWidth: CGFloat {
        get { shape.lineWidth }
        set { set(\.lineWidth, finite: newValue, "lineWidth") }
    }

    /// The maximum length of a miter, in line widths; 10 by default. Animatable. Traps if it is not finite.
    open var miterLimit: CGFloat {
        get { shape.miterLimit }
        set { set(\.miterLimit, finite: newValue, "miterLimit") }
    }

    /// The line cap; an unknown name acts as `butt`.
    open var lineCap: CAShapeLayerLineCap {
        get { shape.lineCap }
        set { set(\.lineCap, to: newValue, key: nil) }
    }

    /// The line join; an unknown name acts as `miter`.
    open var lineJoin: CAShapeLayerLineJoin {
        get { shape.lineJoin }
        set { set(\.lineJoin, to: newValue, key: nil) }
    }

    /// The offset in the dash pattern at the start of the line, in points. Animatable. Traps if it is not finite.
    open var lineDashPhase: CGFloat {
        get { shape.lineDashPhase }
        set { set(\.lineDashPhase, finite: newValue, "lineDashPhase") }
    }

    /// The lengths of dashes and gaps in turn, in points; nil, or invalid lengths, for a solid line.
    open var lineDashPattern: [NSNumber]? {
        get { shape.lineDashPattern }
        set { set(\.lineDashPattern, to: newValue, key: nil) }
    }

    override var drawing: Picture? {
        guard let outline = shape.path?.outline, !outline.isEmpty else { return nil }
        var recorder = PictureRecorder()
        if let fill = shape.fillColor?.output, fill.alpha > 0 {
            recorder.fill(outline, rule: shape.fillRule == .evenOdd ? .evenOdd : .nonZero, with: .color(fill))
        }
        if let stroke = shape.strokeColor?.output, stroke.alpha > 0, shape.lineWidth > 0 {
            let start = Double(shape.strokeStart)
            let end = Double(shape.strokeEnd)
            let line = start <= 0 && end >= 1 ? outline : outline.part(from: start, to: end)
            let style = StrokeStyle(
                width: Double(shape.lineWidth), cap: shape.lineCap.style, join: shape.lineJoin.style,
                miterLimit: Double(shape.miterLimit), dashes: (shape.lineDashPattern ?? []).map(\.doubleValue),
                dashOffset: Double(shape.lineDashPhase))
            recorder.stroke(line, style: style, with: .color(stroke))
        }
        return recorder.finish()
    }

    override class var keys: [String: LayerKey] { shapeKeys }

    private static let shapeKeys = layerKeys.merging([
        "path": .optional(\CAShapeLayer.path), "fillColor": .optional(\CAShapeLayer.fillColor) { .layerBlack },
        "fillRule": .named(\CAShapeLayer.fillRule, .nonZero), "strokeColor": .optional(\CAShapeLayer.strokeColor),
        "strokeStart": .number(\CAShapeLayer.strokeStart), "strokeEnd": .number(\CAShapeLayer.strokeEnd, 1),
        "lineWidth": .number(\CAShapeLayer.lineWidth, 1), "miterLimit": .number(\CAShapeLayer.miterLimit, 10),
        "lineCap": .named(\CAShapeLayer.lineCap, .butt), "lineJoin": .named(\CAShapeLayer.lineJoin, .miter),
        "lineDashPhase": .number(\CAShapeLayer.lineDashPhase),
        "lineDashPattern": .optional(\CAShapeLayer.lineDashPattern),
    ]) { $1 }
}

/// The rule for which points an outline encloses.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
    public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

/// The shape of line ends.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let butt = CAShapeLayerLineCap(rawValue: "butt")
    public static let round = CAShapeLayerLineCap(rawValue: "round")
    public static let square = CAShapeLayerLineCap(rawValue: "square")

    var style: StrokeStyle.Cap { self == .round ? .round : self == .square ? .square : .butt }
}

/// The shape of corners of a line.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
    public static let round = CAShapeLayerLineJoin(rawValue: "round")
    public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")

    var style: StrokeStyle.Join { self == .round ? .round : self == .bevel ? .bevel : .miter }
}
