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

    /// Parses the whole text as one length, or returns nil.
    init?(_ bytes: TextBytes) {
        var scanner = SVGScanner(bytes)
        scanner.skipSpace()
        guard let value = scanner.number() else { return nil }
        if scanner.isAtEnd {
            // Most lengths have no unit.
            self.init(value)
        } else if scanner.consume(0x25) {
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

    /// Returns the length in user units.
    ///
    /// - Parameters:
    ///   - reference: The length that 100 % corresponds to.
    ///   - fontSize: The font size in user units.
    func resolve(reference: Double, fontSize: Double) -> Double {
        switch unit {
        case .user: value
        case .percent: value / 100 * reference
        case .em: value * fontSize
        // Half an em, the value for fonts without an x-height.
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

/// A paint as specified, before references are resolved.
enum SVGPaint: Equatable {
    case none
    case currentColor
    case color(Color)
    /// The paints of the context element: the shape with the marker, or the `use`.
    case contextFill, contextStroke
    /// A paint server by its id, and the fallback.
    indirect case reference(String, fallback: SVGPaint?)
}

/// The computed properties of an element. Values come from the parent, if inherited, then from presentation attributes,
/// style sheets and the style attribute in the order of the cascade.
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
    /// The interpolation of images.
    var interpolation = Interpolation.medium
    var paintOrder = [Target.fill, .stroke, .markers]
    var markerStart: String?
    var markerMid: String?
    var markerEnd: String?
    var text = SVGTextStyle()
    /// Partly inherited.
    var filter = SVGFilterStyle()
    /// The values of `context-fill` and `context-stroke`; nil if there is no context element.
    var context: SVGContextPaint?

    // Not inherited.
    var isDisplayed = true
    var opacity = 1.0
    var overflowIsVisible = true
    /// Whether `overflow` was specified. Some elements clip unless it was.
    var overflowIsSpecified = false
    var clipPath: String?
    var mask: String?
    /// Whether a mask uses alpha instead of luminance.
    var maskIsAlpha = false
    var blendMode = BlendMode.normal
    var isIsolated = false
    /// The background, which only the root has.
    var background = SVGPaint.none
    var stopColor = SVGPaint.color(.black)
    var stopOpacity = 1.0
    /// Whether strokes are as wide at any scale as without one (`vector-effect: non-scaling-stroke`).
    var hasFixedStroke = false
    /// The transform property, which overrides the attribute.
    var transform: CGAffineTransform?

    enum Target { case fill, stroke, markers }

    /// Returns the initial style of a child.
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
        child.background = .none
        child.hasFixedStroke = false
        child.stopColor = initial.stopColor
        child.stopOpacity = 1
        child.transform = nil
        if child.filter != initial.filter { child.filter = child.filter.inherited() }
        // CSS extends a parent's decorations to its children; librsvg 2.54 does not.
        child.text.decorations = []
        child.text.parentShift = text.totalShift
        child.text.baselineShift = .zero
        child.text.alignmentBaseline = nil
        child.text.bidi = .normal
        return child
    }
}

/// The properties that affect text.
struct SVGTextStyle: Equatable {
    /// The font size in user units, which is also the length of an em.
    var fontSize = 16.0
    var family = "Times New Roman"
    var style = FontStyle.normal
    /// The CSS weight, 1…1000.
    var weight = 400
    var stretch = FontStretch.normal
    var isSmallCaps = false
    var anchor = Anchor.start
    var letterSpacing = SVGLength.zero
    var wordSpacing = SVGLength.zero
    var decorations: Set<Decoration> = []
    /// The shift up from the parent's baseline. Percentages refer to the font size.
    var baselineShift = SVGLength.zero
    /// The shift of the parent's baseline from the line's, in user units.
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

    /// The shift up from the line's baseline, in user units.
    var totalShift: Double { parentShift + baselineShift.resolve(reference: fontSize, fontSize: fontSize) }
}
