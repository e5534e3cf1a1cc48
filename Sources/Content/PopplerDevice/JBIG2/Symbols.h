#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "Bitmap.h"
#include "Entropy.h"
#include "Huffman.h"
#include "Regions.h"

namespace jbig2 {

using Symbols = std::vector<BitmapPointer>;

/// Symbols that text regions show, and the contexts that a later dictionary may continue with.
struct SymbolDictionary {
    Symbols symbols;
    std::shared_ptr<Contexts> genericContexts;
    std::shared_ptr<Contexts> refinementContexts;

    /// Reads a dictionary: T.88, 6.5 and 7.4.2.
    ///
    /// - Parameters:
    ///   - known: The symbols of the dictionaries that it refers to.
    ///   - tables: The tables that it refers to, in their order.
    ///   - last: The last dictionary that it refers to; null for none.
    static std::shared_ptr<SymbolDictionary> read(
        Bytes data, const Symbols &known, const std::vector<TablePointer> &tables, const SymbolDictionary *last,
        Budget &budget);
};

/// The contexts of a text region's integers.
struct TextContexts {
    explicit TextContexts(int symbolBits) : symbol(symbolBits) {}

    IntegerContexts stripDelta, firstS, deltaS, t, isRefined, width, height, x, y;
    SymbolContexts symbol;
};

/// The tables of a text region's integers.
struct TextTables {
    TablePointer firstS, deltaS, stripDelta, width, height, x, y, size;
    /// The codes of symbols.
    TablePointer symbol;
};

/// Symbols that are drawn at places: T.88, 6.4.
struct TextRegion {
    enum class Corner { bottomLeft = 0, topLeft = 1, bottomRight = 2, topRight = 3 };

    int64_t width = 0;
    int64_t height = 0;
    uint32_t instanceCount = 0;
    /// The binary logarithm of the height of a strip.
    int stripBits = 0;
    bool isRefined = false;
    bool isTransposed = false;
    bool isBlack = false;
    Corner corner = Corner::topLeft;
    Operator how = Operator::orOp;
    int32_t offset = 0;
    /// The template and adaptive pixels of refinements.
    RefinementRegion refinement;

    /// The decoders of a region: arithmetic, or by tables.
    struct Source {
        ArithmeticDecoder *decoder = nullptr;
        TextContexts *contexts = nullptr;
        Bits *bits = nullptr;
        const TextTables *tables = nullptr;
        Contexts *refinementContexts = nullptr;
    };

    BitmapPointer read(const Symbols &symbols, const Source &source, Budget &budget) const;
    /// Draws the symbols on a bitmap of the region's size; throws `Damage`.
    ///
    /// - Parameter showsSymbols: Set when a symbol has been drawn.
    void draw(Bitmap &bitmap, const Symbols &symbols, const Source &source, Budget &budget, bool &showsSymbols) const;

    /// The segments that a region refers to.
    struct References {
        Symbols symbols;
        std::vector<TablePointer> tables;
    };

    /// Draws the segment of a region, which is read after its place, on a bitmap of the region's size; throws `Damage`.
    ///
    /// - Parameter showsSymbols: Set when a symbol has been drawn.
    static void draw(Bitmap &bitmap, Bytes data, const References &references, Budget &budget, bool &showsSymbols);
};

/// Returns the number of bits that tell so many numbers apart.
int bitsFor(size_t count);

/// Tables that a segment refers to, which are taken in their order.
class TableChoice {
public:
    explicit TableChoice(const std::vector<TablePointer> &tables) : tables(tables) {}

    /// Returns the table that a field of flags selects: one of the standard, or the next one of the file.
    TablePointer table(uint32_t field, const std::vector<int> &standard, uint32_t custom);

private:
    const std::vector<TablePointer> &tables;
    size_t used = 0;
};

}
