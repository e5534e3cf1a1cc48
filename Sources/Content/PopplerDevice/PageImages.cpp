#include "PageDevice.h"

#include <algorithm>
#include <cmath>
#include <utility>

// Images and stencils. An image fills the unit square of the user's plane, with the first row on top.

/// Returns the transform from the pixels of an image to the page.
static void pixelMatrix(GfxState *state, int width, int height, double result[6]) {
    double toSquare[6] = {1.0 / width, 0, 0, -1.0 / height, 0, 1};
    multiply(toSquare, state->getCTM(), result);
}

/// Reads a stream that is part of the page's content, so that what follows it is found.
static void skip(Stream *stream, int64_t count) {
    stream->reset();
    for (; count > 0 && stream->getChar() != EOF; count--) {}
    stream->close();
}

/// The area that the unit square fills.
static Area squareArea(GfxState *state) {
    Area area = Area::none();
    for (int i = 0; i < 4; i++) {
        double x, y;
        state->transform(i & 1, i >> 1, &x, &y);
        area.add(x, y);
    }
    return area;
}

/// Whether pixels are shown as squares: few of them on a large area are meant to be seen, as in matrices and pixel art.
/// Poppler has the same limit of four times their size.
///
/// - Parameter scale: The scale from the user's plane to the page, apart from the state's transform.
static bool showsSquares(GfxState *state, int width, int height, double scale, bool interpolates) {
    double matrix[6];
    pixelMatrix(state, width, height, matrix);
    double side = std::min(std::hypot(matrix[0], matrix[1]), std::hypot(matrix[2], matrix[3]));
    return !interpolates && side * scale * 96 / 72 >= 4;
}

/// Writes an image.
void PageDevice::draw(GfxState *state, const ImageElement &image) {
    if (isHidden(state)) return;
    dependOnState();
    double matrix[6];
    pixelMatrix(state, image.width, image.height, matrix);
    double opacity = state->getFillOpacity();
    SVGText size, element;
    size << " width=\"" << std::to_string(image.width) << "\" height=\"" << std::to_string(image.height) << "\"";
    // Edges are at whole pixels, so that images that touch have no seams.
    element << size.text << " preserveAspectRatio=\"none\" shape-rendering=\"crispEdges\"";
    if (image.isSquares) element << " image-rendering=\"pixelated\"";
    SVGText start;
    if (!image.key.empty()) {
        auto known = images.find(image.key);
        if (known == images.end()) {
            std::string id = "i" + std::to_string(newNumber());
            defs << "<image id=\"" << id << "\"" << element.text << " xlink:href=\"" << image.address << "\"/>\n";
            known = images.emplace(image.key, id).first;
        }
        start << "<use xlink:href=\"#" << known->second << "\"";
    } else {
        start << "<image" << element.text << " xlink:href=\"" << image.address << "\"";
    }
    start.matrix("transform", matrix);
    SVGText paint, shape;
    if (opacity < 1) (paint << " opacity=\"").number(std::max(0.0, opacity), 5) << "\"";
    if (needsShapes() && image.isStencil) {
        shape << shapeOfAlpha(start.text + "/>");
    } else if (needsShapes()) {
        shape << "<rect" << size.text;
        shape.matrix("transform", matrix);
        shape << "/>";
    }
    place(state, {start.text, paint.text, "/>", 0, shape.text});
}

/// Returns the name of an image that may be drawn again; empty for one in the page's content.
std::string PageDevice::sharedImage(Object *ref, bool isInline, const char *kind, bool isSquares) {
    if (isInline || !ref || !ref->isRef()) return {};
    return std::string(kind) + (isSquares ? "q" : "") + std::to_string(ref->getRefNum()) + ","
           + std::to_string(ref->getRefGen());
}

void PageDevice::drawImage(
    GfxState *state, Object *ref, Stream *stream, int width, int height, GfxImageColorMap *colorMap,
    bool interpolate, const int *maskColors, bool isInline) {
    noteColors(colorMap->getColorSpace());
    bool isOutside = clipArea(state).intersection(squareArea(state)).isEmpty();
    if (!isInline && (isHidden(state) || isOutside)) return;
    ImageElement element(width, height, showsSquares(state, width, height, cellScale, interpolate));
    element.key = sharedImage(ref, isInline, maskColors ? "k" : "p", element.isSquares);
    if (!element.key.empty() && images.count(element.key)) return draw(state, element);
    bool isLong = std::max(width, height) > PixelImage::longestSide;
    if (!maskColors && !isInline && !isLong) element.address = jpegAddress(stream, width, height, colorMap);
    if (element.address.empty()) {
        PixelImage image = maskColors ? PixelImage::read(stream, width, height, colorMap, maskColors)
                                      : PixelImage::read(stream, width, height, colorMap);
        if (!image.isValid()) return fail(Failure::tooLarge);
        element.address = std::move(image).fitted().address();
    }
    draw(state, element);
}

