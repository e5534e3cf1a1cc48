#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <GfxState.h>
#include <Stream.h>

#include "../SVGText.h"

/// Pixels that are written as an image of the page.
class PixelImage {
public:
    enum class Format {
        /// A bit for each pixel, which selects one of two colors.
        twoColors,
        gray,
        rgb,
        rgba,
    };

    Format format;
    int width;
    int height;
    size_t bytesPerRow;
    std::vector<uint8_t> bytes;
    /// The two colors, and their alpha.
    RGB colors[2];
    uint8_t alphas[2] = {255, 255};

    /// Creates an image of zeros; `bytes` is empty if it would have too many pixels.
    PixelImage(Format format, int width, int height);

    /// Returns the number of bytes of a row.
    static size_t bytesOfRow(Format format, int width);
    bool isValid() const { return !bytes.empty(); }
    uint8_t *row(int y) { return bytes.data() + y * bytesPerRow; }

    /// Whether all pixels have the same value. Two colors are not compared.
    bool isUniform() const;
    /// Returns the image as a data URL with a PNG file, of a single pixel if the image is uniform.
    std::string address() const;

    /// Reads an image without alpha.
    static PixelImage read(Stream *stream, int width, int height, GfxImageColorMap *colorMap);
    /// Reads an image in which samples within ranges are transparent.
    static PixelImage read(
        Stream *stream, int width, int height, GfxImageColorMap *colorMap, const int *maskColors);
    /// Reads the samples of a mask: 255 where it is opaque. The colors are of one component.
    static PixelImage readMask(Stream *stream, int width, int height, GfxImageColorMap *colorMap);
    /// Reads a stencil: 1 where it paints.
    static PixelImage readStencil(Stream *stream, int width, int height, bool inverts);
    /// Returns the image with a mask as its alpha, at the larger resolution of the two. Pixels that are transparent have no
    /// color.
    PixelImage masked(const PixelImage &mask, const RGB *matte, bool interpolates) const;
    /// Returns the address of an image of the same size with this one as its mask, like `masked`, without holding the image
    /// in memory.
    ///
    /// - Returns: The address; empty for images that have to be read as a whole.
    std::string maskedAddress(Stream *stream, GfxImageColorMap *colorMap, const RGB *matte) const;

    /// Returns a smaller image, where each pixel is the mean of those that it replaces.
    PixelImage reduced(int width, int height) const;
    /// Returns the image with no side longer than `longestSide`: each pixel is the mean of those that it replaces.
    PixelImage fitted() &&;
    /// Returns the side of an image that `fitted` returns for one with this side.
    static int fittedSide(int side);

    /// The outline of the pixels of a stencil that are 1, in pixels, y down.
    std::string outline() const;

    /// The longest side of an image that readers draw: Cairo's.
    static constexpr int longestSide = 32767;
    /// The maximum number of pixels.
    static constexpr int64_t mostPixels = 1 << 28;
    /// The same for images with alpha: 8,192 × 8,192.
    static constexpr int64_t mostPixelsWithAlpha = 1 << 26;
    /// The maximum number of pixels of a stencil that becomes an outline.
    static constexpr int64_t mostOutlinePixels = 1 << 16;

private:
    void pixel(double x, double y, bool interpolates, uint8_t out[4]) const;
    void pixelAt(int x, int y, uint8_t out[4]) const;
    void readAlpha(int y, uint8_t *out) const;
};

/// Returns a data URL with the JPEG file that a stream decodes, if it needs no conversion of colors; empty if it does.
std::string jpegAddress(Stream *stream, int width, int height, GfxImageColorMap *colorMap);
