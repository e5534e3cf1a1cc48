#include "Bitmap.h"

#include <algorithm>

namespace jbig2 {

int64_t Budget::cost(int64_t width, int64_t height) {
    if (width < 0 || height < 0 || width > INT32_MAX / 2 || height > INT32_MAX / 2) throw Damage{};
    // Rows have whole bytes. A bitmap without pixels takes memory, too, and its rows take time.
    constexpr int64_t least = 1024;
    return std::max(least, std::max<int64_t>(8, (width + 7) / 8 * 8) * std::max<int64_t>(1, height));
}

void Budget::check(int64_t width, int64_t height) const {
    if (cost(width, height) > pixels) throw Damage{};
}

void Budget::spend(int64_t width, int64_t height) {
    check(width, height);
    pixels -= cost(width, height);
}

void Budget::draw(int64_t width, int64_t height) {
    steps -= 64 + (width + 7) / 8 * height;
    if (steps < 0) throw Damage{};
}

void Budget::place() {
    steps -= 448;
    if (steps < 0) throw Damage{};
}

static int checked(int64_t width, int64_t height, Budget &budget) {
    budget.spend(width, height);
    return int(width);
}

Bitmap::Bitmap(int64_t width, int64_t height, Budget &budget)
    : width(checked(width, height, budget)), height(int(height)), bytesPerRow((size_t(width) + 7) / 8),
      bytes(bytesPerRow * size_t(height)) {}

void Bitmap::setRow(int y, const uint8_t *pixels) {
    uint8_t *out = row(y);
    for (int x = 0; x < width; x += 8) {
        int byte = 0;
        int count = std::min(8, width - x);
        for (int i = 0; i < count; i++) byte |= pixels[x + i] << (7 - i);
        *out++ = uint8_t(byte);
    }
}

void Bitmap::fill(bool isBlack) { std::fill(bytes.begin(), bytes.end(), isBlack ? 0xFF : 0); }

/// Combines the bits of a mask of two bytes.
static uint8_t combined(uint8_t below, uint8_t above, uint8_t mask, Operator how) {
    int result = below;
    switch (how) {
    case Operator::orOp: result = below | above; break;
    case Operator::andOp: result = below & above; break;
    case Operator::xorOp: result = below ^ above; break;
    case Operator::xnorOp: result = ~(below ^ above); break;
    case Operator::replace: result = above; break;
    }
    return uint8_t((below & ~mask) | (result & mask));
}

void Bitmap::draw(const Bitmap &other, int64_t x, int64_t y, Operator how) {
    int64_t left = std::max<int64_t>(0, x), right = std::min<int64_t>(width, x + other.width);
    int64_t top = std::max<int64_t>(0, y), bottom = std::min<int64_t>(height, y + other.height);
    if (left >= right) return;
    for (int64_t line = top; line < bottom; line++) {
        uint8_t *out = row(int(line));
        const uint8_t *in = other.row(int(line - y));
        for (int64_t at = left / 8; at <= (right - 1) / 8; at++) {
            // The eight bits of the other bitmap that begin at `at * 8 - x`.
            int64_t bit = at * 8 - x;
            int64_t byte = bit >= 0 ? bit / 8 : -((7 - bit) / 8);
            int shift = int(bit - byte * 8);
            auto part = [&](int64_t index) {
                return index >= 0 && index < int64_t(other.bytesPerRow) ? int(in[index]) : 0;
            };
            auto above = uint8_t((part(byte) << 8 | part(byte + 1)) >> (8 - shift));
            int mask = 0xFF;
            if (left > at * 8) mask &= 0xFF >> (left - at * 8);
            if (right < at * 8 + 8) mask &= 0xFF << (at * 8 + 8 - right);
            out[at] = combined(out[at], above, uint8_t(mask), how);
        }
    }
}

BitmapPointer Bitmap::part(int64_t x, int64_t y, int64_t width, int64_t height, Budget &budget) const {
    auto result = std::make_shared<Bitmap>(width, height, budget);
    result->draw(*this, -x, -y, Operator::replace);
    return result;
}

}
