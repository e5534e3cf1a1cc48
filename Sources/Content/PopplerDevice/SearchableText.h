#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <TextOutputDev.h>

#include "PopplerDevice.h"

/// The text of a page in reading order, for searches.
///
/// A search compares folded letters: without case, accents and ligatures, with one kind of dash and quotation mark.
/// Between words is a gap, and between lines a break, so that a phrase is found across lines.
class SearchableText {
public:
    /// The matrix of a plane to the page, in points from the top left of the displayed page, y down.
    using Matrix = std::array<double, 6>;

    /// A part of a text that was found.
    struct Match {
        /// An area for each line, in reading order.
        std::vector<PageQuad> quads;
        /// The line on which it begins.
        std::string line;
    };

    /// The maximum number of letters of a text to search for.
    static constexpr size_t longestNeedle = 1000;

    /// Adds the text that Poppler collected in a plane.
    ///
    /// - Parameter isTurned: Whether the plane's axes are not those of the page.
    void add(const TextPage &text, const Matrix &matrix, bool isTurned);

    /// Returns the matches of a text in UTF-8 that do not overlap.
    std::vector<Match> find(std::string_view text, size_t most) const;

private:
    /// A letter as it is compared.
    struct Letter {
        enum class Kind : uint8_t {
            letter,
            gap,
            /// A gap in a line whose letters are apart, which may be inside a word.
            spacing,
            lineBreak,
        };

        char32_t code;
        Kind kind;
        /// The index of the glyph that shows it; that of the last one for gaps and breaks.
        uint32_t glyph;
    };

    struct Glyph {
        /// The box in its plane.
        float left, top, right, bottom;
        uint32_t line;
    };

    struct Line {
        uint32_t plane;
        /// The characters in reading order.
        std::u32string text;
    };

    struct Plane {
        Matrix matrix;
        bool isTurned;
    };

    void add(const TextLine &line);
    /// Returns the end of a match that begins at a letter; 0 if there is none.
    size_t match(size_t start, const std::u32string &needle) const;
    bool isPassed(size_t index) const;
    Match found(size_t start, size_t end) const;

    std::vector<Letter> letters;
    std::vector<Glyph> glyphs;
    std::vector<Line> lines;
    std::vector<Plane> planes;
};
