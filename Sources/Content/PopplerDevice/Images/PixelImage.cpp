#include "PixelImage.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

#include "../InkColors.h"
#include "ImageSamples.h"
#include "PNGFile.h"

PixelImage::PixelImage(Format format, int width, int height) : format(format), width(width), height(height) {
    int64_t most = format == Format::rgba ? mostPixelsWithAlpha : mostPixels;
    bytesPerRow = 0;
    if (width <= 0 || height <= 0 || int64_t(width) * height > most) return;
    bytesPerRow = bytesOfRow(format, width);
    bytes.resize(bytesPerRow * height);
}

size_t PixelImage::bytesOfRow(Format format, int width) {
    switch (format) {
    case Format::twoColors: return (size_t(width) + 7) / 8;
    case Format::gray: return size_t(width);
    case Format::rgb: return size_t(3) * width;
    case Format::rgba: return size_t(4) * width;
    }
    return 0;
}

// MARK: Writing

bool PixelImage::isUniform() const {
    // The last bits of a row of two colors are no pixels.
    if (format == Format::twoColors || !isValid()) return false;
    size_t step = bytesPerRow / size_t(width);
    return std::memcmp(bytes.data(), bytes.data() + step, bytes.size() - step) == 0;
}

std::string PixelImage::address() const {
    if (width * int64_t(height) > 1 && isUniform()) {
        PixelImage pixel(format, 1, 1);
        std::copy_n(bytes.begin(), pixel.bytes.size(), pixel.bytes.begin());
        return pixel.address();
    }
    PNGFile file(format, width, height);
    for (int y = 0; y < height; y++) file.add(bytes.data() + y * bytesPerRow);
    return file.address(this);
}

// MARK: Reading

/// Calls `body` with each line's number and samples.
template <typename Body>
static void readLines(Stream *stream, int width, int height, GfxImageColorMap *colorMap, Body body) {
    size_t bitsPerRow = size_t(width) * size_t(colorMap->getNumPixelComps() * colorMap->getBits());
    ImageSamples source(stream, (bitsPerRow + 7) / 8 * size_t(height));
    ImageStream samples(source.stream(), width, colorMap->getNumPixelComps(), colorMap->getBits());
    samples.reset();
    for (int y = 0; y < height; y++) {
        unsigned char *line = samples.getLine();
        if (!line) break;
        body(y, line);
    }
    samples.close();
}

namespace {
/// The colors of an image's samples.
class LineColors {
public:
    LineColors(GfxImageColorMap *colorMap, int width, int height) : colorMap(colorMap), line(width) {
        int bits = colorMap->getBits();
        if (colorMap->getNumPixelComps() != 1 || bits > 8) return;
        if (width * int64_t(height) < int64_t(1) << bits) return;
        // Some color spaces take long for a color, and an image of one component has few.
        std::vector<unsigned char> samples(size_t(1) << bits);
        std::iota(samples.begin(), samples.end(), 0);
        palette.resize(samples.size());
        convert(samples.data(), palette);
    }

    /// Returns the colors of a line of samples, until the next call.
    const std::vector<unsigned int> &colors(unsigned char *samples) {
        if (palette.empty()) {
            convert(samples, line);
        } else {
            for (size_t x = 0; x < line.size(); x++) line[x] = palette[samples[x] & (palette.size() - 1)];
        }
        return line;
    }

private:
    void convert(unsigned char *samples, std::vector<unsigned int> &out) {
        if (!isInks) return colorMap->getRGBLine(samples, out.data(), int(out.size()));
        size_t count = size_t(colorMap->getNumPixelComps());
        for (size_t x = 0; x < out.size(); x++, samples += count) {
            if (x > 0 && std::equal(samples, samples + count, samples - count)) {
                out[x] = out[x - 1];
                continue;
            }
            GfxColor color;
            GfxRGB value;
            colorMap->getColor(samples, &color);
            if (colorMap->getBits() > 8) {
                // The stream gives the high byte of each sample, which `getColor` takes for all of it.
                for (int c = 0; c < int(count); c++) {
                    double low = colorMap->getDecodeLow(c), high = colorMap->getDecodeHigh(c);
                    color.c[c] = dblToCol(low + samples[c] * (high - low) / 255);
                }
            }
            inkRGB(colorMap->getColorSpace(), &color, &value);
            out[x] = unsigned(colToByte(value.r)) << 16 | unsigned(colToByte(value.g)) << 8 | colToByte(value.b);
        }
    }

    GfxImageColorMap *colorMap;
    bool isInks = hasInks(colorMap->getColorSpace());
    std::vector<unsigned int> palette;
    std::vector<unsigned int> line;
};
}

