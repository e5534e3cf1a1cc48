#pragma once
#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>

// libvips takes its options as C varargs, which Swift cannot call: one wrapper for each call that Tilework makes.

static inline void tilework_vips_ignore(
    const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer user) {
    (void) domain, (void) level, (void) message, (void) user;
}

// A VIPSHOME where libvips finds no modules (CLCMS/shim.h has it, too). It sets that variable itself while it starts.
#define TILEWORK_NO_MODULES "/nonexistent/tilework"

// Starts libvips with its modules: loaders for HEIF, JPEG XL, slides and what ImageMagick reads.
//
// What libvips warns of, on standard error and without the file's name, it also reports as an error where it counts.
static inline int tilework_vips_init(void) {
    // Inherited from a process that did without.
    const char *home = getenv("VIPSHOME");
    if (home && strcmp(home, TILEWORK_NO_MODULES) == 0) unsetenv("VIPSHOME");
    g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING | G_LOG_LEVEL_INFO, tilework_vips_ignore, NULL);
    return VIPS_INIT("tilework");
}

// Starts libvips without its modules, unless the user says where it is. They link some 30 libraries, which takes twice
// as long as all else that an image's first tile needs, and ten times where these are not in memory.
static inline int tilework_vips_init_without_modules(void) {
    setenv("VIPSHOME", TILEWORK_NO_MODULES, 0);
    g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING | G_LOG_LEVEL_INFO, tilework_vips_ignore, NULL);
    return VIPS_INIT("tilework");
}

// Every loader is opened by its own name after the content was recognised, never by libvips' own guess.

static inline VipsImage *tilework_vips_load_jpeg(const char *path, VipsAccess access) {
    VipsImage *image = NULL;
    vips_jpegload(path, &image, "access", access, "fail_on", VIPS_FAIL_ON_ERROR, NULL);
    return image;
}

static inline VipsImage *tilework_vips_load_png(const char *path, VipsAccess access) {
    VipsImage *image = NULL;
    vips_pngload(path, &image, "access", access, "fail_on", VIPS_FAIL_ON_ERROR, NULL);
    return image;
}

static inline VipsImage *tilework_vips_load_webp(const char *path, VipsAccess access) {
    VipsImage *image = NULL;
    vips_webpload(path, &image, "access", access, "fail_on", VIPS_FAIL_ON_ERROR, NULL);
    return image;
}

static inline VipsImage *tilework_vips_load_gif(const void *bytes, size_t count) {
    VipsImage *image = NULL;
    vips_gifload_buffer((void *) bytes, count, &image, "fail_on", VIPS_FAIL_ON_ERROR, NULL);
    return image;
}

// One page of a TIFF; `subifd` −1 is the page itself, else one of its subordinate directories.
static inline VipsImage *tilework_vips_load_tiff(const char *path, VipsAccess access, int page, int subifd) {
    VipsImage *image = NULL;
    vips_tiffload(
        path, &image, "access", access, "fail_on", VIPS_FAIL_ON_ERROR, "page", page, "subifd", subifd, NULL);
    return image;
}

static inline VipsImage *tilework_vips_to_srgb(VipsImage *in) {
    VipsImage *out = NULL;
    vips_colourspace(in, &out, VIPS_INTERPRETATION_sRGB, NULL);
    return out;
}

static inline VipsImage *tilework_vips_to_bytes(VipsImage *in) {
    VipsImage *out = NULL;
    vips_cast(in, &out, VIPS_FORMAT_UCHAR, NULL);
    return out;
}

static inline void tilework_vips_unref(void *object) { g_object_unref(object); }

// The address of a prepared region's pixel; a macro in libvips.
static inline const unsigned char *tilework_vips_pixels(VipsRegion *region, int x, int y) {
    return VIPS_REGION_ADDR(region, x, y);
}

static inline int tilework_vips_stride(VipsRegion *region) { return (int) VIPS_REGION_LSKIP(region); }

// What the image worker alone opens. Each decodes into memory when it can only be decoded as a whole.

static inline VipsImage *tilework_vips_load_gif_file(const char *path) {
    VipsImage *image = NULL;
    // What is decoded of a damaged file is shown, as browsers do.
    vips_gifload(path, &image, "fail_on", VIPS_FAIL_ON_NONE, "memory", TRUE, NULL);
    return image;
}

// Adds alpha to an image: opaque in a rectangle within it, transparent around it.
static inline VipsImage *tilework_vips_cover(VipsImage *in, int left, int top, int width, int height) {
    VipsImage *black = NULL, *white = NULL, *alpha = NULL, *out = NULL;
    if (vips_black(&black, width, height, NULL) == 0
        && vips_linear1(black, &white, 1, 255, "uchar", TRUE, NULL) == 0
        && vips_embed(white, &alpha, left, top, vips_image_get_width(in), vips_image_get_height(in), NULL) == 0)
        vips_bandjoin2(in, alpha, &out, NULL);
    if (alpha) g_object_unref(alpha);
    if (white) g_object_unref(white);
    if (black) g_object_unref(black);
    return out;
}

static inline VipsImage *tilework_vips_load_heif(const char *path, int page) {
    VipsImage *image = NULL;
    vips_heifload(path, &image, "page", page, "fail_on", VIPS_FAIL_ON_ERROR, "memory", TRUE, NULL);
    return image;
}

// `page` halves the size so many times.
static inline VipsImage *tilework_vips_load_jp2k(const char *path, int page, int in_memory) {
    VipsImage *image = NULL;
    vips_jp2kload(path, &image, "page", page, "fail_on", VIPS_FAIL_ON_ERROR, "memory", in_memory, NULL);
    return image;
}

static inline VipsImage *tilework_vips_load_jxl(const char *path) {
    VipsImage *image = NULL;
    vips_jxlload(path, &image, "fail_on", VIPS_FAIL_ON_ERROR, "memory", TRUE, NULL);
    return image;
}

static inline VipsImage *tilework_vips_load_slide(const char *path, int level) {
    VipsImage *image = NULL;
    vips_openslideload(path, &image, "level", level, NULL);
    return image;
}

// The first bands of an image.
static inline VipsImage *tilework_vips_first_bands(VipsImage *in, int count) {
    VipsImage *out = NULL;
    vips_extract_band(in, &out, 0, "n", count, NULL);
    return out;
}

// Multiplies samples and casts them to 16 bits.
static inline VipsImage *tilework_vips_spread(VipsImage *in, double factor, double offset) {
    VipsImage *scaled = NULL;
    VipsImage *out = NULL;
    if (vips_linear1(in, &scaled, factor, offset, NULL)) return NULL;
    vips_cast(scaled, &out, VIPS_FORMAT_USHORT, NULL);
    g_object_unref(scaled);
    return out;
}
