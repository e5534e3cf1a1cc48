#include <algorithm>
#include <cstdint>
#include <vector>

#include <Stream-CCITT.h>

#include "Regions.h"

// The two-dimensional coding of facsimiles, ITU-T T.6, with Poppler's tables of codes.

namespace jbig2 {

namespace {
/// Codes of up to 13 bits. After the end of the data there are zeros.
class Codes {
public:
    explicit Codes(Bytes &bytes) : bytes(bytes) {}

    uint32_t peek(int bitCount) {
        while (count < bitCount) {
            held = held << 8 | (bytes.count() > 0 ? bytes.byte() : (missing++, 0));
            count += 8;
        }
        return uint32_t(held >> (count - bitCount) & ((uint64_t(1) << bitCount) - 1));
    }

    void skip(int bitCount) {
        peek(bitCount);
        count -= bitCount;
        // A loop over zeros has to end.
        if (missing > 64) throw Damage{};
    }

    /// Returns the bytes that were read but not used.
    void giveBack() {
        int whole = std::max(0, count / 8 - missing);
        bytes.at -= whole;
        count = 0;
    }

private:
    Bytes &bytes;
    uint64_t held = 0;
    int count = 0;
    int missing = 0;
};
}

/// Reads the length of a run of one color.
static int runLength(Codes &codes, bool isBlack) {
    int total = 0;
    while (true) {
        const CCITTCode *code;
        if (isBlack) {
            uint32_t next = codes.peek(13);
            code = next >> 7 == 0   ? &blackTab1[next]
                   : next >> 9 == 0 ? &blackTab2[(next >> 1 & 0xFF) - 64]
                                    : &blackTab3[next >> 7];
        } else {
            uint32_t next = codes.peek(12);
            code = next >> 5 == 0 ? &whiteTab1[next] : &whiteTab2[next >> 3];
        }
        if (code->bits <= 0 || code->n < 0) throw Damage{};
        codes.skip(code->bits);
        total += code->n;
        if (total > INT32_MAX / 4) throw Damage{};
        // Longer runs are sums: codes for multiples of 64, and one below.
        if (code->n < 64) return total;
    }
}

BitmapPointer readFacsimile(Bytes &data, int width, int height, Budget &budget) {
    // The changes of color in a row take memory as well.
    constexpr int widest = 1 << 24;
    if (width > widest) throw Damage{};
    auto result = std::make_shared<Bitmap>(width, height, budget);
    Codes codes(data);
    // The places where the color changes in the row above, with an end that repeats.
    std::vector<int> above{width, width, width}, changes;
    std::vector<uint8_t> pixels(size_t(width) + 1);
    for (int y = 0; y < height; y++) {
        changes.clear();
        int at = 0;
        size_t index = 0;
        bool isBlack = false;
        auto changeTo = [&](int place) {
            if (place < at || place > width) throw Damage{};
            changes.push_back(place);
            at = place;
        };
        bool isStart = true;
        while (at < width) {
            // The first change on the right in the row above, to the other color.
            index = index > 1 ? index - 2 : 0;
            while (index + 1 < above.size()
                   && ((above[index] <= at && !(isStart && above[index] == 0)) || (index % 2 == 1) != isBlack)
                   && above[index] < width) {
                index++;
            }
            int first = above[index];
            int second = index + 1 < above.size() ? above[index + 1] : width;
            const CCITTCode &mode = twoDimTab1[codes.peek(7)];
            if (mode.bits <= 0) throw Damage{};
            codes.skip(mode.bits);
            static const int moves[] = {0, 0, 0, 1, -1, 2, -2, 3, -3};
            switch (mode.n) {
            case twoDimPass:
                // The color stays as it is.
                at = second;
                isStart = false;
                break;
            case twoDimHoriz:
                for (int i = 0; i < 2; i++) {
                    changeTo(int(std::min<int64_t>(width, int64_t(at) + runLength(codes, isBlack))));
                    isBlack = !isBlack;
                }
                isStart = false;
                break;
            default:
                changeTo(std::min(width, first + moves[mode.n]));
                isBlack = !isBlack;
                isStart = false;
                break;
            }
        }
        std::fill(pixels.begin(), pixels.end(), 0);
        for (size_t i = 0; i < changes.size(); i += 2) {
            int end = i + 1 < changes.size() ? changes[i + 1] : width;
            std::fill(pixels.begin() + changes[i], pixels.begin() + std::max(changes[i], end), 1);
        }
        result->setRow(y, pixels.data());
        // Runs of no pixels are no changes.
        above.clear();
        for (int x = 0; x < width; x++) {
            if (pixels[size_t(x)] != (x > 0 ? pixels[size_t(x) - 1] : 0)) above.push_back(x);
        }
        above.insert(above.end(), 3, width);
    }
    // The end of the block is optional.
    constexpr uint32_t endOfLine = 1;
    if (codes.peek(24) == (endOfLine << 12 | endOfLine)) codes.skip(24);
    codes.giveBack();
    return result;
}

}
