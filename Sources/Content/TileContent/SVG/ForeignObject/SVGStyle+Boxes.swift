import TileGraphics

// Properties of boxes and paragraphs of HTML.

extension SVGStyle {
    /// The properties of the element's box.
    var box: HTMLBoxStyle { rare?.style.box ?? .initial }

    mutating func changeBox(_ body: (inout HTMLBoxStyle) -> Void) { change { body(&$0.box) } }

    mutating func changeParagraph(_ body: (inout HTMLParagraphStyle) -> Void) {
        var style = paragraph.style
        body(&style)
        paragraph = HTMLParagraphStyleBox(style)
    }

    /// Sets a property of a box or a paragraph.
    ///
    /// - Returns: Whether the value is valid.
    mutating func applyBox(
        _ property: SVGAttribute, _ bytes: TextBytes, keyword: String, from source: SVGValueSource
    ) -> Bool {
        switch property {
        case .marginTop, .marginRight, .marginBottom, .marginLeft, .left, .top, .right, .bottom, .minWidth, .minHeight,
            .maxWidth, .maxHeight, .paddingTop, .paddingRight, .paddingBottom, .paddingLeft, .rowGap, .columnGap,
            .flexBasis:
            guard let value = Self.boxLength(property, bytes) else { return false }
            change { $0.geometry[property] = .some(value) }
            return true
        case .margin: return setSides(bytes, .marginTop, .marginRight, .marginBottom, .marginLeft)
        case .padding: return setSides(bytes, .paddingTop, .paddingRight, .paddingBottom, .paddingLeft)
        case .inset: return setSides(bytes, .top, .right, .bottom, .left)
        case .gap:
            let gaps = SVGValueParser.parse(bytes) { parser -> (SVGLength?, SVGLength?)? in
                guard let row = parser.boxLength(.rowGap) else { return nil }
                if parser.isAtEnd { return (row, row) }
                return parser.boxLength(.columnGap).map { (row, $0) }
            }
            guard let gaps else { return false }
            change { ($0.geometry[.rowGap], $0.geometry[.columnGap]) = (.some(gaps.0), .some(gaps.1)) }
            return true
        case .backgroundImage, .backgroundPosition, .backgroundSize, .backgroundRepeat:
            return setBackgroundPart(property, bytes)
        case .textAlign, .textIndent, .textTransform, .overflowWrap, .wordWrap, .wordBreak, .tabSize, .listStyle,
            .listStyleType, .borderCollapse, .borderSpacing:
            return applyParagraph(property, bytes, keyword: keyword)
        case .textDecorationColor, .textDecorationStyle: return setDecorationPart(property, bytes, keyword: keyword)
        case .flex, .flexDirection, .flexWrap, .flexFlow, .flexGrow, .flexShrink, .justifyContent, .alignItems,
            .alignSelf, .alignContent, .order:
            return applyFlex(property, bytes, keyword: keyword)
        case .boxSizing:
            guard keyword == "border-box" || keyword == "content-box" else { return false }
            changeBox { $0.sizesBorderBox = keyword == "border-box" }
        case .position:
            guard let position = Self.positions[keyword] else { return false }
            changeBox { $0.position = position }
        case .zIndex:
            if keyword == "auto" {
                changeBox { $0.zIndex = nil }
            } else {
                guard let index = Int(keyword) else { return false }
                changeBox { $0.zIndex = index }
            }
        case .tableLayout:
            guard keyword == "auto" || keyword == "fixed" else { return false }
            changeBox { $0.hasFixedColumns = keyword == "fixed" }
        case .verticalAlign:
            if let alignment = Self.verticalAlignments[keyword] {
                changeBox { $0.verticalAlign = alignment }
            } else {
                guard let length = SVGValueParser.parse(bytes, { $0.length() }) else { return false }
                changeBox { $0.verticalAlign = .length(length) }
            }
        default: return applyBorder(property, bytes)
        }
        return true
    }

    private static let positions: [String: HTMLBoxStyle.Position] = [
        "static": .static, "relative": .relative, "sticky": .relative, "absolute": .absolute, "fixed": .absolute,
    ]

