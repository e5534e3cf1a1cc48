#include "PopplerDevice.h"

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <string>

#include <Annot.h>
#include <Array.h>
#include <Catalog.h>
#include <Form.h>
#include <Gfx.h>
#include <GlobalParams.h>
#include <Link.h>
#include <OptionalContent.h>
#include <PDFDoc.h>
#include <Page.h>

#include "PageDevice.h"
#include "PageFile.h"

namespace {
/// Sets only the border of a field. `Annot::setBorder` would also remove its appearances, for which Poppler reads all pages.
struct BorderedField : AnnotWidget {
    static void set(Annot *field, std::unique_ptr<AnnotBorder> value) {
        field->*(&BorderedField::border) = std::move(value);
    }
};
}

/// Gives fields whose appearance Poppler makes the border of the default width, which it leaves out.
static void addBorders(PDFDoc &document, Page *page) {
    Form *form = document.getCatalog()->getForm();
    if (!form) return;
    for (Annot *annotation : page->getAnnots()->getAnnots()) {
        if (annotation->getType() != Annot::typeWidget || annotation->getBorder()) continue;
        auto *characteristics = static_cast<AnnotWidget *>(annotation)->getAppearCharacs();
        if (!characteristics || !characteristics->getBorderColor()) continue;
        bool isMade = form->getNeedAppearances() || !annotation->getAnnotObj().dictLookup("AP").isDict();
        if (!isMade) continue;
        BorderedField::set(annotation, std::make_unique<AnnotBorderArray>());
    }
}

bool isImage(const Object &part) {
    if (!part.isStream()) return false;
    for (Stream *stream = part.getStream(); stream; stream = stream->getNextStream()) {
        switch (stream->getKind()) {
        case strCCITTFax:
        case strDCT:
        case strJBIG2:
        case strJPX: return true;
        default: break;
        }
    }
    return false;
}

void PageFile::display(Page *page, OutputDev *device, bool (*stops)(void *), void *data) {
    addBorders(*document, page);
    Object contents = page->getContents();
    // Poppler draws nothing if a part is missing, where other readers draw the other parts.
    Object parts(new Array(document->getXRef()));
    bool isWhole = contents.isArray() || !isImage(contents);
    for (int i = 0; contents.isArray() && i < contents.arrayGetLength(); i++) {
        Object part = contents.arrayGet(i);
        if (part.isStream() && !isImage(part)) {
            parts.arrayAdd(contents.arrayGetNF(i).copy());
        } else {
            isWhole = false;
        }
    }
    if (isWhole) {
        page->displaySlice(device, 72, 72, 0, false, true, 0, 0, -1, -1, false, stops, data, nullptr, nullptr);
        return;
    }
    std::unique_ptr<Gfx> gfx(
        page->createGfx(device, 72, 72, 0, false, true, 0, 0, -1, -1, false, stops, data));
    gfx->saveState();
    gfx->display(&parts);
    gfx->restoreState();
    for (Annot *annotation : page->getAnnots()->getAnnots()) annotation->draw(gfx.get(), false);
}

/// Converts UTF-8 to Latin-1, which passwords of older documents are in; nullopt if it has other characters.
static std::optional<std::string> latin1(const std::string &text) {
    std::string result;
    for (size_t i = 0; i < text.size(); i++) {
        auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x80) {
            result.push_back(text[i]);
        } else if ((byte == 0xC2 || byte == 0xC3) && i + 1 < text.size()) {
            i++;
            result.push_back(static_cast<char>((byte & 3) << 6 | (static_cast<unsigned char>(text[i]) & 0x3F)));
        } else {
            return std::nullopt;
        }
    }
    return result;
}

static std::unique_ptr<PDFDoc> opened(const char *path, const std::optional<GooString> &password) {
    auto document = std::make_unique<PDFDoc>(std::make_unique<GooString>(path), password, password);
    if (!document->isOk()) return nullptr;
    return document;
}

