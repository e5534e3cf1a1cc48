import Foundation
import TileGraphics

/// The content of the lines of a block, shaped and divided where lines may be broken: CSS Text Level 3.
final class HTMLParagraph {
    /// A text in one style, shaped as a whole.
    struct Run {
        var text: [UInt8]
        var element: HTMLInlineBox
        var shaped: ShapedText
        /// The clusters by their offsets, ascending.
        var order: [Int]
        var letterSpacing: Double
        var wordSpacing: Double

        /// Returns the clusters that begin in a range of bytes, as indices of `order`.
        func clusters(in bytes: Range<Int>) -> Range<Int> {
            func first(_ offset: Int) -> Int {
                var (low, high) = (0, order.count)
                while low < high {
                    let middle = (low + high) / 2
                    if shaped.clusters[order[middle]].offset < offset { low = middle + 1 } else { high = middle }
                }
                return low
            }
            let start = first(bytes.lowerBound)
            return start..<max(start, first(bytes.upperBound))
        }

        /// Returns the advance of a cluster, by its index in the shaped text.
        func advance(_ cluster: Int) -> Double {
            let offset = shaped.clusters[cluster].offset
            var advance = shaped.clusters[cluster].advance * element.style.text.fontSize
            if letterSpacing != 0, !isCursive(at: offset) { advance += letterSpacing }
            if offset < text.count, text[offset] == 0x20 { advance += wordSpacing }
            return advance
        }

        private func isCursive(at offset: Int) -> Bool {
            let bytes = text[min(offset, text.count)..<min(offset + 4, text.count)]
            return String(decoding: bytes, as: UTF8.self).unicodeScalars.first.map(SVGTextContent.isCursive) ?? false
        }

        func width(of bytes: Range<Int>) -> Double {
            clusters(in: bytes).reduce(0) { $0 + advance(order[$1]) }
        }
    }

    /// A word with the width of the spaces after it.
    struct Word {
        var run: Int
        /// The letters, without the spaces.
        var bytes: Range<Int>
        /// The width without the spaces at the end.
        var width: Double
        /// The width of the spaces at the end, which do not count at the end of a line.
        var spaceWidth: Double
        /// Whether a line may begin with the word.
        var mayBeginLine: Bool
        var isRightToLeft: Bool
    }

    enum Piece {
        case word(Word)
        case open(HTMLInlineBox, isContinued: Bool)
        case close(HTMLInlineBox, isContinued: Bool)
        case box(HTMLBox, mayBeginLine: Bool)
        case lineBreak
        case outOfFlow(HTMLBox)
    }

    private(set) var runs: [Run] = []
    private(set) var pieces: [Piece] = []
    /// The number of units of work that the paragraph took.
    private(set) var cost = 0

    // MARK: Creation

    /// A part of the content before it is divided: a text, or something else with a character that stands for it.
    private enum Part {
        case text(String, HTMLInlineBox)
        case piece(Piece, String)
    }

    /// - Parameter lettersBefore: The bytes of the paragraphs before it, which are in memory, too.
    init(_ box: HTMLBox, _ recorder: SVGRecorder, lettersBefore: Int) throws(SVGRecorder.Failure) {
        let parts = Self.collapsed(box)
        var whole = ""
        for part in parts {
            switch part {
            case .text(let text, _): whole += text
            case .piece(_, let text): whole += text
            }
        }
        cost = whole.utf8.count
        // Tabs and transformed letters are longer than in the document.
        try recorder.checkRoom(
            (lettersBefore + cost) * TextShaper.bytesPerByte, for: "the letters of one of its texts")
        let units = Array(whole.utf16)
        let breaks = units.isEmpty ? [] : TextBreaks(units).places
        var at = 0
        var wrappedBefore = true
        for part in parts {
            switch part {
            case .text(let text, let element):
                try add(text, element, recorder, breaks: breaks, units: units, at: &at, &wrappedBefore)
            case .piece(var piece, let text):
                if case .box(let inner, _) = piece {
                    piece = .box(inner, mayBeginLine: at > 0 && at < breaks.count && breaks[at].contains(.lineBreak))
                }
                pieces.append(piece)
                at += text.utf16.count
            }
        }
    }

