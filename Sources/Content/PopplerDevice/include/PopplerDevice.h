#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A PDF document opened for drawing its pages.
typedef struct PageFile PageFile;

/// Opens a file; null if it cannot be read.
///
/// - Parameter password: The password in UTF-8; empty for none.
PageFile *page_file_open(const char *path, const char *password);
void page_file_close(PageFile *file);

/// Returns the size of a page's unit in points, which documents for large plans set; 1 for most.
double page_file_user_unit(PageFile *file, int index);

/// Finds out which links of a page are on layers that are shown.
///
/// - Returns: The number of links that `is_shown` was set for, in their order on the page.
int page_file_shown_links(PageFile *file, int index, bool *is_shown, int count);

/// The reason why a page is not drawn.
typedef enum PageFailure { PAGE_DRAWN, PAGE_UNREADABLE, PAGE_TOO_LARGE, PAGE_TOO_DEEP } PageFailure;

enum { PAGE_DRAWING_PARTS = 5 };

/// A page as SVG.
typedef struct PageDrawing {
    /// The parts of its text, in order.
    const char *parts[PAGE_DRAWING_PARTS];
    size_t counts[PAGE_DRAWING_PARTS];
    void *owner;
} PageDrawing;

/// The size of a displayed page in points, and the unit in points.
typedef struct PageSize {
    double width;
    double height;
    double user_unit;
} PageSize;

/// Draws a page as on a screen, with annotations and form fields.
///
/// - Parameters:
///   - largest: The maximum number of bytes.
///   - has_paper: Whether it is on white paper.
PageFailure page_file_draw(
    PageFile *file, int index, PageSize size, size_t largest, bool has_paper, PageDrawing *drawing);
void page_drawing_release(PageDrawing *drawing);

#ifdef __cplusplus
}
#endif
