#pragma once

#include <string>

#include <glib.h>

/// Appends a character in UTF-8; U+FFFD for one that is invalid.
inline void appendUTF8(char32_t character, std::string &text) {
    gchar bytes[6];
    bool isValid = g_unichar_validate(character);
    text.append(bytes, size_t(g_unichar_to_utf8(isValid ? character : 0xFFFD, bytes)));
}
