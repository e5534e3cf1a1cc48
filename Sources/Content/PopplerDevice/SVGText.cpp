#include "SVGText.h"

#include <algorithm>
#include <charconv>
#include <cmath>

SVGText &SVGText::number(double value, int decimals) {
    static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10};
    if (!std::isfinite(value)) value = 0;
    decimals = std::clamp(decimals, 0, 10);
    double scaled = std::round(value * powers[decimals]);
    char digits[40];
    if (std::fabs(scaled) >= 1e17) {
        auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::scientific, 9).ptr;
        text.append(digits, end);
        return *this;
    }
    if (scaled < 0) {
        text.push_back('-');
        scaled = -scaled;
    }
    auto whole = static_cast<uint64_t>(scaled);
    char *end = digits + sizeof digits;
    char *start = end;
    // The decimals without zeros at their end.
    int left = decimals;
    while (left > 0 && whole % 10 == 0) {
        whole /= 10;
        left--;
    }
    if (left > 0) {
        for (; left > 0; left--, whole /= 10) *--start = static_cast<char>('0' + whole % 10);
        *--start = '.';
    }
    do {
        *--start = static_cast<char>('0' + whole % 10);
        whole /= 10;
    } while (whole > 0);
    text.append(start, end);
    return *this;
}

SVGText &SVGText::matrix(const char *attribute, const double m[6]) {
    *this << " " << attribute << "=\"matrix(";
    char digits[40];
    for (int i = 0; i < 6; i++) {
        if (i > 0) text.push_back(' ');
        double value = std::isfinite(m[i]) ? m[i] : 0;
        auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 9).ptr;
        text.append(digits, end);
    }
    return *this << ")\"";
}

SVGText &SVGText::base64(const unsigned char *bytes, size_t count) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    text.reserve(text.size() + (count + 2) / 3 * 4);
    for (size_t i = 0; i < count; i += 3) {
        uint32_t three = bytes[i] << 16;
        if (i + 1 < count) three |= bytes[i + 1] << 8;
        if (i + 2 < count) three |= bytes[i + 2];
        text.push_back(letters[three >> 18]);
        text.push_back(letters[three >> 12 & 63]);
        text.push_back(i + 1 < count ? letters[three >> 6 & 63] : '=');
        text.push_back(i + 2 < count ? letters[three & 63] : '=');
    }
    return *this;
}

std::string RGB::css() const {
    static const char digits[] = "0123456789abcdef";
    std::string text = "#";
    for (uint8_t component : {red, green, blue}) {
        text.push_back(digits[component >> 4]);
        text.push_back(digits[component & 15]);
    }
    return text;
}
