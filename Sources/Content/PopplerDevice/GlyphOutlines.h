#pragma once

#include <memory>
#include <string>

#include <GfxState.h>
#include <PDFDoc.h>
#include <SplashOutputDev.h>

/// The outlines of glyphs in the fonts of a document, found by Poppler's own reader of fonts.
class GlyphOutlines final : public SplashOutputDev {
public:
    /// The units of an outline per em. FreeType rounds to 1/64 of one.
    static constexpr double unitsPerEm = 1024;

    explicit GlyphOutlines(PDFDoc *document);

    /// Prepares for a page.
    void start(XRef *xref);
    /// Selects the font of a state.
    void select(GfxState *state);
    /// A name of the font that no other font of the document has.
    const std::string &fontName() const { return name; }
    /// Returns the outline of a character as SVG path data, y up; empty for none.
    std::string outline(CharCode code);
    /// Returns the outline in a plane to which a matrix leads.
    std::string outline(CharCode code, const double matrix[6], int decimals);

private:
    std::shared_ptr<GfxFont> selected;
    std::string name;
};
