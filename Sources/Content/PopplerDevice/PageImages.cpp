#include "PageDevice.h"

#include <algorithm>
#include <cmath>

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
    Area area{1e30, 1e30, -1e30, -1e30};
    for (int i = 0; i < 4; i++) {
        double x, y;
        state->transform(i & 1, i >> 1, &x, &y);
        area = {std::min(area.left, x), std::min(area.top, y), std::max(area.right, x), std::max(area.bottom, y)};
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
///
/// - Parameter key: The name under which it is drawn again; empty for an image that is not.
void PageDevice::drawPixels(
    GfxState *state, const std::string &address, int width, int height, bool isSquares, const std::string &key) {
    if (isHidden(state)) return;
    dependOnState();
    double matrix[6];
    pixelMatrix(state, width, height, matrix);
    double opacity = state->getFillOpacity();
    SVGText element;
    element << " width=\"" << std::to_string(width) << "\" height=\"" << std::to_string(height)
            << "\" preserveAspectRatio=\"none\"";
    if (isSquares) element << " image-rendering=\"pixelated\"";
    SVGText start;
    if (!key.empty()) {
        auto known = images.find(key);
        if (known == images.end()) {
            std::string id = "i" + std::to_string(newNumber());
            defs << "<image id=\"" << id << "\"" << element.text << " xlink:href=\"" << address << "\"/>\n";
            known = images.emplace(key, id).first;
        }
        start << "<use xlink:href=\"#" << known->second << "\"";
    } else {
        start << "<image" << element.text << " xlink:href=\"" << address << "\"";
    }
    start.matrix("transform", matrix);
    SVGText paint;
    if (opacity < 1) (paint << " opacity=\"").number(std::max(0.0, opacity), 5) << "\"";
    if (layer().isKnockout) {
        SVGText shape;
        shape << "<rect width=\"" << std::to_string(width) << "\" height=\"" << std::to_string(height) << "\"";
        shape.matrix("transform", matrix);
        shape << "/>";
        knockOut(shape.text);
    }
    bool wasKnockout = layer().isKnockout;
    layer().isKnockout = false;
    place(state, start.text, paint.text, "", "/>", 1);
    layer().isKnockout = wasKnockout;
}

/// Returns the name of an image that may be drawn again; nullopt for one in the page's content.
std::optional<std::string> PageDevice::sharedImage(Object *ref, bool isInline, const char *kind) {
    if (isInline || !ref || !ref->isRef()) return std::nullopt;
    return std::string(kind) + std::to_string(ref->getRefNum()) + "," + std::to_string(ref->getRefGen());
}

void PageDevice::drawImage(
    GfxState *state, Object *ref, Stream *stream, int width, int height, GfxImageColorMap *colorMap,
    bool interpolate, const int *maskColors, bool isInline) {
    noteColors(colorMap->getColorSpace());
    bool isOutside = clipArea(state).intersection(squareArea(state)).isEmpty();
    if (!isInline && (isHidden(state) || isOutside)) return;
    bool isSquares = showsSquares(state, width, height, cellScale, interpolate);
    std::string key = sharedImage(ref, isInline, maskColors ? (isSquares ? "kq" : "k") : (isSquares ? "pq" : "p")).value_or("");
    if (!key.empty() && images.count(key)) return drawPixels(state, {}, width, height, isSquares, key);
    std::string address;
    if (maskColors) {
        PixelImage image = PixelImage::read(stream, width, height, colorMap, maskColors);
        if (!image.isValid()) return fail(Failure::tooLarge);
        address = image.address();
    } else {
        if (!isInline) address = jpegAddress(stream, width, height, colorMap);
        if (address.empty()) {
            PixelImage image = PixelImage::read(stream, width, height, colorMap);
            if (!image.isValid()) return fail(Failure::tooLarge);
            address = image.address();
        }
    }
    if (!address.empty()) drawPixels(state, address, width, height, isSquares, key);
}

void PageDevice::drawMaskedImage(
    GfxState *state, Object *ref, Stream *stream, int width, int height, GfxImageColorMap *colorMap,
    bool interpolate, Stream *maskStream, int maskWidth, int maskHeight, bool maskInvert, bool maskInterpolate) {
    noteColors(colorMap->getColorSpace());
    if (isHidden(state) || clipArea(state).intersection(squareArea(state)).isEmpty()) return;
    int fullWidth = std::max(width, maskWidth), fullHeight = std::max(height, maskHeight);
    if (int64_t(fullWidth) * fullHeight > PixelImage::mostPixelsWithAlpha) return fail(Failure::tooLarge);
    bool isSquares = showsSquares(state, fullWidth, fullHeight, cellScale, interpolate || maskInterpolate);
    std::string key = sharedImage(ref, false, isSquares ? "mq" : "m").value_or("");
    if (!key.empty() && images.count(key)) return drawPixels(state, {}, fullWidth, fullHeight, isSquares, key);
    PixelImage mask = PixelImage::readStencil(maskStream, maskWidth, maskHeight, maskInvert);
    PixelImage image = PixelImage::read(stream, width, height, colorMap);
    if (!mask.isValid() || !image.isValid()) return fail(Failure::tooLarge);
    PixelImage masked = image.masked(mask, nullptr, interpolate);
    if (masked.isValid()) drawPixels(state, masked.address(), masked.width, masked.height, isSquares, key);
}

void PageDevice::drawSoftMaskedImage(
    GfxState *state, Object *ref, Stream *stream, int width, int height, GfxImageColorMap *colorMap,
    bool interpolate, Stream *maskStream, int maskWidth, int maskHeight, GfxImageColorMap *maskColorMap,
    bool maskInterpolate) {
    noteColors(colorMap->getColorSpace());
    if (isHidden(state) || clipArea(state).intersection(squareArea(state)).isEmpty()) return;
    int fullWidth = std::max(width, maskWidth), fullHeight = std::max(height, maskHeight);
    if (int64_t(fullWidth) * fullHeight > PixelImage::mostPixelsWithAlpha) return fail(Failure::tooLarge);
    bool isSquares = showsSquares(state, fullWidth, fullHeight, cellScale, interpolate || maskInterpolate);
    std::string key = sharedImage(ref, false, isSquares ? "sq" : "s").value_or("");
    if (!key.empty() && images.count(key)) return drawPixels(state, {}, fullWidth, fullHeight, isSquares, key);
    PixelImage mask = PixelImage::readMask(maskStream, maskWidth, maskHeight, maskColorMap);
    PixelImage image = PixelImage::read(stream, width, height, colorMap);
    if (!mask.isValid() || !image.isValid()) return fail(Failure::tooLarge);
    RGB matte;
    const GfxColor *matteColor = maskColorMap->getMatteColor();
    if (matteColor) {
        GfxRGB color;
        colorMap->getColorSpace()->getRGB(matteColor, &color);
        matte = rgb(color);
    }
    PixelImage masked = image.masked(mask, matteColor ? &matte : nullptr, true);
    if (masked.isValid()) drawPixels(state, masked.address(), masked.width, masked.height, isSquares, key);
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
        return place(state, start.text, fillAttributes(paint), "", "/>", paint.opacity);
    }
    GfxRGB color;
    state->getFillRGB(&color);
    noteColor(color);
    stencil.colors[0] = stencil.colors[1] = cellColor ? *cellColor : rgb(color);
    bool isSquares = showsSquares(state, width, height, cellScale, interpolate);
    std::string key;
    if (auto name = sharedImage(ref, isInline, isSquares ? "bq" : "b")) key = *name + stencil.colors[1].css();
    drawPixels(state, stencil.address(), width, height, isSquares, key);
}