    private static let verticalAlignments: [String: HTMLBoxStyle.VerticalAlign] = [
        "baseline": .baseline, "sub": .sub, "super": .super, "middle": .middle, "top": .top, "bottom": .bottom,
        "text-top": .textTop, "text-bottom": .textBottom,
    ]

    /// Returns a length, or `.some(nil)` for `auto`, `none` and `normal`; nil if the value is invalid.
    private static func boxLength(_ property: SVGAttribute, _ bytes: TextBytes) -> SVGLength?? {
        SVGValueParser.parse(bytes) { $0.boxLength(property) }
    }

    /// Sets four properties from one to four lengths.
    private mutating func setSides(
        _ bytes: TextBytes, _ top: SVGAttribute, _ right: SVGAttribute, _ bottom: SVGAttribute, _ left: SVGAttribute
    ) -> Bool {
        let lengths = SVGValueParser.parse(bytes) { parser -> [SVGLength?]? in
            var lengths: [SVGLength?] = []
            while !parser.isAtEnd, lengths.count < 5 {
                guard let length = parser.boxLength(top) else { return nil }
                lengths.append(length)
            }
            return 1...4 ~= lengths.count ? lengths : nil
        }
        guard let lengths else { return false }
        let sides = HTMLSides<SVGLength?>(of: lengths)
        change {
            $0.geometry[top] = .some(sides.top)
            $0.geometry[right] = .some(sides.right)
            $0.geometry[bottom] = .some(sides.bottom)
            $0.geometry[left] = .some(sides.left)
        }
        return true
    }

    /// Sets `display`: whether anything shows, and as which kind of box.
    mutating func setDisplay(_ text: String) -> Bool {
        guard let isDisplayed = Self.display(text) else { return false }
        self.isDisplayed = isDisplayed
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let isInline = words.contains("inline")
        let inside = words.first { $0 != "inline" && $0 != "block" }
        let display: HTMLDisplay =
            switch (inside, isInline && words.count > 1) {
            case ("flow-root", true): .inlineBlock
            case ("flex", true): .inlineFlex
            case ("table", true): .inlineTable
            default: HTMLDisplay(inside ?? words.first ?? "inline")
            }
        // Programs write `inline` on most elements of drawings, which need no style of boxes for it.
        if display != box.display ?? .inline { changeBox { $0.display = display } }
        return true
    }

    /// Sets how spaces and line breaks are shown.
    mutating func setWhiteSpace(_ text: String) {
        var result = HTMLParagraphStyle.WhiteSpace.normal
        for word in text.split(whereSeparator: \.isWhitespace) {
            switch word {
            case "nowrap": result = result == .preWrap ? .pre : .nowrap
            case "pre": result = .pre
            case "break-spaces": result = .breakSpaces
            case "pre-wrap", "preserve": result = result == .nowrap ? .pre : .preWrap
            case "pre-line", "preserve-breaks": result = .preLine
            default: break
            }
        }
        changeParagraph { $0.whiteSpace = result }
    }

