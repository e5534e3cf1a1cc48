#pragma once

#include <memory>

#include <GlobalParams.h>
#include <PDFDoc.h>
#include <Page.h>

#include "PopplerDevice.h"

/// Whether a stream of content has the compression of an image. No operators are in it, and it may be larger than the
/// memory.
bool isImage(const Object &part);

struct PageFile {
    GlobalParamsIniter parameters;
    std::unique_ptr<PDFDoc> document;

    PageFile() : parameters(nullptr) {}

    /// Draws a page as on a screen, with annotations.
    void display(Page *page, OutputDev *device, bool (*stops)(void *) = nullptr, void *data = nullptr);

    Page *page(int index) { return index < 0 ? nullptr : document->getPage(index + 1); }
};
