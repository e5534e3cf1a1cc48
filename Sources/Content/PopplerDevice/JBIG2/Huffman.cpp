#include "Huffman.h"

#include <algorithm>
#include <array>
#include <utility>

namespace jbig2 {

HuffmanTable::HuffmanTable(std::vector<Line> given) : lines(std::move(given)) {
    linesOfLength.resize(longestCode + 1);
    firstCodes.resize(longestCode + 1);
    for (size_t i = 0; i < lines.size(); i++) {
        int length = lines[i].codeLength;
        if (length < 0 || length > longestCode) throw Damage{};
        if (length > 0) linesOfLength[size_t(length)].push_back(i);
    }
    for (int length = 1; length <= longestCode; length++) {
        auto before = size_t(length - 1);
        firstCodes[size_t(length)] = (firstCodes[before] + linesOfLength[before].size()) * 2;
    }
}

std::optional<int32_t> HuffmanTable::read(Bits &bits) const {
    uint64_t code = 0;
    for (size_t length = 1; length <= longestCode; length++) {
        code = code << 1 | bits.bit();
        const std::vector<size_t> &candidates = linesOfLength[length];
        if (code < firstCodes[length] || code - firstCodes[length] >= candidates.size()) continue;
        const Line &line = lines[candidates[size_t(code - firstCodes[length])]];
        if (line.kind == Line::Kind::end) return std::nullopt;
        int64_t offset = bits.number(line.offsetLength);
        int64_t value = line.first + (line.kind == Line::Kind::below ? -offset : offset);
        if (value < INT32_MIN || value > INT32_MAX) throw Damage{};
        return int32_t(value);
    }
    throw Damage{};
}

std::shared_ptr<const HuffmanTable> HuffmanTable::standard(int number) {
    using Kind = Line::Kind;
    constexpr Kind below = Kind::below, end = Kind::end;
    // T.88, tables B.1 to B.15.
    static const std::array<std::vector<Line>, 15> tables{{
        {{0, 1, 4}, {16, 2, 8}, {272, 3, 16}, {65808, 3, 32}},
        {{0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {3, 4, 3}, {11, 5, 6}, {75, 6, 32}, {0, 6, 0, end}},
        {{-256, 8, 8}, {0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {3, 4, 3}, {11, 5, 6}, {-257, 8, 32, below}, {75, 7, 32},
         {0, 6, 0, end}},
        {{1, 1, 0}, {2, 2, 0}, {3, 3, 0}, {4, 4, 3}, {12, 5, 6}, {76, 5, 32}},
        {{-255, 7, 8}, {1, 1, 0}, {2, 2, 0}, {3, 3, 0}, {4, 4, 3}, {12, 5, 6}, {-256, 7, 32, below}, {76, 6, 32}},
        {{-2048, 5, 10}, {-1024, 4, 9}, {-512, 4, 8}, {-256, 4, 7}, {-128, 5, 6}, {-64, 5, 5}, {-32, 4, 5}, {0, 2, 7},
         {128, 3, 7}, {256, 3, 8}, {512, 4, 9}, {1024, 4, 10}, {-2049, 6, 32, below}, {2048, 6, 32}},
        {{-1024, 4, 9}, {-512, 3, 8}, {-256, 4, 7}, {-128, 5, 6}, {-64, 5, 5}, {-32, 4, 5}, {0, 4, 5}, {32, 5, 5},
         {64, 5, 6}, {128, 4, 7}, {256, 3, 8}, {512, 3, 9}, {1024, 3, 10}, {-1025, 5, 32, below}, {2048, 5, 32}},
        {{-15, 8, 3}, {-7, 9, 1}, {-5, 8, 1}, {-3, 9, 0}, {-2, 7, 0}, {-1, 4, 0}, {0, 2, 1}, {2, 5, 0}, {3, 6, 0},
         {4, 3, 4}, {20, 6, 1}, {22, 4, 4}, {38, 4, 5}, {70, 5, 6}, {134, 5, 7}, {262, 6, 7}, {390, 7, 8},
         {646, 6, 10}, {-16, 9, 32, below}, {1670, 9, 32}, {0, 2, 0, end}},
        {{-31, 8, 4}, {-15, 9, 2}, {-11, 8, 2}, {-7, 9, 1}, {-5, 7, 1}, {-3, 4, 1}, {-1, 3, 1}, {1, 3, 1}, {3, 5, 1},
         {5, 6, 1}, {7, 3, 5}, {39, 6, 2}, {43, 4, 5}, {75, 4, 6}, {139, 5, 7}, {267, 5, 8}, {523, 6, 8},
         {779, 7, 9}, {1291, 6, 11}, {-32, 9, 32, below}, {3339, 9, 32}, {0, 2, 0, end}},
        {{-21, 7, 4}, {-5, 8, 0}, {-4, 7, 0}, {-3, 5, 0}, {-2, 2, 2}, {2, 5, 0}, {3, 6, 0}, {4, 7, 0}, {5, 8, 0},
         {6, 2, 6}, {70, 5, 5}, {102, 6, 5}, {134, 6, 6}, {198, 6, 7}, {326, 6, 8}, {582, 6, 9}, {1094, 6, 10},
         {2118, 7, 11}, {-22, 8, 32, below}, {4166, 8, 32}, {0, 2, 0, end}},
        {{1, 1, 0}, {2, 2, 1}, {4, 4, 0}, {5, 4, 1}, {7, 5, 1}, {9, 5, 2}, {13, 6, 2}, {17, 7, 2}, {21, 7, 3},
         {29, 7, 4}, {45, 7, 5}, {77, 7, 6}, {141, 7, 32}},
        {{1, 1, 0}, {2, 2, 0}, {3, 3, 1}, {5, 5, 0}, {6, 5, 1}, {8, 6, 1}, {10, 7, 0}, {11, 7, 1}, {13, 7, 2},
         {17, 7, 3}, {25, 7, 4}, {41, 8, 5}, {73, 8, 32}},
        {{1, 1, 0}, {2, 3, 0}, {3, 4, 0}, {4, 5, 0}, {5, 4, 1}, {7, 3, 3}, {15, 6, 1}, {17, 6, 2}, {21, 6, 3},
         {29, 6, 4}, {45, 6, 5}, {77, 7, 6}, {141, 7, 32}},
        {{-2, 3, 0}, {-1, 3, 0}, {0, 1, 0}, {1, 3, 0}, {2, 3, 0}},
        {{-24, 7, 4}, {-8, 6, 2}, {-4, 5, 1}, {-2, 4, 0}, {-1, 3, 0}, {0, 1, 0}, {1, 3, 0}, {2, 4, 0}, {3, 5, 1},
         {5, 6, 2}, {9, 7, 4}, {-25, 7, 32, below}, {25, 7, 32}},
    }};
    return std::make_shared<HuffmanTable>(tables[size_t(number - 1)]);
}

std::shared_ptr<const HuffmanTable> HuffmanTable::custom(Bytes data) {
    constexpr size_t mostLines = 1 << 16;
    uint32_t flags = data.byte();
    int codeBits = int(flags >> 1 & 7) + 1, offsetBits = int(flags >> 4 & 7) + 1;
    auto least = int32_t(data.number(4)), most = int32_t(data.number(4));
    std::vector<Line> lines;
    Bits bits(data);
    int64_t first = least;
    while (first < most) {
        auto length = int(bits.number(codeBits)), offset = int(bits.number(offsetBits));
        if (offset > 32 || lines.size() >= mostLines) throw Damage{};
        lines.push_back({int32_t(first), length, offset});
        first += int64_t(1) << offset;
    }
    if (first > INT32_MAX) throw Damage{};
    lines.push_back({least == INT32_MIN ? least : least - 1, int(bits.number(codeBits)), 32, Line::Kind::below});
    lines.push_back({int32_t(first), int(bits.number(codeBits)), 32});
    if (flags & 1) lines.push_back({0, int(bits.number(codeBits)), 0, Line::Kind::end});
    return std::make_shared<HuffmanTable>(std::move(lines));
}

}