void PageDevice::setSoftMaskFromImageMask(
    GfxState *state, Object *, Stream *stream, int width, int height, bool invert, bool, double *) {
    int earlier = saved().mask;
    earlierMasks.push_back(earlier);
    PixelImage stencil = PixelImage::readStencil(stream, width, height, invert);
    if (failed != Failure::none) return;
    if (!stencil.isValid()) return fail(Failure::tooLarge);
    stencil.colors[0] = stencil.colors[1] = {255, 255, 255};
    double matrix[6];
    pixelMatrix(state, width, height, matrix);
    SVGText content;
    if (earlier != 0) content << "<g mask=\"url(#m" << std::to_string(earlier) << ")\">";
    content << "<image width=\"" << std::to_string(width) << "\" height=\"" << std::to_string(height)
            << "\" preserveAspectRatio=\"none\"";
    content.matrix("transform", matrix);
    content << " xlink:href=\"" << stencil.address() << "\"/>";
    if (earlier != 0) content << "</g>";
    Area area = squareArea(state);
    area = {area.left - 1, area.top - 1, area.right + 1, area.bottom + 1};
    saved().mask = defineMask(area, earlier == 0, content.text);
}

void PageDevice::unsetSoftMaskFromImageMask(GfxState *, double *) {
    if (earlierMasks.empty()) return;
    saved().mask = earlierMasks.back();
    earlierMasks.pop_back();
}
