#pragma once
#include <libdeflate.h>
#include <brotli/decode.h>

// Brotli's header declares its parameters as arrays of variable length, which Swift does not import.
//
// Returns 1, and the number of bytes in size, if all of the data was decompressed.
static inline int tilework_brotli_decompress(const uint8_t *data, size_t count, uint8_t *target, size_t *size) {
    return BrotliDecoderDecompress(count, data, size, target) == BROTLI_DECODER_RESULT_SUCCESS;
}
