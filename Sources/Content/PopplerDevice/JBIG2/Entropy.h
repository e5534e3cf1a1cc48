#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "Bitmap.h"

namespace jbig2 {

/// Bytes that are read in order. Throws `Damage` at the end.
class Bytes {
public:
    const uint8_t *at = nullptr;
    const uint8_t *end = nullptr;

    size_t count() const { return size_t(end - at); }
    uint32_t number(int byteCount);
    uint32_t byte() { return number(1); }
    int32_t signedByte() { return int8_t(number(1)); }
    /// Returns the next bytes and moves behind them.
    Bytes part(size_t byteCount);
};

/// Bits that are read in order, the highest of a byte first. Throws `Damage` at the end.
class Bits {
public:
    explicit Bits(Bytes &bytes) : bytes(bytes) {}

    uint32_t bit();
    uint32_t number(int bitCount);
    /// Moves to the next whole byte.
    void align() { left = 0; }

    Bytes &bytes;

private:
    uint32_t current = 0;
    int left = 0;
};

/// The state of an arithmetic coder for a context: its index in the table of probabilities, and the likelier value.
struct Context {
    uint8_t index = 0;
    uint8_t likely = 0;
};

using Contexts = std::vector<Context>;

/// The arithmetic decoder of T.88, annex E. After the end of the data it reads bytes of ones, any number of which an
/// encoder may leave out.
class ArithmeticDecoder {
public:
    explicit ArithmeticDecoder(const Bytes &bytes);

    int bit(Context &context);

private:
    void readByte();
    uint32_t byteAt(size_t offset) const { return offset < bytes.count() ? bytes.at[offset] : 0xFF; }

    Bytes bytes;
    size_t place = 0;
    uint32_t code = 0;
    uint32_t interval = 0x8000;
    int left = 0;
};

/// The contexts of a kind of integers: T.88, annex A.
class IntegerContexts {
public:
    IntegerContexts() : contexts(512) {}

    /// Returns an integer; nullopt for the value that ends a list.
    std::optional<int32_t> read(ArithmeticDecoder &decoder);

private:
    Contexts contexts;
};

/// The contexts of symbols' numbers, of a fixed number of bits.
class SymbolContexts {
public:
    explicit SymbolContexts(int bitCount) : bitCount(bitCount), contexts(size_t(1) << (bitCount + 1)) {}

    uint32_t read(ArithmeticDecoder &decoder);

private:
    int bitCount;
    Contexts contexts;
};

}
