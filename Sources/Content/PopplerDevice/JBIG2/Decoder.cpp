#include "Decoder.h"

#include <algorithm>

namespace jbig2 {

namespace {
/// The kinds of segments: T.88, 7.3.
enum Kind {
    symbolDictionary = 0,
    intermediateText = 4,
    text = 6,
    losslessText = 7,
    patternDictionary = 16,
    intermediateHalftone = 20,
    halftone = 22,
    losslessHalftone = 23,
    intermediateGeneric = 36,
    generic = 38,
    losslessGeneric = 39,
    intermediateRefinement = 40,
    refinement = 42,
    losslessRefinement = 43,
    pageInformation = 48,
    endOfPage = 49,
    endOfStripe = 50,
    endOfFile = 51,
    codeTable = 53,
};
}

BitmapPointer Decoder::decode(
    const std::vector<uint8_t> &globals, const std::vector<uint8_t> &data, size_t byteCount) {
    Decoder decoder(byteCount);
    for (const std::vector<uint8_t> *each : {&globals, &data}) {
        try {
            decoder.readSegments({each->data(), each->data() + each->size()});
        } catch (const Damage &) {
            // A damaged header does not tell where the next segment begins.
        }
    }
    return decoder.page;
}

Decoder::Header Decoder::readHeader(Bytes &data) {
    Header header;
    header.number = data.number(4);
    uint32_t flags = data.byte();
    header.kind = int(flags & 63);
    uint32_t first = data.byte(), count = first >> 5;
    if (count == 7) {
        count = (first & 31) << 24 | data.number(3);
        data.part((size_t(count) + 8) / 8);
    }
    int size = header.number <= 256 ? 1 : header.number <= 65536 ? 2 : 4;
    if (data.count() / size_t(size) < count) throw Damage{};
    for (uint32_t i = 0; i < count; i++) header.references.push_back(data.number(size));
    data.number(flags & 0x40 ? 4 : 1);
    uint32_t length = data.number(4);
    if (length != 0xFFFFFFFF) header.length = length;
    return header;
}

/// Returns the data of a generic region that ends with a mark, and its height: T.88, 7.2.7.
Bytes Decoder::unknownPart(Bytes &data, uint32_t &height) {
    constexpr size_t placeCount = 17;
    if (data.count() < placeCount + 1) throw Damage{};
    bool isFacsimile = data.at[placeCount] & 1;
    const uint8_t mark[2] = {uint8_t(isFacsimile ? 0 : 0xFF), uint8_t(isFacsimile ? 0 : 0xAC)};
    const uint8_t *end = std::search(data.at + placeCount + 1, data.end, mark, mark + 2);
    if (end == data.end) throw Damage{};
    Bytes part = data.part(size_t(end + 2 - data.at));
    height = data.number(4);
    return part;
}

void Decoder::readSegments(Bytes data) {
    while (data.count() > 0) {
        // Streams are often filled up behind their last segment.
        constexpr size_t shortestHeader = 11;
        if (data.count() < shortestHeader) return;
        Header header = readHeader(data);
        if (header.kind == endOfPage || header.kind == endOfFile) return;
        std::optional<uint32_t> height;
        Bytes part;
        if (header.length) {
            // The last segment may lack bytes, which entropy decoders supply.
            part = data.part(std::min(*header.length, data.count()));
        } else if (header.kind == generic) {
            height = 0;
            part = unknownPart(data, *height);
        } else {
            throw Damage{};
        }
        try {
            read(header, part, height);
        } catch (const Damage &) {
            damaged.insert(header.number);
        }
    }
}

void Decoder::read(const Header &header, Bytes data, std::optional<uint32_t> height) {
    for (uint32_t number : header.references) {
        if (damaged.count(number) > 0) throw Damage{};
    }
    switch (header.kind) {
    case symbolDictionary: {
        const SymbolDictionary *last = nullptr;
        Symbols known = symbols(header, &last);
        dictionaries[header.number] = SymbolDictionary::read(data, known, tables(header), last, budget);
        break;
    }
    case intermediateText:
    case text:
    case losslessText: readText(header, data); break;
    case patternDictionary: patterns[header.number] = readPatterns(data, budget); break;
    case intermediateHalftone:
    case halftone:
    case losslessHalftone: {
        Place place = readPlace(data);
        auto found = header.references.empty() ? patterns.end() : patterns.find(header.references.front());
        if (found == patterns.end()) throw Damage{};
        show(header, place, readHalftone(data, place.width, place.height, *found->second, budget));
        break;
    }
    case intermediateGeneric:
    case generic:
    case losslessGeneric: readGeneric(header, data, height); break;
    case intermediateRefinement:
    case refinement:
    case losslessRefinement: readRefinement(header, data); break;
    case pageInformation: readPage(data); break;
    case endOfStripe:
        if (isOpenEnded) growPage(int64_t(data.number(4)) + 1);
        break;
    case codeTable: {
        // A line takes less than 1,024 bits, and at least a byte of the data.
        constexpr int64_t bitsPerLine = 1024;
        budget.spend(bitsPerLine, int64_t(data.count()));
        customTables[header.number] = HuffmanTable::custom(data);
        break;
    }
    // Profiles, comments, and kinds that a later version may have.
    default: break;
    }
}

Decoder::Place Decoder::readPlace(Bytes &data) {
    Place place;
    place.width = data.number(4);
    place.height = data.number(4);
    place.x = int32_t(data.number(4));
    place.y = int32_t(data.number(4));
    uint32_t how = data.byte() & 7;
    if (how > 4) throw Damage{};
    place.how = Operator(how);
    return place;
}

void Decoder::readPage(Bytes data) {
    if (page) throw Damage{};
    int64_t width = data.number(4), height = data.number(4);
    data.number(4);
    data.number(4);
    isBlack = data.byte() & 4;
    uint32_t stripes = data.number(2);
    isOpenEnded = height == 0xFFFFFFFF;
    // Stripes make such a page grow.
    if (isOpenEnded) height = stripes & 0x7FFF;
    page = std::make_shared<Bitmap>(width, height, budget);
    if (isBlack) page->fill(true);
}

void Decoder::growPage(int64_t height) {
    if (!page || height <= page->height) return;
    budget.draw(page->width, height);
    BitmapPointer shorter = page;
    auto grown = std::make_shared<Bitmap>(page->width, height, budget);
    if (isBlack) grown->fill(true);
    grown->draw(*shorter, 0, 0, Operator::replace);
    page = grown;
    budget.giveBack(shorter->width, shorter->height);
}

void Decoder::readGeneric(const Header &header, Bytes data, std::optional<uint32_t> height) {
    Place place = readPlace(data);
    if (height) place.height = std::min<int64_t>(place.height, *height);
    uint32_t flags = data.byte();
    budget.check(place.width, place.height);
    GenericRegion region;
    region.width = int(place.width);
    region.height = int(place.height);
    region.number = int(flags >> 1 & 3);
    region.repeatsRows = flags & 8;
    // Twelve adaptive pixels, of an amendment that documents do not use.
    if (flags & 16) throw Damage{};
    if (flags & 1) return show(header, place, readFacsimile(data, region.width, region.height, budget));
    readNeighbors(data, region.adaptive, size_t(region.adaptiveCount()));
    ArithmeticDecoder decoder(data);
    Contexts contexts(region.contextCount());
    show(header, place, region.read(decoder, contexts, budget));
}

void Decoder::readText(const Header &header, Bytes data) {
    Place place = readPlace(data);
    auto bitmap = std::make_shared<Bitmap>(place.width, place.height, budget);
    bool showsSymbols = false;
    try {
        TextRegion::draw(*bitmap, data, {symbols(header), tables(header)}, budget, showsSymbols);
    } catch (const Damage &) {
        // Without a symbol the region would only cover others.
        if (showsSymbols) show(header, place, bitmap);
        throw;
    }
    show(header, place, bitmap);
}

void Decoder::readRefinement(const Header &header, Bytes data) {
    Place place = readPlace(data);
    uint32_t flags = data.byte();
    budget.check(place.width, place.height);
    RefinementRegion region;
    region.width = int(place.width);
    region.height = int(place.height);
    region.number = int(flags & 1);
    region.repeatsAreas = flags & 2;
    if (region.number == 0) readNeighbors(data, region.adaptive);
    // Another region, or else what is on the page at its place.
    BitmapPointer other;
    for (uint32_t number : header.references) {
        auto found = regions.find(number);
        if (found != regions.end()) other = found->second;
    }
    if (!other) {
        if (!page) throw Damage{};
        other = page->part(place.x, place.y, place.width, place.height, budget);
    }
    ArithmeticDecoder decoder(data);
    Contexts contexts(region.contextCount());
    show(header, place, region.read(*other, decoder, contexts, budget));
}

/// Draws a region on the page, or keeps it for the regions that refer to it.
void Decoder::show(const Header &header, const Place &place, const BitmapPointer &bitmap) {
    switch (header.kind) {
    case intermediateText:
    case intermediateHalftone:
    case intermediateGeneric:
    case intermediateRefinement: regions[header.number] = bitmap; return;
    default: break;
    }
    if (!page) throw Damage{};
    if (isOpenEnded) growPage(place.y + place.height);
    page->draw(*bitmap, place.x, place.y, place.how);
}

/// Returns the symbols of the dictionaries that a segment refers to.
Symbols Decoder::symbols(const Header &header, const SymbolDictionary **last) {
    Symbols result;
    for (uint32_t number : header.references) {
        auto found = dictionaries.find(number);
        if (found == dictionaries.end()) continue;
        const Symbols &each = found->second->symbols;
        // References may repeat.
        if (result.size() + each.size() > 1 << 22) throw Damage{};
        constexpr int64_t bitsPerSymbol = 8 * sizeof(BitmapPointer);
        budget.spend(bitsPerSymbol, int64_t(each.size()));
        result.insert(result.end(), each.begin(), each.end());
        if (last) *last = found->second.get();
    }
    return result;
}

/// Returns the tables that a segment refers to.
std::vector<TablePointer> Decoder::tables(const Header &header) const {
    std::vector<TablePointer> result;
    for (uint32_t number : header.references) {
        auto found = customTables.find(number);
        if (found != customTables.end()) result.push_back(found->second);
    }
    return result;
}

}
