import Foundation
import TileGeometry
import TileGraphics

/// An unsupported feature, which requires drawing the document with librsvg.
struct SVGUnsupported: Error, Hashable {
    var feature: String

    /// The maximum length of the description. The document may supply a million letters.
    private static let longestFeature = 80

    init(_ feature: String) {
        let start = feature.prefix(Self.longestFeature)
        self.feature = start.endIndex == feature.endIndex ? feature : "\(start)…"
    }
}

/// The source of a property value, which decides where a length may lack its unit.
enum SVGValueSource {
    /// A presentation attribute: numbers are lengths in pixels.
    case attribute
    /// An attribute that sets a geometry property, such as `cx`.
    case geometryAttribute
    /// A style attribute. In SVG, browsers read it with the same tolerance.
    case inline
    /// A style sheet: only some properties of SVG take numbers as lengths.
    case sheet

    /// The tolerance for properties that CSS defines for all languages.
    var unitless: SVGValueParser.UnitlessLengths { self == .sheet ? .zero : .accepted }
}

extension SVGStyle {
    /// Sets one property from its text. As in CSS, an invalid value changes nothing.
    ///
    /// - Returns: Whether the text is valid and so replaces earlier values. It depends only on the property, the text
    ///   and the source.
    /// - Throws: `SVGUnsupported` if the value is valid but not supported.
    @discardableResult
    mutating func apply(
        _ property: SVGAttribute, _ bytes: TextBytes, parent: SVGStyle, from source: SVGValueSource = .inline
    ) throws(SVGUnsupported) -> Bool {
        if source == .attribute, !property.isPresentationAttribute { return false }
        let bytes = Self.trimmedBytes(bytes)
        if let keyword = SVGWideKeyword(bytes) {
            apply(keyword, to: property, parent: parent)
            return true
        }
        switch property {
        case .color: return setColor(bytes, parent: parent)
        case .fill: return Self.set(&fill, SVGPaint(bytes))
        case .stroke: return Self.set(&stroke, SVGPaint(bytes))
        case .fillOpacity: return Self.set(&fillOpacity, Self.unit(bytes))
        case .strokeOpacity: return Self.set(&strokeOpacity, Self.unit(bytes))
        case .opacity: return Self.set(&opacity, Self.unit(bytes))
        case .stopOpacity: return Self.set(&stopOpacity, Self.unit(bytes))
        case .stopColor: return Self.set(&stopColor, SVGColor.paint(bytes))
        case .strokeWidth: return Self.set(&strokeWidth, Self.length(bytes, allowsNegative: false))
        case .strokeMiterlimit: return Self.set(&miterLimit, Self.miterLimit(bytes))
        case .strokeDasharray: return Self.set(&dashes, Self.dashes(bytes))
        case .strokeDashoffset: return Self.set(&dashOffset, SVGLength(bytes))
        case .clipPath: return setClipPath(bytes, from: source)
        case .mask: return setMask(bytes)
        case .filter:
            return Self.set(&filter.filters, SVGFilterList.parse(Self.trimmed(bytes), unitless: source.unitless))
        case .floodColor: return Self.set(&filter.floodColor, SVGColor.paint(bytes))
        case .floodOpacity: return Self.set(&filter.floodOpacity, Self.unit(bytes))
        case .lightingColor: return Self.set(&filter.lightingColor, SVGColor.paint(bytes))
        case .marker:
            guard let marker = Self.referenceOrNone(bytes) else { return false }
            (markerStart, markerMid, markerEnd) = (marker, marker, marker)
            return true
        case .markerStart: return Self.set(&markerStart, Self.referenceOrNone(bytes))
        case .markerMid: return Self.set(&markerMid, Self.referenceOrNone(bytes))
        case .markerEnd: return Self.set(&markerEnd, Self.referenceOrNone(bytes))
        case .transform, .translate, .rotate, .scale, .transformOrigin, .transformBox:
            return setTransform(property, bytes, from: source)
        case .x, .y, .width, .height, .cx, .cy, .r, .rx, .ry, .d: return setGeometry(property, bytes, from: source)
        case .background: return setBackground(bytes)
        case .backgroundColor: return Self.set(&background, SVGColor.paint(bytes))
        case .colorScheme:
            guard colorScheme.set(bytes) else { return false }
            if let colorSource { color = colorSource.color(in: colorContext(of: parent)) }
            return true
        default: return try applyKeyword(property, bytes, parent: parent, from: source)
        }
    }

