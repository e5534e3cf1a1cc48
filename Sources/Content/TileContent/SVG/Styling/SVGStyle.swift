import Foundation
import TileGeometry
import TileGraphics

/// A length with its unit, resolved when the viewport and the font size are known.
struct SVGLength: Equatable {
    enum Unit: Equatable { case user, percent, em, ex, inch, centimetre, millimetre, point, pica }

    var value: Double
    var unit: Unit

    init(_ value: Double, _ unit: Unit = .user) {
        self.value = value
        self.unit = unit
    }

    static let zero = SVGLength(0)

    /// The whole text as one length, or nil.
    init?(_ bytes: TextBytes) {
        var scanner = SVGScanner(bytes)
        scanner.skipSpace()
        guard let value = scanner.number() else { return nil }
        if scanner.isAtEnd {
            // Most have no unit.
            self.init(value)
        } else if scanner.take(0x25) {
            self.init(value, .percent)
        } else {
            guard let unit = Self.units[scanner.identifier()] else { return nil }
            self.init(value, unit)
        }
        scanner.skipSpace()
        guard scanner.isAtEnd else { return nil }
    }

    private static let units: [String: Unit] = [
        "": .user, "px": .user, "em": .em, "ex": .ex, "in": .inch, "cm": .centimetre, "mm": .millimetre, "pt": .point,
        "pc": .pica,
    ]

    /// - Parameters:
    ///   - reference: what 100 % is.
    ///   - fontSize: in user units.
    func resolve(reference: Double, fontSize: Double) -> Double {
        switch unit {
        case .user: value
        case .percent: value / 100 * reference
        case .em: value * fontSize
        // Half an em, where the font does not say.
        case .ex: value * fontSize / 2
        case .inch: value * Self.pixelsPerInch
        case .centimetre: value * Self.pixelsPerInch / 2.54
        case .millimetre: value * Self.pixelsPerInch / 25.4
        case .point: value * Self.pixelsPerInch / 72
        case .pica: value * Self.pixelsPerInch / 6
        }
    }

    /// CSS 2.1, 4.3.2: a pixel is 1/96 inch.
    static let pixelsPerInch = 96.0
}

/// What to paint with, before references are followed.
enum SVGPaint: Equatable {
    case none
    case currentColor
    case color(Color)
    /// Those of whatever has this drawn: the shape that a marker is on, the `use`.
    case contextFill, contextStroke
    /// A paint server by its id, and what to use if there is none.
    indirect case reference(String, fallback: SVGPaint?)
}

/// The properties of an element that the reader draws by, computed: inherited from the parent where SVG says so, then
/// presentation attributes, style sheets and the style attribute in the order of the cascade.
struct SVGStyle: Equatable {
    // Inherited.
    var color = Color.black
    var fill = SVGPaint.color(.black)
    var fillOpacity = 1.0
    var fillRule = FillRule.nonZero
    var stroke = SVGPaint.none
    var strokeOpacity = 1.0
    var strokeWidth = SVGLength(1)
    var strokeCap = StrokeStyle.Cap.butt
    var strokeJoin = StrokeStyle.Join.miter
    var miterLimit = 4.0
    var dashes: [SVGLength] = []
    var dashOffset = SVGLength.zero
    var isVisible = true
    var clipRule = FillRule.nonZero
    var antialiasing = Antialiasing.normal
    /// Of images.
    var interpolation = Interpolation.medium
    var paintOrder = [Target.fill, .stroke, .markers]
    var markerStart: String?
    var markerMid: String?
    var markerEnd: String?
    var text = SVGTextStyle()
    /// Some of it is inherited.
    var filter = SVGFilterStyle()
    /// What `context-fill` and `context-stroke` are; nil where there is nothing around.
    var context: SVGContextPaint?

    // Not inherited.
    var isDisplayed = true
    var opacity = 1.0
    var overflowIsVisible = true
    /// Whether `overflow` was said at all: some elements clip unless it is.
    var overflowIsSpecified = false
    var clipPath: String?
    var mask: String?
    /// Of a mask: whether colors are nothing to it.
    var maskIsAlpha = false
    var blendMode = BlendMode.normal
    var isIsolated = false
    var stopColor = SVGPaint.color(.black)
    var stopOpacity = 1.0
    /// The property, which overrides the attribute.
    var transform: CGAffineTransform?

    enum Target { case fill, stroke, markers }

    /// The style that a child starts from.
    func inherited() -> SVGStyle {
        var child = self
        let initial = SVGStyle()
        child.isDisplayed = true
        child.opacity = 1
        child.overflowIsVisible = initial.overflowIsVisible
        child.overflowIsSpecified = false
        child.clipPath = nil
        child.mask = nil
        child.maskIsAlpha = false
        child.blendMode = .normal
        child.isIsolated = false
        child.stopColor = initial.stopColor
        child.stopOpacity = 1
        child.transform = nil
        if child.filter != initial.filter { child.filter = child.filter.inherited() }
        // CSS draws a parent's line through the child; librsvg 2.54 does not.
        child.text.decorations = []
        child.text.parentShift = text.totalShift
        child.text.baselineShift = .zero
        child.text.alignmentBaseline = nil
        child.text.bidi = .normal
        return child
    }
}

/// The properties that shape text.
struct SVGTextStyle: Equatable {
    /// Also the size of an em for lengths; in user units.
    var fontSize = 12.0
    var family = "Times New Roman"
    var style = FontStyle.normal
    /// CSS weight, 1…1000.
    var weight = 400
    var stretch = FontStretch.normal
    var isSmallCaps = false
    var anchor = Anchor.start
    var letterSpacing = SVGLength.zero
    var wordSpacing = SVGLength.zero
    var decorations: Set<Decoration> = []
    /// Up from the parent's baseline; percentages are of the font size.
    var baselineShift = SVGLength.zero
    /// Of the parent's baseline from the line's, in user units.
    var parentShift = 0.0
    var dominantBaseline = SVGBaseline.alphabetic
    var alignmentBaseline: SVGBaseline?
    var isRightToLeft = false
    var bidi = SVGBidi.normal
    var writingMode = SVGWritingMode.horizontal
    var language: String?
    var preservesSpace = false

    enum Anchor { case start, middle, end }
    enum Decoration { case underline, overline, lineThrough }

    /// Up from the line's baseline, in user units.
    var totalShift: Double { parentShift + baselineShift.resolve(reference: fontSize, fontSize: fontSize) }
}
