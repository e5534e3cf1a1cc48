import Foundation

/// A builder of attributed text from HTML, with the results that UIKit gives: paragraphs end in newlines, `br` is a
/// line separator, and markers of lists are text between tabs.
///
/// The text and its styles are read; images, forms and the layout of tables are not.
struct HTMLTextBuilder {
    private struct Element {
        var name: String
        var style: HTMLTextStyle
        var isBlock: Bool
        /// The number of the next item of a list.
        var nextNumber = 1
        /// The length of the text when the element began, in UTF-16 units.
        var start: Int
    }

    /// The nesting beyond which a document is rejected, as by libxml2.
    static let maxDepth = 256
    private static let lineSeparator = "\u{2028}"
    private static let blocks: Set = [
        "address", "article", "aside", "blockquote", "center", "dd", "details", "div", "dl", "dt", "fieldset",
        "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main",
        "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
    ]
    private static let voids: Set = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    ]
    private static let markers = ["\u{2022}", "\u{25E6}", "\u{25AA}"]

    private var stack: [Element] = []
    /// The number of open elements of each name, so that end tags without one cost nothing.
    private var openCounts: [String: Int] = [:]
    private var rules = CSSRules()
    private var fonts = HTMLFonts()
    private var attributes: [HTMLTextStyle: [NSAttributedString.Key: Any]] = [:]
    private let base: URL?
    private(set) var title: String?

    private var text = ""
    /// The runs of equal style, with their lengths in UTF-16 units.
    private var runs: [(style: HTMLTextStyle, length: Int)] = []
    private var length = 0
    /// The end of the text, which decides about white space.
    private enum Ending { case start, newline, softSpace, separator, other }
    private var ending = Ending.start

    init(base: URL?) { self.base = base }

    /// Reads a document.
    ///
    /// - Throws: `CocoaError.fileReadCorruptFile` if its elements are nested too deeply.
    mutating func read(_ html: String) throws(CocoaError) -> NSAttributedString {
        var tokens = HTMLTokens(html)
        while let token = tokens.next() {
            switch token {
            case .text(let text): append(text)
            case .start(let tag): try open(tag)
            case .end(let name): close(name)
            case .styleSheet(let sheet): rules.add(sheet)
            case .title(let text): title = title ?? text.trimmingCharacters(in: .whitespacesAndNewlines)
            }
        }
        while !stack.isEmpty { closeLast() }
        if ending == .softSpace { removeLast() }
        return result()
    }

    private var style: HTMLTextStyle { stack.last?.style ?? HTMLTextStyle() }

    // MARK: Elements

    private mutating func open(_ tag: HTMLTokens.Tag) throws(CocoaError) {
        let name = tag.name
        let isBlock = Self.blocks.contains(name)
        if isBlock { closeParagraph() }
        switch name {
        case "li": closeOpen(["li"], within: ["ul", "ol"])
        case "dt", "dd": closeOpen(["dt", "dd"], within: ["dl"])
        case "tr": closeOpen(["tr"], within: ["table"])
        case "td", "th": closeOpen(["td", "th"], within: ["tr", "table"])
        case "body": closeOpen(["head"], within: [])
        default: break
        }
        if Self.voids.contains(name) || HTMLTokens.plainTextElements.contains(name) {
            if name == "br", !style.isHidden { appendBreak() } else if isBlock { endParagraph(style) }
            return
        }
        guard stack.count < Self.maxDepth else {
            throw CocoaError(
                .fileReadCorruptFile,
                userInfo: [
                    NSDebugDescriptionErrorKey: "the document's elements are nested more than \(Self.maxDepth) deep"
                ])
        }
        var style = style
        if isBlock { style.paragraphSpacing = 0 }
        let outer = style
        style.apply(name)
        style.apply(attributes: tag.attributes, of: name)
        for declaration in rules.declarations(for: tag) { style.apply(declaration, outer: outer) }
        for declaration in CSSDeclaration.list(tag.attributes["style"]?[...] ?? "") {
            style.apply(declaration, outer: outer)
        }
        if name == "ul" || name == "ol" { style.listIndent = (style.listIndent ?? 0) + 36 }
        if isBlock, !style.isHidden { endParagraph(outer) }
        if name == "td" || name == "th", ending != .start, ending != .newline, !style.isHidden {
            if ending == .softSpace { removeLast() }
            append(raw: "\t")
            // Space at the start of a cell is dropped.
            ending = .separator
        }
        var element = Element(name: name, style: style, isBlock: isBlock, start: length)
        if name == "ol", let start = tag.attributes["start"].flatMap({ Int($0) }) { element.nextNumber = start }
        if name == "li", let value = tag.attributes["value"].flatMap({ Int($0) }),
            let list = stack.lastIndex(where: { $0.name == "ol" })
        {
            stack[list].nextNumber = value
        }
        stack.append(element)
        openCounts[name, default: 0] += 1
        if name == "li" { appendMarker() }
    }

    private mutating func close(_ name: String) {
        guard openCounts[name, default: 0] > 0, let index = stack.lastIndex(where: { $0.name == name }) else {
            if name == "br", !style.isHidden { appendBreak() }
            return
        }
        while stack.count > index { closeLast() }
    }

    private mutating func closeLast() {
        let element = stack.removeLast()
        openCounts[element.name, default: 1] -= 1
        if element.isBlock, length > element.start { endParagraph(element.style) }
    }

    /// Closes a paragraph before a block begins, as HTML requires.
    private mutating func closeParagraph() {
        if let index = stack.lastIndex(where: { $0.isBlock }), stack[index].name == "p" {
            while stack.count > index { closeLast() }
        }
    }

    /// Closes the innermost of some elements if it is not outside another.
    private mutating func closeOpen(_ names: [String], within limits: [String]) {
        for index in stack.indices.reversed() {
            if limits.contains(stack[index].name) { return }
            if names.contains(stack[index].name) {
                while stack.count > index { closeLast() }
                return
            }
        }
    }

    // MARK: Text

    private mutating func append(_ string: String) {
        guard !style.isHidden else { return }
        if style.keepsWhitespace {
            // HTML ignores a line break directly after the tag.
            let isFirst = stack.last.map { $0.name == "pre" && $0.start == length } ?? false
            return append(raw: isFirst && string.hasPrefix("\n") ? String(string.dropFirst()) : string)
        }
        var words = ""
        for scalar in string.unicodeScalars {
            guard scalar == " " || (scalar.value >= 0x09 && scalar.value <= 0x0D) else {
                words.unicodeScalars.append(scalar)
                ending = .other
                continue
            }
            if ending == .other {
                words += " "
                ending = .softSpace
            }
        }
        if !words.isEmpty { add(words, style) }
    }

    private mutating func append(raw string: String) {
        guard !string.isEmpty else { return }
        add(string, style)
        ending = string.utf8.last == UInt8(ascii: "\n") ? .newline : .other
    }

    private mutating func appendBreak() {
        if ending == .softSpace { removeLast() }
        add(Self.lineSeparator, style)
        ending = .separator
    }

    private mutating func appendMarker() {
        guard !style.isHidden, let index = stack.lastIndex(where: { $0.name == "ul" || $0.name == "ol" }) else {
            return
        }
        let depth = openCounts["ul", default: 0] + openCounts["ol", default: 0]
        if stack[index].name == "ul" {
            append(raw: "\t\(Self.markers[min(depth, 3) - 1])\t")
        } else {
            append(raw: "\t\(stack[index].nextNumber).\t")
            stack[index].nextNumber &+= 1
        }
        // Space after the marker is dropped, like that at the start of a line.
        ending = .separator
    }

    /// Ends the line, unless nothing is in it.
    private mutating func endParagraph(_ style: HTMLTextStyle) {
        switch ending {
        case .start, .newline: return
        case .softSpace, .separator:
            // A break at the end of a block has no effect; the tab after a marker stays.
            if text.unicodeScalars.last != "\t" { removeLast() }
        case .other: break
        }
        add("\n", style)
        ending = .newline
    }

    private mutating func add(_ string: String, _ style: HTMLTextStyle) {
        text += string
        let count = string.utf16.count
        length += count
        if let last = runs.indices.last, runs[last].style == style {
            runs[last].length += count
        } else {
            runs.append((style, count))
        }
    }

    /// Removes the last character, a space or a separator.
    private mutating func removeLast() {
        text.unicodeScalars.removeLast()
        length -= 1
        guard let last = runs.indices.last else { return }
        runs[last].length -= 1
        if runs[last].length == 0 { runs.removeLast() }
    }

    // MARK: Attributes

    private mutating func result() -> NSAttributedString {
        // Appending would take time for the text before each run.
        let result = NSMutableAttributedString(string: text)
        var start = 0
        for run in runs {
            result.setAttributes(attributes(run.style), range: NSRange(location: start, length: run.length))
            start += run.length
        }
        return result
    }

    private mutating func attributes(_ style: HTMLTextStyle) -> [NSAttributedString.Key: Any] {
        if let known = attributes[style] { return known }
        var result: [NSAttributedString.Key: Any] = [
            .font: fonts.font(style), .foregroundColor: style.color, .paragraphStyle: Self.paragraphStyle(style),
        ]
        if let background = style.background { result[.backgroundColor] = background }
        if style.isUnderlined { result[.underlineStyle] = NSUnderlineStyle.single.rawValue }
        if style.isStruckThrough { result[.strikethroughStyle] = NSUnderlineStyle.single.rawValue }
        if style.kern != 0 { result[.kern] = CGFloat(style.kern) }
        if style.baselineOffset != 0 { result[.baselineOffset] = CGFloat(style.baselineOffset) }
        if let link = style.link.flatMap({ URL(string: $0, relativeTo: base) }) { result[.link] = link.absoluteURL }
        attributes[style] = result
        return result
    }

    private static func paragraphStyle(_ style: HTMLTextStyle) -> NSParagraphStyle {
        let result = NSMutableParagraphStyle()
        result.alignment = style.alignment
        result.baseWritingDirection = style.direction
        result.paragraphSpacing = style.paragraphSpacing
        result.firstLineHeadIndent = style.indent
        result.headIndent = style.indent
        if let list = style.listIndent {
            // UIKit's places of the marker and the text.
            result.headIndent = style.indent + list
            result.tabStops = [
                NSTextTab(textAlignment: .natural, location: style.indent + list - 25),
                NSTextTab(textAlignment: .natural, location: style.indent + list),
            ]
        }
        return result
    }
}
