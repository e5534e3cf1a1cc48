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

extension SVGStyle {
    /// Sets one property from its text. As in CSS, an invalid value changes nothing.
    ///
    /// - Returns: Whether the text is valid and so replaces earlier values. It depends only on the property and the
    ///   text.
    /// - Throws: `SVGUnsupported` if the value is valid but not supported.
    @discardableResult
    mutating func apply(
        _ property: SVGAttribute, _ bytes: TextBytes, parent: SVGStyle
    ) throws(SVGUnsupported) -> Bool {
        let text = Self.trimmed(bytes)
        if text == "inherit" { return inherit(property, from: parent) }
        switch property {
        case .color: return Self.set(&color, SVGColor.parse(text))
        case .fill: return Self.set(&fill, try Self.paint(text))
        case .stroke: return Self.set(&stroke, try Self.paint(text))
        case .fillOpacity: return Self.set(&fillOpacity, Self.unit(text))
        case .strokeOpacity: return Self.set(&strokeOpacity, Self.unit(text))
        case .opacity: return Self.set(&opacity, Self.unit(text))
        case .stopOpacity: return Self.set(&stopOpacity, Self.unit(text))
        case .stopColor: return Self.set(&stopColor, Self.color(text))
        case .fillRule: return Self.set(&fillRule, Self.rule(text))
        case .clipRule: return Self.set(&clipRule, Self.rule(text))
        // A negative width is an error in CSS. librsvg treats it as no stroke.
        case .strokeWidth: return Self.set(&strokeWidth, SVGLength(bytes))
        case .strokeMiterlimit: return Self.set(&miterLimit, Double(text).flatMap { $0 >= 1 ? $0 : nil })
        case .strokeLinecap: return Self.set(&strokeCap, Self.caps[text])
        case .strokeLinejoin: return Self.set(&strokeJoin, Self.joins[text])
        case .strokeDasharray: return Self.set(&dashes, Self.dashes(text, bytes))
        case .strokeDashoffset: return Self.set(&dashOffset, SVGLength(bytes))
        case .display: isDisplayed = text != "none"
        case .visibility: return Self.set(&isVisible, Self.visibilities[text])
        case .overflow:
            guard Self.set(&overflowIsVisible, Self.overflows[text]) else { return false }
            overflowIsSpecified = true
        case .clipPath: return Self.set(&clipPath, Self.referenceOrNone(text))
        case .mask: return Self.set(&mask, Self.referenceOrNone(text))
        case .maskType: return Self.set(&maskIsAlpha, ["alpha": true, "luminance": false][text])
        case .filter:
            return Self.set(&filter.filters, SVGFilterList.parse(text))
        case .floodColor: return Self.set(&filter.floodColor, Self.color(text))
        case .floodOpacity: return Self.set(&filter.floodOpacity, Self.unit(text))
        case .lightingColor: return Self.set(&filter.lightingColor, Self.color(text))
        case .colorInterpolationFilters: return Self.set(&filter.isLinear, Self.filterLights[text])
        case .marker:
            guard let marker = Self.referenceOrNone(text) else { return false }
            (markerStart, markerMid, markerEnd) = (marker, marker, marker)
        case .markerStart: return Self.set(&markerStart, Self.referenceOrNone(text))
        case .markerMid: return Self.set(&markerMid, Self.referenceOrNone(text))
        case .markerEnd: return Self.set(&markerEnd, Self.referenceOrNone(text))
        case .background: return Self.set(&background, Self.background(text))
        case .backgroundColor: return Self.set(&background, Self.color(text))
        case .vectorEffect: return Self.set(&hasFixedStroke, Self.vectorEffects[text])
        case .shapeRendering: return Self.set(&antialiasing, Self.renderings[text])
        case .imageRendering: return Self.set(&interpolation, Self.interpolations[text])
        case .mixBlendMode: return Self.set(&blendMode, Self.blendModes[text])
        case .isolation: isIsolated = text == "isolate"
        case .paintOrder: return Self.set(&paintOrder, Self.paintOrder(text))
        case .transform: transform = try Self.transform(text)
        default: return try applyText(property, text, bytes, parent: parent)
        }
        return true
    }

    /// Sets a property unless the value is nil.
    private static func set<Value>(_ property: inout Value, _ value: Value?) -> Bool {
        guard let value else { return false }
        property = value
        return true
    }

    /// Sets a property to the parent's value, for properties that are not inherited by default.
    ///
    /// - Returns: Whether it was set.
    private mutating func inherit(_ property: SVGAttribute, from parent: SVGStyle) -> Bool {
        switch property {
        case .color: color = parent.color
        case .fill: fill = parent.fill
        case .stroke: stroke = parent.stroke
        case .opacity: opacity = parent.opacity
        case .clipPath: clipPath = parent.clipPath
        case .mask: mask = parent.mask
        case .overflow: (overflowIsVisible, overflowIsSpecified) = (parent.overflowIsVisible, true)
        case .stopColor: stopColor = parent.stopColor
        case .stopOpacity: stopOpacity = parent.stopOpacity
        case .display: isDisplayed = parent.isDisplayed
        case .filter: filter.filters = parent.filter.filters
        case .floodColor: filter.floodColor = parent.filter.floodColor
        case .floodOpacity: filter.floodOpacity = parent.filter.floodOpacity
        case .lightingColor: filter.lightingColor = parent.filter.lightingColor
        case .mixBlendMode: blendMode = parent.blendMode
        case .alignmentBaseline: text.alignmentBaseline = parent.text.alignmentBaseline
        case .unicodeBidi: text.bidi = parent.text.bidi
        case .baselineShift: text.baselineShift = parent.text.baselineShift
        // The others are inherited by default.
        default: return false
        }
        return true
    }

