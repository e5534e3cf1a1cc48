#include "TextDevice.h"

#include <cmath>

#include <Page.h>

/// The maximum number of angles. Text on a curve has one for each letter, and is collected along the page's axes.
static constexpr size_t mostAngles = 16;

class TextDevice::Plane {
public:
    /// - Parameter angle: The angle of the text in radians, clockwise on the displayed page.
    Plane(double angle, double width, double height)
        : cosine(std::cos(angle)), sine(std::sin(angle)), center{width / 2, height / 2},
          middle(std::hypot(width, height) / 2), device(nullptr, false, 0, false, false) {
        // Large enough for the page at any angle.
        PDFRectangle paper(0, 0, 2 * middle, 2 * middle);
        GfxState page(72, 72, &paper, 0, true);
        device.startPage(0, &page, nullptr);
    }

    /// Returns a state that draws in this plane.
    std::unique_ptr<GfxState> turned(const GfxState *state) const {
        // With a path of its own; otherwise, two states would delete one.
        std::unique_ptr<GfxState> result(state->copy(true));
        const double *m = state->getCTM();
        auto across = [&](double x, double y) { return cosine * x + sine * y; };
        auto down = [&](double x, double y) { return cosine * y - sine * x; };
        double x = m[4] - center[0], y = m[5] - center[1];
        result->setCTM(
            across(m[0], m[1]), down(m[0], m[1]), across(m[2], m[3]), down(m[2], m[3]), across(x, y) + middle,
            down(x, y) + middle);
        return result;
    }

    void add(SearchableText &text) {
        device.endPage();
        TextPage *page = device.takeText();
        SearchableText::Matrix matrix{cosine, sine, -sine, cosine, 0, 0};
        matrix[4] = center[0] - cosine * middle + sine * middle;
        matrix[5] = center[1] - sine * middle - cosine * middle;
        text.add(*page, matrix, true);
        page->decRefCnt();
    }

private:
    double cosine;
    double sine;
    double center[2];
    double middle;

public:
    TextOutputDev device;
};

TextDevice::TextDevice(double width, double height)
    : TextOutputDev(nullptr, false, 0, false, false), width(width), height(height) {}

TextDevice::~TextDevice() = default;

/// Returns the plane of text in the current font; null for text along the page's axes.
TextDevice::Plane *TextDevice::plane(const GfxState *state) {
    double m[4];
    state->getFontTransMat(&m[0], &m[1], &m[2], &m[3]);
    double angle = std::atan2(m[1], m[0]);
    if (!std::isfinite(angle)) return nullptr;
    double halfDegrees = angle * 360 / M_PI;
    double fromAxis = std::fabs(std::remainder(halfDegrees, 180));
    // Lines of scanned text may be a little oblique. Poppler joins their words up to about this angle.
    if (fromAxis < 0.6) return nullptr;
    int key = int(std::lround(halfDegrees));
    auto &entry = planes[key];
    if (!entry) {
        if (planes.size() > mostAngles) {
            planes.erase(key);
            return nullptr;
        }
        entry = std::make_unique<Plane>(key * M_PI / 360, width, height);
    }
    return entry.get();
}

void TextDevice::drawChar(
    GfxState *state, double x, double y, double dx, double dy, double originX, double originY, CharCode code,
    int nBytes, const Unicode *u, int uLen) {
    Plane *own = isActualTextBegun ? actualPlane : plane(state);
    if (actualText && !isActualTextBegun) {
        isActualTextBegun = true;
        actualPlane = own;
        if (own) {
            own->device.beginActualText(own->turned(state).get(), actualText.get());
        } else {
            TextOutputDev::beginActualText(state, actualText.get());
        }
    }
    if (state->getFont() && state->getFont()->getWMode() != 0) {
        // Vertical writing is centered on its line, and each character is below its point. Poppler expects them on the
        // right of the line and above the point.
        x -= originX;
        y += dy;
    }
    if (!own) return TextOutputDev::drawChar(state, x, y, dx, dy, originX, originY, code, nBytes, u, uLen);
    auto turned = own->turned(state);
    own->device.updateFont(turned.get());
    own->device.drawChar(turned.get(), x, y, dx, dy, originX, originY, code, nBytes, u, uLen);
}

void TextDevice::beginActualText(GfxState *state, const GooString *text) {
    if (actualText) endActualText(state);
    actualText.reset(text->copy());
}

void TextDevice::endActualText(GfxState *state) {
    if (isActualTextBegun) {
        if (actualPlane) {
            actualPlane->device.endActualText(actualPlane->turned(state).get());
        } else {
            TextOutputDev::endActualText(state);
        }
    }
    actualText.reset();
    actualPlane = nullptr;
    isActualTextBegun = false;
}

std::unique_ptr<SearchableText> TextDevice::finish() {
    auto text = std::make_unique<SearchableText>();
    if (TextPage *page = takeText()) {
        text->add(*page, {1, 0, 0, 1, 0, 0}, false);
        page->decRefCnt();
    }
    for (auto &entry : planes) entry.second->add(*text);
    return text;
}
