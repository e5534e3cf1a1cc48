import Foundation
import TileGeometry
import TileGraphics

/// The computed properties of an element. Values come from the parent, if inherited, then from presentation attributes,
/// style sheets and the style attribute in the order of the cascade.
struct SVGStyle: Equatable {
    // Inherited.
    var color = Color.black
    /// The source of `color`, if it depends on the color scheme.
    var colorSource: SVGColorExpression?
    var colorScheme = SVGColorScheme()
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
    /// The properties that lay out paragraphs of HTML.
    var paragraph = HTMLParagraphStyleBox.initial
    /// Partly inherited.
    var filter = SVGFilterStyle()
    /// The custom properties.
    var variables: SVGVariableTable.Scope = 0
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
    /// Properties that few elements have, if any is set.
    var rare: SVGRareStyleBox?

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
        child.rare = nil
        child.colorSource = nil
        if child.filter != initial.filter { child.filter = child.filter.inherited() }
        child.text.root = text.root.inherited(from: text)
        if !text.decorations.isEmpty {
            child.text.outerDecorations = SVGOuterDecorations(of: self)
            child.text.decorations = []
        }
        child.text.parentShift = text.totalShift
        child.text.baselineShift = .length(.zero)
        child.text.alignmentBaseline = nil
        child.text.bidi = .normal
        return child
    }
}

/// The properties that affect text.
struct SVGTextStyle: Equatable {
    /// The font size in user units, which is also the length of an em.
    var fontSize = 16.0
    var fontSizeBasis = SVGFontSizeBasis.keyword(.medium)
    var lineHeight = SVGLineHeight.normal
    var root = SVGTextRoot()
    var family = "Times New Roman"
    var style = FontStyle.normal
    /// The CSS weight, 1…1000.
    var weight = 400
    var stretch = FontStretch.normal
    var variants = SVGFontVariants()
    /// The value of `font-feature-settings`, which overrides `variants`.
    var featureSettings = FontFeatures()
    var hasKerning = true
    var anchor = Anchor.start
    var letterSpacing = SVGLength.zero
    var wordSpacing = SVGLength.zero
    var decorations: Set<Decoration> = []
    /// The decorations of the elements around it, which extend to its text; nil if there are none.
    var outerDecorations: SVGOuterDecorations?
    var baselineShift = SVGBaselineShift.length(.zero)
    /// The height of the font, which `sub` and `super` shift by, in user units. Known if the shift is one of them.
    var heightForShift = 0.0
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

    /// The features of the font that are turned on and off.
    var features: FontFeatures {
        var features = variants.features
        // Letters that stand apart do not join, even if the variant asks for it.
        if letterSpacing.value != 0 { features.set(["liga", "clig"], 0) }
        if !hasKerning { features.set("kern", 0) }
        features.append(featureSettings)
        return features
    }

    /// The shift up from the line's baseline, in user units.
    var totalShift: Double {
        switch baselineShift {
        case .length(let length): parentShift + length.resolve(reference: fontSize) { relativeUnits }
        case .sub: parentShift - heightForShift / 2
        case .super: parentShift + heightForShift / 2
        }
    }

    /// The sizes that relative units refer to, with the proportions of an average font.
    var relativeUnits: SVGRelativeUnits {
        SVGRelativeUnits(
            fontSize: fontSize, proportions: SVGFontProportions(), lineHeight: lineHeight.height(fontSize: fontSize),
            root: root.sizes)
    }

    /// Scales a font size that is relative to the parent's, where only one of both is fixed-width text. As in browsers,
    /// 1em of `monospace` is smaller than 1em of other families.
    mutating func scaleRelativeSize(parent: SVGTextStyle) {
        guard fontSizeBasis == .relative, hasFixedWidth != parent.hasFixedWidth else { return }
        let factor = SVGFontSizeKeyword.medium.size(isFixed: true) / SVGFontSizeKeyword.medium.size(isFixed: false)
        fontSize = hasFixedWidth ? fontSize * factor : fontSize / factor
    }

    /// Sets the size that a keyword gives with the current family.
    mutating func updateKeywordSize() {
        if case .keyword(let keyword) = fontSizeBasis { fontSize = keyword.size(isFixed: hasFixedWidth) }
    }

    /// Whether `monospace` is the only family.
    private var hasFixedWidth: Bool { family.utf8.count == 9 && family.lowercased() == "monospace" }
}

/// The shift up from the parent's baseline.
enum SVGBaselineShift: Equatable {
    /// Percentages refer to the font size.
    case length(SVGLength)
    /// Half of the font's height, down or up, as in Chromium.
    case sub, `super`

    init?(_ text: String, _ bytes: TextBytes) {
        switch text {
        case "baseline": self = .length(.zero)
        case "sub": self = .sub
        case "super": self = .super
        default:
            guard let length = SVGLength(bytes) else { return nil }
            self = .length(length)
        }
    }
}

/// The kind of value that gave a font size.
enum SVGFontSizeBasis: Equatable {
    case keyword(SVGFontSizeKeyword)
    /// A factor of the parent's size, which goes back to a keyword.
    case relative
    case absolute
}

/// The root element's part of the text properties.
struct SVGTextRoot: Equatable {
    private enum Level { case aboveRoot, root, belowRoot }

    /// The sizes that root-relative and viewport-relative units refer to.
    var sizes = SVGRootSizes()
    private var level = Level.aboveRoot

    /// Returns the value for a child of an element with these text properties.
    func inherited(from text: SVGTextStyle) -> SVGTextRoot {
        if level == .belowRoot { return self }
        var child = self
        if level == .root {
            child.sizes.fontSize = text.fontSize
            child.sizes.lineHeight = text.lineHeight.height(fontSize: text.fontSize)
        }
        child.level = level == .root ? .belowRoot : .root
        return child
    }
}

/// The height of a line, to which the unit `lh` refers.
enum SVGLineHeight: Equatable {
    case normal
    case factor(Double)
    case length(Double)

    /// Returns the height in user units; nil if it follows from the font.
    func height(fontSize: Double) -> Double? {
        switch self {
        case .normal: nil
        case .factor(let factor): factor * fontSize
        case .length(let length): length
        }
    }
}

/// A keyword for the font size: CSS Fonts Level 4, 2.5.
enum SVGFontSizeKeyword: String {
    case xxSmall = "xx-small"
    case xSmall = "x-small"
    case small, medium, large
    case xLarge = "x-large"
    case xxLarge = "xx-large"
    case xxxLarge = "xxx-large"

    /// Returns the size in pixels. As in browsers, fixed-width text is smaller.
    func size(isFixed: Bool) -> Double {
        switch self {
        case .xxSmall: return 9
        case .xSmall: return 10
        case .small: return isFixed ? 12 : 13
        case .medium: return isFixed ? 13 : 16
        case .large: return isFixed ? 16 : 18
        case .xLarge: return isFixed ? 20 : 24
        case .xxLarge: return isFixed ? 26 : 32
        case .xxxLarge: return isFixed ? 39 : 48
        }
    }
}
