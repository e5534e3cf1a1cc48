#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/// Repairs a file whose table has wrong indexes of compressed objects, or which has pages with more annotations than
/// Poppler reads.
///
/// - Returns: A descriptor of a copy in memory; -1 if it has no such damage.
int page_file_repair(const char *path);

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

/// A quadrilateral on the displayed page, in points from its top left. Its corners are the top left, top right, bottom
/// right and bottom left of a text.
typedef struct PageQuad {
    double x[4];
    double y[4];
    /// Whether its sides are not along those of the page.
    bool is_turned;
} PageQuad;

/// A text that was found.
typedef struct PageMatch {
    /// An area for each line, in reading order.
    const PageQuad *quads;
    int quad_count;
    /// The line on which it begins, in UTF-8.
    const char *line;
} PageMatch;

/// The texts that were found on a page.
typedef struct PageMatches {
    const PageMatch *matches;
    int count;
    void *owner;
} PageMatches;

/// Searches a page for a text as a reader sees it, ignoring case and accents.
///
/// - Parameters:
///   - text: The text in UTF-8, of `length` bytes.
///   - most: The maximum number of matches.
/// - Returns: Whether the page was read.
bool page_file_search(
    PageFile *file, int index, PageSize size, const char *text, size_t length, int most, PageMatches *found);
void page_matches_release(PageMatches *matches);

/// A feature of a page or document that is not shown, or may surprise.
typedef enum PageFeature {
    PAGE_OVERPRINT = 1,
    PAGE_MEDIA = 2,
    PAGE_3D = 4,
    PAGE_SCRIPT = 8,
    PAGE_ATTACHMENT = 16,
    PAGE_XFA = 32,
    PAGE_PORTFOLIO = 64,
} PageFeature;

/// Receives a text of `length` bytes and a number.
typedef void (*PageReceiver)(void *context, const char *text, size_t length, int64_t number);

/// Returns the `PageFeature`s of a page, without drawing it.
int page_file_features(PageFile *file, int index);
/// Returns the `PageFeature`s of the document as a whole.
int page_file_document_features(PageFile *file);
/// Sends the label of a page in UTF-8, if the document has labels.
void page_file_label(PageFile *file, int index, PageReceiver receiver, void *context);
/// Sends the name of each layer in UTF-8, and 1 for one that is shown, 0 for one that is not.
void page_file_layers(PageFile *file, PageReceiver receiver, void *context);
/// Sends the name of each embedded file in UTF-8, and its size in bytes; -1 if that is unknown.
void page_file_attachments(PageFile *file, PageReceiver receiver, void *context);

#ifdef __cplusplus
}
#endif
