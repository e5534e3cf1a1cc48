#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// SVG text under construction.
class SVGText {
public:
    std::string text;

    SVGText &operator<<(std::string_view more) {
        text.append(more);
        return *this;
    }

    /// Appends a number, rounded to `decimals` places.
    SVGText &number(double value, int decimals = usualDecimals);

    /// Appends numbers that are separated by spaces.
    template <typename... Numbers> SVGText &numbers(int decimals, double first, Numbers... rest) {
        number(first, decimals);
        ((*this << " ", number(rest, decimals)), ...);
        return *this;
    }

    /// Appends ` transform="matrix(…)"`, or another attribute with a matrix.
    SVGText &matrix(const char *attribute, const double m[6]);

    /// Appends bytes in Base64.
    SVGText &base64(const unsigned char *bytes, size_t count);

    /// The decimals of coordinates in points: 1/10,000 of a point is less than a pixel's 1/64 at 256 times the size.
    static constexpr int usualDecimals = 4;
};

/// A color with 8 bits for each component.
struct RGB {
    uint8_t red = 0;
    uint8_t green = 0;
    uint8_t blue = 0;

    bool operator==(const RGB &other) const = default;

    /// The color as in CSS: `#1b1b1b`.
    std::string css() const;
};
