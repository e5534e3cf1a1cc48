#pragma once

#include <array>
#include <vector>

#include "Bitmap.h"
#include "Entropy.h"

namespace jbig2 {

/// The place of a pixel of a template, relative to the one that is decoded.
struct Neighbor {
    int x;
    int y;
};

/// A bitmap in which pixels are predicted from those before them: T.88, 6.2.
struct GenericRegion {
    int width = 0;
    int height = 0;
    /// The number of the template, 0 to 3.
    int number = 0;
    /// Whether rows may repeat those above them.
    bool repeatsRows = false;
    /// Adaptive pixels; templates 1 to 3 have one.
    std::array<Neighbor, 4> adaptive{};
    /// Pixels that are white without being decoded; null for none.
    const Bitmap *skipped = nullptr;

    /// The number of adaptive pixels.
    int adaptiveCount() const { return number == 0 ? 4 : 1; }
    /// The number of contexts.
    size_t contextCount() const;

    BitmapPointer read(ArithmeticDecoder &decoder, Contexts &contexts, Budget &budget) const;
};

/// Reads a bitmap compressed as in facsimiles: T.88, 6.2.6, and T.6. Afterwards `data` begins at the next byte.
BitmapPointer readFacsimile(Bytes &data, int width, int height, Budget &budget);

/// A bitmap that corrects another one: T.88, 6.3.
struct RefinementRegion {
    int width = 0;
    int height = 0;
    /// The number of the template, 0 or 1.
    int number = 0;
    /// Whether pixels in areas of one color may repeat those of the other bitmap.
    bool repeatsAreas = false;
    /// Adaptive pixels of template 0, in this bitmap and in the other one.
    std::array<Neighbor, 2> adaptive{{{-1, -1}, {-1, -1}}};
    /// The place of the other bitmap.
    int x = 0;
    int y = 0;

    size_t contextCount() const { return number == 0 ? 1 << 13 : 1 << 10; }
    BitmapPointer read(
        const Bitmap &other, ArithmeticDecoder &decoder, Contexts &contexts, Budget &budget) const;
};

/// Reads the places of adaptive pixels.
template <size_t count>
void readNeighbors(Bytes &data, std::array<Neighbor, count> &neighbors, size_t used = count) {
    for (size_t i = 0; i < used; i++) {
        neighbors[i].x = data.signedByte();
        neighbors[i].y = data.signedByte();
    }
}

}
