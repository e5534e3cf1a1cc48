#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "Entropy.h"

namespace jbig2 {

/// A table of prefix codes for ranges of integers: T.88, annex B.
class HuffmanTable {
public:
    /// A line of a table. A code is followed by the bits of an offset.
    struct Line {
        enum class Kind { range, below, end };

        int32_t first;
        /// The length of the code; 0 for a line that is not used.
        int codeLength;
        int offsetLength;
        Kind kind = Kind::range;
    };

    explicit HuffmanTable(std::vector<Line> lines);

    /// Returns an integer; nullopt for the value that ends a list.
    std::optional<int32_t> read(Bits &bits) const;

    /// Returns a table of the standard, 1 for B.1 to 15 for B.15.
    static std::shared_ptr<const HuffmanTable> standard(int number);
    /// Reads a table of a file.
    static std::shared_ptr<const HuffmanTable> custom(Bytes data);

private:
    static constexpr int longestCode = 32;

    std::vector<Line> lines;
    /// For each length, the first code, and the lines in the order of their codes.
    std::vector<uint64_t> firstCodes;
    std::vector<std::vector<size_t>> linesOfLength;
};

using TablePointer = std::shared_ptr<const HuffmanTable>;

}
