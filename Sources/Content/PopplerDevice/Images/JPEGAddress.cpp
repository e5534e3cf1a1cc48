#include <algorithm>
#include <cstdlib>
#include <vector>

#include "PixelImage.h"

/// Whether samples are colors of sRGB already, by trial.
static bool isPlain(GfxImageColorMap *colorMap, int components) {
    constexpr int tolerance = 2;
    int steps = components == 1 ? 17 : 5;
    int count = components == 1 ? steps : steps * steps * steps;
    for (int i = 0; i < count; i++) {
        unsigned char sample[3] = {static_cast<unsigned char>(i % steps * 255 / (steps - 1)),
                                   static_cast<unsigned char>(i / steps % steps * 255 / (steps - 1)),
                                   static_cast<unsigned char>(i / steps / steps * 255 / (steps - 1))};
        if (components == 1) sample[1] = sample[2] = sample[0];
        GfxRGB color;
        colorMap->getRGB(sample, &color);
        if (std::abs(colToByte(color.r) - sample[0]) > tolerance
            || std::abs(colToByte(color.g) - sample[1]) > tolerance
            || std::abs(colToByte(color.b) - sample[2]) > tolerance) {
            return false;
        }
    }
    return true;
}

/// Returns a JPEG file without the segments that would turn or color it; empty if it is not an image of this size.
static std::vector<unsigned char> cleaned(
    const std::vector<unsigned char> &file, int width, int height, int components) {
    std::vector<unsigned char> result;
    size_t count = file.size();
    if (count < 4 || file[0] != 0xFF || file[1] != 0xD8) return {};
    result.insert(result.end(), {0xFF, 0xD8});
    size_t at = 2;
    bool hasFrame = false;
    while (at + 4 <= count) {
        if (file[at] != 0xFF) return {};
        unsigned char marker = file[at + 1];
        if (marker == 0xFF) {
            at++;
            continue;
        }
        size_t length = size_t(file[at + 2]) << 8 | file[at + 3];
        if (length < 2 || at + 2 + length > count) return {};
        bool isFrame = marker >= 0xC0 && marker <= 0xC2;
        if (marker > 0xC2 && marker <= 0xCF && marker != 0xC4) return {};
        if (isFrame) {
            if (length < 8 || file[at + 4] != 8 || file[at + 9] != components) return {};
            if ((file[at + 5] << 8 | file[at + 6]) != height || (file[at + 7] << 8 | file[at + 8]) != width) return {};
            hasFrame = true;
        }
        bool isForReaders = (marker > 0xE0 && marker <= 0xEF && marker != 0xEE) || marker == 0xFE;
        if (!isForReaders) result.insert(result.end(), file.begin() + at, file.begin() + at + 2 + length);
        at += 2 + length;
        if (marker == 0xDA) {
            if (!hasFrame) return {};
            result.insert(result.end(), file.begin() + at, file.end());
            return result;
        }
    }
    return {};
}

/// Whether a dictionary of a stream, or an array of them, has a key.
static bool hasKey(const Object &parameters, const char *key) {
    if (parameters.isDict()) return !parameters.dictLookup(key).isNull();
    for (int i = 0; parameters.isArray() && i < parameters.arrayGetLength(); i++) {
        Object each = parameters.arrayGet(i);
        if (each.isDict() && !each.dictLookup(key).isNull()) return true;
    }
    return false;
}

/// Whether a JPEG file says by Adobe's segment how its colors are stored.
static bool hasAdobeSegment(const std::vector<unsigned char> &file) {
    static const char name[] = {'A', 'd', 'o', 'b', 'e'};
    for (size_t at = 2; at + 9 <= file.size() && file[at] == 0xFF && file[at + 1] != 0xDA;) {
        if (file[at + 1] == 0xEE && std::equal(name, name + 5, file.begin() + at + 4)) return true;
        at += 2 + (size_t(file[at + 2]) << 8 | file[at + 3]);
    }
    return false;
}

std::string jpegAddress(Stream *stream, int width, int height, GfxImageColorMap *colorMap) {
    constexpr size_t mostBytes = 256 << 20;
    int components = colorMap->getNumPixelComps();
    if (stream->getKind() != strDCT || (components != 1 && components != 3) || colorMap->getBits() != 8) return {};
    if (!isPlain(colorMap, components)) return {};
    Stream *encoded = stream->getNextStream();
    if (!encoded) return {};
    std::vector<unsigned char> file;
    encoded->reset();
    for (int byte = encoded->getChar(); byte != EOF && file.size() < mostBytes; byte = encoded->getChar()) {
        file.push_back(static_cast<unsigned char>(byte));
    }
    encoded->close();
    file = cleaned(file, width, height, components);
    if (file.empty()) return {};
    // Without that segment, readers of JPEG do not know what the page says of the colors (ISO 32000-1, table 13).
    Dict *dictionary = stream->getDict();
    if (dictionary && !hasAdobeSegment(file)) {
        for (const char *key : {"DecodeParms", "DP"}) {
            if (hasKey(dictionary->lookup(key), "ColorTransform")) return {};
        }
    }
    SVGText text;
    text << "data:image/jpeg;base64,";
    text.base64(file.data(), file.size());
    return text.text;
}