    /// Sets a property whose values are keywords.
    private mutating func applyKeyword(
        _ property: SVGAttribute, _ bytes: TextBytes, parent: SVGStyle, from source: SVGValueSource
    ) throws(SVGUnsupported) -> Bool {
        let text = Self.lowercased(bytes)
        switch property {
        case .fillRule: return Self.set(&fillRule, Self.rule(text))
        case .clipRule: return Self.set(&clipRule, Self.rule(text))
        case .strokeLinecap: return Self.set(&strokeCap, Self.caps[text])
        case .strokeLinejoin: return Self.set(&strokeJoin, Self.joins[text])
        case .display: return setDisplay(text)
        case .visibility: return Self.set(&isVisible, Self.visibilities[text])
        case .overflow:
            guard Self.set(&overflowIsVisible, Self.overflows[text]) else { return false }
            overflowIsSpecified = true
        case .maskType: return Self.set(&maskIsAlpha, ["alpha": true, "luminance": false][text])
        case .colorInterpolationFilters: return Self.set(&filter.isLinear, Self.filterLights[text])
        case .vectorEffect: return Self.set(&hasFixedStroke, Self.vectorEffects[text])
        case .shapeRendering: return Self.set(&antialiasing, Self.renderings[text])
        case .imageRendering: return Self.set(&interpolation, Self.interpolations[text])
        case .mixBlendMode: return Self.set(&blendMode, Self.blendModes[text])
        case .isolation: return Self.set(&isIsolated, ["isolate": true, "auto": false][text])
        case .paintOrder: return Self.set(&paintOrder, Self.paintOrder(text))
        default: return try applyText(property, bytes, keyword: text, parent: parent, from: source)
        }
        return true
    }

    /// Sets a property unless the value is nil.
    static func set<Value>(_ property: inout Value, _ value: Value?) -> Bool {
        guard let value else { return false }
        property = value
        return true
    }

    private mutating func applyText(
        _ property: SVGAttribute, _ bytes: TextBytes, keyword value: String, parent: SVGStyle,
        from source: SVGValueSource
    ) throws(SVGUnsupported) -> Bool {
        switch property {
        case .fontSize: return setFontSize(value, bytes, parent: parent, from: source)
        case .fontFamily:
            guard Self.set(&text.family, Self.families(bytes)) else { return false }
            text.updateKeywordSize()
            return true
        case .fontStyle: return Self.set(&text.style, Self.fontStyles[value])
        case .fontWeight: return Self.set(&text.weight, Self.fontWeight(value, parent: parent.text.weight))
        case .fontStretch: return Self.set(&text.stretch, Self.fontStretches[value])
        case .fontVariant, .fontVariantLigatures, .fontVariantCaps, .fontVariantNumeric, .fontVariantEastAsian,
            .fontVariantPosition:
            return text.variants.set(SVGFontVariants.Part(property), value)
        case .fontFeatureSettings: return Self.set(&text.featureSettings, FontFeatures(settings: bytes))
        case .fontKerning: return Self.set(&text.hasKerning, ["auto": true, "normal": true, "none": false][value])
        case .font:
            let font = Self.trimmed(bytes)
            guard let font = SVGFontShorthand(font) else { throw SVGUnsupported("font: \(font)") }
            return try apply(font, parent: parent)
        case .textAnchor: return Self.set(&text.anchor, Self.anchors[value])
        case .letterSpacing: return Self.set(&text.letterSpacing, Self.spacing(value, bytes, from: source))
        case .textDecoration, .textDecorationLine:
            if property == .textDecoration { setDecorationParts(bytes) }
            var decorations = Set<SVGTextStyle.Decoration>()
            for part in value.split(separator: " ") {
                switch part {
                case "underline": decorations.insert(.underline)
                case "overline": decorations.insert(.overline)
                case "line-through": decorations.insert(.lineThrough)
                default: break
                }
            }
            text.decorations = decorations
            return true
        case .wordSpacing: return Self.set(&text.wordSpacing, Self.spacing(value, bytes, from: source))
        case .writingMode: return Self.set(&text.writingMode, SVGWritingMode(value))
        case .direction: return Self.set(&text.isRightToLeft, value == "rtl" ? true : value == "ltr" ? false : nil)
        case .unicodeBidi: return Self.set(&text.bidi, SVGBidi(rawValue: value))
        case .baselineShift: return Self.set(&text.baselineShift, SVGBaselineShift(value, bytes))
        case .dominantBaseline: return Self.set(&text.dominantBaseline, SVGBaseline(dominant: value))
        case .alignmentBaseline: return Self.set(&text.alignmentBaseline, SVGBaseline.alignment(value))
        case .lineHeight: return setLineHeight(value, bytes)
        case .whiteSpace:
            guard Self.set(&text.preservesSpace, Self.preservesSpace(value)) else { return false }
            setWhiteSpace(value)
            return true
        default: return applyBox(property, bytes, keyword: value, from: source)
        }
    }

    // MARK: Values

    static func trimmed(_ bytes: TextBytes) -> String { String(decoding: trimmedBytes(bytes), as: UTF8.self) }

