/// A value that every property accepts: CSS Cascading and Inheritance Level 5, 7.3.
enum SVGWideKeyword: CaseIterable {
    case inherit, initial, unset, revert, revertLayer

    /// Parses a value.
    init?(_ bytes: TextBytes) {
        // Most values are longer, or numbers.
        guard bytes.count >= 5, bytes.count <= 20 else { return nil }
        self.init(SVGStyle.trimmed(bytes))
    }

    /// Parses a value without spaces around it.
    init?(_ text: String) {
        let count = text.utf8.count
        guard count >= 5, count <= 12, let first = text.utf8.first,
            [0x69, 0x75, 0x72].contains(first | 0x20)
        else { return nil }
        switch text.lowercased() {
        case "inherit": self = .inherit
        case "initial": self = .initial
        case "unset": self = .unset
        case "revert": self = .revert
        case "revert-layer": self = .revertLayer
        default: return nil
        }
    }
}

extension SVGStyle {
    /// Sets a property to a keyword's value.
    ///
    /// No other style sheet is below the document's, so `revert` and `unset` differ only in `overflow`. What
    /// `revert-layer` reverts to is known to the recorder; here there is no layer.
    mutating func apply(_ keyword: SVGWideKeyword, to property: SVGAttribute, parent: SVGStyle) {
        switch keyword {
        case .inherit: copy(property, from: parent)
        case .initial: copy(property, from: SVGStyle())
        case .unset, .revert, .revertLayer: copy(property, from: parent.inherited())
        }
        let isAll = property == .all
        if isAll || property == .overflow { overflowIsSpecified = keyword != .revert && keyword != .revertLayer }
        // An attribute of this name does not apply.
        if isAll || property == .transform { transform = transform ?? .identity }
    }

    /// Sets a property to that of another style. Shorthands set all of their properties.
    mutating func copy(_ property: SVGAttribute, from other: SVGStyle) {
        switch property {
        case .all:
            for each in SVGPropertyTable.all where each != .direction && each != .unicodeBidi {
                copy(each, from: other)
            }
        case .color: color = other.color
        case .fill: fill = other.fill
        case .fillOpacity: fillOpacity = other.fillOpacity
        case .fillRule: fillRule = other.fillRule
        case .stroke: stroke = other.stroke
        case .strokeOpacity: strokeOpacity = other.strokeOpacity
        case .strokeWidth: strokeWidth = other.strokeWidth
        case .strokeLinecap: strokeCap = other.strokeCap
        case .strokeLinejoin: strokeJoin = other.strokeJoin
        case .strokeMiterlimit: miterLimit = other.miterLimit
        case .strokeDasharray: dashes = other.dashes
        case .strokeDashoffset: dashOffset = other.dashOffset
        case .opacity: opacity = other.opacity
        case .display: isDisplayed = other.isDisplayed
        case .visibility: isVisible = other.isVisible
        case .overflow:
            overflowIsVisible = other.overflowIsVisible
            overflowIsSpecified = other.overflowIsSpecified
        case .clipPath: clipPath = other.clipPath
        case .clipRule: clipRule = other.clipRule
        case .mask: mask = other.mask
        case .maskType: maskIsAlpha = other.maskIsAlpha
        case .filter: filter.filters = other.filter.filters
        case .floodColor: filter.floodColor = other.filter.floodColor
        case .floodOpacity: filter.floodOpacity = other.filter.floodOpacity
        case .lightingColor: filter.lightingColor = other.filter.lightingColor
        case .colorInterpolationFilters: filter.isLinear = other.filter.isLinear
        case .marker:
            for each in [SVGAttribute.markerStart, .markerMid, .markerEnd] { copy(each, from: other) }
        case .markerStart: markerStart = other.markerStart
        case .markerMid: markerMid = other.markerMid
        case .markerEnd: markerEnd = other.markerEnd
        case .shapeRendering: antialiasing = other.antialiasing
        case .imageRendering: interpolation = other.interpolation
        case .mixBlendMode: blendMode = other.blendMode
        case .isolation: isIsolated = other.isIsolated
        case .paintOrder: paintOrder = other.paintOrder
        case .transform: transform = other.transform
        case .stopColor: stopColor = other.stopColor
        case .stopOpacity: stopOpacity = other.stopOpacity
        default: text.copy(property, from: other.text)
        }
    }
}

extension SVGTextStyle {
    /// Sets a property to that of another style.
    fileprivate mutating func copy(_ property: SVGAttribute, from other: SVGTextStyle) {
        switch property {
        case .font:
            for each in [SVGAttribute.fontStyle, .fontVariant, .fontWeight, .fontStretch, .fontSize, .fontFamily] {
                copy(each, from: other)
            }
        case .fontSize: fontSize = other.fontSize
        case .fontFamily: family = other.family
        case .fontStyle: style = other.style
        case .fontWeight: weight = other.weight
        case .fontStretch: stretch = other.stretch
        case .fontVariant: isSmallCaps = other.isSmallCaps
        case .textAnchor: anchor = other.anchor
        case .textDecoration: decorations = other.decorations
        case .letterSpacing: letterSpacing = other.letterSpacing
        case .wordSpacing: wordSpacing = other.wordSpacing
        case .writingMode: writingMode = other.writingMode
        case .direction: isRightToLeft = other.isRightToLeft
        case .unicodeBidi: bidi = other.bidi
        case .baselineShift: baselineShift = other.baselineShift
        case .dominantBaseline: dominantBaseline = other.dominantBaseline
        case .alignmentBaseline: alignmentBaseline = other.alignmentBaseline
        default: break
        }
    }
}
