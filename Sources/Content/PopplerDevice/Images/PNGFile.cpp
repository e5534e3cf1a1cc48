#include "PNGFile.h"

#include <algorithm>
#include <cstring>

static void appendWord(std::vector<uint8_t> &file, uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) file.push_back(uint8_t(value >> shift));
}

static void append(std::vector<uint8_t> &file, const char *type, const std::vector<uint8_t> &data) {
    appendWord(file, uint32_t(data.size()));
    size_t start = file.size();
    file.insert(file.end(), type, type + 4);
    file.insert(file.end(), data.begin(), data.end());
    uLong sum = crc32(0, nullptr, 0);
    for (size_t at = start; at < file.size(); at += 1 << 30) {
        sum = crc32(sum, file.data() + at, uInt(std::min<size_t>(1 << 30, file.size() - at)));
    }
    appendWord(file, uint32_t(sum));
}

PNGFile::PNGFile(PixelImage::Format format, int width, int height)
    : format(format), width(width), height(height), row(PixelImage::bytesOfRow(format, width) + 1), data(1 << 16) {
    // Differences from the pixel on the left compress better in photographs.
    step = format == PixelImage::Format::rgb ? 3 : format == PixelImage::Format::rgba ? 4 : 0;
    row[0] = step == 0 ? 0 : 1;
    // The fastest level, because the file is read at once and then discarded.
    isOpen = deflateInit(&stream, 1) == Z_OK;
}

PNGFile::~PNGFile() {
    if (isOpen) deflateEnd(&stream);
}

void PNGFile::compress(int flush) {
    int status;
    do {
        if (data.size() - count < 1 << 15) data.resize(2 * data.size());
        stream.next_out = data.data() + count;
        stream.avail_out = uInt(std::min<size_t>(1 << 30, data.size() - count));
        uInt before = stream.avail_out;
        status = deflate(&stream, flush);
        count += before - stream.avail_out;
    } while (status == Z_OK && (stream.avail_in > 0 || flush == Z_FINISH));
}

void PNGFile::add(const uint8_t *from) {
    if (!isOpen) return;
    uint8_t *to = row.data() + 1;
    size_t length = row.size() - 1, start = std::min(step, length);
    if (step == 0) {
        std::memcpy(to, from, length);
    } else {
        std::memcpy(to, from, start);
        for (size_t i = start; i < length; i++) to[i] = uint8_t(from[i] - from[i - step]);
    }
    stream.next_in = row.data();
    stream.avail_in = uInt(row.size());
    compress(Z_NO_FLUSH);
}

std::string PNGFile::address(const PixelImage *image) {
    std::vector<uint8_t> file{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    std::vector<uint8_t> header;
    for (int value : {width, height}) appendWord(header, uint32_t(value));
    bool hasTwoColors = format == PixelImage::Format::twoColors;
    uint8_t depth = hasTwoColors ? 1 : 8;
    uint8_t kind = hasTwoColors ? 3 : format == PixelImage::Format::gray ? 0 : format == PixelImage::Format::rgb ? 2 : 6;
    for (uint8_t byte : {depth, kind, uint8_t(0), uint8_t(0), uint8_t(0)}) header.push_back(byte);
    append(file, "IHDR", header);
    if (hasTwoColors && image) {
        std::vector<uint8_t> palette;
        for (const RGB &color : image->colors) {
            for (uint8_t byte : {color.red, color.green, color.blue}) palette.push_back(byte);
        }
        append(file, "PLTE", palette);
        if (image->alphas[0] != 255 || image->alphas[1] != 255) {
            append(file, "tRNS", {image->alphas[0], image->alphas[1]});
        }
    }
    if (isOpen) compress(Z_FINISH);
    data.resize(isOpen ? count : 0);
    append(file, "IDAT", data);
    // The address is larger than both.
    data = {};
    append(file, "IEND", {});
    SVGText text;
    text << "data:image/png;base64,";
    text.base64(file.data(), file.size());
    return text.text;
}
