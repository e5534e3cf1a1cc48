#pragma once
#include <stdlib.h>
#include <tiffio.h>

// libtiff takes the values of tags as C varargs, which Swift cannot call: one wrapper for each type that Tilework asks for.

// What libtiff says of a file is in what its calls return; on standard error it would lack the file's name.
static inline int tilework_tiff_hush(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
    (void) tiff, (void) user, (void) module, (void) format, (void) arguments;
    return 1;
}

// Opens a file for reading at its first page. No allocation on a file's word is larger than `largest` bytes.
static inline TIFF *tilework_tiff_open(const char *path, tmsize_t largest) {
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) return NULL;
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, largest);
    TIFFOpenOptionsSetErrorHandlerExtR(options, tilework_tiff_hush, NULL);
    TIFFOpenOptionsSetWarningHandlerExtR(options, tilework_tiff_hush, NULL);
    TIFF *tiff = TIFFOpenExt(path, "rmO", options);
    TIFFOpenOptionsFree(options);
    return tiff;
}

// A tag of a 16-bit number, or its default; −1 when there is none.
static inline int tilework_tiff_short(TIFF *tiff, uint32_t tag) {
    uint16_t value = 0;
    return TIFFGetFieldDefaulted(tiff, tag, &value) ? value : -1;
}

// A tag of a 32-bit number, or its default; −1 when there is none.
static inline int64_t tilework_tiff_long(TIFF *tiff, uint32_t tag) {
    uint32_t value = 0;
    return TIFFGetFieldDefaulted(tiff, tag, &value) ? value : -1;
}

// A tag of a 16-bit number as it lies in the file; 0 when there is none.
static inline int tilework_tiff_plain_short(TIFF *tiff, uint32_t tag) {
    uint16_t value = 0;
    return TIFFGetField(tiff, tag, &value) ? value : 0;
}

// A tag of a floating-point number as it lies in the file; 0 when there is none.
static inline float tilework_tiff_float(TIFF *tiff, uint32_t tag) {
    float value = 0;
    return TIFFGetField(tiff, tag, &value) ? value : 0;
}

// What the first sample beyond the colors is; −1 when there is none.
static inline int tilework_tiff_extra(TIFF *tiff) {
    uint16_t count = 0;
    uint16_t *kinds = NULL;
    return TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) && count > 0 ? kinds[0] : -1;
}

// The color profile, which is the file's; NULL when there is none.
static inline const void *tilework_tiff_profile(TIFF *tiff, uint32_t *count) {
    void *bytes = NULL;
    return TIFFGetField(tiff, TIFFTAG_ICCPROFILE, count, &bytes) ? bytes : NULL;
}

// Has JPEG within the file decoded to the colors that it was made of.
static inline int tilework_tiff_decode_colors(TIFF *tiff) {
    return TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
}

// A tag of text, which is the file's; NULL when there is none.
static inline const char *tilework_tiff_text(TIFF *tiff, uint32_t tag) {
    char *text = NULL;
    return TIFFGetField(tiff, tag, &text) ? text : NULL;
}

// Has high dynamic range (LogL and LogLuv) decoded to 8 bits.
static inline int tilework_tiff_decode_luminance(TIFF *tiff) {
    return TIFFSetField(tiff, TIFFTAG_SGILOGDATAFMT, SGILOGDATAFMT_8BIT);
}

// Has pixels that are decoded to RGB left as stored, whichever way they are shown.
static inline int tilework_tiff_store_upright(TIFF *tiff) {
    return TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
}
