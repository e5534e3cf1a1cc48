#pragma once
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <png.h>

// libpng reports errors by a jump, so each call that can fail is wrapped with its own setjmp here: Swift must not be
// jumped over.

// A file in memory that is being decoded; its fields are for this file alone.
typedef struct {
    png_structp png;
    png_infop info;
    jmp_buf escape;
    // Of a file that is read from the disk; NULL for one in memory.
    FILE *stream;
    const unsigned char *bytes;
    size_t count;
    size_t at;
} tilework_png;

typedef struct {
    int width;
    int height;
    // After palettes, fewer bits than 8, and a color that stands for transparent are expanded: 1 or 3 of color, and
    // alpha.
    int channels;
    // 1 or 2, in the machine's own order.
    int sample_bytes;
    int is_interlaced;
} tilework_png_header;

static inline void tilework_png_fail(png_structp png, png_const_charp message) {
    (void) message;
    longjmp(((tilework_png *) png_get_error_ptr(png))->escape, 1);
}

static inline void tilework_png_ignore(png_structp png, png_const_charp message) { (void) png, (void) message; }

static inline void tilework_png_take(png_structp png, png_bytep target, size_t count) {
    tilework_png *file = (tilework_png *) png_get_io_ptr(png);
    if (file->stream) {
        if (fread(target, 1, count, file->stream) != count) png_error(png, "the file ends too early");
        return;
    }
    if (count > file->count - file->at) png_error(png, "the file ends too early");
    memcpy(target, file->bytes + file->at, count);
    file->at += count;
}

static inline void tilework_png_close(tilework_png *file) {
    png_destroy_read_struct(&file->png, &file->info, NULL);
    if (file->stream) fclose(file->stream);
    free(file);
}

// Reads the header of a file whose source is set. NULL, with the file closed, when it is no PNG file or its header is
// damaged.
static inline tilework_png *tilework_png_start(tilework_png *file, tilework_png_header *header) {
    file->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, file, tilework_png_fail, tilework_png_ignore);
    if (file->png) file->info = png_create_info_struct(file->png);
    if (!file->info || setjmp(file->escape)) {
        tilework_png_close(file);
        return NULL;
    }
    // A profile is taken as it is written, whatever libpng knows of those that are wrong.
    png_set_option(file->png, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
    png_set_read_fn(file->png, file, tilework_png_take);
    png_read_info(file->png, file->info);
    header->width = (int) png_get_image_width(file->png, file->info);
    header->height = (int) png_get_image_height(file->png, file->info);
    header->is_interlaced = png_get_interlace_type(file->png, file->info) != PNG_INTERLACE_NONE;
    png_set_expand(file->png);
    // Numbers of two bytes lie the other way round in the file.
    png_set_swap(file->png);
    if (header->is_interlaced) png_set_interlace_handling(file->png);
    png_read_update_info(file->png, file->info);
    header->channels = (int) png_get_channels(file->png, file->info);
    header->sample_bytes = png_get_bit_depth(file->png, file->info) == 16 ? 2 : 1;
    return file;
}

// NULL when the bytes, which must outlive it, are no PNG file or its header is damaged; else free with
// `tilework_png_close`.
static inline tilework_png *tilework_png_open(const void *bytes, size_t count, tilework_png_header *header) {
    tilework_png *file = (tilework_png *) calloc(1, sizeof(tilework_png));
    if (!file) return NULL;
    file->bytes = (const unsigned char *) bytes;
    file->count = count;
    return tilework_png_start(file, header);
}

// The same of a file that is open for reading, which belongs to it from now on.
static inline tilework_png *tilework_png_open_file(int descriptor, tilework_png_header *header) {
    tilework_png *file = (tilework_png *) calloc(1, sizeof(tilework_png));
    if (file) file->stream = fdopen(descriptor, "rb");
    if (!file || !file->stream) {
        close(descriptor);
        free(file);
        return NULL;
    }
    return tilework_png_start(file, header);
}

// The color profile, which lives as long as the file; NULL when it has none that can be read.
static inline const void *tilework_png_profile(tilework_png *file, size_t *count) {
    png_charp name = NULL;
    png_bytep profile = NULL;
    png_uint_32 length = 0;
    int method = 0;
    if (setjmp(file->escape)) return NULL;
    if (!png_get_iCCP(file->png, file->info, &name, &method, &profile, &length)) return NULL;
    *count = length;
    return profile;
}

// Decodes the next row of a file that is not interlaced. 0 when it failed.
static inline int tilework_png_read_row(tilework_png *file, unsigned char *row) {
    if (setjmp(file->escape)) return 0;
    png_read_row(file->png, row, NULL);
    return 1;
}

// Decodes all rows, which lie one after the other. 0 when it failed.
static inline int tilework_png_read_rows(tilework_png *file, unsigned char *rows, size_t stride, int height) {
    if (setjmp(file->escape)) return 0;
    // Adam7 has seven passes, each of which says itself which rows it has.
    for (int pass = 0; pass < 7; pass++) {
        for (int row = 0; row < height; row++) png_read_row(file->png, rows + (size_t) row * stride, NULL);
    }
    return 1;
}

// Decodes the passes of an interlaced file as far as they are there. Each pass fills the rows with blocks of its
// pixels, which the next one refines. `passes` are those that are complete, `rows` those of the pass after them.
static inline void tilework_png_read_passes(
    tilework_png *file, unsigned char *target, size_t stride, int height, int *passes, int *rows) {
    *passes = 0;
    *rows = 0;
    if (setjmp(file->escape)) return;
    for (; *passes < 7; (*passes)++) {
        for (*rows = 0; *rows < height; (*rows)++) png_read_row(file->png, NULL, target + (size_t) *rows * stride);
    }
}
