#pragma once

#include "Symbols.h"

namespace jbig2 {

/// Reads the patterns of a dictionary: T.88, 6.7 and 7.4.4.
std::shared_ptr<Symbols> readPatterns(Bytes data, Budget &budget);

/// Reads a region of patterns on a grid, after its place: T.88, 6.6 and 7.4.5.
BitmapPointer readHalftone(Bytes data, int64_t width, int64_t height, const Symbols &patterns, Budget &budget);

}
