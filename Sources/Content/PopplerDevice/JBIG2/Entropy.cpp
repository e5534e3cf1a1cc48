#include "Entropy.h"

namespace jbig2 {

uint32_t Bytes::number(int byteCount) {
    if (count() < size_t(byteCount)) throw Damage{};
    uint32_t result = 0;
    for (int i = 0; i < byteCount; i++) result = result << 8 | *at++;
    return result;
}

Bytes Bytes::part(size_t byteCount) {
    if (count() < byteCount) throw Damage{};
    Bytes result{at, at + byteCount};
    at += byteCount;
    return result;
}

uint32_t Bits::bit() {
    if (left == 0) {
        current = bytes.byte();
        left = 8;
    }
    left--;
    return current >> left & 1;
}

uint32_t Bits::number(int bitCount) {
    uint32_t result = 0;
    for (int i = 0; i < bitCount; i++) result = result << 1 | bit();
    return result;
}

// MARK: Arithmetic coding

namespace {
/// A line of T.88, table E.1.
struct Probability {
    uint16_t interval;
    uint8_t nextIfLikely;
    uint8_t nextIfUnlikely;
    bool switches;
};
}

static const Probability probabilities[] = {
    {0x5601, 1, 1, true},    {0x3401, 2, 6, false},   {0x1801, 3, 9, false},   {0x0AC1, 4, 12, false},
    {0x0521, 5, 29, false},  {0x0221, 38, 33, false}, {0x5601, 7, 6, true},    {0x5401, 8, 14, false},
    {0x4801, 9, 14, false},  {0x3801, 10, 14, false}, {0x3001, 11, 17, false}, {0x2401, 12, 18, false},
    {0x1C01, 13, 20, false}, {0x1601, 29, 21, false}, {0x5601, 15, 14, true},  {0x5401, 16, 14, false},
    {0x5101, 17, 15, false}, {0x4801, 18, 16, false}, {0x3801, 19, 17, false}, {0x3401, 20, 18, false},
    {0x3001, 21, 19, false}, {0x2801, 22, 19, false}, {0x2401, 23, 20, false}, {0x2201, 24, 21, false},
    {0x1C01, 25, 22, false}, {0x1801, 26, 23, false}, {0x1601, 27, 24, false}, {0x1401, 28, 25, false},
    {0x1201, 29, 26, false}, {0x1101, 30, 27, false}, {0x0AC1, 31, 28, false}, {0x09C1, 32, 29, false},
    {0x08A1, 33, 30, false}, {0x0521, 34, 31, false}, {0x0441, 35, 32, false}, {0x02A1, 36, 33, false},
    {0x0221, 37, 34, false}, {0x0141, 38, 35, false}, {0x0111, 39, 36, false}, {0x0085, 40, 37, false},
    {0x0049, 41, 38, false}, {0x0025, 42, 39, false}, {0x0015, 43, 40, false}, {0x0009, 44, 41, false},
    {0x0005, 45, 42, false}, {0x0001, 45, 43, false}, {0x5601, 46, 46, false},
};

ArithmeticDecoder::ArithmeticDecoder(const Bytes &bytes) : bytes(bytes) {
    code = byteAt(0) << 16;
    readByte();
    code <<= 7;
    left -= 7;
}

void ArithmeticDecoder::readByte() {
    if (byteAt(place) == 0xFF) {
        uint32_t next = byteAt(place + 1);
        if (next > 0x8F) {
            code += 0xFF00;
            left = 8;
        } else {
            place++;
            code += next << 9;
            left = 7;
        }
    } else {
        place++;
        code += byteAt(place) << 8;
        left = 8;
    }
}

int ArithmeticDecoder::bit(Context &context) {
    const Probability &line = probabilities[context.index];
    int result = context.likely;
    bool isLikely = true;
    interval -= line.interval;
    if ((code >> 16) < line.interval) {
        isLikely = interval < line.interval;
        interval = line.interval;
    } else {
        code -= uint32_t(line.interval) << 16;
        if (interval & 0x8000) return result;
        isLikely = interval >= line.interval;
    }
    if (isLikely) {
        context.index = line.nextIfLikely;
    } else {
        result = 1 - result;
        if (line.switches) context.likely = 1 - context.likely;
        context.index = line.nextIfUnlikely;
    }
    do {
        if (left == 0) readByte();
        interval <<= 1;
        code <<= 1;
        left--;
    } while (!(interval & 0x8000));
    return result;
}

std::optional<int32_t> IntegerContexts::read(ArithmeticDecoder &decoder) {
    uint32_t earlier = 1;
    auto bit = [&] {
        auto value = uint32_t(decoder.bit(contexts[earlier]));
        earlier = earlier < 256 ? earlier << 1 | value : ((earlier << 1 | value) & 511) | 256;
        return value;
    };
    // Longer numbers have longer prefixes.
    static const struct {
        int bitCount;
        uint32_t least;
    } ranges[] = {{2, 0}, {4, 4}, {6, 20}, {8, 84}, {12, 340}, {32, 4436}};
    bool isNegative = bit() != 0;
    int range = 0;
    while (range < 5 && bit() != 0) range++;
    uint32_t value = 0;
    for (int i = 0; i < ranges[range].bitCount; i++) value = value << 1 | bit();
    int64_t magnitude = int64_t(value) + ranges[range].least;
    if (magnitude > INT32_MAX) throw Damage{};
    if (isNegative && magnitude == 0) return std::nullopt;
    return int32_t(isNegative ? -magnitude : magnitude);
}

uint32_t SymbolContexts::read(ArithmeticDecoder &decoder) {
    uint32_t result = 1;
    for (int i = 0; i < bitCount; i++) result = result << 1 | uint32_t(decoder.bit(contexts[result]));
    return result - (uint32_t(1) << bitCount);
}

}
