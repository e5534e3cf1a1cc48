#include "SearchableText.h"

#include <algorithm>
#include <cmath>

#include <glib.h>

#include "UTF8Text.h"

static bool isDash(char32_t code) { return code == '-' || (code >= 0x2010 && code <= 0x2015) || code == 0x2212; }

static constexpr char32_t softHyphen = 0xAD;

/// Appends the forms of a character that are compared.
static void appendFolded(char32_t code, std::u32string &text) {
    // Accents that TeX draws beside a letter or over it, as characters of their own.
    if (code >= 0x2C6 && code <= 0x2CB) return;
    gunichar parts[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];
    bool isHangul = code >= 0xAC00 && code <= 0xD7A3;
    gsize count = 1;
    parts[0] = code;
    if (!isHangul && code >= 0x80) {
        count = g_unichar_fully_decompose(code, true, parts, G_UNICHAR_MAX_DECOMPOSITION_LENGTH);
    }
    if (count > 1 && parts[0] == ' ') return;
    for (gsize i = 0; i < std::min<gsize>(count, G_UNICHAR_MAX_DECOMPOSITION_LENGTH); i++) {
        char32_t part = parts[i];
        if (g_unichar_isspace(part)) {
            text.push_back(' ');
            continue;
        }
        switch (g_unichar_type(part)) {
        case G_UNICODE_NON_SPACING_MARK:
        case G_UNICODE_ENCLOSING_MARK:
        case G_UNICODE_FORMAT:
        case G_UNICODE_CONTROL: continue;
        default: break;
        }
        if (isDash(part)) {
            part = '-';
        } else if ((part >= 0x2018 && part <= 0x201B) || part == 0x2032 || part == '`') {
            part = '\'';
        } else if ((part >= 0x201C && part <= 0x201F) || part == 0x2033) {
            part = '"';
        } else if (part == 0x131) {
            // Letters without a dot, which TeX draws under an accent.
            part = 'i';
        } else if (part == 0x237) {
            part = 'j';
        } else if (part == 0xDF || part == 0x1E9E) {
            text += U"ss";
            continue;
        } else if (part == 0x3C2) {
            // The form of a Greek sigma at the end of a word.
            part = 0x3C3;
        } else {
            part = g_unichar_tolower(part);
        }
        text.push_back(part);
    }
}

/// Whether a script is written without spaces between words.
static bool isSpaceless(char32_t code) {
    if (code < 0x0E00) return false;
    switch (g_unichar_get_script(code)) {
    case G_UNICODE_SCRIPT_HAN:
    case G_UNICODE_SCRIPT_HIRAGANA:
    case G_UNICODE_SCRIPT_KATAKANA:
    case G_UNICODE_SCRIPT_BOPOMOFO:
    case G_UNICODE_SCRIPT_HANGUL:
    case G_UNICODE_SCRIPT_THAI:
    case G_UNICODE_SCRIPT_LAO:
    case G_UNICODE_SCRIPT_KHMER: return true;
    // The marks that several of these scripts share.
    case G_UNICODE_SCRIPT_COMMON: return code >= 0x3000 && code < 0x3100;
    default: return false;
    }
}

namespace {
enum class Direction { left, right, none };
}

/// The direction in which a character is written.
static Direction direction(char32_t code) {
    if (code >= 0x590) {
        if (code < 0x900 || (code >= 0xFB1D && code <= 0xFDFF) || (code >= 0xFE70 && code <= 0xFEFF)
            || (code >= 0x10800 && code <= 0x10FFF) || (code >= 0x1E800 && code <= 0x1EFFF)) {
            // Digits and marks of these scripts are written from the left, or with the character before.
            bool isDigit = g_unichar_isdigit(code);
            return isDigit ? Direction::left : Direction::right;
        }
    }
    return g_unichar_isalnum(code) ? Direction::left : Direction::none;
}

namespace {
/// A character of a line as Poppler has it: from left to right.
struct Character {
    char32_t code;
    double left, top, right, bottom;
    bool isGap;
};
}

