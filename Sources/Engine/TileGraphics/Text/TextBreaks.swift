import CPango

/// The boundaries of a text's characters, words, sentences and lines: Pango's analysis, which follows UAX 14 and UAX 29
/// and supports languages written without spaces.
package struct TextBreaks: Sendable {
    /// The kinds of boundaries at a position between two UTF-16 units.
    package struct Kinds: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A position for a caret: not within a letter with its accents, nor within a surrogate pair.
        package static let caret = Kinds(rawValue: 1 << 0)
        package static let wordStart = Kinds(rawValue: 1 << 1)
        package static let wordEnd = Kinds(rawValue: 1 << 2)
        package static let sentenceStart = Kinds(rawValue: 1 << 3)
        package static let sentenceEnd = Kinds(rawValue: 1 << 4)
        /// A position where a line may be broken.
        package static let lineBreak = Kinds(rawValue: 1 << 5)
    }

    /// The boundaries: one more than the text has UTF-16 units.
    package let places: [Kinds]

    /// Analyzes a text. Halves of surrogate pairs count as separate characters.
    ///
    /// - Complexity: O(n) for n units.
    package init(_ units: some Collection<UInt16>) {
        var text = String(decoding: units, as: UTF16.self)
        // Pango, like C, ends a text at a null character.
        if text.unicodeScalars.contains("\0") {
            text.unicodeScalars = String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? " " : $0 })
        }
        let scalars = text.unicodeScalars
        var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: scalars.count + 1)
        pango_get_log_attrs(
            text, Int32(clamping: text.utf8.count), -1, pango_language_get_default(), &attributes,
            Int32(clamping: attributes.count))
        var places: [Kinds] = []
        places.reserveCapacity(text.utf16.count + 1)
        var index = 0
        for scalar in scalars {
            places.append(Kinds(attributes[index]))
            if UTF16.width(scalar) == 2 { places.append([]) }
            index += 1
        }
        places.append(Kinds(attributes[index]).union(.caret))
        places[0].insert(.caret)
        self.places = places
    }
}

extension TextBreaks.Kinds {
    fileprivate init(_ attribute: PangoLogAttr) {
        self = []
        if attribute.is_cursor_position != 0 { insert(.caret) }
        // Pango splits words at apostrophes, UAX 29 does not.
        if attribute.is_word_start != 0, attribute.is_word_boundary != 0 { insert(.wordStart) }
        if attribute.is_word_end != 0, attribute.is_word_boundary != 0 { insert(.wordEnd) }
        if attribute.is_sentence_start != 0 { insert(.sentenceStart) }
        if attribute.is_sentence_end != 0 { insert(.sentenceEnd) }
        if attribute.is_line_break != 0 { insert(.lineBreak) }
    }
}
