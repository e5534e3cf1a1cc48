#include <algorithm>
#include <utility>

#include "Symbols.h"

namespace jbig2 {

int bitsFor(size_t count) {
    int bits = 0;
    while ((size_t(1) << bits) < count) bits++;
    // More symbols than that do not fit into the data of a document.
    if (bits > 22) throw Damage{};
    return bits;
}

TablePointer TableChoice::table(uint32_t field, const std::vector<int> &standard, uint32_t custom) {
    if (field < standard.size()) return HuffmanTable::standard(standard[field]);
    if (field != custom || used >= tables.size()) throw Damage{};
    return tables[used++];
}

static int32_t value(std::optional<int32_t> read) {
    if (!read) throw Damage{};
    return *read;
}

/// Returns a sum that stays in range; places outside of it are not drawn.
static int64_t sum(int64_t one, int64_t other) {
    constexpr int64_t most = int64_t(1) << 40;
    int64_t result = one + other;
    if (result > most || result < -most) throw Damage{};
    return result;
}

BitmapPointer TextRegion::read(const Symbols &symbols, const Source &source, Budget &budget) const {
    auto result = std::make_shared<Bitmap>(width, height, budget);
    bool showsSymbols = false;
    draw(*result, symbols, source, budget, showsSymbols);
    return result;
}

void TextRegion::draw(
    Bitmap &bitmap, const Symbols &symbols, const Source &source, Budget &budget, bool &showsSymbols) const {
    if (isBlack) bitmap.fill(true);
    Bits *bits = source.bits;
    auto integer = [&](IntegerContexts TextContexts::*contexts, TablePointer TextTables::*table) {
        return bits ? (source.tables->*table)->read(*bits) : (source.contexts->*contexts).read(*source.decoder);
    };
    int64_t strip =
        -int64_t(value(integer(&TextContexts::stripDelta, &TextTables::stripDelta))) * (int64_t(1) << stripBits);
    int64_t firstS = 0;
    uint32_t count = 0;
    while (count < instanceCount) {
        strip = sum(
            strip, value(integer(&TextContexts::stripDelta, &TextTables::stripDelta)) * (int64_t(1) << stripBits));
        firstS = sum(firstS, value(integer(&TextContexts::firstS, &TextTables::firstS)));
        int64_t s = firstS;
        for (bool isFirst = true;; isFirst = false) {
            if (!isFirst) {
                std::optional<int32_t> delta = integer(&TextContexts::deltaS, &TextTables::deltaS);
                if (!delta) break;
                s = sum(s, int64_t(*delta) + offset);
            }
            if (count >= instanceCount) throw Damage{};
            budget.place();
            int64_t t = strip;
            if (stripBits > 0) {
                t += bits ? int64_t(bits->number(stripBits)) : value(source.contexts->t.read(*source.decoder));
            }
            uint32_t number = bits ? uint32_t(value(source.tables->symbol->read(*bits)))
                                   : source.contexts->symbol.read(*source.decoder);
            if (number >= symbols.size() || !symbols[number]) throw Damage{};
            BitmapPointer symbol = symbols[number];
            bool isCorrected = false;
            if (isRefined) {
                isCorrected = bits ? bits->bit() != 0 : value(source.contexts->isRefined.read(*source.decoder)) != 0;
            }
            if (isCorrected) {
                int32_t across = value(integer(&TextContexts::width, &TextTables::width));
                int32_t down = value(integer(&TextContexts::height, &TextTables::height));
                int32_t x = value(integer(&TextContexts::x, &TextTables::x));
                int32_t y = value(integer(&TextContexts::y, &TextTables::y));
                RefinementRegion region = refinement;
                budget.spend(int64_t(symbol->width) + across, int64_t(symbol->height) + down);
                region.width = symbol->width + across;
                region.height = symbol->height + down;
                int64_t left = (int64_t(across) >> 1) + x, top = (int64_t(down) >> 1) + y;
                if (std::max(std::abs(left), std::abs(top)) > INT32_MAX / 4) throw Damage{};
                region.x = int(left);
                region.y = int(top);
                if (bits) {
                    int32_t size = value(source.tables->size->read(*bits));
                    bits->align();
                    if (size < 0) throw Damage{};
                    ArithmeticDecoder decoder(bits->bytes.part(size_t(size)));
                    symbol = region.read(*symbol, decoder, *source.refinementContexts, budget);
                } else {
                    symbol = region.read(*symbol, *source.decoder, *source.refinementContexts, budget);
                }
            }
            int64_t length = (isTransposed ? symbol->height : symbol->width) - 1;
            bool isRight = corner == Corner::topRight || corner == Corner::bottomRight;
            bool isBottom = corner == Corner::bottomLeft || corner == Corner::bottomRight;
            bool isAtEnd = isTransposed ? isBottom : isRight;
            if (isAtEnd) s = sum(s, length);
            int64_t x = isTransposed ? t : s, y = isTransposed ? s : t;
            if (isRight) x -= symbol->width - 1;
            if (isBottom) y -= symbol->height - 1;
            budget.draw(symbol->width, symbol->height);
            bitmap.draw(*symbol, x, y, how);
            if (!isAtEnd) s = sum(s, length);
            count++;
            showsSymbols = true;
        }
    }
}

/// Reads the codes of symbols: T.88, 7.4.3.1.7.
static TablePointer readSymbolCodes(Bits &bits, size_t count) {
    std::vector<HuffmanTable::Line> lengthLines;
    for (int i = 0; i < 35; i++) lengthLines.push_back({i, int(bits.number(4)), 0});
    HuffmanTable lengths(std::move(lengthLines));
    std::vector<HuffmanTable::Line> lines;
    while (lines.size() < count) {
        int32_t code = value(lengths.read(bits));
        int length = 0;
        size_t repeats = 1;
        switch (code) {
        case 32:
            if (lines.empty()) throw Damage{};
            length = lines.back().codeLength;
            repeats = bits.number(2) + 3;
            break;
        case 33: repeats = bits.number(3) + 3; break;
        case 34: repeats = bits.number(7) + 11; break;
        default: length = code;
        }
        for (; repeats > 0 && lines.size() < count; repeats--) lines.push_back({int32_t(lines.size()), length, 0});
    }
    bits.align();
    return std::make_shared<HuffmanTable>(std::move(lines));
}

void TextRegion::draw(Bitmap &bitmap, Bytes data, const References &references, Budget &budget, bool &showsSymbols) {
    const Symbols &symbols = references.symbols;
    TextRegion region;
    region.width = bitmap.width;
    region.height = bitmap.height;
    uint32_t flags = data.number(2);
    bool hasTables = flags & 1;
    region.isRefined = flags & 2;
    region.stripBits = int(flags >> 2 & 3);
    region.corner = Corner(flags >> 4 & 3);
    region.isTransposed = flags & 0x40;
    region.how = Operator(flags >> 7 & 3);
    region.isBlack = flags & 0x200;
    region.offset = int32_t(flags >> 10 & 31);
    if (region.offset > 15) region.offset -= 32;
    region.refinement.number = int(flags >> 15);
    TextTables tables;
    if (hasTables) {
        uint32_t fields = data.number(2);
        TableChoice choice(references.tables);
        tables.firstS = choice.table(fields & 3, {6, 7}, 3);
        tables.deltaS = choice.table(fields >> 2 & 3, {8, 9, 10}, 3);
        tables.stripDelta = choice.table(fields >> 4 & 3, {11, 12, 13}, 3);
        tables.width = choice.table(fields >> 6 & 3, {14, 15}, 3);
        tables.height = choice.table(fields >> 8 & 3, {14, 15}, 3);
        tables.x = choice.table(fields >> 10 & 3, {14, 15}, 3);
        tables.y = choice.table(fields >> 12 & 3, {14, 15}, 3);
        tables.size = choice.table(fields >> 14 & 1, {1}, 1);
    }
    if (region.isRefined && region.refinement.number == 0) readNeighbors(data, region.refinement.adaptive);
    region.instanceCount = data.number(4);
    Contexts refinementContexts(region.refinement.contextCount());
    Source source;
    source.refinementContexts = &refinementContexts;
    if (hasTables) {
        Bits bits(data);
        tables.symbol = readSymbolCodes(bits, symbols.size());
        source.bits = &bits;
        source.tables = &tables;
        return region.draw(bitmap, symbols, source, budget, showsSymbols);
    }
    ArithmeticDecoder decoder(data);
    TextContexts contexts(bitsFor(symbols.size()));
    source.decoder = &decoder;
    source.contexts = &contexts;
    region.draw(bitmap, symbols, source, budget, showsSymbols);
}

}