/// Sorts the characters of a line that has letters written from the right by the order in which they are read.
static void sortForReading(std::vector<Character> &line) {
    size_t left = 0, right = 0;
    for (const Character &each : line) {
        Direction way = direction(each.code);
        left += way == Direction::left;
        right += way == Direction::right;
    }
    if (right == 0) return;
    bool isFromRight = right >= left;
    // Runs in the other direction than the line's, without the neutral characters at their ends.
    Direction other = isFromRight ? Direction::left : Direction::right;
    Direction own = isFromRight ? Direction::right : Direction::left;
    if (isFromRight) std::reverse(line.begin(), line.end());
    for (size_t start = 0; start < line.size(); start++) {
        if (direction(line[start].code) != other) continue;
        size_t end = start + 1;
        for (size_t i = end; i < line.size() && direction(line[i].code) != own; i++) {
            if (direction(line[i].code) == other) end = i + 1;
        }
        std::reverse(line.begin() + long(start), line.begin() + long(end));
        start = end - 1;
    }
}

void SearchableText::add(const TextPage &text, const Matrix &matrix, bool isTurned) {
    planes.push_back({matrix, isTurned});
    for (const TextFlow *flow = text.getFlows(); flow; flow = flow->getNext()) {
        for (const TextBlock *block = flow->getBlocks(); block; block = block->getNext()) {
            for (const TextLine *line = block->getLines(); line; line = line->getNext()) add(*line);
        }
    }
}

void SearchableText::add(const TextLine &line) {
    std::vector<Character> characters;
    size_t wordCount = 0, singleCount = 0;
    for (const TextWord *word = line.getWords(); word; word = word->nextWord()) {
        for (int i = 0; i < word->getLength(); i++) {
            Character character{};
            character.code = *word->getChar(i);
            if (character.code == 0 || character.code > 0x10FFFF) continue;
            word->getCharBBox(i, &character.left, &character.top, &character.right, &character.bottom);
            characters.push_back(character);
        }
        wordCount++;
        if (word->getLength() == 1) singleCount++;
        if (word->hasSpaceAfter() && word->nextWord() && !characters.empty()) {
            Character gap = characters.back();
            gap.code = ' ';
            gap.isGap = true;
            characters.push_back(gap);
        }
    }
    if (characters.empty()) return;
    // In letters that are set apart, Poppler finds words of a few letters, and many of one.
    bool isSpaced = wordCount >= 4 && 3 * singleCount >= wordCount && characters.size() < 4 * wordCount;
    auto gapKind = isSpaced ? Letter::Kind::spacing : Letter::Kind::gap;
    sortForReading(characters);
    if (!letters.empty()) letters.push_back({'\n', Letter::Kind::lineBreak, uint32_t(glyphs.size() - 1)});
    auto number = uint32_t(lines.size());
    Line added{uint32_t(planes.size() - 1), {}};
    std::u32string folded;
    for (size_t i = 0; i < characters.size(); i++) {
        const Character &character = characters[i];
        added.text.push_back(character.code);
        if (character.isGap) {
            if (!glyphs.empty()) letters.push_back({' ', gapKind, uint32_t(glyphs.size() - 1)});
            continue;
        }
        glyphs.push_back(
            {float(character.left), float(character.top), float(character.right), float(character.bottom), number});
        folded.clear();
        // A soft hyphen shows only at the end of a line.
        if (character.code == softHyphen && i + 1 == characters.size()) {
            folded.push_back('-');
        } else {
            appendFolded(character.code, folded);
        }
        for (char32_t code : folded) {
            auto kind = code == ' ' ? Letter::Kind::gap : Letter::Kind::letter;
            letters.push_back({code, kind, uint32_t(glyphs.size() - 1)});
        }
    }
    lines.push_back(std::move(added));
}

