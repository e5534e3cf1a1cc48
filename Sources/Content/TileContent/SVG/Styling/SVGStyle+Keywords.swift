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
        if let colorSource, isAll || property == .color || property == .colorScheme {
            if property == .colorScheme {
                color = colorSource.color(in: colorContext(of: parent))
            } else {
                self.colorSource = nil
            }
        }
        if isAll {
            change { for each in SVGRareStyle.properties { $0.setInitialValue(of: each) } }
        } else if SVGRareStyle.properties.contains(property) {
            change { $0.setInitialValue(of: property) }
        }
    }

    /// Sets a property to that of another style. Shorthands set all of their properties.
    mutating func copy(_ property: SVGAttribute, from other: SVGStyle) {
        switch property {
        case .all:
            for each in SVGPropertyTable.all where each != .direction && each != .unicodeBidi {
                copy(each, from: other)
            }
        case .color: (color, colorSource) = (other.color, other.colorSource)
        case .colorScheme:
            let prefersDark = colorScheme.prefersDark
            colorScheme = other.colorScheme
            colorScheme.prefersDark = prefersDark
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
        case .display:
            isDisplayed = other.isDisplayed
            copyBox(property, from: other)
        case .visibility: isVisible = other.isVisible
        case .overflow:
            overflowIsVisible = other.overflowIsVisible
            overflowIsSpecified = other.overflowIsSpecified
        case .clipPath:
            clipPath = other.clipPath
            if rare != nil || other.rare != nil { change { $0.clipShape = other.rare?.style.clipShape } }
        case .clipRule: clipRule = other.clipRule
        case .mask:
            mask = other.mask
            if rare != nil || other.rare != nil { change { $0.masks = other.rare?.style.masks ?? [] } }
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
        case .backgroundColor: background = other.background
        case .background:
            background = other.background
            copyBox(property, from: other)
        case .vectorEffect: hasFixedStroke = other.hasFixedStroke
        case .stopColor: stopColor = other.stopColor
        case .stopOpacity: stopOpacity = other.stopOpacity
        case .transform, .translate, .rotate, .scale, .transformOrigin, .transformBox, .x, .y, .width, .height, .cx,
            .cy, .r, .rx, .ry, .d:
            guard rare != nil || other.rare != nil else { break }
            change { $0.copy(property, from: other.rare?.style ?? SVGRareStyle()) }
        case .textDecoration:
            text.decorations = other.text.decorations
            copyBox(property, from: other)
        case .whiteSpace:
            text.preservesSpace = other.text.preservesSpace
            copyBox(property, from: other)
        default:
            if property.isOfBoxes {
                copyBox(property, from: other)
            } else {
                text.copy(property, from: other.text)
            }
        }
    }
}

extension SVGRareStyle {
    /// The properties that override attributes of the same names.
    fileprivate static let properties: Set<SVGAttribute> = [
        .transform, .x, .y, .width, .height, .cx, .cy, .r, .rx, .ry, .d,
    ]

    /// Sets a property of the geometry or the transform to its initial value unless it has a value, so that the
    /// attribute of the same name does not apply.
    fileprivate mutating func setInitialValue(of property: SVGAttribute) {
        switch property {
        case .transform: transform.list = transform.list ?? SVGTransformList()
        case .d: outline = outline ?? SVGOutlineProperty.none
        default:
            if geometry[property] != nil { break }
            let isAuto = [.width, .height, .rx, .ry].contains(property)
            geometry[property] = .some(isAuto ? nil : .zero)
        }
    }
}

extension SVGTextStyle {
    /// Sets a property to that of another style.
    fileprivate mutating func copy(_ property: SVGAttribute, from other: SVGTextStyle) {
        switch property {
        case .font:
            for each in [
                SVGAttribute.fontStyle, .fontVariant, .fontWeight, .fontStretch, .fontSize, .fontFamily, .lineHeight,
                .fontFeatureSettings, .fontKerning,
            ] {
                copy(each, from: other)
            }
        case .fontSize: (fontSize, fontSizeBasis) = (other.fontSize, other.fontSizeBasis)
        case .fontFamily:
            family = other.family
            updateKeywordSize()
        case .lineHeight: lineHeight = other.lineHeight
        case .fontStyle: style = other.style
        case .fontWeight: weight = other.weight
        case .fontStretch: stretch = other.stretch
        case .fontVariant, .fontVariantLigatures, .fontVariantCaps, .fontVariantNumeric, .fontVariantEastAsian,
            .fontVariantPosition:
            variants.copy(SVGFontVariants.Part(property), from: other.variants)
        case .fontFeatureSettings: featureSettings = other.featureSettings
        case .fontKerning: hasKerning = other.hasKerning
        case .textAnchor: anchor = other.anchor
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
