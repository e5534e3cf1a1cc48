#include "Regions.h"

#include <algorithm>

namespace jbig2 {

namespace {
/// The fixed pixels of a template: runs in the row of the pixel and in the two above it, the highest bit first.
struct Template {
    int bitCount;
    /// For each row above, and last for the pixel's own, the last pixel of its run, the length, and the lowest bit.
    struct Run {
        int last;
        int length;
        int bit;
    } runs[3];
    /// The bits of the adaptive pixels.
    int adaptiveBits[4];
    /// The context that says whether a row repeats the one above it.
    int repeating;
};
}

// T.88, figures 3 to 6 and 8 to 11.
static const Template templates[] = {
    {16, {{1, 3, 12}, {2, 5, 5}, {-1, 4, 0}}, {4, 10, 11, 15}, 0x9B25},
    {13, {{2, 4, 9}, {2, 5, 4}, {-1, 3, 0}}, {3, 0, 0, 0}, 0x0795},
    {10, {{1, 3, 7}, {1, 4, 3}, {-1, 2, 0}}, {2, 0, 0, 0}, 0x00E5},
    {10, {{0, 0, 0}, {1, 5, 5}, {-1, 4, 0}}, {4, 0, 0, 0}, 0x0195},
};

size_t GenericRegion::contextCount() const { return size_t(1) << templates[number].bitCount; }

BitmapPointer GenericRegion::read(ArithmeticDecoder &decoder, Contexts &contexts, Budget &budget) const {
    auto result = std::make_shared<Bitmap>(width, height, budget);
    const Template &shape = templates[number];
    int adaptiveCount = this->adaptiveCount();
    // Rows with a byte for each pixel and white margins: as many as adaptive pixels reach.
    // The first adaptive pixel of patterns is as far to the left as they are wide: up to 255.
    constexpr int margin = 256;
    int kept = 3;
    for (int i = 0; i < adaptiveCount; i++) {
        const Neighbor &each = adaptive[size_t(i)];
        if (each.y > 0 || (each.y == 0 && each.x >= 0) || each.x <= -margin || each.x >= margin) throw Damage{};
        kept = std::max(kept, 1 - adaptive[size_t(i)].y);
    }
    constexpr int64_t mostBytes = 1 << 26;
    if ((int64_t(width) + 2 * margin) * kept > mostBytes) throw Damage{};
    std::vector<std::vector<uint8_t>> rows(size_t(kept), std::vector<uint8_t>(size_t(width) + 2 * margin));
    bool repeats = false;
    for (int y = 0; y < height; y++) {
        auto rowAt = [&](int offset) { return rows[size_t((y + offset + kept * 2) % kept)].data() + margin; };
        uint8_t *out = rowAt(0);
        std::fill(out - margin, out + width + margin, 0);
        if (repeatsRows) repeats ^= decoder.bit(contexts[size_t(shape.repeating)]) != 0;
        if (repeats) {
            std::copy(rowAt(-1), rowAt(-1) + width, out);
        } else {
            const uint8_t *far = rowAt(-2), *near = rowAt(-1);
            const uint8_t *others[4];
            for (int i = 0; i < adaptiveCount; i++) {
                others[i] = rowAt(adaptive[size_t(i)].y) + adaptive[size_t(i)].x;
            }
            auto mask = [&](int run) { return (1 << shape.runs[run].length) - 1; };
            int farMask = mask(0), nearMask = mask(1), ownMask = mask(2);
            int farRun = 0, nearRun = 0, ownRun = 0;
            for (int x = 0; x < shape.runs[0].last; x++) farRun = farRun << 1 | far[x];
            for (int x = 0; x < shape.runs[1].last; x++) nearRun = nearRun << 1 | near[x];
            for (int x = 0; x < width; x++) {
                farRun = (farRun << 1 | far[x + shape.runs[0].last]) & farMask;
                nearRun = (nearRun << 1 | near[x + shape.runs[1].last]) & nearMask;
                if (!skipped || !skipped->get(x, y)) {
                    int context = farRun << shape.runs[0].bit | nearRun << shape.runs[1].bit | ownRun;
                    for (int i = 0; i < adaptiveCount; i++) context |= others[i][x] << shape.adaptiveBits[i];
                    out[x] = uint8_t(decoder.bit(contexts[size_t(context)]));
                }
                ownRun = (ownRun << 1 | out[x]) & ownMask;
            }
        }
        result->setRow(y, out);
    }
    return result;
}

// MARK: Refinement

BitmapPointer RefinementRegion::read(
    const Bitmap &other, ArithmeticDecoder &decoder, Contexts &contexts, Budget &budget) const {
    // A pixel takes many times those of other regions, and may take none of the data.
    constexpr int64_t slowness = 8;
    budget.spend(slowness * width, height);
    auto result = std::make_shared<Bitmap>(width, height, budget);
    Bitmap &own = *result;
    const Neighbor first = adaptive[0], second = adaptive[1];
    if (number == 0 && (first.y > 0 || (first.y == 0 && first.x >= 0))) throw Damage{};
    bool repeats = false;
    for (int row = 0; row < height; row++) {
        if (repeatsAreas) repeats ^= decoder.bit(contexts[number == 0 ? 0x100 : 0x080]) != 0;
        uint8_t *out = own.row(row);
        for (int column = 0; column < width; column++) {
            int i = column - x, j = row - y;
            bool value;
            bool isSame = repeats;
            for (int k = 0; isSame && k < 9; k++) {
                isSame = other.get(i - 1 + k % 3, j - 1 + k / 3) == other.get(i, j);
            }
            if (isSame) {
                value = other.get(i, j);
            } else {
                // T.88, figures 12 and 13, from the lowest bit.
                int context =
                    own.get(column - 1, row) | own.get(column + 1, row - 1) << 1 | own.get(column, row - 1) << 2;
                if (number == 0) {
                    context |= own.get(column + first.x, row + first.y) << 3 | other.get(i + 1, j + 1) << 4
                               | other.get(i, j + 1) << 5 | other.get(i - 1, j + 1) << 6 | other.get(i + 1, j) << 7
                               | other.get(i, j) << 8 | other.get(i - 1, j) << 9 | other.get(i + 1, j - 1) << 10
                               | other.get(i, j - 1) << 11 | other.get(i + second.x, j + second.y) << 12;
                } else {
                    context |= own.get(column - 1, row - 1) << 3 | other.get(i + 1, j + 1) << 4
                               | other.get(i, j + 1) << 5 | other.get(i + 1, j) << 6 | other.get(i, j) << 7
                               | other.get(i - 1, j) << 8 | other.get(i, j - 1) << 9;
                }
                value = decoder.bit(contexts[size_t(context)]) != 0;
            }
            if (value) out[column >> 3] |= uint8_t(0x80 >> (column & 7));
        }
    }
    return result;
}

}
