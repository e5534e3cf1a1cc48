import TileGraphics

extension SVGStyle {
    /// Sets a property of the border.
    ///
    /// - Returns: Whether the value is valid.
    mutating func applyBorder(_ property: SVGAttribute, _ bytes: TextBytes) -> Bool {
        switch property {
        case .border, .borderTop, .borderRight, .borderBottom, .borderLeft:
            guard let border = SVGValueParser.parse(bytes, { $0.border() }) else { return false }
            changeBox {
                if property == .border {
                    $0.borders = HTMLSides(repeating: border)
                } else {
                    $0.borders[property] = border
                }
            }
        case .borderWidth, .borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth:
            return setBorders(property, bytes, { $0.borderWidth() }) { $0.width = $1 }
        case .borderStyle, .borderTopStyle, .borderRightStyle, .borderBottomStyle, .borderLeftStyle:
            return setBorders(property, bytes, { $0.borderStyle() }) { $0.style = $1 }
        case .borderColor, .borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor:
            return setBorders(property, bytes, { $0.color() }) { $0.color = $1 }
        case .borderRadius:
            guard let radii = SVGValueParser.parse(bytes, { $0.radii() }) else { return false }
            changeBox { $0.radii = radii }
        case .borderTopLeftRadius, .borderTopRightRadius, .borderBottomRightRadius, .borderBottomLeftRadius:
            let pair = SVGValueParser.parse(bytes) { parser -> (SVGLength, SVGLength)? in
                guard let x = parser.length(allowsNegative: false) else { return nil }
                if parser.isAtEnd { return (x, x) }
                return parser.length(allowsNegative: false).map { (x, $0) }
            }
            guard let pair else { return false }
            let index = property.cornerIndex
            changeBox { ($0.radii.horizontal[index], $0.radii.vertical[index]) = (pair.0, pair.1) }
        default: return false
        }
        return true
    }

    /// Sets a part of one side, or of four from one to four values.
    private mutating func setBorders<Value>(
        _ property: SVGAttribute, _ bytes: TextBytes, _ read: (inout SVGValueParser) -> Value?,
        _ set: (inout HTMLBorder, Value) -> Void
    ) -> Bool {
        let isShorthand = [.borderWidth, .borderStyle, .borderColor].contains(property)
        let values = SVGValueParser.parse(bytes) { parser -> [Value]? in
            var values: [Value] = []
            while !parser.isAtEnd, values.count < 5 {
                guard let value = read(&parser) else { return nil }
                values.append(value)
            }
            return values.count >= 1 && values.count <= (isShorthand ? 4 : 1) ? values : nil
        }
        guard let values else { return false }
        changeBox {
            guard isShorthand else { return set(&$0.borders[property], values[0]) }
            let sides = HTMLSides(of: values)
            set(&$0.borders.top, sides.top)
            set(&$0.borders.right, sides.right)
            set(&$0.borders.bottom, sides.bottom)
            set(&$0.borders.left, sides.left)
        }
        return true
    }

    /// Sets a property of a box or a paragraph to that of another style.
    mutating func copyBox(_ property: SVGAttribute, from other: SVGStyle) {
        let (theirs, paragraph) = (other.box, other.paragraph.style)
        switch property {
        case .margin, .padding, .inset, .gap:
            for each in property.parts { copyBox(each, from: other) }
        case .marginTop, .marginRight, .marginBottom, .marginLeft, .left, .top, .right, .bottom, .minWidth, .minHeight,
            .maxWidth, .maxHeight, .paddingTop, .paddingRight, .paddingBottom, .paddingLeft, .rowGap, .columnGap,
            .flexBasis:
            guard rare != nil || other.rare != nil else { return }
            change { $0.geometry[property] = other.rare?.style.geometry[property] }
        case .textAlign:
            changeParagraph {
                ($0.alignment, $0.alignsBlocks) = (paragraph.alignment, paragraph.alignsBlocks)
            }
        case .whiteSpace: changeParagraph { $0.whiteSpace = paragraph.whiteSpace }
        case .textIndent: changeParagraph { $0.indent = paragraph.indent }
        case .textTransform: changeParagraph { $0.transform = paragraph.transform }
        case .overflowWrap, .wordWrap:
            changeParagraph {
                $0.breaksWords = paragraph.breaksWords
                $0.breaksWordsInMinimum = paragraph.breaksWordsInMinimum
            }
        case .wordBreak: changeParagraph { $0.breaksAnywhere = paragraph.breaksAnywhere }
        case .tabSize: changeParagraph { $0.tabSize = paragraph.tabSize }
        case .listStyle, .listStyleType: changeParagraph { $0.marker = paragraph.marker }
        case .borderCollapse: changeParagraph { $0.collapsesBorders = paragraph.collapsesBorders }
        case .borderSpacing:
            changeParagraph { ($0.spacingX, $0.spacingY) = (paragraph.spacingX, paragraph.spacingY) }
        case .textDecorationLine: text.decorations = other.text.decorations
        default:
            guard rare != nil || other.rare != nil else { return }
            changeBox { $0.copy(property, from: theirs) }
        }
    }
}

