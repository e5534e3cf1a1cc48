#include "GlyphOutlines.h"

#include <GfxFont.h>
#include <splash/SplashFont.h>
#include <splash/SplashPath.h>

#include "SVGText.h"

static SplashColor white = {255, 255, 255, 0};

GlyphOutlines::GlyphOutlines(PDFDoc *document) : SplashOutputDev(splashModeRGB8, 4, false, white) {
    setFreeTypeHinting(false, false);
    startDoc(document);
}

void GlyphOutlines::start(XRef *xref) {
    PDFRectangle box(0, 0, 1, 1);
    GfxState state(72, 72, &box, 0, false);
    SplashOutputDev::startPage(1, &state, xref);
    selected.reset();
    name.clear();
}

void GlyphOutlines::select(GfxState *state) {
    const auto &font = state->getFont();
    if (font && font == selected) return;
    selected = font;
    name.clear();
    if (!font || font->getType() == fontType3) return;
    Ref id = *font->getID();
    name = std::to_string(id.num) + "," + std::to_string(id.gen);
    // Copies the path too: otherwise both states would release the same one.
    std::unique_ptr<GfxState> copy(state->copy(true));
    copy->setCTM(1, 0, 0, 1, 0, 0);
    copy->setTextMat(1, 0, 0, 1, 0, 0);
    copy->setFont(font, unitsPerEm);
    copy->setHorizScaling(100);
    doUpdateFont(copy.get());
}

std::string GlyphOutlines::outline(CharCode code, const double matrix[6], int decimals) {
    SplashFont *font = name.empty() ? nullptr : getCurrentFont();
    if (!font) return {};
    std::unique_ptr<SplashPath> path(font->getGlyphPath(static_cast<int>(code)));
    if (!path) return {};
    PathText text(matrix, decimals);
    for (int i = 0; i < path->getLength(); i++) {
        double x[3], y[3];
        unsigned char flags;
        path->getPoint(i, &x[0], &y[0], &flags);
        if (flags & splashPathFirst) {
            text.move(x[0], y[0]);
            continue;
        }
        if (flags & splashPathCurve && i + 2 < path->getLength()) {
            path->getPoint(i + 1, &x[1], &y[1], &flags);
            path->getPoint(i + 2, &x[2], &y[2], &flags);
            i += 2;
            text.curve(x, y);
        } else {
            text.line(x[0], y[0]);
        }
        if (flags & splashPathClosed) text.close();
    }
    return text.data.text;
}

std::string GlyphOutlines::outline(CharCode code) {
    static const double identity[6] = {1, 0, 0, 1, 0, 0};
    return outline(code, identity, 2);
}
