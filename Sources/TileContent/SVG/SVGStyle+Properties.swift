import Foundation
import TileGeometry
import TileGraphics

/// Why a document goes to librsvg instead: something it asks for that the reader does not draw.
struct SVGUnsupported: Error, Hashable {
    var feature: String

    init(_ feature: String) { self.feature = feature }
}

extension SVGStyle {
    /// Sets one property from its text. What is not valid changes nothing, as CSS says.
    ///
    /// - Throws: `SVGUnsupported` when the value is valid and asks for what the reader does not do.
    mutating func apply(
        _ property: SVGAttribute, _ bytes: TextBytes, parent: SVGStyle
    ) throws(SVGUnsupported) {
        let text = Self.trimmed(bytes)
        if text == "inherit" {
            inherit(property, from: parent)
            return
        }
        switch property {
        case .color: if let value = SVGColor.parse(text) { color = value }
        case .fill: if let paint = try Self.paint(text) { fill = paint }
        case .stroke: if let paint = try Self.paint(text) { stroke = paint }
        case .fillOpacity: if let value = Self.unit(text) { fillOpacity = value }
        case .strokeOpacity: if let value = Self.unit(text) { strokeOpacity = value }
        case .opacity: if let value = Self.unit(text) { opacity = value }
        case .stopOpacity: if let value = Self.unit(text) { stopOpacity = value }
        case .stopColor:
            if text == "currentColor" || text == "currentcolor" {
                stopColor = .currentColor
            } else if let value = SVGColor.parse(text) {
                stopColor = .color(value)
            }
        case .fillRule: if let rule = Self.rule(text) { fillRule = rule }
        case .clipRule: if let rule = Self.rule(text) { clipRule = rule }
        case .strokeWidth:
            // A negative one is an error to CSS; librsvg takes it for no stroke.
            if let length = SVGLength(bytes) { strokeWidth = length }
        case .strokeMiterlimit:
            if let value = Double(text), value >= 1 { miterLimit = value }
        case .strokeLinecap:
            switch text {
            case "butt": strokeCap = .butt
            case "round": strokeCap = .round
            case "square": strokeCap = .square
            default: break
            }
        case .strokeLinejoin:
            switch text {
            case "miter": strokeJoin = .miter
            case "round": strokeJoin = .round
            case "bevel": strokeJoin = .bevel
            case "arcs", "miter-clip": strokeJoin = .miter
            default: break
            }
        case .strokeDasharray: if let lengths = Self.dashes(text) { dashes = lengths }
        case .strokeDashoffset: if let length = SVGLength(bytes) { dashOffset = length }
        case .display: isDisplayed = text != "none"
        case .visibility:
            switch text {
            case "visible": isVisible = true
            case "hidden", "collapse": isVisible = false
            default: break
            }
        case .overflow:
            switch text {
            case "visible", "auto": (overflowIsVisible, overflowIsSpecified) = (true, true)
            case "hidden", "scroll": (overflowIsVisible, overflowIsSpecified) = (false, true)
            default: break
            }
        case .clipPath:
            if let reference = Self.reference(text) { clipPath = reference } else if text == "none" { clipPath = nil }
        case .mask:
            if let reference = Self.reference(text) { mask = reference } else if text == "none" { mask = nil }
        case .filter:
            if text != "none", !text.isEmpty { throw SVGUnsupported("filter") }
        case .marker:
            let reference = Self.reference(text)
            if reference != nil || text == "none" {
                (markerStart, markerMid, markerEnd) = (reference, reference, reference)
            }
        case .markerStart: if let marker = Self.marker(text) { markerStart = marker }
        case .markerMid: if let marker = Self.marker(text) { markerMid = marker }
        case .markerEnd: if let marker = Self.marker(text) { markerEnd = marker }
        case .shapeRendering:
            switch text {
            case "optimizeSpeed", "crispEdges": antialiasing = .off
            case "auto", "geometricPrecision": antialiasing = .normal
            default: break
            }
        case .mixBlendMode: if let mode = Self.blendModes[text] { blendMode = mode }
        case .isolation: isIsolated = text == "isolate"
        case .paintOrder: if let order = Self.paintOrder(text) { paintOrder = order }
        case .transform: transform = try Self.transform(text) ?? transform
        case .enableBackground: if text.hasPrefix("new") { break }
        default: try applyText(property, text, bytes, parent: parent)
        }
    }

    /// What `property` is on the parent, also where it does not pass down by itself.
    private mutating func inherit(_ property: SVGAttribute, from parent: SVGStyle) {
        switch property {
        case .color: color = parent.color
        case .fill: fill = parent.fill
        case .stroke: stroke = parent.stroke
        case .opacity: opacity = parent.opacity
        case .clipPath: clipPath = parent.clipPath
        case .mask: mask = parent.mask
        case .overflow: overflowIsVisible = parent.overflowIsVisible
        case .stopColor: stopColor = parent.stopColor
        case .stopOpacity: stopOpacity = parent.stopOpacity
        case .display: isDisplayed = parent.isDisplayed
        case .mixBlendMode: blendMode = parent.blendMode
        // The rest pass down by themselves.
        default: break
        }
    }