    private mutating func applyText(
        _ property: SVGAttribute, _ value: String, _ bytes: TextBytes, parent: SVGStyle
    ) throws(SVGUnsupported) -> Bool {
        switch property {
        case .fontSize: return Self.set(&text.fontSize, Self.fontSize(value, bytes, parent: parent.text.fontSize))
        case .fontFamily: return Self.set(&text.family, Self.families(bytes))
        case .fontStyle: return Self.set(&text.style, Self.fontStyles[value])
        case .fontWeight: return Self.set(&text.weight, Self.fontWeight(value, parent: parent.text.weight))
        case .fontStretch: return Self.set(&text.stretch, Self.fontStretches[value])
        case .fontVariant: return Self.set(&text.isSmallCaps, Self.fontVariants[value])
        case .font:
            guard let font = SVGFontShorthand(value) else { throw SVGUnsupported("font: \(value)") }
            return try apply(font, parent: parent)
        case .textAnchor: return Self.set(&text.anchor, Self.anchors[value])
        case .letterSpacing: return Self.set(&text.letterSpacing, value == "normal" ? .zero : SVGLength(bytes))
        case .textDecoration:
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
        case .wordSpacing: return Self.set(&text.wordSpacing, value == "normal" ? .zero : SVGLength(bytes))
        case .writingMode: return Self.set(&text.writingMode, SVGWritingMode(value))
        case .direction: return Self.set(&text.isRightToLeft, value == "rtl" ? true : value == "ltr" ? false : nil)
        case .unicodeBidi: return Self.set(&text.bidi, SVGBidi(rawValue: value))
        case .baselineShift: return Self.set(&text.baselineShift, Self.shift(value, bytes))
        case .dominantBaseline: return Self.set(&text.dominantBaseline, SVGBaseline(dominant: value))
        case .alignmentBaseline: return Self.set(&text.alignmentBaseline, SVGBaseline.alignment(value))
        default: break
        }
        return false
    }

    // MARK: Values

    static func trimmed(_ bytes: TextBytes) -> String {
        var start = 0
        var end = bytes.count
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        return String(decoding: TextBytes(rebasing: bytes[start..<end]), as: UTF8.self)
    }

    private static func rule(_ text: String) -> FillRule? {
        text == "nonzero" ? .nonZero : text == "evenodd" ? .evenOdd : nil
    }

    private static func unit(_ text: String) -> Double? {
        let value = text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : Double(text)
        return value.flatMap { $0.isFinite ? min(1, max(0, $0)) : nil }
    }