/// Hides layers that say that they are not for screens. Poppler reads this but does not apply it.
static void hideLayersForPrinting(PDFDoc &document) {
    const OCGs *layers = document.getOptContentConfig();
    if (!layers) return;
    for (const auto &entry : layers->getOCGs()) {
        OptionalContentGroup &layer = *entry.second;
        if (layer.getViewState() == OptionalContentGroup::ocUsageOff) layer.setState(OptionalContentGroup::Off);
    }
}

PageFile *page_file_open(const char *path, const char *password) {
    auto file = std::make_unique<PageFile>();
    std::string text = password;
    if (text.empty()) {
        file->document = opened(path, {});
    } else {
        if (auto converted = latin1(text)) file->document = opened(path, GooString(*converted));
        if (!file->document) file->document = opened(path, GooString(text));
    }
    if (!file->document) return nullptr;
    hideLayersForPrinting(*file->document);
    return file.release();
}

void page_file_close(PageFile *file) { delete file; }

double page_file_user_unit(PageFile *file, int index) {
    Page *page = file->page(index);
    if (!page) return 1;
    Object object = file->document->getXRef()->fetch(page->getRef());
    if (!object.isDict()) return 1;
    Object unit = object.dictLookup("UserUnit");
    if (!unit.isNum()) return 1;
    double value = unit.getNum();
    return value > 0 && value <= 1e6 ? value : 1;
}

int page_file_shown_links(PageFile *file, int index, bool *is_shown, int count) {
    Page *page = file->page(index);
    if (!page) return 0;
    OCGs *layers = file->document->getOptContentConfig();
    std::unique_ptr<Links> links = page->getLinks();
    int number = 0;
    for (AnnotLink *link : links->getLinks()) {
        if (number == count) break;
        const Object &layer = link->getAnnotObj().dictLookupNF("OC");
        is_shown[number++] = !layers || layer.isNull() || layers->optContentIsVisible(&layer);
    }
    return number;
}

namespace {
/// The text of a page.
struct Drawing {
    std::string head;
    std::string middle;
    std::string tail;
    std::unique_ptr<PageDevice> device;
};
}

PageFailure page_file_draw(
    PageFile *file, int index, PageSize size, size_t largest, bool has_paper, PageDrawing *drawing) {
    Page *page = file->page(index);
    if (!page || !page->isOk()) return PAGE_UNREADABLE;
    auto device = std::make_unique<PageDevice>(file->document.get(), size.width, size.height, largest);
    auto stops = [](void *device) {
        return static_cast<PageDevice *>(device)->failure() != PageDevice::Failure::none;
    };
    file->display(page, device.get(), stops, device.get());
    device->finish();
    switch (device->failure()) {
    case PageDevice::Failure::none: break;
    case PageDevice::Failure::tooLarge: return PAGE_TOO_LARGE;
    case PageDevice::Failure::tooDeep: return PAGE_TOO_DEEP;
    }
    auto text = std::make_unique<Drawing>();
    // There are 96 CSS pixels to an inch.
    double pixels = size.user_unit * 96 / 72;
    SVGText head;
    head << "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"";
    head.number(size.width * pixels, 6) << "\" height=\"";
    head.number(size.height * pixels, 6) << "\" viewBox=\"0 0 ";
    head.numbers(6, size.width, size.height) << "\">\n";
    if (has_paper) head << "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
    head << "<defs>\n";
    text->head = head.text;
    // The page's backdrop is transparent, and paper comes last.
    text->middle = device->blends() ? "</defs>\n<g style=\"isolation:isolate\">\n" : "</defs>\n<g>\n";
    text->tail = "</g>\n</svg>\n";
    text->device = std::move(device);
    const std::string *parts[PAGE_DRAWING_PARTS] = {
        &text->head, &text->device->definitions().text, &text->middle, &text->device->body().text, &text->tail};
    for (int i = 0; i < PAGE_DRAWING_PARTS; i++) {
        drawing->parts[i] = parts[i]->data();
        drawing->counts[i] = parts[i]->size();
    }
    drawing->owner = text.release();
    return PAGE_DRAWN;
}

void page_drawing_release(PageDrawing *drawing) {
    delete static_cast<Drawing *>(drawing->owner);
    drawing->owner = nullptr;
}