    private mutating func applyText(
        _ property: SVGAttribute, _ value: String, _ bytes: TextBytes, parent: SVGStyle
    ) throws(SVGUnsupported) {
        switch property {
        case .fontSize: if let size = Self.fontSize(value, bytes, parent: parent.text.fontSize) { text.fontSize = size }
        case .fontFamily: if !value.isEmpty { text.family = value }
        case .fontStyle: if let style = Self.fontStyles[value] { text.style = style }
        case .fontWeight:
            switch value {
            case "normal": text.weight = 400
            case "bold": text.weight = 700
            case "bolder": text.weight = parent.text.weight < 350 ? 400 : parent.text.weight < 550 ? 700 : 900
            case "lighter": text.weight = parent.text.weight < 550 ? 100 : parent.text.weight < 750 ? 400 : 700
            default: if let weight = Int(value), (1...1000).contains(weight) { text.weight = weight }
            }
        case .fontStretch: if let stretch = Self.fontStretches[value] { text.stretch = stretch }
        case .fontVariant:
            if value == "small-caps" { text.isSmallCaps = true } else if value == "normal" { text.isSmallCaps = false }
        case .font:
            guard let font = SVGFontShorthand(value) else { throw SVGUnsupported("font: \(value)") }
            try apply(font, parent: parent)
        case .textAnchor:
            switch value {
            case "start": text.anchor = .start
            case "middle": text.anchor = .middle
            case "end": text.anchor = .end
            default: break
            }
        case .letterSpacing:
            if value == "normal" {
                text.letterSpacing = .zero
            } else if let length = SVGLength(bytes) {
                text.letterSpacing = length
            }
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
        case .writingMode:
            if !["lr", "lr-tb", "horizontal-tb"].contains(value) { throw SVGUnsupported("writing-mode \(value)") }
        case .direction:
            if value == "rtl" { throw SVGUnsupported("direction rtl") }
        case .unicodeBidi:
            if value != "normal" { throw SVGUnsupported("unicode-bidi \(value)") }
        case .baselineShift:
            switch value {
            case "baseline": break
            case "sub", "super": throw SVGUnsupported("baseline-shift \(value)")
            default:
                if let length = SVGLength(bytes), length.value != 0 { throw SVGUnsupported("baseline-shift") }
            }
        default: break
        }
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

    /// The id in `url(#id)`, quoted or not.
    static func reference(_ text: String) -> String? {
        guard text.hasPrefix("url("), let close = text.firstIndex(of: ")") else { return nil }
        let inside = text[text.index(text.startIndex, offsetBy: 4)..<close]
            .trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\"'"))
        return inside.hasPrefix("#") ? String(inside.dropFirst()) : nil
    }

    private static func marker(_ text: String) -> String?? {
        if text == "none" { return .some(nil) }
        return reference(text).map { .some($0) }
    }

    static func paint(_ text: String) throws(SVGUnsupported) -> SVGPaint? {
        if text == "none" { return SVGPaint.none }
        if text.lowercased() == "currentcolor" { return .currentColor }
        if text == "context-fill" || text == "context-stroke" { throw SVGUnsupported(text) }
        if text.hasPrefix("url(") {
            guard let id = reference(text), let close = text.firstIndex(of: ")") else { return SVGPaint.none }
            let rest = text[text.index(after: close)...].trimmingCharacters(in: .whitespaces)
            return .reference(id, fallback: rest.isEmpty ? nil : try paint(rest))
        }
        return SVGColor.parse(text).map { .color($0) }
    }

    private static func dashes(_ text: String) -> [SVGLength]? {
        if text == "none" { return [] }
        var lengths: [SVGLength] = []
        for part in text.split(whereSeparator: { ", \t\n\r".contains($0) }) {
            let bytes = Array(part.utf8)
            guard let length = bytes.withUnsafeBufferPointer({ SVGLength($0) }), length.value >= 0 else { return nil }
            lengths.append(length)
        }
        return lengths
    }

    /// The property: as the attribute, with units. CSS Transforms Level 1.
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
        // CSS Fonts Level 3, 3.5: steps of 1.2 from 12 points, as librsvg takes medium to be.
        let steps: [String: Double] = [
            "xx-small": -3, "x-small": -2, "small": -1, "medium": 0, "large": 1, "x-large": 2, "xx-large": 3,
        ]
        if let step = steps[text] { return 12 * pow(1.2, step) * SVGLength.pixelsPerInch / 72 }
        if text == "smaller" { return parent / 1.2 }
        if text == "larger" { return parent * 1.2 }
        guard let length = SVGLength(bytes), length.value >= 0 else { return nil }
        return length.resolve(reference: parent, fontSize: parent)
    }

    private static let fontStyles: [String: FontStyle] = ["normal": .normal, "italic": .italic, "oblique": .oblique]

    private static let fontStretches: [String: FontStretch] = [
        "normal": .normal, "ultra-condensed": .ultraCondensed, "extra-condensed": .extraCondensed,
        "condensed": .condensed, "semi-condensed": .semiCondensed, "semi-expanded": .semiExpanded,
        "expanded": .expanded, "extra-expanded": .extraExpanded, "ultra-expanded": .ultraExpanded,
    ]

    private static let blendModes: [String: BlendMode] = [
        "normal": .normal, "multiply": .multiply, "screen": .screen, "overlay": .overlay, "darken": .darken,
        "lighten": .lighten, "color-dodge": .colorDodge, "color-burn": .colorBurn, "hard-light": .hardLight,
        "soft-light": .softLight, "difference": .difference, "exclusion": .exclusion, "hue": .hue,
        "saturation": .saturation, "color": .color, "luminosity": .luminosity,
    ]
}
