#pragma once

#include <memory>

#include <GlobalParams.h>
#include <PDFDoc.h>
#include <Page.h>

#include "PopplerDevice.h"

struct PageFile {
    GlobalParamsIniter parameters;
    std::unique_ptr<PDFDoc> document;

    PageFile() : parameters(nullptr) {}

    /// Draws a page as on a screen, with annotations.
    void display(Page *page, OutputDev *device, bool (*stops)(void *) = nullptr, void *data = nullptr);

    Page *page(int index) { return index < 0 ? nullptr : document->getPage(index + 1); }
};
