#include <algorithm>
#include <utility>

#include "Symbols.h"

namespace jbig2 {

static int32_t value(std::optional<int32_t> read) {
    if (!read) throw Damage{};
    return *read;
}

namespace {
/// The reading of a dictionary.
struct Reading {
    Bytes data;
    Budget &budget;
    bool hasTables = false;
    bool isRefined = false;
    TablePointer heightTable, widthTable, sizeTable, countTable;
    GenericRegion generic;
    RefinementRegion refinement;
    uint32_t newCount = 0;
    /// The known symbols, and then the new ones.
    Symbols symbols;
    SymbolDictionary &result;
    std::optional<ArithmeticDecoder> decoder;
    Bits bits{data};
    IntegerContexts heightContexts, widthContexts, countContexts, exportContexts;
    std::optional<TextContexts> text;
    TextTables textTables;
    int symbolBits = 0;

    Reading(const Bytes &data, Budget &budget, SymbolDictionary &result)
        : data(data), budget(budget), result(result) {}

    void readSymbols(size_t knownCount);
    BitmapPointer refined(int width, int height);
    void readRow(size_t first, const std::vector<int> &widths, int64_t height);
    std::vector<bool> readExports();
};
}

std::shared_ptr<SymbolDictionary> SymbolDictionary::read(
    Bytes data, const Symbols &known, const std::vector<TablePointer> &tables, const SymbolDictionary *last,
    Budget &budget) {
    auto result = std::make_shared<SymbolDictionary>();
    Reading reading(data, budget, *result);
    Bytes &bytes = reading.data;
    uint32_t flags = bytes.number(2);
    reading.hasTables = flags & 1;
    reading.isRefined = flags & 2;
    reading.generic.number = int(flags >> 10 & 3);
    reading.refinement.number = int(flags >> 12 & 1);
    if (reading.hasTables) {
        TableChoice choice(tables);
        reading.heightTable = choice.table(flags >> 2 & 3, {4, 5}, 3);
        reading.widthTable = choice.table(flags >> 4 & 3, {2, 3}, 3);
        reading.sizeTable = choice.table(flags >> 6 & 1, {1}, 1);
        reading.countTable = choice.table(flags >> 7 & 1, {1}, 1);
    } else {
        readNeighbors(bytes, reading.generic.adaptive, size_t(reading.generic.adaptiveCount()));
    }
    if (reading.isRefined && reading.refinement.number == 0) readNeighbors(bytes, reading.refinement.adaptive);
    uint32_t exportCount = bytes.number(4);
    reading.newCount = bytes.number(4);
    // Every symbol takes some bits of the data.
    if (reading.newCount > 64 * (uint64_t(bytes.count()) + 8)) throw Damage{};
    bool continues = flags & 0x100;
    if (continues && (!last || !last->genericContexts)) throw Damage{};
    auto contexts = [&](const std::shared_ptr<Contexts> &earlier, size_t count) {
        if (!continues || !earlier) return std::make_shared<Contexts>(count);
        if (earlier->size() != count) throw Damage{};
        return std::make_shared<Contexts>(*earlier);
    };
    result->genericContexts = contexts(last ? last->genericContexts : nullptr, reading.generic.contextCount());
    result->refinementContexts = contexts(last ? last->refinementContexts : nullptr, reading.refinement.contextCount());
    // The contexts and the exported symbols are kept.
    constexpr int64_t bitsPerByte = 8;
    auto contextCount = int64_t(result->genericContexts->size() + result->refinementContexts->size());
    budget.spend(bitsPerByte * int64_t(sizeof(Context)) * contextCount, 1);
    budget.spend(bitsPerByte * int64_t(sizeof(BitmapPointer)), exportCount);
    reading.symbols = known;
    reading.readSymbols(known.size());
    std::vector<bool> isExported = reading.readExports();
    for (size_t i = 0; i < isExported.size(); i++) {
        if (isExported[i]) result->symbols.push_back(reading.symbols[i]);
    }
    if (result->symbols.size() != exportCount) throw Damage{};
    return result;
}

void Reading::readSymbols(size_t knownCount) {
    size_t all = knownCount + newCount;
    symbolBits = bitsFor(all);
    if (hasTables) {
        symbolBits = std::max(1, symbolBits);
        // T.88, table 17.
        textTables.firstS = HuffmanTable::standard(6);
        textTables.deltaS = HuffmanTable::standard(8);
        textTables.stripDelta = HuffmanTable::standard(11);
        textTables.width = textTables.height = textTables.x = textTables.y = HuffmanTable::standard(15);
        textTables.size = HuffmanTable::standard(1);
        std::vector<HuffmanTable::Line> codes;
        for (size_t i = 0; isRefined && i < all; i++) codes.push_back({int32_t(i), symbolBits, 0});
        textTables.symbol = std::make_shared<HuffmanTable>(std::move(codes));
    } else {
        decoder.emplace(data);
        text.emplace(symbolBits);
    }
    symbols.resize(all);
    size_t count = 0;
    int64_t height = 0;
    while (count < newCount) {
        // Behind the end of the data, classes without symbols take none of it.
        budget.spend(0, 0);
        height += value(hasTables ? heightTable->read(bits) : heightContexts.read(*decoder));
        int64_t width = 0;
        size_t first = knownCount + count;
        std::vector<int> widths;
        while (true) {
            std::optional<int32_t> step = hasTables ? widthTable->read(bits) : widthContexts.read(*decoder);
            if (!step) break;
            if (count >= newCount) throw Damage{};
            width += *step;
            budget.spend(width, height);
            if (hasTables && !isRefined) {
                widths.push_back(int(width));
            } else if (isRefined) {
                symbols[knownCount + count] = refined(int(width), int(height));
            } else {
                generic.width = int(width);
                generic.height = int(height);
                symbols[knownCount + count] = generic.read(*decoder, *result.genericContexts, budget);
            }
            count++;
        }
        if (hasTables && !isRefined) readRow(first, widths, height);
    }
}

/// Reads a symbol that corrects another one, or several that are drawn together.
BitmapPointer Reading::refined(int width, int height) {
    int32_t count = value(hasTables ? countTable->read(bits) : countContexts.read(*decoder));
    if (count != 1) {
        TextRegion region;
        region.width = width;
        region.height = height;
        region.instanceCount = uint32_t(std::max(0, count));
        region.isRefined = true;
        region.refinement = refinement;
        TextRegion::Source source;
        source.refinementContexts = result.refinementContexts.get();
        if (hasTables) {
            source.bits = &bits;
            source.tables = &textTables;
        } else {
            source.decoder = &*decoder;
            source.contexts = &*text;
        }
        return region.read(symbols, source, budget);
    }
    uint32_t number = hasTables ? bits.number(symbolBits) : text->symbol.read(*decoder);
    auto place = [&](IntegerContexts &contexts) {
        int32_t result = value(hasTables ? textTables.x->read(bits) : contexts.read(*decoder));
        if (std::abs(int64_t(result)) > INT32_MAX / 4) throw Damage{};
        return result;
    };
    RefinementRegion region = refinement;
    region.width = width;
    region.height = height;
    region.x = place(text ? text->x : countContexts);
    region.y = place(text ? text->y : countContexts);
    if (number >= symbols.size() || !symbols[number]) throw Damage{};
    if (!hasTables) return region.read(*symbols[number], *decoder, *result.refinementContexts, budget);
    int32_t size = value(textTables.size->read(bits));
    bits.align();
    if (size < 0) throw Damage{};
    ArithmeticDecoder apart(data.part(size_t(size)));
    return region.read(*symbols[number], apart, *result.refinementContexts, budget);
}

/// Reads symbols of one height that are stored side by side.
void Reading::readRow(size_t first, const std::vector<int> &widths, int64_t height) {
    int64_t width = 0;
    for (int each : widths) width += each;
    int32_t size = value(sizeTable->read(bits));
    bits.align();
    if (size < 0) throw Damage{};
    BitmapPointer row;
    if (size == 0) {
        row = std::make_shared<Bitmap>(width, height, budget);
        for (int y = 0; y < row->height; y++) {
            Bytes line = data.part(row->bytesPerRow);
            std::copy(line.at, line.end, row->row(y));
        }
    } else {
        Bytes part = data.part(size_t(size));
        budget.spend(width, height);
        row = readFacsimile(part, int(width), int(height), budget);
    }
    int64_t left = 0;
    for (size_t i = 0; i < widths.size(); i++) {
        symbols[first + i] = row->part(left, 0, widths[i], height, budget);
        left += widths[i];
    }
}

/// Reads which symbols others may use: runs that are not, and are, in turn.
std::vector<bool> Reading::readExports() {
    std::vector<bool> flags;
    TablePointer table = hasTables ? HuffmanTable::standard(1) : nullptr;
    int emptyRuns = 0;
    for (bool isExported = false; flags.size() < symbols.size(); isExported = !isExported) {
        int32_t count = value(table ? table->read(bits) : exportContexts.read(*decoder));
        emptyRuns = count == 0 ? emptyRuns + 1 : 0;
        if (count < 0 || emptyRuns > 4 || flags.size() + size_t(count) > symbols.size()) throw Damage{};
        flags.insert(flags.end(), size_t(count), isExported);
    }
    return flags;
}

}