    /// The end of a line of the source.
    private struct LineSoFar {
        /// Whether spaces collapse, as at the start.
        var endsInSpace = true
        /// The number of letters, for tabs.
        var column = 0
    }

    /// Returns the content with white space collapsed and letters transformed: CSS Text Level 3, 4.1.
    private static func collapsed(_ box: HTMLBox) -> [Part] {
        var parts: [Part] = []
        var elements = [HTMLInlineBox(box.node, box.style, decorations: box.decorations)]
        var line = LineSoFar()
        for inline in box.inlines {
            switch inline {
            case .text(let text):
                let element = elements[elements.count - 1]
                add(text, element, to: &parts, in: &line)
            case .open(let element, let isContinued):
                elements.append(element)
                parts.append(.piece(.open(element, isContinued: isContinued), ""))
            case .close(let element, let isContinued):
                elements.removeLast()
                parts.append(.piece(.close(element, isContinued: isContinued), ""))
            case .box(let inner):
                line.endsInSpace = false
                parts.append(.piece(.box(inner, mayBeginLine: false), "\u{FFFC}"))
            case .lineBreak:
                line = LineSoFar()
                parts.append(.piece(.lineBreak, "\n"))
            case .outOfFlow(let inner): parts.append(.piece(.outOfFlow(inner), ""))
            }
        }
        return parts
    }