extension HTMLBoxStyle {
    /// Copies one property.
    fileprivate mutating func copy(_ property: SVGAttribute, from other: HTMLBoxStyle) {
        switch property {
        case .display: display = other.display
        case .position: position = other.position
        case .boxSizing: sizesBorderBox = other.sizesBorderBox
        case .verticalAlign: verticalAlign = other.verticalAlign
        case .border: borders = other.borders
        case .borderTop, .borderRight, .borderBottom, .borderLeft: borders[property] = other.borders[property]
        case .borderWidth, .borderStyle, .borderColor:
            for each in property.parts { copy(each, from: other) }
        case .borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth:
            borders[property].width = other.borders[property].width
        case .borderTopStyle, .borderRightStyle, .borderBottomStyle, .borderLeftStyle:
            borders[property].style = other.borders[property].style
        case .borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor:
            borders[property].color = other.borders[property].color
        case .borderRadius: radii = other.radii
        case .borderTopLeftRadius, .borderTopRightRadius, .borderBottomRightRadius, .borderBottomLeftRadius:
            let index = property.cornerIndex
            radii.horizontal[index] = other.radii.horizontal[index]
            radii.vertical[index] = other.radii.vertical[index]
        case .background: (images, imagePlacement) = (other.images, other.imagePlacement)
        case .backgroundImage: images = other.images
        case .backgroundPosition: imagePlacement.position = other.imagePlacement.position
        case .backgroundSize: imagePlacement.size = other.imagePlacement.size
        case .backgroundRepeat: imagePlacement.repeats = other.imagePlacement.repeats
        case .zIndex: zIndex = other.zIndex
        case .tableLayout: hasFixedColumns = other.hasFixedColumns
        case .textDecoration: decoration = other.decoration
        case .textDecorationColor: decoration.color = other.decoration.color
        case .textDecorationStyle: decoration.style = other.decoration.style
        default: flex.copy(property, from: other.flex)
        }
    }
}

extension HTMLFlexStyle {
    fileprivate mutating func copy(_ property: SVGAttribute, from other: HTMLFlexStyle) {
        switch property {
        case .flex: (grow, shrink) = (other.grow, other.shrink)
        case .flexGrow: grow = other.grow
        case .flexShrink: shrink = other.shrink
        case .flexDirection: (isColumn, isReversed) = (other.isColumn, other.isReversed)
        case .flexWrap: (wraps, reversesLines) = (other.wraps, other.reversesLines)
        case .flexFlow:
            copy(.flexDirection, from: other)
            copy(.flexWrap, from: other)
        case .justifyContent: justify = other.justify
        case .alignItems: alignItems = other.alignItems
        case .alignSelf: alignSelf = other.alignSelf
        case .alignContent: alignContent = other.alignContent
        case .order: order = other.order
        default: break
        }
    }
}

extension HTMLSides where Value == HTMLBorder {
    /// The side that a property of the border is about.
    subscript(property: SVGAttribute) -> HTMLBorder {
        get {
            switch property {
            case .borderTop, .borderTopWidth, .borderTopStyle, .borderTopColor: top
            case .borderRight, .borderRightWidth, .borderRightStyle, .borderRightColor: right
            case .borderBottom, .borderBottomWidth, .borderBottomStyle, .borderBottomColor: bottom
            default: left
            }
        }
        set {
            switch property {
            case .borderTop, .borderTopWidth, .borderTopStyle, .borderTopColor: top = newValue
            case .borderRight, .borderRightWidth, .borderRightStyle, .borderRightColor: right = newValue
            case .borderBottom, .borderBottomWidth, .borderBottomStyle, .borderBottomColor: bottom = newValue
            default: left = newValue
            }
        }
    }
}

extension SVGAttribute {
    /// Whether the property is about boxes or paragraphs of HTML.
    var isOfBoxes: Bool { Self.properties.contains(self) }

