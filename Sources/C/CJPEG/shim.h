#pragma once
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <jpeglib.h>
#include <jerror.h>

// libjpeg reports errors by a callback that must not return, so each call that can fail is wrapped with its own setjmp
// here: Swift must not be jumped over.

// A file being decoded; its fields are for this file alone.
typedef struct tilework_jpeg tilework_jpeg;

typedef struct {
    int width;
    int height;
    // 1 grey, 3 color, 4 CMYK or YCCK.
    int components;
    int is_progressive;
} tilework_jpeg_header;

struct tilework_jpeg {
    struct jpeg_error_mgr errors;
    struct jpeg_decompress_struct info;
    struct jpeg_progress_mgr progress;
    jmp_buf escape;
    FILE *file;
    // Whether the file has ended before the decoder saw the end marker.
    int has_ended;
    // Whether the decoder asked for data beyond that end.
    int is_cut_off;
    // The first row of the output that is not there; −1 while all rows are.
    int first_missing_row;
    char message[JMSG_LENGTH_MAX];
};

static inline tilework_jpeg *tilework_jpeg_of(j_common_ptr info) {
    return (tilework_jpeg *) ((char *) info - offsetof(tilework_jpeg, info));
}

static inline void tilework_jpeg_fail(j_common_ptr info) {
    tilework_jpeg *jpeg = tilework_jpeg_of(info);
    (*info->err->format_message)(info, jpeg->message);
    longjmp(jpeg->escape, 1);
}

// Warnings are for damaged data, which libjpeg decodes as well as it can.
//
// At the end of the file libjpeg's source pretends to read an end marker and warns. Data is missing only when the
// entropy decoder then runs into that marker: it makes up the blocks from there on. In the first scan of a file the rows
// of these blocks are missing; a later scan only refines rows that are there.
static inline void tilework_jpeg_warn(j_common_ptr info, int level) {
    if (level >= 0) return;
    tilework_jpeg *jpeg = tilework_jpeg_of(info);
    j_decompress_ptr decoder = &jpeg->info;
    int code = info->err->msg_code;
    if (code == JWRN_JPEG_EOF) jpeg->has_ended = 1;
    if (!jpeg->has_ended || (code != JWRN_HIT_MARKER && !decoder->arith_code)) return;
    jpeg->is_cut_off = 1;
    if (jpeg->first_missing_row < 0 && decoder->input_scan_number <= 1) {
        long rows = (long) decoder->input_iMCU_row * decoder->max_v_samp_factor * DCTSIZE;
        jpeg->first_missing_row = (int) (rows / (decoder->scale_denom ? decoder->scale_denom : 1));
    }
}

static inline void tilework_jpeg_ignore(j_common_ptr info) { (void) info; }

// A progressive file of few bytes can ask for any number of passes over the whole picture. Encoders write about 10.
enum { tilework_jpeg_scan_limit = 100 };

static inline void tilework_jpeg_advance(j_common_ptr info) {
    tilework_jpeg *jpeg = tilework_jpeg_of(info);
    if (jpeg->info.input_scan_number > tilework_jpeg_scan_limit) {
        strcpy(jpeg->message, "it has more than 100 progressive scans");
        longjmp(jpeg->escape, 1);
    }
}

// Opens a file and reads its header. NULL with errno set when the file can't be opened; else free with
// `tilework_jpeg_close`. `message` is not empty when the header can't be read.
static inline tilework_jpeg *tilework_jpeg_open(const char *path, tilework_jpeg_header *header) {
    FILE *file = fopen(path, "rbe");
    if (!file) return NULL;
    tilework_jpeg *jpeg = (tilework_jpeg *) calloc(1, sizeof(tilework_jpeg));
    if (!jpeg) {
        fclose(file);
        return NULL;
    }
    jpeg->file = file;
    jpeg->first_missing_row = -1;
    jpeg->info.err = jpeg_std_error(&jpeg->errors);
    jpeg->errors.error_exit = tilework_jpeg_fail;
    jpeg->errors.emit_message = tilework_jpeg_warn;
    jpeg->errors.output_message = tilework_jpeg_ignore;
    if (setjmp(jpeg->escape)) return jpeg;
    jpeg_create_decompress(&jpeg->info);
    jpeg->progress.progress_monitor = tilework_jpeg_advance;
    jpeg->info.progress = &jpeg->progress;
    jpeg_stdio_src(&jpeg->info, file);
    jpeg_read_header(&jpeg->info, TRUE);
    header->width = (int) jpeg->info.image_width;
    header->height = (int) jpeg->info.image_height;
    header->components = jpeg->info.num_components;
    header->is_progressive = jpeg->info.progressive_mode;
    return jpeg;
}

// Starts decoding to four bytes a pixel: blue, green, red, 255, at a `shrink`th of the size (1, 2, 4 or 8), rounded up.
// 0 when it failed.
static inline int tilework_jpeg_start(tilework_jpeg *jpeg, int shrink) {
    if (setjmp(jpeg->escape)) return 0;
    jpeg->info.scale_num = 1;
    jpeg->info.scale_denom = (unsigned) shrink;
    jpeg->info.out_color_space = JCS_EXT_BGRA;
    return jpeg_start_decompress(&jpeg->info);
}

// Decodes the next row. 0 when it failed, or when the file ends before the row does.
static inline int tilework_jpeg_read_row(tilework_jpeg *jpeg, void *row) {
    if (setjmp(jpeg->escape)) return 0;
    JSAMPROW rows[1] = {(JSAMPROW) row};
    if (jpeg_read_scanlines(&jpeg->info, rows, 1) != 1) return 0;
    if (jpeg->first_missing_row < 0 || (int) jpeg->info.output_scanline <= jpeg->first_missing_row) return 1;
    strcpy(jpeg->message, "the file ends before the picture does");
    return 0;
}

// Whether the rows read so far were decoded from less data than the picture has.
static inline int tilework_jpeg_is_cut_off(const tilework_jpeg *jpeg) { return jpeg->is_cut_off; }

static inline const char *tilework_jpeg_message(const tilework_jpeg *jpeg) { return jpeg->message; }

static inline void tilework_jpeg_close(tilework_jpeg *jpeg) {
    jpeg_destroy_decompress(&jpeg->info);
    fclose(jpeg->file);
    free(jpeg);
}
