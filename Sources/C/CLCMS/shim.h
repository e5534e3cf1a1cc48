#pragma once
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <lcms2.h>

// The library's formats are macros with arguments, which Swift cannot use.

// Samples of `bytes` bytes each, in the order of the space's channels, then `extra` of no color.
static inline cmsUInt32Number tilework_lcms_format(int space, int channels, int extra, int bytes) {
    return COLORSPACE_SH(space) | CHANNELS_SH(channels) | EXTRA_SH(extra) | BYTES_SH(bytes);
}

// Doubles, of a space's own range.
static inline cmsUInt32Number tilework_lcms_doubles(int space, int channels) {
    return FLOAT_SH(1) | COLORSPACE_SH(space) | CHANNELS_SH(channels) | BYTES_SH(0);
}

static inline cmsUInt32Number tilework_lcms_bgra(void) { return TYPE_BGRA_8; }

// The profile that libvips has for inks of which a file says nothing, or NULL where that library is not installed.
// Looked up at run time, so that a program of views links nothing more for the sake of pictures that it never shows.
// The bytes belong to the library and stay. Not to be called while another thread starts libvips.
static inline const void *tilework_unknown_inks(size_t *count) {
    void *library = dlopen("libvips.so.42", RTLD_NOW | RTLD_LOCAL);
    if (!library) return NULL;
    int (*start)(const char *) = (int (*)(const char *)) dlsym(library, "vips_init");
    int (*load)(const char *, void **, ...) = (int (*)(const char *, void **, ...)) dlsym(library, "vips_profile_load");
    const void *(*get)(void *, size_t *) = (const void *(*)(void *, size_t *)) dlsym(library, "vips_blob_get");
    // Nothing else is wanted of it: without its modules, as CVips/shim.h starts it.
    setenv("VIPSHOME", "/nonexistent/tilework", 0);
    void *blob = NULL;
    if (!start || !load || !get || start("tilework") != 0 || load("cmyk", &blob, (void *) NULL) != 0) return NULL;
    return blob ? get(blob, count) : NULL;
}
