#include "ImageSamples.h"

#include <algorithm>
#include <cstdint>
#include <new>

#include <JBIG2Stream.h>
#include <zlib.h>

#include "../JBIG2/Decoder.h"

/// Returns the bytes of a stream, up to a limit.
static std::vector<uint8_t> contents(Stream *stream) {
    constexpr size_t mostBytes = 64 << 20;
    std::vector<uint8_t> result;
    stream->reset();
    for (int byte = stream->getChar(); byte != EOF && result.size() < mostBytes; byte = stream->getChar()) {
        result.push_back(uint8_t(byte));
    }
    stream->close();
    return result;
}

ImageSamples::ImageSamples(Stream *stream, size_t byteCount) : original(stream) {
    bool isDecoded = false;
    if (stream->getNextStream()) {
        switch (stream->getKind()) {
        case strJBIG2:
            decodeJBIG2(byteCount);
            isDecoded = true;
            break;
        case strFlate: isDecoded = decompress(byteCount); break;
        default: break;
        }
    }
    if (!isDecoded) return;
    char *start = bitmap ? reinterpret_cast<char *>(bitmap->row(0)) : bytes.data();
    size_t count = bitmap ? bitmap->bytesPerRow * size_t(bitmap->height) : bytes.size();
    decoded = std::make_unique<MemStream>(start, 0, Goffset(count), Object(objNull));
}

void ImageSamples::decodeJBIG2(size_t byteCount) {
    Object *globals = static_cast<JBIG2Stream *>(original)->getGlobalsStream();
    try {
        // Without a page, the image has no samples, as in Poppler.
        bitmap = jbig2::Decoder::decode(
            globals->isStream() ? contents(globals->getStream()) : std::vector<uint8_t>(),
            contents(original->getNextStream()), byteCount);
        // In documents, black is 0.
        for (int y = 0; bitmap && y < bitmap->height; y++) {
            uint8_t *row = bitmap->row(y);
            std::transform(row, row + bitmap->bytesPerRow, row, [](uint8_t byte) { return uint8_t(~byte); });
        }
    } catch (const std::bad_alloc &) {
    }
}

/// Whether a stream is compressed, and neither predicted nor in the page's content, where its end has to be found.
static bool isPlain(Stream *stream) {
    Dict *dictionary = stream->getDict();
    // Images in the page's content may have a length as well, but no subtype.
    if (!dictionary || dictionary->lookup("Length").isNull() || !dictionary->lookup("Subtype").isName("Image")) {
        return false;
    }
    Object filter = dictionary->lookup("Filter");
    bool isSingle = filter.isName() || (filter.isArray() && filter.arrayGetLength() == 1);
    return isSingle && dictionary->lookup("DecodeParms").isNull() && dictionary->lookup("DP").isNull();
}

bool ImageSamples::decompress(size_t byteCount) {
    constexpr size_t leastBytes = 1 << 16, mostBytes = 256 << 20;
    if (byteCount < leastBytes || byteCount > mostBytes || !isPlain(original)) return false;
    Stream *source = original->getNextStream();
    try {
        bytes.resize(byteCount);
    } catch (const std::bad_alloc &) {
        return false;
    }
    z_stream state{};
    if (inflateInit(&state) != Z_OK) {
        bytes = {};
        return false;
    }
    state.next_out = reinterpret_cast<Bytef *>(bytes.data());
    state.avail_out = uInt(byteCount);
    source->reset();
    std::vector<unsigned char> part(1 << 16);
    int status = Z_OK;
    while (status == Z_OK && state.avail_out > 0) {
        int count = source->doGetChars(int(part.size()), part.data());
        if (count <= 0) break;
        state.next_in = part.data();
        state.avail_in = uInt(count);
        status = inflate(&state, Z_NO_FLUSH);
    }
    source->close();
    bool isWhole = state.avail_out == 0;
    inflateEnd(&state);
    // Poppler shows what it can of a damaged or short one.
    if (!isWhole) bytes = {};
    return isWhole;
}
