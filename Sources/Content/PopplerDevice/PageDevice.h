#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <Gfx.h>
#include <GfxFont.h>
#include <GfxState.h>
#include <OutputDev.h>
#include <PDFDoc.h>

#include "GlyphOutlines.h"
#include "Images/PixelImage.h"
#include "InkColors.h"
#include "Meshes/ShadingMesh.h"
#include "SVGText.h"

/// A rectangle in points of the displayed page, y down.
struct Area {
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;

    /// An area without points, to which some are added.
    static Area none() { return {1e30, 1e30, -1e30, -1e30}; }
    /// An area larger than all pages.
    static Area everywhere() { return {-1e5, -1e5, 1e5, 1e5}; }

    bool isEmpty() const { return !(right > left && bottom > top); }
    void add(double x, double y);
    /// Returns the area with a margin around it.
    Area grown(double margin) const { return {left - margin, top - margin, right + margin, bottom + margin}; }
    Area intersection(const Area &other) const;
    bool contains(const Area &other) const;
};

/// A clip and those that it is inside of. All apply.
struct Clip {
    enum class Kind {
        /// A rectangle, `area`.
        area,
        /// An outline: an attribute that refers to a `clipPath` or a `mask`.
        outline,
    };

    std::shared_ptr<const Clip> outer;
    Kind kind = Kind::area;
    /// The bounds of this clip and the outer ones.
    Area area;
    /// The attribute of an element that is clipped.
    std::string attribute;
    int depth = 1;
};

/// Appends the attributes `x`, `y`, `width` and `height` of an area.
void appendArea(SVGText &text, const Area &area, int decimals = SVGText::usualDecimals);

/// Returns the attribute of an element that has a mask.
std::string maskAttribute(int number);

using ClipPointer = std::shared_ptr<const Clip>;

/// The last strokes of a layer, which have the same style.
struct StrokeRun {
    /// The offsets in the layer's body of the first element or the group, and of what follows.
    size_t start = 0, end = SIZE_MAX;
    /// The length of the first element's tag with its path data.
    size_t pathSize = 0;
    bool isGroup = false;
    std::string attributes;
    ClipPointer clip;
};

/// A part of the page whose elements are written together: the page, a group, a mask, the cell of a pattern or a glyph.
struct Layer {
    enum class Kind { page, group, mask, cell, glyph };

    Kind kind = Kind::page;
    SVGText body;
    StrokeRun strokes;
    /// The shapes of the elements with their clips, without opacity, masks and colors.
    SVGText shapes;
    /// Whether `shapes` is written: for a group that replaces what is below it by its shape, or is part of such a group.
    bool hasShapes = false;
    /// The clip whose elements are open in `shapes`.
    ClipPointer shapesClip;
    /// The clips whose elements are open in `body`, outermost first.
    std::vector<ClipPointer> openClips;
    /// The clip of the layer as a whole.
    ClipPointer outerClip;
    bool isIsolated = false;
    bool isKnockout = false;
    /// Whether an element blends with what is behind the layer's start.
    bool blends = false;
    /// Whether an element may have a color that is not gray.
    bool hasColors = false;
    /// The tags of elements that hide what later elements of a knockout group replace, innermost first.
    std::vector<std::string> knockoutTags;
    /// The bounds of a mask's contents.
    Area area;
    /// The color space of a mask's backdrop.
    std::unique_ptr<GfxColorSpace> colorSpace;
    /// A glyph's name, the transform at which it was drawn, and the attributes of its color.
    std::string glyphName;
    std::array<double, 6> matrix{1, 0, 0, 1, 0, 0};
    std::string glyphPaint;
    /// Whether the glyph has the color of the text.
    bool isColored = true;
    /// Whether the glyph can be drawn again by reference.
    bool isReusable = true;

    /// The bytes of the layer's texts.
    size_t count() const { return body.text.size() + shapes.text.size(); }
};

