import Foundation

/// The default style sheet of HTML, as in Chromium's `html.css`, and the attributes that style elements.
enum HTMLDefaults {
    /// The declarations of an element.
    static func declarations(of element: SVGElement) -> [(property: SVGAttribute, value: [UInt8])] {
        table[element] ?? []
    }

    private static let table: [SVGElement: [(property: SVGAttribute, value: [UInt8])]] = {
        var table: [SVGElement: [(property: SVGAttribute, value: [UInt8])]] = [:]
        for (names, text) in sheet {
            let bytes = Array(text.utf8)
            let declarations = bytes.withUnsafeBufferPointer { bytes in
                SVGDeclarations(bytes).map { declaration in
                    (property: declaration.property, value: declaration.withValue { Array($0) })
                }
            }
            for name in names.split(separator: " ") {
                table[SVGElement(html: String(name)), default: []] += declarations
            }
        }
        return table
    }()

    private static let sheet = [
        (
            "body div p h1 h2 h3 h4 h5 h6 pre blockquote center address article aside figure figcaption footer header "
                + "main nav section hr ul ol dl dt dd details summary", "display:block"
        ),
        ("body", "margin:8px"),
        ("p dl", "margin:1em 0"),
        ("h1", "font-size:2em;margin:.67em 0"),
        ("h2", "font-size:1.5em;margin:.83em 0"),
        ("h3", "font-size:1.17em;margin:1em 0"),
        ("h4", "margin:1.33em 0"),
        ("h5", "font-size:.83em;margin:1.67em 0"),
        ("h6", "font-size:.67em;margin:2.33em 0"),
        ("h1 h2 h3 h4 h5 h6 th", "font-weight:bold"),
        ("b strong", "font-weight:bolder"),
        ("i em cite dfn var address", "font-style:italic"),
        ("u ins", "text-decoration:underline"),
        ("s strike del", "text-decoration:line-through"),
        ("sub", "vertical-align:sub;font-size:smaller"),
        ("sup", "vertical-align:super;font-size:smaller"),
        ("small", "font-size:smaller"),
        ("big", "font-size:larger"),
        ("code kbd samp tt pre", "font-family:monospace"),
        ("pre", "white-space:pre;margin:1em 0"),
        ("mark", "background-color:#ff0;color:#000"),
        ("blockquote figure", "margin:1em 40px"),
        ("center", "text-align:-webkit-center"),
        ("dd", "margin-left:40px"),
        ("ul ol", "margin:1em 0;padding-left:40px"),
        ("ul", "list-style-type:disc"),
        ("ol", "list-style-type:decimal"),
        ("li", "display:list-item"),
        ("hr", "color:gray;border:1px inset;margin:.5em auto;overflow:hidden"),
        (
            "table",
            "display:table;border-collapse:separate;border-spacing:2px;box-sizing:border-box;text-indent:initial"
        ),
        ("caption", "display:table-caption;text-align:-webkit-center"),
        ("colgroup col", "display:table-column"),
        ("thead", "display:table-header-group;vertical-align:middle"),
        ("tbody", "display:table-row-group;vertical-align:middle"),
        ("tfoot", "display:table-footer-group;vertical-align:middle"),
        ("tr", "display:table-row;vertical-align:inherit"),
        ("td th", "display:table-cell;vertical-align:inherit;padding:1px"),
    ]
}

extension SVGRecorder {
    /// Applies the default style of an element of HTML, and its attributes that style it.
    func applyHTMLDefaults(of node: Int32, _ style: inout SVGStyle, parent: SVGStyle) {
        guard let element = tree.nodes[Int(node)].element else { return }
        func set(_ property: SVGAttribute, _ value: String) {
            var value = value
            value.withUTF8 { bytes in _ = try? style.apply(property, bytes, parent: parent, from: .sheet) }
        }
        for declaration in HTMLDefaults.declarations(of: element) {
            declaration.value.withUnsafeBufferPointer { bytes in
                _ = try? style.apply(declaration.property, bytes, parent: parent, from: .sheet)
            }
        }
        switch element {
        case .ul, .ol:
            if hasAncestor(node, [.ul, .ol, .dl]) {
                set(.margin, "0")
                if element == .ul { set(.listStyleType, hasTwoLists(node) ? "square" : "circle") }
            }
        case .tr:
            // Tables without groups of rows occur in XHTML.
            let above = tree.nodes[Int(node)].parent
            if above >= 0, tree.nodes[Int(above)].element == .table { set(.verticalAlign, "middle") }
        case .td: applyTableHints(of: node, set)
        case .th:
            applyTableHints(of: node, set)
            if parent.paragraph.style.alignment == .start { set(.textAlign, "center") }
        case .htmlLink:
            if tree.value(node, .href) != nil {
                set(.color, "#0000ee")
                set(.textDecoration, "underline")
            }
        default: break
        }
        for attribute in tree.attributes(of: node) {
            applyHint(attribute.name, SVGStyle.trimmed(tree.bytes(attribute.value)), element, &style, parent: parent)
        }
    }

