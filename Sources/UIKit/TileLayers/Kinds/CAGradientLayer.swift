public import Foundation
import TileGeometry
import TileGraphics

/// A layer that fills its shape, including rounded corners, with an axial, radial or conic gradient.
open class CAGradientLayer: CALayer {
    private struct Settings {
        var colors: [Any]?
        var locations: [NSNumber]?
        var startPoint = CGPoint(x: 0.5, y: 0)
        var endPoint = CGPoint(x: 0.5, y: 1)
        var type = CAGradientLayerType.axial
    }

    private var settings = Settings()

    public override init() { super.init() }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    public override init(layer: Any) {
        super.init(layer: layer)
        if let layer = layer as? CAGradientLayer { settings = layer.settings }
    }

    private func change(_ key: String, _ body: () -> Void) {
        let action = willChange(key)
        body()
        markLook()
        didChange(key, action)
    }

    /// The colors, as `CGColor`s; other objects are ignored. With fewer than two, nothing is drawn. Animatable.
    open var colors: [Any]? {
        get { settings.colors }
        set { change("colors") { settings.colors = newValue } }
    }

    /// The positions of the colors, 0…1, ascending; nil, or too few, for even spacing. Animatable.
    open var locations: [NSNumber]? {
        get { settings.locations }
        set { change("locations") { settings.locations = newValue } }
    }

    /// The position of the first color, in unit coordinates of the bounds: the start of the line, or the center. (0.5,
    /// 0) by default. Animatable. Traps if it is not finite.
    open var startPoint: CGPoint {
        get { settings.startPoint }
        set {
            precondition(
                newValue.x.isFinite && newValue.y.isFinite, "CALayerInvalidGeometry: startPoint is \(newValue)")
            change("startPoint") { settings.startPoint = newValue }
        }
    }

    /// The position of the last color, in unit coordinates of the bounds: the end of the line; or a corner of the box
    /// around the outermost ellipse; or, for a conic gradient, the direction where first and last color meet. (0.5, 1)
    /// by default. Animatable. Traps if it is not finite.
    open var endPoint: CGPoint {
        get { settings.endPoint }
        set {
            precondition(newValue.x.isFinite && newValue.y.isFinite, "CALayerInvalidGeometry: endPoint is \(newValue)")
            change("endPoint") { settings.endPoint = newValue }
        }
    }

    /// The gradient's type; an unknown name acts as `axial`.
    open var type: CAGradientLayerType {
        get { settings.type }
        set { change("type") { settings.type = newValue } }
    }

    override var drawing: Picture? {
        let colors = (settings.colors ?? []).compactMap { ($0 as? CGColor)?.output }
        let box = Box(bounds.standardized)
        guard colors.count > 1, box.width > 0, box.height > 0 else { return nil }
        let (start, end) = (location(of: settings.startPoint, in: box), location(of: settings.endPoint, in: box))
        let geometry: Gradient.Geometry
        var transform = CGAffineTransform.identity
        switch settings.type {
        case .radial:
            let (radiusX, radiusY) = (abs(end.x - start.x), abs(end.y - start.y))
            guard radiusX > 0, radiusY > 0 else { return nil }
            geometry = .radial(focusX: 0, focusY: 0, focusRadius: 0, centerX: 0, centerY: 0, radius: 1)
            transform = CGAffineTransform(a: radiusX, b: 0, c: 0, d: radiusY, tx: start.x, ty: start.y)
        case .conic:
            geometry = .conic(centerX: start.x, centerY: start.y, angle: atan2(end.y - start.y, end.x - start.x))
        default: geometry = .linear(x1: start.x, y1: start.y, x2: end.x, y2: end.y)
        }
        let gradient = Gradient(geometry: geometry, spread: .pad, stops: stops(colors), transform: transform)
        let outline = cornerShape?.path(box) ?? Path.rectangle(box)
        var recorder = PictureRecorder()
        recorder.fill(outline, with: .gradient(gradient))
        return recorder.finish()
    }

    private func location(of point: CGPoint, in box: Box) -> (x: Double, y: Double) {
        (box.minX + Double(point.x) * box.width, box.minY + Double(point.y) * box.height)
    }

    private func stops(_ colors: [Color]) -> [Gradient.Stop] {
        var last = 0.0
        return colors.enumerated().map { index, color in
            var offset = Double(index) / Double(colors.count - 1)
            if let locations = settings.locations, locations.count >= colors.count {
                offset = locations[index].doubleValue
            }
            last = max(last, min(1, offset.isNaN ? 0 : offset))
            return Gradient.Stop(offset: last, color: color)
        }
    }

    override class var keys: [String: LayerKey] { gradientKeys }

    private static let gradientKeys = layerKeys.merging([
        "colors": .optional(\CAGradientLayer.colors), "locations": .optional(\CAGradientLayer.locations),
        "startPoint": .of(\CAGradientLayer.startPoint, CGPoint(x: 0.5, y: 0)),
        "endPoint": .of(\CAGradientLayer.endPoint, CGPoint(x: 0.5, y: 1)),
        "type": .named(\CAGradientLayer.type, .axial),
    ]) { $1 }
}

/// The geometry of a gradient.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Along a line.
    public static let axial = CAGradientLayerType(rawValue: "axial")
    /// In ellipses around a point.
    public static let radial = CAGradientLayerType(rawValue: "radial")
    /// Clockwise around a point.
    public static let conic = CAGradientLayerType(rawValue: "conic")
}