    private static let properties: Set<SVGAttribute> = [
        .backgroundImage, .backgroundPosition, .backgroundSize, .backgroundRepeat, .margin, .marginTop, .marginRight,
        .marginBottom, .marginLeft, .padding, .paddingTop, .paddingRight, .paddingBottom, .paddingLeft, .border,
        .borderTop, .borderRight, .borderBottom, .borderLeft, .borderWidth, .borderTopWidth, .borderRightWidth,
        .borderBottomWidth, .borderLeftWidth, .borderStyle, .borderTopStyle, .borderRightStyle, .borderBottomStyle,
        .borderLeftStyle, .borderColor, .borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor,
        .borderRadius, .borderTopLeftRadius, .borderTopRightRadius, .borderBottomRightRadius, .borderBottomLeftRadius,
        .borderCollapse, .borderSpacing, .boxSizing, .minWidth, .minHeight, .maxWidth, .maxHeight, .position, .left,
        .top, .right, .bottom, .inset, .zIndex, .flex, .flexDirection, .flexWrap, .flexFlow, .flexGrow,
        .flexShrink, .flexBasis, .justifyContent, .alignItems, .alignSelf, .alignContent, .order, .gap, .rowGap,
        .columnGap, .textAlign, .textIndent, .textTransform, .textDecorationLine, .textDecorationColor,
        .textDecorationStyle, .verticalAlign, .overflowWrap, .wordWrap, .wordBreak, .tabSize, .listStyle,
        .listStyleType, .tableLayout,
    ]

    /// The properties that a shorthand sets.
    fileprivate var parts: [SVGAttribute] {
        switch self {
        case .margin: [.marginTop, .marginRight, .marginBottom, .marginLeft]
        case .padding: [.paddingTop, .paddingRight, .paddingBottom, .paddingLeft]
        case .inset: [.top, .right, .bottom, .left]
        case .gap: [.rowGap, .columnGap]
        case .borderWidth: [.borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth]
        case .borderStyle: [.borderTopStyle, .borderRightStyle, .borderBottomStyle, .borderLeftStyle]
        case .borderColor: [.borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor]
        default: []
        }
    }

    /// The number of the corner that a radius is of, clockwise from the top left.
    fileprivate var cornerIndex: Int {
        switch self {
        case .borderTopRightRadius: 1
        case .borderBottomRightRadius: 2
        case .borderBottomLeftRadius: 3
        default: 0
        }
    }
}

extension SVGValueParser {
    fileprivate mutating func borderWidth() -> SVGLength? {
        if let width = keyword(["thin": SVGLength(1), "medium": SVGLength(3), "thick": SVGLength(5)]) { return width }
        return length(unitless: .zero, allowsNegative: false, allowsPercent: false)
    }

    fileprivate mutating func borderStyle() -> HTMLBorder.Style? {
        guard case .identifier(let name) = token, let style = HTMLBorder.Style(rawValue: name) else { return nil }
        advance()
        return style
    }

    /// Reads a width, a style and a color in any order.
    fileprivate mutating func border() -> HTMLBorder? {
        var border = HTMLBorder()
        var parts: Set<Int> = []
        while !isAtEnd {
            if let style = borderStyle() {
                border.style = style
                guard parts.insert(0).inserted else { return nil }
            } else if let width = attempt({ $0.borderWidth() }) {
                border.width = width
                guard parts.insert(1).inserted else { return nil }
            } else {
                guard let color = color(), parts.insert(2).inserted else { return nil }
                border.color = color
            }
        }
        return parts.isEmpty ? nil : border
    }

    fileprivate mutating func radii() -> HTMLRadii? {
        func lengths(_ parser: inout SVGValueParser) -> [SVGLength]? {
            var lengths: [SVGLength] = []
            while !parser.isAtEnd, parser.token != .delimiter(0x2F) {
                guard lengths.count < 4, let length = parser.length(allowsNegative: false) else { return nil }
                lengths.append(length)
            }
            guard !lengths.isEmpty else { return nil }
            let sides = HTMLSides(of: lengths)
            return [sides.top, sides.right, sides.bottom, sides.left]
        }
        guard let horizontal = lengths(&self) else { return nil }
        var radii = HTMLRadii(horizontal: horizontal, vertical: horizontal)
        if consumeSlash() {
            guard let vertical = lengths(&self) else { return nil }
            radii.vertical = vertical
        }
        return radii
    }
}