/// An output device that writes a page as SVG.
///
/// Poppler interprets the page. Everything that it draws is written with its geometry: groups, masks, clips, patterns
/// and gradients stay what they are, and nothing is rasterized except meshes. Coordinates are points of the displayed
/// page from its top left, y down.
class PageDevice final : public OutputDev {
public:
    /// The reason why a page cannot be written.
    enum class Failure { none, tooLarge, tooDeep };

    PageDevice(PDFDoc *document, double width, double height, size_t largest);

    Failure failure() const { return failed; }
    const SVGText &definitions() const { return defs; }
    const SVGText &body() const { return layers.front()->body; }
    /// Whether the page has to be drawn apart from the paper.
    bool blends() const { return layers.front()->blends; }
    /// Writes all that is still open.
    void finish();

    bool upsideDown() override { return layers.back()->kind != Layer::Kind::cell; }
    bool useDrawChar() override { return true; }
    bool interpretType3Chars() override { return true; }
    bool useTilingPatternFill() override { return true; }
    bool useShadedFills(int type) override { return type >= 1 && type <= 7; }
    bool getVectorAntialias() override { return isAntialiased; }
    void setVectorAntialias(bool isOn) override { isAntialiased = isOn; }

    void startPage(int pageNum, GfxState *state, XRef *xref) override;
    void saveState(GfxState *state) override;
    void restoreState(GfxState *state) override;

    void stroke(GfxState *state) override;
    void fill(GfxState *state) override;
    void eoFill(GfxState *state) override;
    void clip(GfxState *state) override;
    void eoClip(GfxState *state) override;
    void clipToStrokePath(GfxState *state) override;

    bool tilingPatternFill(
        GfxState *state, Gfx *gfx, Catalog *catalog, GfxTilingPattern *pattern, const double *matrix, int x0, int y0,
        int x1, int y1, double xStep, double yStep) override;
    bool functionShadedFill(GfxState *state, GfxFunctionShading *shading) override;
    bool axialShadedFill(GfxState *state, GfxAxialShading *shading, double tMin, double tMax) override;
    bool radialShadedFill(GfxState *state, GfxRadialShading *shading, double sMin, double sMax) override;
    bool gouraudTriangleShadedFill(GfxState *state, GfxGouraudTriangleShading *shading) override;
    bool patchMeshShadedFill(GfxState *state, GfxPatchMeshShading *shading) override;

    void drawChar(
        GfxState *state, double x, double y, double dx, double dy, double originX, double originY, CharCode code,
        int nBytes, const Unicode *u, int uLen) override;
    void endTextObject(GfxState *state) override;
    bool beginType3Char(
        GfxState *state, double x, double y, double dx, double dy, CharCode code, const Unicode *u,
        int uLen) override;
    void endType3Char(GfxState *state) override;
    void type3D1(
        GfxState *state, double wx, double wy, double llx, double lly, double urx, double ury) override;

    void drawImageMask(
        GfxState *state, Object *ref, Stream *stream, int width, int height, bool invert, bool interpolate,
        bool isInline) override;
    void setSoftMaskFromImageMask(
        GfxState *state, Object *ref, Stream *stream, int width, int height, bool invert, bool isInline,
        double *baseMatrix) override;
    void unsetSoftMaskFromImageMask(GfxState *state, double *baseMatrix) override;
    void drawImage(
        GfxState *state, Object *ref, Stream *stream, int width, int height, GfxImageColorMap *colorMap,
        bool interpolate, const int *maskColors, bool isInline) override;
    void drawMaskedImage(
        GfxState *state, Object *ref, Stream *stream, int width, int height, GfxImageColorMap *colorMap,
        bool interpolate, Stream *maskStream, int maskWidth, int maskHeight, bool maskInvert,
        bool maskInterpolate) override;
    void drawSoftMaskedImage(
        GfxState *state, Object *ref, Stream *stream, int width, int height, GfxImageColorMap *colorMap,
        bool interpolate, Stream *maskStream, int maskWidth, int maskHeight, GfxImageColorMap *maskColorMap,
        bool maskInterpolate) override;