    private static func trimmedBytes(_ bytes: TextBytes) -> TextBytes {
        var start = 0
        var end = bytes.count
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        return TextBytes(rebasing: bytes[start..<end])
    }

    /// Returns the text with the letters of ASCII in lowercase.
    static func lowercased(_ bytes: TextBytes) -> String {
        guard bytes.contains(where: { $0 &- 0x41 < 26 || $0 >= 0x80 }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }

    private static func rule(_ text: String) -> FillRule? {
        text == "nonzero" ? .nonZero : text == "evenodd" ? .evenOdd : nil
    }

    private static func unit(_ bytes: TextBytes) -> Double? {
        var scanner = SVGScanner(bytes)
        if let value = scanner.number(), scanner.isAtEnd { return min(1, max(0, value)) }
        return SVGValueParser.parse(bytes) { $0.numberOrPercentage() }.map { min(1, max(0, $0)) }
    }

    private static func length(_ bytes: TextBytes, allowsNegative: Bool) -> SVGLength? {
        guard let length = SVGLength(bytes) else { return nil }
        if allowsNegative || !length.isNegative { return length }
        // A calculation is moved into the range, where a plain length is invalid.
        return SVGValueParser.parse(bytes) { $0.length(unitless: .accepted, allowsNegative: false) }
    }

    private static func miterLimit(_ bytes: TextBytes) -> Double? {
        SVGValueParser.parse(bytes) { $0.number() }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Returns the id in `url(#id)`, quoted or not.
    static func reference(_ text: String) -> String? {
        SVGValueParser.parse(text: text) { $0.reference() }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Parses `display`: whether anything shows.
    static func display(_ text: String) -> Bool? {
        let words = text.split(whereSeparator: \.isWhitespace)
        if words == ["none"] { return false }
        return 1...3 ~= words.count && words.allSatisfy { displays.contains(String($0)) } ? true : nil
    }

    /// CSS Display Level 3, 2.
    private static let displays: Set<String> = [
        "contents", "block", "inline", "inline-block", "run-in", "flow", "flow-root", "flex", "inline-flex", "grid",
        "inline-grid", "math", "ruby", "ruby-text", "table", "inline-table", "table-row-group", "table-header-group",
        "table-footer-group", "table-row", "table-cell", "table-column-group", "table-column", "table-caption",
        "list-item", "-webkit-box", "-webkit-inline-box", "-webkit-flex", "-webkit-inline-flex",
    ]

    private static func referenceOrNone(_ bytes: TextBytes) -> String?? {
        SVGValueParser.parse(bytes) { parser -> String?? in
            if parser.consume(identifier: "none") { return .some(nil) }
            return parser.reference().map { .some($0) }
        }
    }

    /// Values of `vector-effect`: whether strokes have a fixed width. Browsers have no others.
    private static let vectorEffects = ["none": false, "non-scaling-stroke": true]

    /// Values of `color-interpolation-filters`: whether filters calculate in linear light.
    private static let filterLights = ["linearrgb": true, "auto": true, "srgb": false]

    private static func dashes(_ bytes: TextBytes) -> [SVGLength]? {
        SVGValueParser.parse(bytes) { parser in
            if parser.consume(identifier: "none") { return [] }
            var lengths: [SVGLength] = []
            repeat {
                guard let length = parser.length(unitless: .accepted, allowsNegative: false) else { return nil }
                lengths.append(length)
            } while parser.consume(.comma) || !parser.isAtEnd
            return lengths
        }
    }

    private static func paintOrder(_ text: String) -> [Target]? {
        if text == "normal" { return [.fill, .stroke, .markers] }
        let names: [Substring: Target] = ["fill": .fill, "stroke": .stroke, "markers": .markers]
        var order: [Target] = []
        for part in text.split(whereSeparator: \.isWhitespace) {
            guard let target = names[part], !order.contains(target) else { return nil }
            order.append(target)
        }
        guard !order.isEmpty else { return nil }
        for target in [Target.fill, .stroke, .markers] where !order.contains(target) { order.append(target) }
        return order
    }

    private mutating func setFontSize(
        _ value: String, _ bytes: TextBytes, parent: SVGStyle, from source: SVGValueSource
    ) -> Bool {
        if let keyword = SVGFontSizeKeyword(rawValue: value) {
            text.fontSizeBasis = .keyword(keyword)
            text.updateKeywordSize()
            return true
        }
        let outer = parent.text.fontSize
        let size: Double
        var basis = parent.text.fontSizeBasis == .absolute ? SVGFontSizeBasis.absolute : .relative
        switch value {
        case "smaller": size = outer / 1.2
        case "larger": size = outer * 1.2
        default:
            let length = SVGValueParser.parse(bytes) { $0.length(unitless: source.unitless, allowsNegative: false) }
            guard let length else { return false }
            var units = parent.text.relativeUnits
            units.root = text.root.sizes
            size = max(0, length.resolve(reference: outer) { units })
            if !length.isPartOfFont { basis = .absolute }
        }
        text.fontSizeBasis = basis
        text.fontSize = size
        return true
    }

    private mutating func setLineHeight(_ value: String, _ bytes: TextBytes) -> Bool {
        if value == "normal" {
            text.lineHeight = .normal
            return true
        }
        var scanner = SVGScanner(bytes)
        if let factor = scanner.number(), scanner.isAtEnd, factor >= 0 {
            text.lineHeight = .factor(factor)
            return true
        }
        guard let length = SVGValueParser.parse(bytes, { $0.length(unitless: .refused, allowsNegative: false) }) else {
            return false
        }
        text.lineHeight = .length(max(0, length.resolve(reference: text.fontSize) { text.relativeUnits }))
        return true
    }

    /// Returns whether `white-space` keeps spaces; nil if the value is invalid. Lines do not wrap in SVG.
    private static func preservesSpace(_ text: String) -> Bool? {
        var result: Bool?
        for part in text.split(whereSeparator: \.isWhitespace) {
            switch part {
            case "pre", "pre-wrap", "break-spaces", "preserve", "preserve-spaces": result = true
            case "normal", "nowrap", "pre-line", "collapse", "preserve-breaks", "wrap", "balance", "pretty", "stable":
                result = result ?? false
            default: return nil
            }
        }
        return result
    }

    private static func spacing(_ text: String, _ bytes: TextBytes, from source: SVGValueSource) -> SVGLength? {
        if text == "normal" { return .zero }
        return SVGValueParser.parse(bytes) { $0.length(unitless: source.unitless) }
    }

    /// Returns font family names separated by commas, as `FontFamilies` expects. Nil if the list is invalid, for
    /// example if an unquoted word starts with a digit.
    private static func families(_ bytes: TextBytes) -> String? {
        var parser = SVGSelectorParser(bytes)
        // No font can be found by a name with a comma.
        return parser.families(keepsQuotes: true)?.filter { !$0.contains(",") }.joined(separator: ",")
    }

    private static func fontWeight(_ text: String, parent: Int) -> Int? {
        switch text {
        case "normal": 400
        case "bold": 700
        case "bolder": parent < 350 ? 400 : parent < 550 ? 700 : 900
        case "lighter": parent < 550 ? 100 : parent < 750 ? 400 : 700
        default: Int(text).flatMap { (1...1000).contains($0) ? $0 : nil }
        }
    }

    private static let caps: [String: StrokeStyle.Cap] = ["butt": .butt, "round": .round, "square": .square]

    private static let joins: [String: StrokeStyle.Join] = [
        "miter": .miter, "round": .round, "bevel": .bevel, "arcs": .miter, "miter-clip": .miter,
    ]

    private static let visibilities = ["visible": true, "hidden": false, "collapse": false]

    /// Values of `overflow`: whether content outside the viewport is visible.
    private static let overflows = ["visible": true, "auto": true, "hidden": false, "scroll": false]

    private static let renderings: [String: Antialiasing] = [
        "optimizespeed": .off, "crispedges": .off, "auto": .normal, "geometricprecision": .normal,
    ]

    /// Values of `image-rendering`, as in browsers; librsvg ignores it.
    private static let interpolations: [String: Interpolation] = [
        "auto": .medium, "smooth": .medium, "high-quality": .medium, "optimizequality": .medium,
        "pixelated": .none, "crisp-edges": .none, "optimizespeed": .none,
    ]

    private static let anchors: [String: SVGTextStyle.Anchor] = ["start": .start, "middle": .middle, "end": .end]

    private static let fontStyles: [String: FontStyle] = ["normal": .normal, "italic": .italic, "oblique": .oblique]

    private static let fontStretches: [String: FontStretch] = [
        "normal": .normal, "ultra-condensed": .ultraCondensed, "extra-condensed": .extraCondensed,
        "condensed": .condensed, "semi-condensed": .semiCondensed, "semi-expanded": .semiExpanded,
        "expanded": .expanded, "extra-expanded": .extraExpanded, "ultra-expanded": .ultraExpanded,
    ]

    /// The values of `mix-blend-mode`, of which `feBlend` has all but `plus-lighter`.
    static let blendModes: [String: BlendMode] = [
        "normal": .normal, "multiply": .multiply, "screen": .screen, "overlay": .overlay, "darken": .darken,
        "lighten": .lighten, "color-dodge": .colorDodge, "color-burn": .colorBurn, "hard-light": .hardLight,
        "soft-light": .softLight, "difference": .difference, "exclusion": .exclusion, "hue": .hue,
        "saturation": .saturation, "color": .color, "luminosity": .luminosity, "plus-lighter": .plusLighter,
    ]
}