    private static func add(
        _ text: String, _ element: HTMLInlineBox, to parts: inout [Part], in line: inout LineSoFar
    ) {
        let style = element.style.paragraph.style
        let whiteSpace = style.whiteSpace
        var kept = ""
        func end() {
            if !kept.isEmpty { parts.append(.text(transformed(kept, style.transform), element)) }
            kept = ""
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n", "\r":
                if whiteSpace.keepsBreaks {
                    if whiteSpace == .preLine, kept.hasSuffix(" ") { kept.removeLast() }
                    end()
                    parts.append(.piece(.lineBreak, "\n"))
                    line = LineSoFar()
                    continue
                }
                fallthrough
            case " ", "\t", "\u{0C}":
                if whiteSpace.keepsSpaces {
                    let count = scalar == "\t" ? style.tabSize - line.column % max(1, style.tabSize) : 1
                    kept += String(repeating: " ", count: count)
                    line.column += count
                } else if !line.endsInSpace {
                    kept += " "
                    line.endsInSpace = true
                    line.column += 1
                }
            default:
                kept.unicodeScalars.append(scalar)
                line.endsInSpace = false
                line.column += 1
            }
        }
        if whiteSpace.keepsSpaces, !text.isEmpty { line.endsInSpace = false }
        end()
    }

    private static func transformed(_ text: String, _ transform: HTMLParagraphStyle.Transform) -> String {
        switch transform {
        case .none: return text
        case .uppercase: return text.uppercased()
        case .lowercase: return text.lowercased()
        case .capitalize:
            var result = ""
            var isInWord = false
            for character in text {
                let isLetter = character.isLetter || character.isNumber || character == "'" || character == "\u{2019}"
                result += isLetter && !isInWord ? character.uppercased() : String(character)
                isInWord = isLetter
            }
            return result
        }
    }

    /// Shapes a text and divides it into words.
    private func add(
        _ text: String, _ element: HTMLInlineBox, _ recorder: SVGRecorder, breaks: [TextBreaks.Kinds],
        units: [UInt16], at: inout Int, _ wrappedBefore: inout Bool
    ) throws(SVGRecorder.Failure) {
        let style = element.style
        let paragraph = style.paragraph.style
        let shaped = recorder.shaper.characters(of: text, recorder.characterStyle(style))
        try recorder.noteMissing(shaped.unknownCharacters, outlines: 0)
        if shaped.missingOutlines > 0 {
            recorder.notes.insert("Characters that are pictures are not shown in a foreignObject.")
        }
        let run = Run(
            text: Array(text.utf8), element: element, shaped: shaped,
            order: shaped.clusters.indices.sorted { shaped.clusters[$0].offset < shaped.clusters[$1].offset },
            letterSpacing: recorder.resolve(style.text.letterSpacing, reference: 0, style: style),
            wordSpacing: recorder.resolve(style.text.wordSpacing, reference: 0, style: style))
        let number = runs.count
        runs.append(run)
        let wraps = paragraph.whiteSpace.wraps
        // Other spaces do not count at the end of a line.
        let countsSpaces = paragraph.whiteSpace == .breakSpaces
        var start = 0
        var mayBegin = false
        func end(_ offset: Int) {
            guard offset > start else { return }
            var last = offset
            if !countsSpaces { while last > start, run.text[last - 1] == 0x20 { last -= 1 } }
            let bytes = start..<last
            let width = run.width(of: bytes)
            pieces.append(
                .word(
                    Word(
                        run: number, bytes: bytes, width: width, spaceWidth: run.width(of: last..<offset),
                        mayBeginLine: mayBegin, isRightToLeft: Self.isRightToLeft(run, bytes))))
            start = offset
        }
        var offset = 0
        for scalar in text.unicodeScalars {
            let isBreak = at > 0 && at < breaks.count && breaks[at].contains(.lineBreak)
            let isLetter = at > 0 && at < breaks.count && breaks[at].contains(.caret)
            let isAllowed = Self.allowsBreak(units, before: at, inUnicode: isBreak)
            if offset == 0 {
                mayBegin = isAllowed && (wraps || wrappedBefore)
            } else if isAllowed || (paragraph.breaksAnywhere && isLetter && scalar != " ")
                || (countsSpaces && run.text[offset - 1] == 0x20)
            {
                end(offset)
                mayBegin = wraps
            }
            offset += UTF8.width(scalar)
            at += UTF16.width(scalar)
        }
        end(offset)
        wrappedBefore = wraps
    }

    private static func isRightToLeft(_ run: Run, _ bytes: Range<Int>) -> Bool {
        let clusters = run.clusters(in: bytes)
        guard let first = clusters.first, let last = clusters.last, first < last else {
            return run.text[bytes].contains { 0xD6...0xDD ~= $0 }
        }
        return run.shaped.clusters[run.order[first]].position > run.shaped.clusters[run.order[last]].position
    }

    /// Returns whether browsers break a line before a unit. Between letters of ASCII their own rules apply: a line
    /// breaks after hyphens and question marks, and before opening brackets after other signs
    /// (`kAsciiLineBreakTable` in Chromium).
    ///
    /// - Parameter inUnicode: Whether Unicode allows it.
    private static func allowsBreak(_ units: [UInt16], before at: Int, inUnicode: Bool) -> Bool {
        guard at > 0, at < units.count else { return inUnicode }
        let (before, after) = (units[at - 1], units[at])
        guard before < 0x7F, after < 0x7F, before > 0x20, after > 0x20 else { return inUnicode }
        switch before {
        case 0x2D:
            // It may be a minus sign.
            if 0x30...0x39 ~= after, at < 2 || !isLetterOrDigit(units[at - 2]) { return false }
            return !staysAfterHyphen.contains(after)
        case 0x3F: return !staysAfterQuestionMark.contains(after)
        default: return opens.contains(after) && endsBeforeOpening.contains(before)
        }
    }

    private static func isLetterOrDigit(_ unit: UInt16) -> Bool {
        0x30...0x39 ~= unit || (unit < 0x80 && 0x41...0x5A ~= unit & 0xDF)
    }

    private static let opens = Set("(<[{".utf16)
    private static let endsBeforeOpening = Set("!\"#%&)*+,.:;=>\\]|}~".utf16)
    private static let staysAfterHyphen = Set("!$),./:;?]}".utf16)
    private static let staysAfterQuestionMark = Set("!\"'),./:;?]}".utf16)
}

extension SVGRecorder {
    /// Returns the part of a style that affects the shapes of letters in HTML.
    func characterStyle(_ style: SVGStyle) -> TextShaper.CharacterStyle {
        let text = style.text
        var attributes = TextShaper.CharacterStyle(family: text.family)
        attributes.style = text.style
        attributes.weight = text.weight
        attributes.stretch = text.stretch
        attributes.features = text.features
        attributes.language = text.language
        attributes.isRightToLeft = text.isRightToLeft
        attributes.hasLigatures = text.letterSpacing.value == 0
        return attributes
    }
}