    private mutating func applyParagraph(_ property: SVGAttribute, _ bytes: TextBytes, keyword: String) -> Bool {
        switch property {
        case .textAlign:
            if let alignment = Self.alignments[keyword] {
                changeParagraph { ($0.alignment, $0.alignsBlocks) = (alignment, keyword.hasPrefix("-")) }
                return true
            }
            return false
        case .textIndent:
            guard let indent = SVGValueParser.parse(bytes, { $0.length() }) else { return false }
            changeParagraph { $0.indent = indent }
        case .textTransform:
            guard let transform = Self.textTransforms[keyword] else { return false }
            changeParagraph { $0.transform = transform }
        case .overflowWrap, .wordWrap:
            guard ["normal", "anywhere", "break-word"].contains(keyword) else { return false }
            changeParagraph {
                $0.breaksWords = keyword != "normal"
                $0.breaksWordsInMinimum = keyword == "anywhere"
            }
        case .wordBreak:
            guard ["normal", "break-all", "keep-all", "break-word", "auto-phrase"].contains(keyword) else {
                return false
            }
            changeParagraph {
                $0.breaksAnywhere = keyword == "break-all"
                if keyword == "break-word" { ($0.breaksWords, $0.breaksWordsInMinimum) = (true, true) }
            }
        case .tabSize:
            // Swift also reads hexadecimal numbers.
            guard !keyword.contains("x"), let size = Double(keyword), size >= 0, size.isFinite else { return false }
            changeParagraph { $0.tabSize = Int(min(size, HTMLParagraphStyle.largestTabSize).rounded()) }
        case .listStyle, .listStyleType:
            let words = keyword.split(whereSeparator: \.isWhitespace).map(String.init)
            guard !words.isEmpty else { return false }
            let names = ["lower-latin": "lower-alpha", "upper-latin": "upper-alpha"]
            guard let marker = words.lazy.compactMap({ HTMLListMarker(rawValue: names[$0] ?? $0) }).first else {
                return property == .listStyle
            }
            changeParagraph { $0.marker = marker }
        case .borderCollapse:
            guard keyword == "collapse" || keyword == "separate" else { return false }
            changeParagraph { $0.collapsesBorders = keyword == "collapse" }
        default:
            let lengths = SVGValueParser.parse(bytes) { parser -> (SVGLength, SVGLength)? in
                guard let x = parser.length(allowsNegative: false, allowsPercent: false) else { return nil }
                if parser.isAtEnd { return (x, x) }
                return parser.length(allowsNegative: false, allowsPercent: false).map { (x, $0) }
            }
            guard let lengths else { return false }
            let units = text.relativeUnits
            let x = lengths.0.resolve(reference: 0) { units }
            let y = lengths.1.resolve(reference: 0) { units }
            changeParagraph { ($0.spacingX, $0.spacingY) = (max(0, x), max(0, y)) }
        }
        return true
    }

    private static let alignments: [String: HTMLParagraphStyle.Alignment] = [
        "start": .start, "end": .end, "left": .left, "right": .right, "center": .center, "justify": .justify,
        "-webkit-center": .center, "-webkit-left": .left, "-webkit-right": .right, "match-parent": .start,
        "-webkit-auto": .start,
    ]

    private static let textTransforms: [String: HTMLParagraphStyle.Transform] = [
        "none": .none, "uppercase": .uppercase, "lowercase": .lowercase, "capitalize": .capitalize,
    ]

    /// Sets the color and the style of the lines that `text-decoration` has.
    mutating func setDecorationParts(_ bytes: TextBytes) {
        var parser = SVGValueParser(bytes)
        var decoration = HTMLBoxStyle.Decoration()
        while !parser.isAtEnd {
            if let style = parser.keyword(Self.decorationStyles) {
                decoration.style = style
            } else if let color = parser.attempt({ $0.color() }) {
                decoration.color = color
            } else {
                parser.advance()
            }
        }
        if decoration != box.decoration { changeBox { $0.decoration = decoration } }
    }

    private mutating func setDecorationPart(_ property: SVGAttribute, _ bytes: TextBytes, keyword: String) -> Bool {
        if property == .textDecorationColor {
            guard let color = SVGColor.paint(bytes) else { return false }
            changeBox { $0.decoration.color = color }
        } else {
            guard let style = Self.decorationStyles[keyword] else { return false }
            changeBox { $0.decoration.style = style }
        }
        return true
    }

    private static let decorationStyles: [String: HTMLBorder.Style] = [
        "solid": .solid, "double": .double, "dotted": .dotted, "dashed": .dashed, "wavy": .solid,
    ]

