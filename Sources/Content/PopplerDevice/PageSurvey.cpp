#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <Catalog.h>
#include <Dict.h>
#include <FileSpec.h>
#include <OptionalContent.h>
#include <UTF.h>
#include <goo/gmem.h>

#include "PageFile.h"
#include "UTF8Text.h"

namespace {
/// A walk through the resources and annotations of a page, without drawing it.
class Survey {
public:
    int features = 0;

    /// Examines resources, and those of their forms and patterns.
    void examineResources(const Object &resources, int depth) {
        if (!resources.isDict() || depth > mostDepth) return;
        forEach(resources.dictLookup("ExtGState"), [&](const Object &state) {
            if (!state.isDict()) return;
            for (const char *key : {"OP", "op"}) {
                Object value = state.dictLookup(key);
                if (value.isBool() && value.getBool()) features |= PAGE_OVERPRINT;
            }
            Object mask = state.dictLookup("SMask");
            if (mask.isDict()) {
                const Object &group = mask.dictLookupNF("G");
                if (isNew(group)) examineStream(mask.dictLookup("G"), depth);
            }
        });
        for (const char *kind : {"XObject", "Pattern"}) {
            forEach(resources.dictLookup(kind), [&](const Object &object) { examineStream(object, depth); });
        }
    }

    void examineAnnotations(const Object &annotations) {
        if (!annotations.isArray()) return;
        for (int i = 0; i < annotations.arrayGetLength() && count < mostObjects; i++) {
            if (!isNew(annotations.arrayGetNF(i))) continue;
            Object annotation = annotations.arrayGet(i);
            if (!annotation.isDict()) continue;
            Object subtype = annotation.dictLookup("Subtype");
            if (subtype.isName("Movie") || subtype.isName("Screen") || subtype.isName("Sound")
                || subtype.isName("RichMedia")) {
                features |= PAGE_MEDIA;
            } else if (subtype.isName("3D")) {
                features |= PAGE_3D;
            } else if (subtype.isName("FileAttachment")) {
                features |= PAGE_ATTACHMENT;
            }
            examineAction(annotation.dictLookup("A"));
            examineActions(annotation.dictLookup("AA"));
            Object appearance = annotation.dictLookup("AP");
            if (appearance.isDict()) {
                const Object &normal = appearance.dictLookupNF("N");
                if (isNew(normal)) examineStream(appearance.dictLookup("N"), 0);
            }
        }
    }

    /// Examines an action and those that follow it.
    void examineAction(Object action) {
        // Bounded, because actions may form a loop.
        for (int i = 0; i < mostActions && action.isDict(); i++) {
            Object kind = action.dictLookup("S");
            if (kind.isName("JavaScript")) features |= PAGE_SCRIPT;
            if (kind.isName("Movie") || kind.isName("Sound") || kind.isName("Rendition")) features |= PAGE_MEDIA;
            if (kind.isName("GoTo3DView")) features |= PAGE_3D;
            Object next = action.dictLookup("Next");
            action = next.isArray() && next.arrayGetLength() > 0 ? next.arrayGet(0) : std::move(next);
        }
    }

    /// Examines the actions of events.
    void examineActions(const Object &actions) {
        if (!actions.isDict()) return;
        for (int i = 0; i < actions.dictGetLength() && count < mostObjects; i++, count++) {
            examineAction(actions.dictGetVal(i));
        }
    }

private:
    static constexpr int mostDepth = 8;
    /// Enough for what people make, and limits the time for what a program makes.
    static constexpr int mostObjects = 5000;
    static constexpr int mostActions = 20;

    /// Whether an object has not been examined before. An object without a number is always new.
    bool isNew(const Object &object) {
        count++;
        return !object.isRef() || seen.insert(object.getRef()).second;
    }

    template <typename Body> void forEach(const Object &dictionary, Body body) {
        if (!dictionary.isDict()) return;
        for (int i = 0; i < dictionary.dictGetLength() && count < mostObjects; i++) {
            if (!isNew(dictionary.dictGetValNF(i))) continue;
            Object value = dictionary.dictGetVal(i);
            if (value.isDict() || value.isStream()) body(value);
        }
    }

    void examineStream(const Object &object, int depth) {
        if (!object.isStream()) return;
        const Object &resources = object.streamGetDict()->lookupNF("Resources");
        if (isNew(resources)) examineResources(object.streamGetDict()->lookup("Resources"), depth + 1);
    }

    std::set<Ref> seen;
    int count = 0;
};
}

int page_file_features(PageFile *file, int index) {
    Page *page = file->page(index);
    if (!page || !page->isOk()) return 0;
    Survey survey;
    survey.examineResources(*page->getResourceDictObject(), 0);
    survey.examineAnnotations(page->getAnnotsObject());
    Object dictionary = file->document->getXRef()->fetch(page->getRef());
    if (dictionary.isDict()) survey.examineActions(dictionary.dictLookup("AA"));
    return survey.features;
}

int page_file_document_features(PageFile *file) {
    Object catalog = file->document->getXRef()->getCatalog();
    if (!catalog.isDict()) return 0;
    Survey survey;
    survey.examineAction(catalog.dictLookup("OpenAction"));
    survey.examineActions(catalog.dictLookup("AA"));
    Object names = catalog.dictLookup("Names");
    if (names.isDict() && !names.dictLookup("JavaScript").isNull()) survey.features |= PAGE_SCRIPT;
    Object form = catalog.dictLookup("AcroForm");
    if (form.isDict() && !form.dictLookup("XFA").isNull()) survey.features |= PAGE_XFA;
    if (!catalog.dictLookup("Collection").isNull()) survey.features |= PAGE_PORTFOLIO;
    return survey.features;
}

/// The maximum characters of a name that is sent.
static constexpr int longestName = 300;

static void send(const GooString *text, int64_t number, PageReceiver receiver, void *context) {
    std::string name;
    if (text) {
        Unicode *characters = nullptr;
        int count = TextStringToUCS4(text->toStr(), &characters);
        for (int i = 0; i < std::min(count, longestName); i++) appendUTF8(characters[i], name);
        gfree(characters);
    }
    receiver(context, name.data(), name.size(), number);
}

void page_file_label(PageFile *file, int index, PageReceiver receiver, void *context) {
    Object catalog = file->document->getXRef()->getCatalog();
    if (!catalog.isDict() || catalog.dictLookup("PageLabels").isNull()) return;
    GooString label;
    if (file->document->getCatalog()->indexToLabel(index, &label)) send(&label, 0, receiver, context);
}

void page_file_layers(PageFile *file, PageReceiver receiver, void *context) {
    const OCGs *layers = file->document->getOptContentConfig();
    if (!layers) return;
    // In the order of their numbers, because Poppler has none.
    std::map<Ref, const OptionalContentGroup *> sorted;
    for (const auto &entry : layers->getOCGs()) sorted[entry.first] = entry.second.get();
    for (const auto &entry : sorted) {
        const OptionalContentGroup &layer = *entry.second;
        send(layer.getName(), layer.getState() == OptionalContentGroup::On ? 1 : 0, receiver, context);
    }
}

void page_file_attachments(PageFile *file, PageReceiver receiver, void *context) {
    Catalog *catalog = file->document->getCatalog();
    // More than a document has, and less than would take long. As many are kept.
    int count = std::min(catalog->numEmbeddedFiles(), 10000);
    for (int i = 0; i < count; i++) {
        auto file = catalog->embeddedFile(i);
        if (!file || !file->isOk()) continue;
        EmbFile *embedded = file->getEmbeddedFile();
        send(file->getFileName(), embedded ? embedded->size() : -1, receiver, context);
    }
}