/// Writes a color as its three bytes.
static uint8_t *write(unsigned int color, uint8_t *out) {
    *out++ = uint8_t(color >> 16);
    *out++ = uint8_t(color >> 8);
    *out++ = uint8_t(color);
    return out;
}

PixelImage PixelImage::read(Stream *stream, int width, int height, GfxImageColorMap *colorMap) {
    bool isBits = colorMap->getNumPixelComps() == 1 && colorMap->getBits() == 1;
    GfxColorSpaceMode mode = colorMap->getColorSpace()->getMode();
    bool isGray = mode == csDeviceGray || mode == csCalGray;
    PixelImage image(isBits ? Format::twoColors : isGray ? Format::gray : Format::rgb, width, height);
    if (!image.isValid()) return image;
    if (isBits) {
        for (int i = 0; i < 2; i++) {
            GfxRGB color;
            auto sample = static_cast<unsigned char>(i);
            GfxColor tint;
            colorMap->getColor(&sample, &tint);
            inkRGB(colorMap->getColorSpace(), &tint, &color);
            image.colors[i] = {colToByte(color.r), colToByte(color.g), colToByte(color.b)};
        }
    }
    LineColors reader(colorMap, width, height);
    readLines(stream, width, height, colorMap, [&](int y, unsigned char *in) {
        uint8_t *out = image.row(y);
        if (isBits) {
            for (int x = 0; x < width; x++) {
                if (in[x]) out[x >> 3] |= 0x80 >> (x & 7);
            }
            return;
        }
        const std::vector<unsigned int> &line = reader.colors(in);
        for (int x = 0; x < width; x++) {
            if (isGray) {
                *out++ = uint8_t(line[x]);
            } else {
                out = write(line[x], out);
            }
        }
    });
    return image;
}

PixelImage PixelImage::read(
    Stream *stream, int width, int height, GfxImageColorMap *colorMap, const int *maskColors) {
    PixelImage image(Format::rgba, width, height);
    if (!image.isValid()) return image;
    int components = colorMap->getNumPixelComps();
    LineColors reader(colorMap, width, height);
    readLines(stream, width, height, colorMap, [&](int y, unsigned char *in) {
        uint8_t *out = image.row(y);
        // Before the colors, because Poppler decodes samples where they are.
        for (int x = 0; x < width; x++) {
            bool isMasked = true;
            for (int c = 0; c < components && isMasked; c++) {
                int sample = in[x * components + c];
                isMasked = sample >= maskColors[2 * c] && sample <= maskColors[2 * c + 1];
            }
            out[4 * x + 3] = isMasked ? 0 : 255;
        }
        const std::vector<unsigned int> &line = reader.colors(in);
        for (int x = 0; x < width; x++) write(line[x], out + 4 * x);
    });
    return image;
}

PixelImage PixelImage::readMask(Stream *stream, int width, int height, GfxImageColorMap *colorMap) {
    PixelImage image(Format::gray, width, height);
    if (!image.isValid()) return image;
    readLines(stream, width, height, colorMap, [&](int y, unsigned char *in) {
        colorMap->getGrayLine(in, image.row(y), width);
    });
    return image;
}

PixelImage PixelImage::readStencil(Stream *stream, int width, int height, bool inverts) {
    PixelImage image(Format::twoColors, width, height);
    if (!image.isValid()) return image;
    image.alphas[0] = 0;
    ImageSamples samples(stream, image.bytes.size());
    stream = samples.stream();
    stream->reset();
    // A sample of 0 paints.
    uint8_t flip = inverts ? 0 : 0xFF;
    for (int y = 0; y < height; y++) {
        uint8_t *out = image.row(y);
        for (size_t i = 0; i < image.bytesPerRow; i++) {
            int byte = stream->getChar();
            if (byte == EOF) {
                stream->close();
                return image;
            }
            out[i] = uint8_t(byte) ^ flip;
        }
    }
    stream->close();
    return image;
}

// MARK: Masks

void PixelImage::pixelAt(int x, int y, uint8_t out[4]) const {
    const uint8_t *row = bytes.data() + y * bytesPerRow;
    out[3] = 255;
    switch (format) {
    case Format::twoColors: {
        int index = row[x >> 3] >> (7 - (x & 7)) & 1;
        out[0] = colors[index].red;
        out[1] = colors[index].green;
        out[2] = colors[index].blue;
        out[3] = alphas[index];
        break;
    }
    case Format::gray: out[0] = out[1] = out[2] = row[x]; break;
    case Format::rgb: std::memcpy(out, row + 3 * size_t(x), 3); break;
    case Format::rgba: std::memcpy(out, row + 4 * size_t(x), 4); break;
    }
}

