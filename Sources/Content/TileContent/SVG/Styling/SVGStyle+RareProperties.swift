import TileGraphics

// Properties of colors, clips and masks, transforms and geometry.

extension SVGStyle {
    /// Changes the properties that few elements have.
    mutating func change(_ body: (inout SVGRareStyle) -> Void) {
        var style = rare?.style ?? SVGRareStyle()
        body(&style)
        rare = SVGRareStyleBox(style)
    }

    /// Returns what the `color` of an element depends on: `currentColor` is that of the parent.
    func colorContext(of parent: SVGStyle) -> SVGColorExpression.Context {
        SVGColorExpression.Context(current: parent.color, isDark: colorScheme.isDark)
    }

    mutating func setColor(_ bytes: TextBytes, parent: SVGStyle) -> Bool {
        switch SVGColor.paint(bytes) {
        case .color(let value)?: (color, colorSource) = (value, nil)
        case .currentColor?: (color, colorSource) = (parent.color, nil)
        case .expression(let expression)?:
            // The color scheme may follow.
            (color, colorSource) = (expression.color(in: colorContext(of: parent)), expression)
        default: return false
        }
        return true
    }

    mutating func setClipPath(_ bytes: TextBytes, from source: SVGValueSource) -> Bool {
        let reference = SVGValueParser.parse(bytes) { parser -> String?? in
            if parser.consume(identifier: "none") { return .some(nil) }
            return parser.reference().map { .some($0) }
        }
        var shape: SVGClipShape?
        if reference == nil {
            // In an attribute numbers are lengths.
            shape = SVGClipShape(bytes, unitless: source == .attribute ? .accepted : .zero)
            guard shape != nil else { return false }
        }
        clipPath = reference ?? nil
        if shape != nil || rare?.style.clipShape != nil { change { $0.clipShape = shape } }
        return true
    }

    /// Sets the masks: a list of references, each with optional keywords. Positions and sizes do not apply to `mask`
    /// elements.
    mutating func setMask(_ bytes: TextBytes) -> Bool {
        let layers: [SVGMaskLayer]? = SVGValueParser.parse(bytes) { parser in
            var layers: [SVGMaskLayer] = []
            repeat {
                guard layers.count < Self.maxMasks else { return nil }
                if parser.consume(identifier: "none") { continue }
                guard let id = parser.reference() else { return nil }
                var layer = SVGMaskLayer(id: id)
                while !parser.isAtEnd, parser.token != .comma {
                    switch parser.token {
                    case .identifier("alpha"): layer.isAlpha = true
                    case .identifier("luminance"): layer.isAlpha = false
                    case .identifier, .number, .percentage, .dimension, .delimiter(0x2F): break
                    default: return nil
                    }
                    parser.advance()
                }
                layers.append(layer)
            } while parser.consume(.comma)
            return layers
        }
        guard let layers else { return false }
        mask = layers.first?.id
        let needsList = layers.count > 1 || layers.contains { $0.isAlpha != nil }
        if needsList || rare?.style.masks.isEmpty == false { change { $0.masks = needsList ? layers : [] } }
        return true
    }

    private static let maxMasks = 16

    mutating func setTransform(_ property: SVGAttribute, _ bytes: TextBytes, from source: SVGValueSource) -> Bool {
        var transform = rare?.style.transform ?? SVGTransformStyle()
        switch property {
        case .transform:
            guard let list = SVGTransformList(bytes) else { return false }
            transform.list = list
        case .translate:
            guard let list = SVGValueParser.parse(bytes, { $0.translateProperty() }) else { return false }
            transform.translate = list
        case .rotate:
            guard let list = SVGValueParser.parse(bytes, { $0.rotateProperty() }) else { return false }
            transform.rotate = list
        case .scale:
            guard let list = SVGValueParser.parse(bytes, { $0.scaleProperty() }) else { return false }
            transform.scale = list
        case .transformOrigin:
            let unitless: SVGValueParser.UnitlessLengths = source == .attribute ? .accepted : .zero
            guard let origin = SVGValueParser.parse(bytes, { $0.originProperty(unitless: unitless) }) else {
                return false
            }
            transform.origin = origin
        default:
            guard let box = SVGTransformStyle.boxes[Self.lowercased(bytes)] else { return false }
            transform.box = box
        }
        change { $0.transform = transform }
        return true
    }

    mutating func setGeometry(_ property: SVGAttribute, _ bytes: TextBytes, from source: SVGValueSource) -> Bool {
        if property == .d {
            let outline = SVGValueParser.parse(bytes) { parser -> SVGOutlineProperty? in
                if parser.consume(identifier: "none") { return SVGOutlineProperty.none }
                guard parser.consume(.function("path")) else { return nil }
                if parser.token == .string("") {
                    parser.advance()
                    return parser.close() ? SVGOutlineProperty.none : nil
                }
                guard let path = parser.pathString(), parser.close() else { return nil }
                return .path(SVGClipShape.Outline(path: path))
            }
            guard let outline else { return false }
            change { $0.outline = outline }
            return true
        }
        let isSize = property == .width || property == .height
        if isSize || property == .rx || property == .ry, Self.lowercased(bytes) == "auto" {
            change { $0.geometry[property] = .some(nil) }
            return true
        }
        let isExtent = isSize || property == .r || property == .rx || property == .ry
        let length = SVGValueParser.parse(bytes) {
            $0.length(unitless: isSize ? source.unitless : .accepted, allowsNegative: !isExtent)
        }
        guard let length else { return false }
        change { $0.geometry[property] = .some(length) }
        return true
    }
}

extension SVGRareStyle {
    /// Copies one property of the transform or the geometry.
    mutating func copy(_ property: SVGAttribute, from other: SVGRareStyle) {
        switch property {
        case .transform: transform.list = other.transform.list
        case .translate: transform.translate = other.transform.translate
        case .rotate: transform.rotate = other.transform.rotate
        case .scale: transform.scale = other.transform.scale
        case .transformOrigin: transform.origin = other.transform.origin
        case .transformBox: transform.box = other.transform.box
        case .d: outline = other.outline
        default: geometry[property] = other.geometry[property]
        }
    }
}

extension SVGAttribute {
    /// Whether an attribute of this name sets the property. Others are attributes with a meaning of their own, or
    /// none.
    var isPresentationAttribute: Bool {
        switch self {
        case .fill, .stroke, .color, .opacity, .display, .visibility, .overflow, .mask, .filter, .direction,
            .fillOpacity, .fillRule, .strokeOpacity, .strokeWidth, .strokeLinecap, .strokeLinejoin, .strokeMiterlimit,
            .strokeDasharray, .strokeDashoffset, .stopColor, .stopOpacity, .clipPath, .clipRule, .markerStart,
            .markerMid, .markerEnd, .fontFamily, .fontSize, .fontStyle, .fontWeight, .fontStretch, .fontVariant,
            .textAnchor, .textDecoration, .letterSpacing, .wordSpacing, .writingMode, .unicodeBidi, .baselineShift,
            .dominantBaseline, .alignmentBaseline, .maskType, .shapeRendering, .imageRendering, .paintOrder,
            .floodColor, .floodOpacity, .lightingColor, .colorInterpolationFilters, .transformOrigin,
            .vectorEffect:
            true
        default: false
        }
    }
}