    void beginTransparencyGroup(
        GfxState *state, const double *bbox, GfxColorSpace *blendingColorSpace, bool isolated, bool knockout,
        bool forSoftMask) override;
    void endTransparencyGroup(GfxState *state) override;
    void paintTransparencyGroup(GfxState *state, const double *bbox) override;
    void setSoftMask(
        GfxState *state, const double *bbox, bool alpha, Function *transferFunc, GfxColor *backdropColor) override;
    void clearSoftMask(GfxState *state) override;

private:
    /// The state that Poppler saves and restores, in addition to its own.
    struct Saved {
        ClipPointer clip;
        /// The number of the mask; 0 for none.
        int mask = 0;
        /// Whether the clip is a stroke, which a pattern or a shading paints.
        bool isStroke = false;
    };

    /// The paint of an element: a color or a reference.
    struct Paint {
        std::string value;
        double opacity = 1;
    };

    /// An element that is written with the clips, the mask and the blend mode of the state.
    struct Element {
        /// The start of its tag.
        std::string start;
        /// The attributes of its paint.
        std::string paint;
        /// The end of the tag, or of the element.
        std::string end = "/>";
        /// What lies below an opaque element does not matter in a knockout group.
        double opacity = 1;
        /// Its shape in a knockout group, as an element; empty if it is the element without its paint.
        std::string shape;
    };

    /// An image in the unit square of the user's plane.
    struct ImageElement {
        int width;
        int height;
        bool isSquares;
        /// The name under which it is drawn again; empty for an image that is not.
        std::string key;
        /// Its data URL; not needed if it was drawn under that name.
        std::string address;
        bool isStencil = false;

        /// Creates an element for an image with these sides.
        ImageElement(int width, int height, bool isSquares)
            : width(PixelImage::fittedSide(width)), height(PixelImage::fittedSide(height)), isSquares(isSquares) {}
    };

    /// An image with a mask in another stream.
    struct MaskedImage {
        Stream *stream;
        int width;
        int height;
        GfxImageColorMap *colorMap;
        int maskWidth;
        int maskHeight;
        bool interpolates;
        bool maskInterpolates;
        /// A letter for the kind of mask.
        const char *kind;
        /// The color with which the colors are blended already.
        std::optional<RGB> matte;
        std::function<PixelImage()> readMask;
    };

    /// An open element with the glyphs of a text that are drawn alike.
    struct Run {
        /// The tags of its elements, outermost first.
        std::string tag;
        int elementCount = 1;
        double matrix[6];
        double inverse[6];
    };

    /// A glyph of a Type 3 font that is a definition.
    struct ReusableGlyph {
        /// The definition's number; 0 if the glyph has to be drawn each time.
        int number = 0;
        std::array<double, 6> matrix{};
    };

    /// The numbers of definitions by name.
    using Names = std::map<std::string, int>;

    Layer &layer() { return *layers.back(); }
    const Layer &layer() const { return *layers.back(); }
    Saved &saved() { return states.back(); }
    bool isInColorOfText() const;
    int newNumber() { return ++lastNumber; }
    void noteColor(const GfxRGB &color);
    void noteColors(GfxColorSpace *space);
    void fail(Failure failure);
    /// Marks open glyphs as drawn with more of the state than their color, so that they are drawn each time.
    void dependOnState();
    void checkSize();

    // Elements.
    void place(GfxState *state, const Element &element);
    void closeRun();
    void openClips(const ClipPointer &clip);
    void closeClips(size_t count);
    bool isHidden(GfxState *state) const;
    std::string blendStyle(GfxState *state) const;
    bool needsShapes() const { return layer().isKnockout || layer().hasShapes; }
    std::string clipped(const std::string &shape, const ClipPointer &clip) const;
    std::string masked(const std::string &shape) const;
    void addShape(const std::string &shape, const ClipPointer &clip);
    void closeShapes();
    void knockOut(const std::string &shape, const ClipPointer &clip);
    std::string shapeOfAlpha(const std::string &content);
    int defineMask(const Area &area, bool isAlpha, const std::string &content);
    std::string defineClip(const std::string &shapes);
    void push(Layer::Kind kind);
    std::unique_ptr<Layer> pop();
    Area page() const { return {0, 0, width, height}; }
    Area clipArea(GfxState *state) const;

