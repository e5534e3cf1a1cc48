#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <zlib.h>

#include "PixelImage.h"

/// A PNG file that is written row by row.
class PNGFile {
public:
    PNGFile(PixelImage::Format format, int width, int height);
    PNGFile(const PNGFile &) = delete;
    ~PNGFile();

    /// Compresses a row of the image, from the top.
    void add(const uint8_t *row);

    /// Returns a data URL with the file, after the last row.
    ///
    /// - Parameter image: The image with the palette, for the format of two colors.
    std::string address(const PixelImage *image = nullptr);

private:
    void compress(int flush);

    PixelImage::Format format;
    int width;
    int height;
    /// The distance in bytes to the pixel on the left, from which a pixel is stored as a difference; 0 for none.
    size_t step;
    z_stream stream{};
    bool isOpen;
    /// A row with the byte that says how it is stored.
    std::vector<uint8_t> row;
    std::vector<uint8_t> data;
    size_t count = 0;
};