    private mutating func applyFlex(_ property: SVGAttribute, _ bytes: TextBytes, keyword: String) -> Bool {
        switch property {
        case .flexDirection, .flexWrap, .flexFlow:
            let words = keyword.split(whereSeparator: \.isWhitespace)
            guard 1...2 ~= words.count else { return false }
            var flex = box.flex
            for word in words {
                switch word {
                case "row", "row-reverse", "column", "column-reverse":
                    guard property != .flexWrap else { return false }
                    (flex.isColumn, flex.isReversed) = (word.hasPrefix("column"), word.hasSuffix("reverse"))
                case "nowrap", "wrap", "wrap-reverse":
                    guard property != .flexDirection else { return false }
                    (flex.wraps, flex.reversesLines) = (word != "nowrap", word == "wrap-reverse")
                default: return false
                }
            }
            changeBox { $0.flex = flex }
        case .flexGrow, .flexShrink:
            guard let value = SVGValueParser.parse(bytes, { $0.number() }), value >= 0 else { return false }
            changeBox {
                if property == .flexGrow { $0.flex.grow = value } else { $0.flex.shrink = value }
            }
        case .order:
            guard let order = Int(keyword) else { return false }
            changeBox { $0.flex.order = order }
        case .flex: return setFlex(bytes, keyword: keyword)
        default:
            let words = keyword.split(whereSeparator: \.isWhitespace).map(String.init)
            let name = words.last ?? ""
            if property == .alignSelf, name == "auto" {
                changeBox { $0.flex.alignSelf = nil }
                return true
            }
            guard let alignment = Self.flexAlignments[name] else { return false }
            changeBox {
                switch property {
                case .justifyContent: $0.flex.justify = alignment == .stretch ? .start : alignment
                case .alignItems: $0.flex.alignItems = alignment
                case .alignSelf: $0.flex.alignSelf = alignment
                default: $0.flex.alignContent = alignment
                }
            }
        }
        return true
    }

    private static let flexAlignments: [String: HTMLFlexStyle.Alignment] = [
        "normal": .stretch, "stretch": .stretch, "start": .start, "flex-start": .start, "self-start": .start,
        "left": .start, "end": .end, "flex-end": .end, "self-end": .end, "right": .end, "center": .center,
        "baseline": .baseline, "space-between": .spaceBetween, "space-around": .spaceAround,
        "space-evenly": .spaceEvenly,
    ]

    private mutating func setFlex(_ bytes: TextBytes, keyword: String) -> Bool {
        var flex = box.flex
        var basis: SVGLength?
        (flex.grow, flex.shrink) = (1, 1)
        switch keyword {
        case "none": (flex.grow, flex.shrink) = (0, 0)
        case "auto": break
        default:
            var parser = SVGValueParser(bytes)
            var numbers: [Double] = []
            basis = SVGLength(0, .percent)
            while !parser.isAtEnd {
                if case .number(let value) = parser.token, numbers.count < 2, value >= 0 {
                    numbers.append(value)
                    parser.advance()
                } else {
                    guard let length = parser.boxLength(.flexBasis) else { return false }
                    basis = length
                }
            }
            if let grow = numbers.first { flex.grow = grow }
            if numbers.count > 1 { flex.shrink = numbers[1] }
        }
        change {
            $0.box.flex = flex
            $0.geometry[.flexBasis] = .some(basis)
        }
        return true
    }
}

extension HTMLSides {
    /// Creates sides from one to four values, in the order of CSS.
    init(of values: [Value]) {
        self.init(repeating: values[0])
        if values.count > 1 { (right, left) = (values[1], values[1]) }
        if values.count > 2 { bottom = values[2] }
        if values.count > 3 { left = values[3] }
    }
}

extension SVGValueParser {
    /// Reads a length of a box. The inner optional is nil for `auto`, `none` and `normal`, where they are valid.
    mutating func boxLength(_ property: SVGAttribute) -> SVGLength?? {
        let (keywords, allowsNegative): ([String], Bool) =
            switch property {
            case .marginTop, .marginRight, .marginBottom, .marginLeft, .top, .right, .bottom, .left: (["auto"], true)
            case .maxWidth, .maxHeight: (["none"], false)
            case .minWidth, .minHeight: (["auto"], false)
            case .flexBasis: (["auto", "content"], false)
            case .rowGap, .columnGap: (["normal"], false)
            default: ([], false)
            }
        for keyword in keywords where consume(identifier: keyword) { return .some(nil) }
        return length(unitless: .zero, allowsNegative: allowsNegative).map { .some($0) }
    }
}
