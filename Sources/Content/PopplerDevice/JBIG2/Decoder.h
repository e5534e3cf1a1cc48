#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "Halftone.h"
#include "Symbols.h"

namespace jbig2 {

/// A decoder of the images in JBIG2 that documents contain: ITU-T T.88, without the headers of files.
///
/// It reads all kinds of segments, but no colored ones. `Budget` bounds memory and time. The page shows the symbols of
/// a text region before its damage. Other damaged segments, and those that refer to damaged ones, are left out.
class Decoder {
public:
    /// Returns the image of a page, 1 for black; null if the data has no page.
    ///
    /// - Parameters:
    ///   - globals: Segments that several images share; empty for none.
    ///   - data: The segments of the page.
    ///   - byteCount: The number of bytes of the image's pixels, which bounds memory and time.
    static BitmapPointer decode(
        const std::vector<uint8_t> &globals, const std::vector<uint8_t> &data, size_t byteCount);

private:
    explicit Decoder(size_t byteCount) : budget(byteCount) {}

    struct Header {
        uint32_t number;
        int kind;
        std::vector<uint32_t> references;
        /// nullopt if only the segment's data tells where it ends.
        std::optional<size_t> length;
    };

    /// The place of a region on the page, and how it is combined with what is there.
    struct Place {
        int64_t width;
        int64_t height;
        int64_t x;
        int64_t y;
        Operator how;
    };

    static Header readHeader(Bytes &data);
    static Bytes unknownPart(Bytes &data, uint32_t &height);
    static Place readPlace(Bytes &data);
    void readSegments(Bytes data);
    /// Reads the data of a segment; throws `Damage`.
    void read(const Header &header, Bytes data, std::optional<uint32_t> height);
    void readText(const Header &header, Bytes data);
    void readPage(Bytes data);
    void readGeneric(const Header &header, Bytes data, std::optional<uint32_t> height);
    void readRefinement(const Header &header, Bytes data);
    void show(const Header &header, const Place &place, const BitmapPointer &bitmap);
    Symbols symbols(const Header &header, const SymbolDictionary **last = nullptr);
    std::vector<TablePointer> tables(const Header &header) const;
    void growPage(int64_t height);

    Budget budget;
    BitmapPointer page;
    /// Whether the page's height is not known before its end.
    bool isOpenEnded = false;
    bool isBlack = false;
    std::map<uint32_t, std::shared_ptr<SymbolDictionary>> dictionaries;
    std::map<uint32_t, std::shared_ptr<Symbols>> patterns;
    std::map<uint32_t, TablePointer> customTables;
    /// Regions that are not shown but referred to.
    std::map<uint32_t, BitmapPointer> regions;
    /// The numbers of damaged segments.
    std::set<uint32_t> damaged;
};

}
