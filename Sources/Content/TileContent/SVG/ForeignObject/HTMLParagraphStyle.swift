/// The properties of paragraphs of HTML, which are inherited. Those that SVG has as well are in `SVGTextStyle`.
struct HTMLParagraphStyle: Equatable, Sendable {
    enum Alignment: Sendable { case start, end, left, right, center, justify }

    /// The treatment of spaces and line breaks of the source: CSS Text Level 3, 3.
    enum WhiteSpace: Sendable {
        case normal, nowrap, pre, preWrap, preLine, breakSpaces

        var keepsSpaces: Bool { self == .pre || self == .preWrap || self == .breakSpaces }
        var keepsBreaks: Bool { keepsSpaces || self == .preLine }
        var wraps: Bool { self != .nowrap && self != .pre }
    }

    /// The largest tab size. A tab is so many letters in memory.
    static let largestTabSize = 16.0

    enum Transform: Sendable { case none, uppercase, lowercase, capitalize }

    var alignment = Alignment.start
    /// Whether blocks are aligned like lines, as `center` and the attribute `align` have it.
    var alignsBlocks = false
    var whiteSpace = WhiteSpace.normal
    var breaksAnywhere = false
    /// Whether words that do not fit may be broken.
    var breaksWords = false
    /// Whether such breaks count for the narrowest width.
    var breaksWordsInMinimum = false
    /// The number of letters from one tab stop to the next.
    var tabSize = 8
    var transform = Transform.none
    var indent = SVGLength.zero
    var marker = HTMLListMarker.disc
    var collapsesBorders = false
    var spacingX = 0.0
    var spacingY = 0.0
}

/// The marker of a list item.
enum HTMLListMarker: String, Sendable {
    case none, disc, circle, square, decimal
    case lowerLetter = "lower-alpha"
    case upperLetter = "upper-alpha"
    case lowerRoman = "lower-roman"
    case upperRoman = "upper-roman"

    /// Returns the text of a numbered item; nil for items that have a shape.
    func text(_ number: Int) -> String? {
        switch self {
        case .none, .disc, .circle, .square: nil
        case .decimal: "\(number). "
        case .lowerLetter: "\(Self.letters(number).map { $0.lowercased() } ?? "\(number)"). "
        case .upperLetter: "\(Self.letters(number) ?? "\(number)"). "
        case .lowerRoman: "\(Self.roman(number).map { $0.lowercased() } ?? "\(number)"). "
        case .upperRoman: "\(Self.roman(number) ?? "\(number)"). "
        }
    }

    private static func letters(_ number: Int) -> String? {
        guard number > 0 else { return nil }
        var rest = number
        var text = ""
        while rest > 0 {
            text = String(UnicodeScalar(UInt8(65 + (rest - 1) % 26))) + text
            rest = (rest - 1) / 26
        }
        return text
    }

    private static func roman(_ number: Int) -> String? {
        guard 1...3999 ~= number else { return nil }
        var rest = number
        var text = ""
        for (value, digits) in [
            (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"),
            (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
        ] {
            while rest >= value {
                text += digits
                rest -= value
            }
        }
        return text
    }
}

/// A box for the properties of paragraphs, which most drawings do not change. It is shared until it is changed.
final class HTMLParagraphStyleBox: Equatable, Sendable {
    let style: HTMLParagraphStyle

    init(_ style: HTMLParagraphStyle) { self.style = style }

    static let initial = HTMLParagraphStyleBox(HTMLParagraphStyle())

    static func == (a: HTMLParagraphStyleBox, b: HTMLParagraphStyleBox) -> Bool { a === b || a.style == b.style }
}
