public import Foundation
public import TileGeometry
public import TileGraphics

/// A path of lines and curves in points, y down, with its drawing attributes.
///
/// Angles are in radians, clockwise from the positive x axis.
open class UIBezierPath: NSObject, NSCopying, NSSecureCoding {
    private var path = CGMutablePath()

    /// The width of strokes, in points.
    open var lineWidth: CGFloat = 1
    open var lineCapStyle = CGLineCap.butt
    open var lineJoinStyle = CGLineJoin.miter
    /// The maximum length of a miter, in line widths.
    open var miterLimit: CGFloat = 10
    /// The maximum distance of a curve from the lines that approximate it, in pixels. Stored only: Cairo uses a
    /// tolerance of its own.
    open var flatness: CGFloat = 0.6
    /// Whether the path is filled by the even-odd rule instead of the nonzero winding rule.
    open var usesEvenOddFillRule = false

    var dashes: [CGFloat] = []
    var dashPhase: CGFloat = 0

    public override init() {}

    public convenience init(rect: CGRect) {
        self.init()
        path.addRect(rect)
    }

    public convenience init(ovalIn rect: CGRect) {
        self.init()
        path.addEllipse(in: rect)
    }

    /// - Parameter cornerRadius: at most half of the shorter side.
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self.init(
            roundedRect: rect, byRoundingCorners: .allCorners,
            cornerRadii: CGSize(width: cornerRadius, height: cornerRadius))
    }

    /// Creates a rect with some corners rounded to quarter ellipses; clockwise from the top left.
    ///
    /// - Parameter cornerRadii: each at most half of its side.
    public convenience init(
        roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize
    ) {
        self.init()
        path.addRoundedRect(rect, corners: corners, radii: cornerRadii)
    }

    public convenience init(
        arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        self.init()
        addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
    }

    public convenience init(cgPath: CGPath) {
        self.init()
        path = cgPath.mutableCopy() ?? CGMutablePath()
    }

    /// A copy of the outline.
    open var cgPath: CGPath {
        get { path.copy() ?? CGMutablePath() }
        set { path = newValue.mutableCopy() ?? CGMutablePath() }
    }

    // MARK: Building

    open func move(to point: CGPoint) { path.move(to: point) }

    open func addLine(to point: CGPoint) { path.addLine(to: start(point)) }

    open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
        _ = start(controlPoint1)
        path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
    }

    open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
        _ = start(controlPoint)
        path.addQuadCurve(to: endPoint, control: controlPoint)
    }

    /// Adds an arc, after a line from the current point to its start.
    ///
    /// - Parameter clockwise: the direction as seen with y down.
    open func addArc(
        withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        // Core Graphics defines directions as if y pointed up.
        path.addArc(
            center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
    }

    /// Starts a segment at its own first point if the path has no current point.
    private func start(_ point: CGPoint) -> CGPoint {
        if path.isEmpty { path.move(to: point) }
        return point
    }

    open func close() { if !path.isEmpty { path.closeSubpath() } }

    open func removeAllPoints() { path = CGMutablePath() }

    open func append(_ bezierPath: UIBezierPath) { path.addPath(bezierPath.path) }

    open func apply(_ transform: CGAffineTransform) {
        let mapped = CGMutablePath()
        mapped.addPath(path, transform: transform)
        path = mapped
    }

    // MARK: Asking

    open var isEmpty: Bool { path.isEmpty }

    /// The box around all points and control points; the null rect for an empty path.
    open var bounds: CGRect { path.boundingBox }

    /// The end of the last segment; (0, 0) for an empty path.
    open var currentPoint: CGPoint { path.isEmpty ? .zero : path.currentPoint }

    /// Returns the path from its end to its start, with the same style.
    open func reversing() -> UIBezierPath {
        let reversed = CGMutablePath()
        for subpath in Subpath.all(in: path).reversed() { subpath.reversed().append(to: reversed) }
        let result = styled(UIBezierPath())
        result.path = reversed
        return result
    }

    // MARK: Dashes

    /// Sets the dashes: alternating lengths on and off, in points; none for a solid line.
    ///
    /// - Parameter phase: the offset into the pattern at the start of the line.
    open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
        guard let pattern, count > 0 else {
            dashes = []
            dashPhase = 0
            return
        }
        dashes = Array(UnsafeBufferPointer(start: pattern, count: count))
        dashPhase = phase
    }

    /// - Parameter pattern: a buffer for `count` lengths; nil to get only the count.
    open func getLineDash(
        _ pattern: UnsafeMutablePointer<CGFloat>?, count: UnsafeMutablePointer<Int>?,
        phase: UnsafeMutablePointer<CGFloat>?
    ) {
        pattern?.update(from: dashes, count: dashes.count)
        count?.pointee = dashes.count
        phase?.pointee = dashPhase
    }

    // MARK: Coding

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        func encode(_ numbers: [Double], _ key: String) {
            coder.encode(numbers.withUnsafeBytes { NSData(data: Data($0)) }, forKey: key)
        }
        encode(CodedPath.encode(path), "segments")
        encode(dashes.map { Double($0) }, "dashes")
        coder.encode(Double(dashPhase), forKey: "dashPhase")
        coder.encode(Double(lineWidth), forKey: "lineWidth")
        coder.encode(Double(miterLimit), forKey: "miterLimit")
        coder.encode(Double(flatness), forKey: "flatness")
        coder.encode(Int(lineCapStyle.rawValue), forKey: "lineCapStyle")
        coder.encode(Int(lineJoinStyle.rawValue), forKey: "lineJoinStyle")
        coder.encode(usesEvenOddFillRule, forKey: "usesEvenOddFillRule")
    }

    /// - Returns: nil if the archive has no valid path.
    public required init?(coder: NSCoder) {
        func numbers(_ key: String) -> [Double]? {
            guard let data = coder.archivedObject(key, of: NSData.self) as Data?,
                data.count % MemoryLayout<Double>.size == 0
            else { return nil }
            return [Double](unsafeUninitializedCapacity: data.count / MemoryLayout<Double>.size) { buffer, count in
                count = data.copyBytes(to: buffer) / MemoryLayout<Double>.size
            }
        }
        func number(_ key: String) -> CGFloat { coder.archivedLength(key) ?? 0 }
        guard let segments = numbers("segments"), let decoded = CodedPath.decode(segments) else { return nil }
        path = decoded
        super.init()
        dashes = (numbers("dashes") ?? []).filter(\.isFinite).map { CGFloat($0) }
        dashPhase = number("dashPhase")
        lineWidth = number("lineWidth")
        miterLimit = number("miterLimit")
        flatness = number("flatness")
        lineCapStyle = CGLineCap(rawValue: coder.decodeInt32(forKey: "lineCapStyle")) ?? .butt
        lineJoinStyle = CGLineJoin(rawValue: coder.decodeInt32(forKey: "lineJoinStyle")) ?? .miter
        usesEvenOddFillRule = coder.archivedFlag("usesEvenOddFillRule") ?? false
    }

    // MARK: NSObject

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = styled(UIBezierPath())
        copy.path = path.mutableCopy() ?? CGMutablePath()
        return copy
    }

    private func styled(_ other: UIBezierPath) -> UIBezierPath {
        other.lineWidth = lineWidth
        other.lineCapStyle = lineCapStyle
        other.lineJoinStyle = lineJoinStyle
        other.miterLimit = miterLimit
        other.flatness = flatness
        other.usesEvenOddFillRule = usesEvenOddFillRule
        other.dashes = dashes
        other.dashPhase = dashPhase
        return other
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIBezierPath else { return false }
        return path == other.path && lineWidth == other.lineWidth && lineCapStyle == other.lineCapStyle
            && lineJoinStyle == other.lineJoinStyle && miterLimit == other.miterLimit
            && flatness == other.flatness && usesEvenOddFillRule == other.usesEvenOddFillRule
            && dashes == other.dashes && dashPhase == other.dashPhase
    }

    open override var hash: Int { path.hashValue }
}