void PageDevice::draw(GfxState *state, Object *ref, const MaskedImage &source) {
    noteColors(source.colorMap->getColorSpace());
    if (isHidden(state) || clipArea(state).intersection(squareArea(state)).isEmpty()) return;
    // The size at which the image gets its mask.
    int width = std::max(source.width, source.maskWidth), height = std::max(source.height, source.maskHeight);
    // Too large an image is drawn at a part of its resolution.
    auto part = [](int side, int count) { return (side - 1) / count + 1; };
    int count = 1;
    while (int64_t(part(width, count)) * part(height, count) > PixelImage::mostPixelsWithAlpha) count++;
    bool interpolates = source.interpolates || source.maskInterpolates;
    bool isSquares = showsSquares(state, width, height, cellScale, interpolates);
    width = part(width, count);
    height = part(height, count);
    ImageElement element(width, height, isSquares);
    element.key = sharedImage(ref, false, source.kind, element.isSquares);
    if (element.key.empty() || !images.count(element.key)) {
        auto reduce = [&](PixelImage &each) {
            if (count > 1 && each.isValid()) {
                each = each.reduced(std::min(each.width, width), std::min(each.height, height));
            }
        };
        PixelImage mask = source.readMask();
        reduce(mask);
        if (!mask.isValid()) return fail(Failure::tooLarge);
        const RGB *matte = source.matte ? &*source.matte : nullptr;
        bool areEqual = source.width == source.maskWidth && source.height == source.maskHeight;
        if (areEqual && count == 1) element.address = mask.maskedAddress(source.stream, source.colorMap, matte);
        if (element.address.empty()) {
            PixelImage image = PixelImage::read(source.stream, source.width, source.height, source.colorMap);
            reduce(image);
            if (!image.isValid()) return fail(Failure::tooLarge);
            PixelImage masked = image.masked(mask, matte, source.interpolates);
            if (!masked.isValid()) return;
            element.address = std::move(masked).fitted().address();
        }
    }
    draw(state, element);
}

void PageDevice::drawMaskedImage(
    GfxState *state, Object *ref, Stream *stream, int width, int height, GfxImageColorMap *colorMap,
    bool interpolate, Stream *maskStream, int maskWidth, int maskHeight, bool maskInvert, bool maskInterpolate) {
    MaskedImage image{
        stream, width, height, colorMap, maskWidth, maskHeight, interpolate, maskInterpolate, "m", {}, {}};
    image.readMask = [=] { return PixelImage::readStencil(maskStream, maskWidth, maskHeight, maskInvert); };
    draw(state, ref, image);
}

void PageDevice::drawSoftMaskedImage(
    GfxState *state, Object *ref, Stream *stream, int width, int height, GfxImageColorMap *colorMap,
    bool interpolate, Stream *maskStream, int maskWidth, int maskHeight, GfxImageColorMap *maskColorMap,
    bool maskInterpolate) {
    MaskedImage image{
        stream, width, height, colorMap, maskWidth, maskHeight, interpolate, maskInterpolate, "s", {}, {}};
    if (const GfxColor *matte = maskColorMap->getMatteColor()) {
        GfxRGB color;
        inkRGB(colorMap->getColorSpace(), matte, &color);
        image.matte = rgb(color);
    }
    image.readMask = [=] { return PixelImage::readMask(maskStream, maskWidth, maskHeight, maskColorMap); };
    // The image's mask replaces that of the state (ISO 32000-1, 11.6.5.3), but not a stencil that a pattern with the
    // image fills.
    int mask = saved().mask;
    if (earlierMasks.empty()) saved().mask = 0;
    draw(state, ref, image);
    saved().mask = mask;
}

// MARK: Stencils

void PageDevice::drawImageMask(
    GfxState *state, Object *ref, Stream *stream, int width, int height, bool invert, bool interpolate,
    bool isInline) {
    int64_t byteCount = (int64_t(width) + 7) / 8 * height;
    if (isHidden(state) || state->getFillColorSpace()->isNonMarking()) {
        if (isInline) skip(stream, byteCount);
        return;
    }
    PixelImage stencil = PixelImage::readStencil(stream, width, height, invert);
    if (!stencil.isValid()) return fail(Failure::tooLarge);
    Paint paint = fillPaint(state);
    if (int64_t(width) * height <= PixelImage::mostOutlinePixels) {
        double matrix[6];
        pixelMatrix(state, width, height, matrix);
        std::string path = stencil.outline();
        if (path.empty()) return;
        SVGText start;
        start << "<path d=\"" << path << "\"";
        start.matrix("transform", matrix);
        return place(state, {start.text, fillAttributes(paint), "/>", paint.opacity, {}});
    }
    GfxRGB color;
    inkRGB(state->getFillColorSpace(), state->getFillColor(), &color);
    noteColor(color);
    stencil.colors[0] = stencil.colors[1] = cellColor ? *cellColor : rgb(color);
    ImageElement element(width, height, showsSquares(state, width, height, cellScale, interpolate));
    element.isStencil = true;
    element.key = sharedImage(ref, isInline, "b", element.isSquares);
    if (!element.key.empty()) element.key += stencil.colors[1].css();
    element.address = std::move(stencil).fitted().address();
    draw(state, element);
}

void PageDevice::setSoftMaskFromImageMask(
    GfxState *state, Object *, Stream *stream, int width, int height, bool invert, bool, double *) {
    int earlier = saved().mask;
    earlierMasks.push_back(earlier);
    PixelImage stencil = PixelImage::readStencil(stream, width, height, invert);
    if (failed != Failure::none) return;
    if (!stencil.isValid()) return fail(Failure::tooLarge);
    stencil.colors[0] = stencil.colors[1] = {255, 255, 255};
    PixelImage shown = std::move(stencil).fitted();
    double matrix[6];
    pixelMatrix(state, shown.width, shown.height, matrix);
    SVGText content;
    if (earlier != 0) content << "<g" << maskAttribute(earlier) << ">";
    content << "<image width=\"" << std::to_string(shown.width) << "\" height=\"" << std::to_string(shown.height)
            << "\" preserveAspectRatio=\"none\" shape-rendering=\"crispEdges\"";
    content.matrix("transform", matrix);
    content << " xlink:href=\"" << shown.address() << "\"/>";
    if (earlier != 0) content << "</g>";
    saved().mask = defineMask(squareArea(state).grown(1), earlier == 0, content.text);
}

void PageDevice::unsetSoftMaskFromImageMask(GfxState *, double *) {
    if (earlierMasks.empty()) return;
    saved().mask = earlierMasks.back();
    earlierMasks.pop_back();
}