/// Returns the color at a point in pixels, between four pixels if it interpolates.
void PixelImage::pixel(double x, double y, bool interpolates, uint8_t out[4]) const {
    auto column = [&](int at) { return std::clamp(at, 0, width - 1); };
    auto line = [&](int at) { return std::clamp(at, 0, height - 1); };
    if (!interpolates) return pixelAt(column(int(std::floor(x))), line(int(std::floor(y))), out);
    double left = std::floor(x - 0.5), top = std::floor(y - 0.5);
    double across = x - 0.5 - left, down = y - 0.5 - top;
    double sums[4] = {};
    for (int j = 0; j < 2; j++) {
        for (int i = 0; i < 2; i++) {
            uint8_t one[4];
            pixelAt(column(int(left) + i), line(int(top) + j), one);
            double weight = (i ? across : 1 - across) * (j ? down : 1 - down);
            for (int c = 0; c < 4; c++) sums[c] += weight * one[c];
        }
    }
    for (int c = 0; c < 4; c++) out[c] = uint8_t(sums[c] + 0.5);
}

/// Returns a color that is stored blended with a matte to itself.
static void unblend(uint8_t color[3], const RGB &matte, int opacity) {
    if (opacity == 0 || opacity == 255) return;
    const uint8_t base[3] = {matte.red, matte.green, matte.blue};
    for (int c = 0; c < 3; c++) color[c] = uint8_t(std::clamp(base[c] + (color[c] - base[c]) * 255 / opacity, 0, 255));
}

PixelImage PixelImage::masked(const PixelImage &mask, const RGB *matte, bool interpolates) const {
    PixelImage result(Format::rgba, std::max(width, mask.width), std::max(height, mask.height));
    if (!result.isValid()) return result;
    bool isOwnSize = result.width == width && result.height == height;
    bool isSizeOfMask = result.width == mask.width && result.height == mask.height;
    double across = double(width) / result.width, down = double(height) / result.height;
    double maskAcross = double(mask.width) / result.width, maskDown = double(mask.height) / result.height;
    // The usual image. Large ones take most of a page's time.
    bool isPlain = isOwnSize && isSizeOfMask && !matte && format == Format::rgb && mask.format == Format::gray;
    for (int y = 0; y < result.height; y++) {
        uint8_t *out = result.row(y);
        if (isPlain) {
            const uint8_t *color = bytes.data() + y * bytesPerRow, *alpha = mask.bytes.data() + y * mask.bytesPerRow;
            for (int x = 0; x < width; x++, out += 4, color += 3) {
                uint8_t opacity = alpha[x];
                // Zeros compress better and faster.
                for (int c = 0; c < 3; c++) out[c] = opacity == 0 ? 0 : color[c];
                out[3] = opacity;
            }
            continue;
        }
        for (int x = 0; x < result.width; x++, out += 4) {
            uint8_t alpha[4];
            if (isOwnSize) {
                pixelAt(x, y, out);
            } else {
                pixel((x + 0.5) * across, (y + 0.5) * down, interpolates, out);
            }
            if (isSizeOfMask) {
                mask.pixelAt(x, y, alpha);
            } else {
                mask.pixel((x + 0.5) * maskAcross, (y + 0.5) * maskDown, interpolates, alpha);
            }
            int opacity = mask.format == Format::gray ? alpha[0] : alpha[3];
            if (matte) unblend(out, *matte, opacity);
            out[3] = uint8_t(opacity);
            if (opacity == 0) std::fill(out, out + 3, 0);
        }
    }
    return result;
}

/// Writes the alpha of each pixel of a row of a mask.
void PixelImage::readAlpha(int y, uint8_t *out) const {
    const uint8_t *from = bytes.data() + y * bytesPerRow;
    if (format == Format::gray) {
        std::memcpy(out, from, size_t(width));
    } else {
        for (int x = 0; x < width; x++) out[x] = alphas[from[x >> 3] >> (7 - (x & 7)) & 1];
    }
}

std::string PixelImage::maskedAddress(Stream *stream, GfxImageColorMap *colorMap, const RGB *matte) const {
    bool isMask = format == Format::gray || format == Format::twoColors;
    bool hasBits = colorMap->getNumPixelComps() == 1 && colorMap->getBits() == 1;
    bool isLarge = std::max(width, height) > longestSide || int64_t(width) * height > mostPixelsWithAlpha;
    // A uniform mask may make an image that is written as one pixel.
    bool isUniformMask = std::all_of(bytes.begin(), bytes.end(), [&](uint8_t byte) { return byte == bytes[0]; });
    if (!isMask || hasBits || isLarge || isUniformMask) return {};
    PNGFile file(Format::rgba, width, height);
    LineColors reader(colorMap, width, height);
    std::vector<uint8_t> alpha(width), row(size_t(4) * width);
    int count = 0;
    auto add = [&](unsigned char *in) {
        readAlpha(count++, alpha.data());
        bool isClear = alpha[0] == 0 && std::memcmp(alpha.data(), alpha.data() + 1, alpha.size() - 1) == 0;
        if (isClear) {
            std::fill(row.begin(), row.end(), 0);
            return file.add(row.data());
        }
        const unsigned int *line = in ? reader.colors(in).data() : nullptr;
        for (int x = 0; x < width; x++) {
            // Transparent pixels have no color. Zeros compress better and faster.
            unsigned int color = line && alpha[x] != 0 ? line[x] : 0;
            uint8_t *out = row.data() + 4 * x;
            write(color, out)[0] = alpha[x];
            if (matte) unblend(out, *matte, alpha[x]);
        }
        file.add(row.data());
    };
    readLines(stream, width, height, colorMap, [&](int, unsigned char *in) { add(in); });
    // What is missing is black, as in an image that is read as a whole.
    while (count < height) add(nullptr);
    return file.address();
}

