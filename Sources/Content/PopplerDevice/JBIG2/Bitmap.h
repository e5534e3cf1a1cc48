#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace jbig2 {

/// The failure of data that is damaged or exceeds a limit.
struct Damage {};

/// The operation that combines a bitmap with the one below it, as numbered in files.
enum class Operator { orOp = 0, andOp = 1, xorOp = 2, xnorOp = 3, replace = 4 };

/// Limits the memory and the time of an image, since a few bytes can declare any number of pixels.
class Budget {
public:
    /// Creates the budget of an image with so many bytes of pixels, as the document says: eight times as many, for its
    /// regions, and some for symbols.
    explicit Budget(size_t byteCount)
        : pixels((int64_t(1) << 28) + 64 * int64_t(std::min<size_t>(byteCount, 1 << 26))) {}

    /// Throws `Damage` if too few pixels are left for a bitmap.
    void check(int64_t width, int64_t height) const;
    /// Subtracts the pixels of a bitmap; throws `Damage` if too few are left.
    void spend(int64_t width, int64_t height);
    /// Adds the pixels of a bitmap that is gone.
    void giveBack(int64_t width, int64_t height) { pixels += cost(width, height); }
    /// Subtracts the steps of drawing a bitmap on another one; throws `Damage` if too few are left.
    void draw(int64_t width, int64_t height);
    /// Subtracts the steps of reading a symbol's place; throws `Damage` if too few are left. An image may have 8 million
    /// places, and a damaged one can declare more than 4 billion.
    void place();

private:
    static int64_t cost(int64_t width, int64_t height);

    int64_t pixels;
    int64_t steps = int64_t(1) << 32;
};

/// Pixels of one bit each: 1 is black. Outside of its bounds a bitmap is white.
class Bitmap {
public:
    const int width;
    const int height;
    const size_t bytesPerRow;

    /// Creates a white bitmap; throws `Damage` if it has too many pixels.
    Bitmap(int64_t width, int64_t height, Budget &budget);

    bool get(int x, int y) const {
        return x >= 0 && y >= 0 && x < width && y < height && (row(y)[x >> 3] >> (7 - (x & 7)) & 1);
    }
    uint8_t *row(int y) { return bytes.data() + size_t(y) * bytesPerRow; }
    const uint8_t *row(int y) const { return bytes.data() + size_t(y) * bytesPerRow; }
    /// Sets a row from a byte for each pixel, 0 or 1.
    void setRow(int y, const uint8_t *pixels);

    void fill(bool isBlack);
    /// Draws a bitmap with its top left at a point.
    void draw(const Bitmap &other, int64_t x, int64_t y, Operator how);
    /// Returns a part as a bitmap of its own. Outside of this one it is white.
    std::shared_ptr<Bitmap> part(int64_t x, int64_t y, int64_t width, int64_t height, Budget &budget) const;

private:
    std::vector<uint8_t> bytes;
};

using BitmapPointer = std::shared_ptr<Bitmap>;

}
