#include <memory>
#include <string_view>
#include <vector>

#include "PageFile.h"
#include "SearchableText.h"
#include "TextDevice.h"

namespace {
/// The matches of a page.
struct Found {
    std::vector<SearchableText::Match> texts;
    std::vector<PageMatch> matches;
};
}

bool page_file_search(
    PageFile *file, int index, PageSize size, const char *text, size_t length, int most, PageMatches *found) {
    Page *page = file->page(index);
    if (!page || !page->isOk() || most < 0) return false;
    TextDevice device(size.width, size.height);
    // As the page is drawn: with annotations, and without layers that are not shown.
    file->display(page, &device);
    auto result = std::make_unique<Found>();
    result->texts = device.finish()->find(std::string_view(text, length), size_t(most));
    for (const SearchableText::Match &match : result->texts) {
        result->matches.push_back({match.quads.data(), int(match.quads.size()), match.line.c_str()});
    }
    found->matches = result->matches.data();
    found->count = int(result->matches.size());
    found->owner = result.release();
    return true;
}

void page_matches_release(PageMatches *matches) {
    delete static_cast<Found *>(matches->owner);
    matches->owner = nullptr;
}