/// Whether a gap or a break has no meaning, because it is between letters that are set apart, between characters of a
/// script without spaces, or after a hyphen at the end of a line.
bool SearchableText::isPassed(size_t index) const {
    if (index == 0 || index + 1 >= letters.size()) return false;
    const Letter &before = letters[index - 1];
    if (before.kind != Letter::Kind::letter) return false;
    if (letters[index].kind == Letter::Kind::spacing) return true;
    if (letters[index].kind == Letter::Kind::lineBreak && before.code == '-') return true;
    return isSpaceless(before.code) && isSpaceless(letters[index + 1].code);
}

size_t SearchableText::match(size_t start, const std::u32string &needle) const {
    size_t at = start;
    for (size_t i = 0; i < needle.size();) {
        if (at >= letters.size()) return 0;
        const Letter &letter = letters[at];
        bool isSpace = letter.kind != Letter::Kind::letter;
        if (needle[i] == ' ') {
            if (!isSpace) return 0;
            while (at < letters.size() && letters[at].kind != Letter::Kind::letter) at++;
            i++;
        } else if (isSpace) {
            if (i == 0 || !isPassed(at)) return 0;
            at++;
        } else if (letter.code == needle[i]) {
            at++;
            i++;
        } else if (
            i > 0 && letter.code == '-' && at + 1 < letters.size()
            && letters[at + 1].kind == Letter::Kind::lineBreak) {
            // A word that is hyphenated at the end of the line.
            at += 2;
        } else {
            return 0;
        }
    }
    return at;
}

/// Returns the letters of a text to search for, with single gaps.
static std::u32string foldedNeedle(std::string_view text) {
    std::u32string result;
    // Text that is not UTF-8 is replaced.
    gchar *valid = g_utf8_make_valid(text.data(), gssize(text.size()));
    std::u32string folded;
    for (const gchar *at = valid; *at; at = g_utf8_next_char(at)) {
        folded.clear();
        appendFolded(g_utf8_get_char(at), folded);
        for (char32_t code : folded) {
            if (code == ' ' && (result.empty() || result.back() == ' ')) continue;
            result.push_back(code);
        }
    }
    g_free(valid);
    if (!result.empty() && result.back() == ' ') result.pop_back();
    return result;
}

std::vector<SearchableText::Match> SearchableText::find(std::string_view text, size_t most) const {
    std::vector<Match> matches;
    std::u32string needle = foldedNeedle(text);
    if (needle.empty() || needle.size() > longestNeedle) return matches;
    for (size_t start = 0; start < letters.size() && matches.size() < most;) {
        size_t end = letters[start].code == needle[0] ? match(start, needle) : 0;
        if (end == 0) {
            start++;
            continue;
        }
        matches.push_back(found(start, end));
        start = end;
    }
    return matches;
}

SearchableText::Match SearchableText::found(size_t start, size_t end) const {
    Match match;
    uint32_t first = letters[start].glyph, last = letters[end - 1].glyph;
    for (uint32_t i = first; i <= last;) {
        uint32_t number = glyphs[i].line;
        Glyph box = glyphs[i];
        for (; i <= last && glyphs[i].line == number; i++) {
            box.left = std::min(box.left, glyphs[i].left);
            box.top = std::min(box.top, glyphs[i].top);
            box.right = std::max(box.right, glyphs[i].right);
            box.bottom = std::max(box.bottom, glyphs[i].bottom);
        }
        const Plane &plane = planes[lines[number].plane];
        const Matrix &m = plane.matrix;
        const double corners[4][2] = {
            {box.left, box.top}, {box.right, box.top}, {box.right, box.bottom}, {box.left, box.bottom}};
        PageQuad quad{};
        quad.is_turned = plane.isTurned;
        for (int corner = 0; corner < 4; corner++) {
            double x = corners[corner][0], y = corners[corner][1];
            quad.x[corner] = m[0] * x + m[2] * y + m[4];
            quad.y[corner] = m[1] * x + m[3] * y + m[5];
        }
        match.quads.push_back(quad);
    }
    const std::u32string &line = lines[glyphs[first].line].text;
    for (size_t i = 0; i < std::min<size_t>(line.size(), 300); i++) appendUTF8(line[i], match.line);
    return match;
}