    /// Applies the attributes of a table that style its cells.
    private func applyTableHints(of cell: Int32, _ set: (SVGAttribute, String) -> Void) {
        var at = tree.nodes[Int(cell)].parent
        while at >= 0, let element = tree.nodes[Int(at)].element, element.isHTML, element != .table {
            at = tree.nodes[Int(at)].parent
        }
        guard at >= 0, tree.nodes[Int(at)].element == .table else { return }
        if let border = tree.value(at, .border), Self.tableBorder(SVGStyle.trimmed(border)) != nil {
            set(.border, "1px inset")
        }
        if let padding = tree.value(at, .cellpadding).flatMap({ Double(SVGStyle.trimmed($0)) }), padding >= 0 {
            set(.padding, "\(padding)px")
        }
    }

    /// Returns the width of a table's border from its attribute; nil if there is none.
    private static func tableBorder(_ text: String) -> Double? {
        let width = text.isEmpty ? 1 : Double(text) ?? 1
        return width > 0 && width.isFinite ? width : nil
    }

    private func hasAncestor(_ node: Int32, _ elements: [SVGElement]) -> Bool {
        var at = tree.nodes[Int(node)].parent
        while at >= 0, let element = tree.nodes[Int(at)].element, element.isHTML {
            if elements.contains(element) { return true }
            at = tree.nodes[Int(at)].parent
        }
        return false
    }

    private func hasTwoLists(_ node: Int32) -> Bool {
        var count = 0
        var at = tree.nodes[Int(node)].parent
        while at >= 0, let element = tree.nodes[Int(at)].element, element.isHTML {
            if element == .ul || element == .ol { count += 1 }
            at = tree.nodes[Int(at)].parent
        }
        return count > 1
    }

    /// Applies an attribute that styles its element: HTML, 15.3.
    private func applyHint(
        _ name: SVGAttribute, _ value: String, _ element: SVGElement, _ style: inout SVGStyle, parent: SVGStyle
    ) {
        func set(_ property: SVGAttribute, _ value: String) {
            var value = value
            value.withUTF8 { bytes in _ = try? style.apply(property, bytes, parent: parent, from: .sheet) }
        }
        /// The value as a length in CSS.
        func length() -> String? {
            if value.hasSuffix("%"), Double(value.dropLast()) != nil { return value }
            return Double(value).map { "\($0)px" }
        }
        let lowercased = value.lowercased()
        switch name {
        case .align:
            switch element {
            case .table: if lowercased == "center" { set(.margin, "0 auto") }
            case .img: break
            case .hr:
                set(.marginLeft, lowercased == "left" ? "0" : "auto")
                set(.marginRight, lowercased == "right" ? "0" : "auto")
            case .td, .th, .tr, .tbody, .thead, .tfoot, .div:
                let alignsBlocks = ["center", "left", "right"].contains(lowercased)
                set(.textAlign, alignsBlocks ? "-webkit-\(lowercased)" : lowercased)
            default: set(.textAlign, lowercased)
            }
        case .valign: if element != .img { set(.verticalAlign, lowercased) }
        case .bgcolor: set(.backgroundColor, value)
        case .color: if element == .font { set(.color, value) }
        case .face: if element == .font { set(.fontFamily, value) }
        case .size where element == .hr:
            guard let size = Int(value), size > 0 else { break }
            if size == 1 { set(.borderBottomWidth, "0") } else { set(.height, "\(size - 2)px") }
        case .size: if element == .font, let keyword = Self.fontSizes(value) { set(.fontSize, keyword) }
        case .width, .height:
            if [.table, .td, .th, .img, .hr, .col, .tr].contains(element), let length = length() { set(name, length) }
        case .border:
            if element == .table { if let width = Self.tableBorder(value) { set(.border, "\(width)px outset") } }
            if element == .img, let width = Double(value), width > 0 { set(.border, "\(width)px solid") }
        case .cellspacing: if element == .table, let length = length() { set(.borderSpacing, length) }
        case .nowrap: if element == .td || element == .th { set(.whiteSpace, "nowrap") }
        case .dir: if lowercased == "rtl" || lowercased == "ltr" { set(.direction, lowercased) }
        case .lang, .xmlLang: style.text.language = value
        case .hidden: set(.display, "none")
        case .type:
            if element == .ol || element == .li || element == .ul, let type = Self.listTypes[value] {
                set(.listStyleType, type)
            }
        default: break
        }
    }

    private static let listTypes = [
        "1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman",
        "disc": "disc", "circle": "circle", "square": "square",
    ]

    /// Returns the keyword of a `size` of `font`: HTML, 15.3.4.
    private static func fontSizes(_ text: String) -> String? {
        guard var size = Int(text) else { return nil }
        if text.hasPrefix("+") || text.hasPrefix("-") { size = size.addingReportingOverflow(3).partialValue }
        let names = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"]
        return names[min(7, max(1, size)) - 1]
    }
}