    // Outlines.
    int decimals(double scale) const;
    std::string outline(const GfxPath *path, const double matrix[6], double scale = 1) const;
    void fill(GfxState *state, bool isEvenOdd);
    void clip(GfxState *state, bool isEvenOdd);
    void addClip(const std::string &attribute, const Area &area);
    std::string strokeStyle(GfxState *state, double scale, double planeScale) const;
    void stroke(GfxState *state, const std::function<std::string(const double matrix[6], double scale)> &outline);
    void placeStroke(GfxState *state, const std::string &path, const std::string &style);
    double patternOpacity(GfxState *state) const;
    Paint fillPaint(GfxState *state);
    Paint strokePaint(GfxState *state);
    static std::string fillAttributes(const Paint &paint);
    static std::string strokeAttributes(const Paint &paint);
    void fillArea(GfxState *state, const Area &area, const std::string &paint, bool hasGaps = false);

    // Shadings.
    std::string stops(GfxUnivariateShading *shading, bool isReversed = false) const;
    /// Draws a mesh; false if it covers the visible area too many times.
    bool draw(GfxState *state, const ShadingMesh &mesh);
    Area rasterArea(GfxState *state) const;
    double leastSide() const;
    void drawRaster(
        GfxState *state, const std::function<void(PixelImage &, const double toPixels[6])> &draw);
    void drawRaster(GfxState *state, GfxFunctionShading *shading);
    void drawRaster(GfxState *state, GfxGouraudTriangleShading *shading);
    void drawRaster(GfxState *state, GfxPatchMeshShading *shading);

    // Text.
    void drawGlyph(GfxState *state, double x, double y, CharCode code);
    int glyph(GfxState *state, CharCode code);
    void openRun(GfxState *state, const Paint &paint);

    // Images.
    void draw(GfxState *state, const ImageElement &image);
    void draw(GfxState *state, Object *ref, const MaskedImage &image);
    static std::string sharedImage(Object *ref, bool isInline, const char *kind, bool isSquares);

    PDFDoc *document;
    double width;
    double height;
    size_t largest;
    GlyphOutlines outlines;
    SVGText defs;
    std::vector<std::unique_ptr<Layer>> layers;
    std::unique_ptr<Layer> finishedLayer;
    std::vector<Saved> states;
    std::optional<Run> run;
    /// The bytes of finished layers that are not part of another one yet, and of definitions.
    size_t heldCount = 0;
    int lastNumber = 0;
    bool isAntialiased = true;
    Failure failed = Failure::none;
    /// The outlines of text that will clip.
    std::string textClip;
    bool textClips = false;
    Names glyphs;
    std::map<std::string, ReusableGlyph> reusableGlyphs;
    /// Whether each glyph of a Type 3 font that is being drawn has a layer.
    std::vector<bool> hasGlyphLayer;
    std::map<std::string, std::string> images;
    /// The masks before those of stencils.
    std::vector<int> earlierMasks;
    /// The color of an uncolored pattern's cell, while it is drawn.
    std::optional<RGB> cellColor;
    int tilingDepth = 0;
    /// The number of samples of the page's functions that remain, with which details of large cells are found.
    size_t samplesLeft = 1 << 19;
    /// The scale from the plane of the cell that is being drawn to the page.
    double cellScale = 1;
};

/// Returns a matrix that applies `first`, then `second`.
void multiply(const double first[6], const double second[6], double result[6]);
bool invert(const double matrix[6], double result[6]);
/// Returns the scale of a transform that keeps angles; 0 for another transform.
double uniformScale(const double matrix[6]);
RGB rgb(const GfxRGB &color);
