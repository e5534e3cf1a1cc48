#include "Halftone.h"

#include <algorithm>

namespace jbig2 {

std::shared_ptr<Symbols> readPatterns(Bytes data, Budget &budget) {
    uint32_t flags = data.byte();
    auto width = int(data.byte()), height = int(data.byte());
    int64_t count = int64_t(data.number(4)) + 1;
    if (width == 0 || height == 0) throw Damage{};
    budget.spend(width * count, height);
    BitmapPointer all;
    if (flags & 1) {
        all = readFacsimile(data, int(width * count), height, budget);
    } else {
        GenericRegion region;
        region.width = int(width * count);
        region.height = height;
        region.number = int(flags >> 1 & 3);
        region.adaptive = {{{-width, 0}, {-3, -1}, {2, -2}, {-2, -2}}};
        ArithmeticDecoder decoder(data);
        Contexts contexts(region.contextCount());
        all = region.read(decoder, contexts, budget);
    }
    auto result = std::make_shared<Symbols>();
    for (int64_t i = 0; i < count; i++) result->push_back(all->part(i * width, 0, width, height, budget));
    return result;
}

BitmapPointer readHalftone(Bytes data, int64_t width, int64_t height, const Symbols &patterns, Budget &budget) {
    if (patterns.empty()) throw Damage{};
    uint32_t flags = data.byte();
    bool isFacsimile = flags & 1, hasSkips = flags & 8;
    auto how = Operator(std::min<uint32_t>(flags >> 4 & 7, 4));
    int64_t columns = data.number(4), rows = data.number(4);
    auto left = int32_t(data.number(4)), top = int32_t(data.number(4));
    int64_t across = data.number(2), down = data.number(2);
    auto result = std::make_shared<Bitmap>(width, height, budget);
    if (flags & 0x80) result->fill(true);
    // Each pattern's number has 32 bits.
    if (columns > INT32_MAX / 64) throw Damage{};
    budget.spend(columns * 32, rows);
    int patternWidth = patterns[0]->width, patternHeight = patterns[0]->height;
    auto x = [&](int64_t column, int64_t row) { return (left + row * down + column * across) >> 8; };
    auto y = [&](int64_t column, int64_t row) { return (top + row * across - column * down) >> 8; };
    BitmapPointer skips;
    if (hasSkips) {
        skips = std::make_shared<Bitmap>(columns, rows, budget);
        std::vector<uint8_t> line;
        line.resize(size_t(columns));
        for (int64_t row = 0; row < rows; row++) {
            for (int64_t column = 0; column < columns; column++) {
                int64_t atX = x(column, row), atY = y(column, row);
                line[size_t(column)] =
                    atX + patternWidth <= 0 || atX >= width || atY + patternHeight <= 0 || atY >= height;
            }
            skips->setRow(int(row), line.data());
        }
    }
    // The bits of the numbers, the highest first, as in Gray's code: T.88, annex C.
    GenericRegion region;
    region.width = int(columns);
    region.height = int(rows);
    region.number = int(flags >> 1 & 3);
    region.adaptive = {{{region.number <= 1 ? 3 : 2, -1}, {-3, -1}, {2, -2}, {-2, -2}}};
    region.skipped = skips.get();
    Contexts contexts(region.contextCount());
    ArithmeticDecoder decoder(data);
    std::vector<uint32_t> numbers(size_t(columns) * size_t(rows));
    for (int plane = bitsFor(patterns.size()); plane > 0; plane--) {
        BitmapPointer bits = isFacsimile ? readFacsimile(data, int(columns), int(rows), budget)
                                         : region.read(decoder, contexts, budget);
        for (int64_t row = 0, at = 0; row < rows; row++) {
            for (int64_t column = 0; column < columns; column++, at++) {
                uint32_t &number = numbers[size_t(at)];
                number = number << 1 | (uint32_t(bits->get(int(column), int(row))) ^ (number & 1));
            }
        }
    }
    for (int64_t row = 0, at = 0; row < rows; row++) {
        for (int64_t column = 0; column < columns; column++, at++) {
            const Bitmap &pattern = *patterns[std::min<size_t>(numbers[size_t(at)], patterns.size() - 1)];
            budget.draw(pattern.width, pattern.height);
            result->draw(pattern, x(column, row), y(column, row), how);
        }
    }
    return result;
}

}