// MARK: Large images

int PixelImage::fittedSide(int side) {
    int parts = (side - 1) / longestSide + 1;
    return (side - 1) / parts + 1;
}

PixelImage PixelImage::fitted() && {
    if (width <= longestSide && height <= longestSide) return std::move(*this);
    return reduced(fittedSide(width), fittedSide(height));
}

PixelImage PixelImage::reduced(int newWidth, int newHeight) const {
    bool isOpaque = format != Format::rgba && (format != Format::twoColors || (alphas[0] == 255 && alphas[1] == 255));
    Format newFormat = !isOpaque ? Format::rgba : format == Format::gray ? Format::gray : Format::rgb;
    PixelImage result(newFormat, newWidth, newHeight);
    if (!result.isValid()) return result;
    auto start = [](int index, int count, int all) { return int(int64_t(index) * all / count); };
    for (int y = 0; y < result.height; y++) {
        uint8_t *out = result.row(y);
        int top = start(y, result.height, height), bottom = start(y + 1, result.height, height);
        for (int x = 0; x < result.width; x++) {
            int left = start(x, result.width, width), right = start(x + 1, result.width, width);
            // Transparent pixels have no color.
            int64_t sums[3] = {}, alpha = 0;
            for (int j = top; j < bottom; j++) {
                for (int i = left; i < right; i++) {
                    uint8_t one[4];
                    pixelAt(i, j, one);
                    for (int c = 0; c < 3; c++) sums[c] += one[c] * one[3];
                    alpha += one[3];
                }
            }
            for (int c = 0; c < (newFormat == Format::gray ? 1 : 3); c++) {
                *out++ = uint8_t(alpha > 0 ? (sums[c] + alpha / 2) / alpha : 0);
            }
            if (!isOpaque) *out++ = uint8_t(alpha / (int64_t(bottom - top) * (right - left)));
        }
    }
    return result;
}

// MARK: Outlines

std::string PixelImage::outline() const {
    auto has = [&](int x, int y) {
        return x >= 0 && y >= 0 && x < width && y < height
               && (bytes[y * bytesPerRow + (x >> 3)] >> (7 - (x & 7)) & 1) != 0;
    };
    // A bit for each corner: the directions of edges that start there, to the right, down, left and up. Edges have set
    // pixels on their right, so holes go around in the other direction.
    std::vector<uint8_t> edges((size_t(width) + 1) * (height + 1));
    auto corner = [&](int x, int y) -> uint8_t & { return edges[size_t(y) * (width + 1) + x]; };
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            if (!has(x, y)) continue;
            if (!has(x, y - 1)) corner(x, y) |= 1;
            if (!has(x + 1, y)) corner(x + 1, y) |= 2;
            if (!has(x, y + 1)) corner(x + 1, y + 1) |= 4;
            if (!has(x - 1, y)) corner(x, y + 1) |= 8;
        }
    }
    static const int across[] = {1, 0, -1, 0};
    static const int down[] = {0, 1, 0, -1};
    SVGText text;
    for (size_t start = 0; start < edges.size(); start++) {
        while (edges[start] != 0) {
            int x = int(start % (width + 1)), y = int(start / (width + 1));
            int direction = 0;
            while (!(edges[start] >> direction & 1)) direction++;
            (text << "M").numbers(0, x, y);
            while (true) {
                corner(x, y) &= uint8_t(~(1 << direction));
                x += across[direction];
                y += down[direction];
                if (size_t(y) * (width + 1) + x == start) break;
                // Where two pixels touch at a corner, the outline stays with the current pixel.
                int turn = -1;
                for (int each : {1, 0, 3}) {
                    if (turn < 0 && corner(x, y) >> ((direction + each) % 4) & 1) turn = each;
                }
                if (turn < 0) break;
                if (turn != 0) (text << "L").numbers(0, x, y);
                direction = (direction + turn) % 4;
            }
            text << "Z";
        }
    }
    return text.text;
}