    /// Returns the id in `url(#id)`, quoted or not.
    static func reference(_ text: String) -> String? {
        guard text.hasPrefix("url("), let close = text.firstIndex(of: ")") else { return nil }
        let inside = text[text.index(text.startIndex, offsetBy: 4)..<close]
            .trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\"'"))
        return inside.hasPrefix("#") ? String(inside.dropFirst()) : nil
    }

    private static func referenceOrNone(_ text: String) -> String?? {
        if text == "none" { return .some(nil) }
        return reference(text).map { .some($0) }
    }

    static func paint(_ text: String) throws(SVGUnsupported) -> SVGPaint? {
        if text == "none" { return SVGPaint.none }
        if text.lowercased() == "currentcolor" { return .currentColor }
        if text == "context-fill" { return .contextFill }
        if text == "context-stroke" { return .contextStroke }
        if text.hasPrefix("url(") {
            guard let id = reference(text), let close = text.firstIndex(of: ")") else { return SVGPaint.none }
            let rest = text[text.index(after: close)...].trimmingCharacters(in: .whitespaces)
            // The fallback must be a color: SVG 2, 13.2.
            if rest.hasPrefix("url(") { return nil }
            if rest.isEmpty { return .reference(id, fallback: nil) }
            return try paint(rest).map { .reference(id, fallback: $0) }
        }
        return SVGColor.parse(text).map { .color($0) }
    }

    private static func color(_ text: String) -> SVGPaint? {
        let isCurrent = text == "currentColor" || text == "currentcolor"
        return isCurrent ? .currentColor : SVGColor.parse(text).map { .color($0) }
    }

    /// Returns the color in a value of `background`, which may have an image, a position and more.
    private static func background(_ text: String) -> SVGPaint? {
        if let color = color(text) { return color }
        var depth = 0
        // Spaces inside parentheses do not end a part.
        let parts = text.split { character in
            if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
            return depth == 0 && (character.isWhitespace || character == ",")
        }
        return parts.lazy.compactMap { color(String($0)) }.first ?? SVGPaint.none
    }

    /// Values of `vector-effect`: whether strokes have a fixed width. Browsers have no others.
    private static let vectorEffects = ["none": false, "non-scaling-stroke": true]

    /// Values of `color-interpolation-filters`: whether filters calculate in linear light.
    private static let filterLights = ["linearRGB": true, "auto": true, "sRGB": false]

    private static func dashes(_ text: String, _ bytes: TextBytes) -> [SVGLength]? {
        if text == "none" { return [] }
        var lengths: [SVGLength] = []
        for part in SVGListParts(bytes) {
            guard let length = SVGLength(part), length.value >= 0 else { return nil }
            lengths.append(length)
        }
        return lengths
    }

    /// Parses the `transform` property, which is like the attribute but with units: CSS Transforms Level 1.
    private static func transform(_ text: String) throws(SVGUnsupported) -> CGAffineTransform? {
        if text == "none" { return .identity }
        let plain = text.replacingOccurrences(of: "px", with: "").replacingOccurrences(of: "deg", with: "")
        var bytes = Array(plain.utf8)
        if let transform = bytes.withUnsafeMutableBufferPointer({ SVGScanner.transform(TextBytes($0)) }) {
            return transform
        }
        throw SVGUnsupported("the transform property \(text)")
    }

    private static func paintOrder(_ text: String) -> [Target]? {
        if text == "normal" { return [.fill, .stroke, .markers] }
        var order: [Target] = []
        for part in text.split(separator: " ") {
            switch part {
            case "fill": order.append(.fill)
            case "stroke": order.append(.stroke)
            case "markers": order.append(.markers)
            default: return nil
            }
        }
        for target in [Target.fill, .stroke, .markers] where !order.contains(target) { order.append(target) }
        return order.count == 3 ? order : nil
    }

    private static func fontSize(_ text: String, _ bytes: TextBytes, parent: Double) -> Double? {
        if let size = fontSizes[text] { return size }
        if text == "smaller" { return parent / 1.2 }
        if text == "larger" { return parent * 1.2 }
        guard let length = SVGLength(bytes), length.value >= 0 else { return nil }
        return length.resolve(reference: parent, fontSize: parent)
    }

    /// The sizes of CSS Fonts Level 4, 3.5, in pixels, as browsers have them.
    private static let fontSizes: [String: Double] = [
        "xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32,
        "xxx-large": 48,
    ]

    /// Returns font family names separated by commas, without quotes, as Pango expects. Nil if the list is invalid, for
    /// example if an unquoted word starts with a digit.
    private static func families(_ bytes: TextBytes) -> String? {
        var parser = SVGSelectorParser(bytes)
        // Pango does not support names with commas.
        let names = parser.families()?.flatMap { $0.split(separator: ",") } ?? []
        return names.isEmpty ? nil : names.joined(separator: ",")
    }

    /// Parses `baseline-shift`, with the subscript and superscript offsets of Inkscape and librsvg.
    private static func shift(_ text: String, _ bytes: TextBytes) -> SVGLength? {
        switch text {
        case "baseline": .zero
        case "sub": SVGLength(-20, .percent)
        case "super": SVGLength(40, .percent)
        default: SVGLength(bytes)
        }
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
        "optimizeSpeed": .off, "crispEdges": .off, "auto": .normal, "geometricPrecision": .normal,
    ]

    /// Values of `image-rendering`, as in browsers; librsvg ignores it.
    private static let interpolations: [String: Interpolation] = [
        "auto": .medium, "smooth": .medium, "high-quality": .medium, "optimizeQuality": .medium,
        "pixelated": .none, "crisp-edges": .none, "optimizeSpeed": .none,
    ]

    /// Values of `font-variant`: whether it is small caps.
    private static let fontVariants = ["small-caps": true, "normal": false]

    private static let anchors: [String: SVGTextStyle.Anchor] = ["start": .start, "middle": .middle, "end": .end]

    private static let fontStyles: [String: FontStyle] = ["normal": .normal, "italic": .italic, "oblique": .oblique]

    private static let fontStretches: [String: FontStretch] = [
        "normal": .normal, "ultra-condensed": .ultraCondensed, "extra-condensed": .extraCondensed,
        "condensed": .condensed, "semi-condensed": .semiCondensed, "semi-expanded": .semiExpanded,
        "expanded": .expanded, "extra-expanded": .extraExpanded, "ultra-expanded": .ultraExpanded,
    ]

    static let blendModes: [String: BlendMode] = [
        "normal": .normal, "multiply": .multiply, "screen": .screen, "overlay": .overlay, "darken": .darken,
        "lighten": .lighten, "color-dodge": .colorDodge, "color-burn": .colorBurn, "hard-light": .hardLight,
        "soft-light": .softLight, "difference": .difference, "exclusion": .exclusion, "hue": .hue,
        "saturation": .saturation, "color": .color, "luminosity": .luminosity,
    ]
}
