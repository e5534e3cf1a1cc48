#pragma once
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <tiffio.h>
#include <unistd.h>

// libtiff takes the values of tags as C varargs, which Swift cannot call: one wrapper for each type that Tilework asks for.

// What libtiff says of a file is in what its calls return; on standard error it would lack the file's name.
static inline int tilework_tiff_hush(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
    (void) tiff, (void) user, (void) module, (void) format, (void) arguments;
    return 1;
}

// Read only, without a memory map, with offsets read as needed, and with strips as the file has them: libtiff would
// otherwise divide uncompressed ones into strips of 8 KB.
#define TILEWORK_TIFF_MODE "rmOc"

static inline TIFFOpenOptions *tilework_tiff_options(tmsize_t largest) {
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) return NULL;
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, largest);
    TIFFOpenOptionsSetErrorHandlerExtR(options, tilework_tiff_hush, NULL);
    TIFFOpenOptionsSetWarningHandlerExtR(options, tilework_tiff_hush, NULL);
    return options;
}

// Opens a file for reading at its first page. No allocation on a file's word is larger than `largest` bytes.
static inline TIFF *tilework_tiff_open(const char *path, tmsize_t largest) {
    TIFFOpenOptions *options = tilework_tiff_options(largest);
    if (!options) return NULL;
    TIFF *tiff = TIFFOpenExt(path, TILEWORK_TIFF_MODE, options);
    TIFFOpenOptionsFree(options);
    return tiff;
}

// Reads bytes of a file that has no descriptor. Returns how many, or −1.
typedef tmsize_t (*tilework_tiff_fetch)(void *file, void *bytes, tmsize_t count, uint64_t offset);

// A position in a file. Handles that have their own can share one descriptor.
struct tilework_tiff_cursor {
    int descriptor;
    // The file without a descriptor; NULL for one with it.
    tilework_tiff_fetch fetch;
    void *file;
    uint64_t length;
    uint64_t position;
    // Bytes that stand in for those of the file from `replaced` on, while the file is opened.
    uint64_t replaced;
    int replacement_count;
    unsigned char replacement[8];
    // The bytes that may still be read while the file is opened.
    int64_t left;
};

// The most bytes that a handle reads at once, and altogether, while it is opened. libtiff reads the values of all tags then and
// keeps them, such as the layers of a picture; those that are larger are not needed for decoding.
#define TILEWORK_LARGEST_TAG (1 << 19)
#define TILEWORK_ALL_TAGS (16 << 20)

static inline tmsize_t tilework_tiff_pread(struct tilework_tiff_cursor *cursor, void *bytes, tmsize_t count, uint64_t place) {
    if (cursor->fetch) return cursor->fetch(cursor->file, bytes, count, place);
    return pread(cursor->descriptor, bytes, (size_t) count, (off_t) place);
}

static inline tmsize_t tilework_tiff_read(thandle_t handle, void *bytes, tmsize_t count) {
    struct tilework_tiff_cursor *cursor = (struct tilework_tiff_cursor *) handle;
    if (cursor->replacement_count > 0 && (count > TILEWORK_LARGEST_TAG || (cursor->left -= count) < 0)) return 0;
    uint64_t start = cursor->position;
    tmsize_t done = 0;
    while (done < count) {
        tmsize_t got = tilework_tiff_pread(cursor, (char *) bytes + done, count - done, cursor->position);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        if (got == 0) break;
        done += got;
        cursor->position += (uint64_t) got;
    }
    for (int index = 0; index < cursor->replacement_count; index++) {
        uint64_t place = cursor->replaced + (uint64_t) index;
        if (place >= start && place - start < (uint64_t) done) {
            ((unsigned char *) bytes)[place - start] = cursor->replacement[index];
        }
    }
    return done;
}

static inline tmsize_t tilework_tiff_write(thandle_t handle, void *bytes, tmsize_t count) {
    (void) handle, (void) bytes, (void) count;
    return -1;
}

static inline toff_t tilework_tiff_size(thandle_t handle) {
    struct tilework_tiff_cursor *cursor = (struct tilework_tiff_cursor *) handle;
    if (cursor->fetch) return cursor->length;
    struct stat status;
    return fstat(cursor->descriptor, &status) == 0 ? (toff_t) status.st_size : 0;
}

static inline toff_t tilework_tiff_seek(thandle_t handle, toff_t offset, int whence) {
    struct tilework_tiff_cursor *cursor = (struct tilework_tiff_cursor *) handle;
    uint64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? cursor->position : tilework_tiff_size(handle);
    // Positions beyond what the system can read.
    if (base + offset > INT64_MAX) return (toff_t) -1;
    return cursor->position = base + offset;
}

static inline int tilework_tiff_forget(thandle_t handle) {
    free(handle);
    return 0;
}

// Has the header of a file tell that its first directory is at an offset. Returns 0 for a file that is no TIFF, or if
// the header can't hold the offset.
static inline int tilework_tiff_replace_first(struct tilework_tiff_cursor *cursor, uint64_t directory) {
    unsigned char head[4];
    if (tilework_tiff_pread(cursor, head, sizeof(head), 0) != (tmsize_t) sizeof(head)) return 0;
    int is_big_endian = head[0] == 'M';
    int is_big = (is_big_endian ? head[3] : head[2]) == 43;
    int count = is_big ? 8 : 4;
    if (!is_big && directory > UINT32_MAX) return 0;
    for (int index = 0; index < count; index++) {
        cursor->replacement[is_big_endian ? count - 1 - index : index] = (unsigned char) (directory >> (8 * index));
    }
    cursor->replaced = (uint64_t) count;
    cursor->replacement_count = count;
    return 1;
}

// Opens a file for reading at a directory, the only one that is read. Selecting the directory after opening would read
// the first one before it, and look for it among all others.
static inline TIFF *tilework_tiff_start(struct tilework_tiff_cursor start, uint64_t directory, tmsize_t largest) {
    struct tilework_tiff_cursor *cursor = (struct tilework_tiff_cursor *) calloc(1, sizeof(struct tilework_tiff_cursor));
    TIFFOpenOptions *options = tilework_tiff_options(largest);
    TIFF *tiff = NULL;
    if (cursor) {
        *cursor = start;
        cursor->left = TILEWORK_ALL_TAGS;
    }
    if (cursor && options && tilework_tiff_replace_first(cursor, directory)) {
        tiff = TIFFClientOpenExt(
            "", TILEWORK_TIFF_MODE, cursor, tilework_tiff_read, tilework_tiff_write, tilework_tiff_seek,
            tilework_tiff_forget, tilework_tiff_size, NULL, NULL, options);
        if (tiff) cursor->replacement_count = 0;
    }
    if (options) TIFFOpenOptionsFree(options);
    if (!tiff) free(cursor);
    return tiff;
}

// Opens an open file at a directory. The descriptor is not closed with the handle.
static inline TIFF *tilework_tiff_share(int descriptor, uint64_t directory, tmsize_t largest) {
    struct tilework_tiff_cursor start = {0};
    start.descriptor = descriptor;
    return tilework_tiff_start(start, directory, largest);
}

// Opens a file without a descriptor at a directory.
static inline TIFF *tilework_tiff_share_fetched(
    tilework_tiff_fetch fetch, void *file, uint64_t length, uint64_t directory, tmsize_t largest) {
    struct tilework_tiff_cursor start = {0};
    start.descriptor = -1;
    start.fetch = fetch;
    start.file = file;
    start.length = length;
    return tilework_tiff_start(start, directory, largest);
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
