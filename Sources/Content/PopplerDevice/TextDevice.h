#pragma once

#include <map>
#include <memory>
#include <string>

#include <GfxState.h>
#include <TextOutputDev.h>

#include "SearchableText.h"

/// An output device that collects the text of a page, also of text that is turned.
///
/// Poppler finds words and lines only along the axes of the page. So text at other angles is collected for each angle
/// in a plane of its own, which is turned back.
class TextDevice final : public TextOutputDev {
public:
    /// - Parameters:
    ///   - width: The width of the displayed page in points.
    ///   - height: The height.
    TextDevice(double width, double height);
    ~TextDevice() override;

    /// Returns the text, once the page is drawn.
    std::unique_ptr<SearchableText> finish();

    // Shadings have no text. Otherwise Poppler would divide them into many small shapes.
    bool useShadedFills(int) override { return true; }
    bool functionShadedFill(GfxState *, GfxFunctionShading *) override { return true; }
    bool axialShadedFill(GfxState *, GfxAxialShading *, double, double) override { return true; }
    bool radialShadedFill(GfxState *, GfxRadialShading *, double, double) override { return true; }
    bool gouraudTriangleShadedFill(GfxState *, GfxGouraudTriangleShading *) override { return true; }
    bool patchMeshShadedFill(GfxState *, GfxPatchMeshShading *) override { return true; }

    void drawChar(
        GfxState *state, double x, double y, double dx, double dy, double originX, double originY, CharCode code,
        int nBytes, const Unicode *u, int uLen) override;
    void beginActualText(GfxState *state, const GooString *text) override;
    void endActualText(GfxState *state) override;

private:
    /// The text at one angle.
    class Plane;

    Plane *plane(const GfxState *state);

    double width;
    double height;
    /// The planes by their angles in half degrees.
    std::map<int, std::unique_ptr<Plane>> planes;
    /// The text that replaces that of the open marked content.
    std::unique_ptr<GooString> actualText;
    /// The plane in which the replacing text was begun; null for the page's.
    Plane *actualPlane = nullptr;
    bool isActualTextBegun = false;
};
