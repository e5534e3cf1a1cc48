#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <Object.h>
#include <Stream.h>

#include "../JBIG2/Bitmap.h"

/// The samples of an image's stream, some of which are decoded here instead of by Poppler.
///
/// Poppler leaves out parts of some images in JBIG2 and takes unbounded time for damaged ones. It takes longer than zlib for
/// compressed ones, most of the time of a page of large images. Other images are left to Poppler.
class ImageSamples {
public:
    /// - Parameters:
    ///   - stream: A stream, which has to outlive the samples.
    ///   - byteCount: The number of bytes that will be read.
    ImageSamples(Stream *stream, size_t byteCount);

    /// The stream to read the samples from.
    Stream *stream() const { return decoded ? decoded.get() : original; }

private:
    void decodeJBIG2(size_t byteCount);
    bool decompress(size_t byteCount);

    Stream *original;
    std::vector<char> bytes;
    /// The decoded image, in which black is 0; null for none.
    std::shared_ptr<jbig2::Bitmap> bitmap;
    std::unique_ptr<Stream> decoded;
};
