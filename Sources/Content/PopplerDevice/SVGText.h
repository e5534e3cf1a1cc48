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

/// Path data under construction, whose points a matrix transforms.
class PathText {
public:
    SVGText data;

    PathText(const double matrix[6], int decimals) : matrix(matrix), decimals(decimals) {}

    void move(double x, double y) { point("M", x, y); }
    void line(double x, double y) { point("L", x, y); }
    void curve(const double x[3], const double y[3]) {
        for (int i = 0; i < 3; i++) point(i == 0 ? "C" : " ", x[i], y[i]);
    }
    void close() { data << "Z"; }

private:
    void point(std::string_view before, double x, double y) {
        data << before;
        data.numbers(
            decimals, matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]);
    }

    const double *matrix;
    int decimals;
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
