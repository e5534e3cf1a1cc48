#include "PageDevice.h"

#include <cmath>

// Text.

/// Returns the number of a glyph's definition; 0 for an empty one.
int PageDevice::glyph(GfxState *state, CharCode code) {
    // Poppler tells of fonts that are set, and not of those that come back when a state is restored.
    outlines.select(state);
    std::string name = outlines.fontName() + ":" + std::to_string(code);
    auto known = glyphs.find(name);
    if (known != glyphs.end()) return known->second;
    std::string path = outlines.outline(code);
    int number = 0;
    if (!path.empty()) {
        number = newNumber();
        defs << "<path id=\"g" << std::to_string(number) << "\" d=\"" << path << "\"/>\n";
        checkSize();
    }
    glyphs[name] = number;
    return number;
}

/// Returns the transform from outlines of glyphs to the user's plane, without a translation.
static void glyphToUser(GfxState *state, double result[6]) {
    const double *text = state->getTextMat();
    double size = state->getFontSize() / GlyphOutlines::unitsPerEm;
    double across = size * state->getHorizScaling();
    double matrix[6] = {text[0] * across, text[1] * across, text[2] * size, text[3] * size, 0, 0};
    std::copy(matrix, matrix + 6, result);
}

/// Returns the transform from outlines of glyphs to the page, without a translation.
static void glyphMatrix(GfxState *state, double result[6]) {
    double matrix[6];
    glyphToUser(state, matrix);
    const double *ctm = state->getCTM();
    double linear[6] = {ctm[0], ctm[1], ctm[2], ctm[3], 0, 0};
    multiply(matrix, linear, result);
}

void PageDevice::openRun(GfxState *state, const Paint &paint) {
    double matrix[6];
    glyphMatrix(state, matrix);
    std::string blend = blendStyle(state);
    SVGText tag;
    bool isMasked = saved().mask != 0;
    // A mask is in the plane of the page, and so on an element outside of the glyphs' transform.
    if (isMasked) tag << "<g" << maskAttribute(saved().mask) << blend << ">";
    tag << "<g" << fillAttributes(paint);
    if (!isMasked) tag << blend;
    tag.matrix("transform", matrix);
    tag << ">";
    if (run && run->tag == tag.text) return;
    closeRun();
    Run next;
    next.tag = tag.text;
    next.elementCount = isMasked ? 2 : 1;
    std::copy(matrix, matrix + 6, next.matrix);
    if (!invert(matrix, next.inverse)) return;
    if (!blend.empty()) layer().blends = true;
    layer().body << tag.text;
    run = next;
}

void PageDevice::drawChar(
    GfxState *state, double x, double y, double, double, double originX, double originY, CharCode code, int,
    const Unicode *, int) {
    int mode = state->getRender();
    if (failed != Failure::none || mode == 3 || mode > 7) return;
    bool fills = !(mode & 1) && !state->getFillColorSpace()->isNonMarking();
    bool strokes = ((mode & 3) == 1 || (mode & 3) == 2) && !state->getStrokeColorSpace()->isNonMarking();
    bool clips = mode & 4;
    if (clips) textClips = true;
    x -= originX;
    y -= originY;
    double left, top;
    state->transform(x, y, &left, &top);
    if (!std::isfinite(left) || !std::isfinite(top)) return;
    int number = glyph(state, code);
    if (number == 0) return;
    if (fills && !isHidden(state)) {
        Paint paint = fillPaint(state);
        bool isTranslucent = paint.opacity < 1 || state->getBlendMode() != gfxBlendNormal;
        if (layer().hasShapes || (layer().isKnockout && isTranslucent)) {
            SVGText start;
            double matrix[6];
            glyphMatrix(state, matrix);
            matrix[4] = left;
            matrix[5] = top;
            start << "<use xlink:href=\"#g" << std::to_string(number) << "\"";
            start.matrix("transform", matrix);
            place(state, {start.text, fillAttributes(paint), "/>", isTranslucent ? 0.0 : 1.0, {}});
        } else {
            openClips(saved().clip);
            openRun(state, paint);
            if (run) {
                double gx = run->inverse[0] * left + run->inverse[2] * top;
                double gy = run->inverse[1] * left + run->inverse[3] * top;
                SVGText &body = layer().body;
                body << "<use xlink:href=\"#g" << std::to_string(number) << "\" x=\"";
                body.number(gx, 2) << "\" y=\"";
                body.number(gy, 2) << "\"/>";
                checkSize();
            }
        }
    }
    if (!strokes && !clips) return;
    double matrix[6];
    glyphMatrix(state, matrix);
    matrix[4] = left;
    matrix[5] = top;
    if (strokes && !isHidden(state)) {
        double scale = uniformScale(matrix), ctmScale = uniformScale(state->getCTM());
        if (scale > 0 && ctmScale > 0) {
            // The width of the line in the glyph's plane.
            SVGText start;
            start << "<use xlink:href=\"#g" << std::to_string(number) << "\""
                  << strokeStyle(state, ctmScale / scale, scale);
            start.matrix("transform", matrix);
            placeStroke(state, start.text, {});
        } else {
            // The glyph's plane would widen the line unequally.
            double toUser[6];
            glyphToUser(state, toUser);
            toUser[4] = x;
            toUser[5] = y;
            stroke(state, [&](const double toPlane[6], double planeScale) {
                double toOutline[6];
                multiply(toUser, toPlane, toOutline);
                return outlines.outline(code, toOutline, decimals(planeScale));
            });
        }
    }
    if (clips) {
        SVGText use;
        use << "<use xlink:href=\"#g" << std::to_string(number) << "\"";
        use.matrix("transform", matrix);
        use << "/>";
        textClip += use.text;
        checkSize();
    }
}

void PageDevice::endTextObject(GfxState *state) {
    // Poppler fills the outlines of a text with its pattern. Glyphs of operators have no outlines, and were painted.
    const auto &font = state->getFont();
    if (!textClips && state->getRender() & 4 && font && font->getType() == fontType3
        && state->getFillColorSpace()->getMode() == csPattern) {
        return addClip(" display=\"none\"", Area());
    }
    if (!textClips) return;
    textClips = false;
    Area area = textClip.empty() ? Area() : clipArea(state);
    std::string shapes = std::move(textClip);
    textClip.clear();
    addClip(defineClip(shapes), area);
}

// MARK: Type 3 fonts, whose glyphs are drawn by operators

void PageDevice::type3D1(GfxState *, double, double, double, double, double, double) {
    // A glyph within a glyph has no layer of its own.
    bool hasLayer = !hasGlyphLayer.empty() && hasGlyphLayer.back();
    if (hasLayer && layer().kind == Layer::Kind::glyph) layer().isColored = false;
}

static std::string glyphPaint(const std::string &color, double opacity) {
    SVGText text;
    text << " color=\"" << color << "\"";
    if (opacity < 1) {
        (text << " fill-opacity=\"").number(opacity, 5) << "\"";
        (text << " stroke-opacity=\"").number(opacity, 5) << "\"";
    }
    return text.text;
}

bool PageDevice::beginType3Char(
    GfxState *state, double, double, double, double, CharCode code, const Unicode *, int) {
    // The engines hide invisible text also in these fonts, in which the mode has no meaning by ISO 32000-1, 9.3.6.
    if (isHidden(state) || state->getRender() == 3) return true;
    bool isPlain = layer().kind == Layer::Kind::glyph || needsShapes() || saved().mask != 0
                   || state->getBlendMode() != gfxBlendNormal || !state->getFont();
    double inverse[6];
    const double *ctm = state->getCTM();
    if (!isPlain && !invert(ctm, inverse)) isPlain = true;
    std::string name;
    if (!isPlain) {
        Ref id = *state->getFont()->getID();
        name = std::to_string(id.num) + "," + std::to_string(id.gen) + ":" + std::to_string(code);
        auto known = reusableGlyphs.find(name);
        if (known != reusableGlyphs.end()) {
            const ReusableGlyph &glyph = known->second;
            if (glyph.number == 0) {
                isPlain = true;
            } else if (invert(glyph.matrix.data(), inverse)) {
                Paint paint = fillPaint(state);
                double matrix[6];
                multiply(inverse, ctm, matrix);
                SVGText start;
                start << "<use xlink:href=\"#t" << std::to_string(glyph.number) << "\"";
                start.matrix("transform", matrix);
                place(state, {start.text, glyphPaint(paint.value, paint.opacity), "/>", paint.opacity, {}});
                return true;
            }
        }
    }
    hasGlyphLayer.push_back(!isPlain);
    if (isPlain) {
        for (auto &layer : layers) layer->isReusable = false;
        return false;
    }
    Paint paint = fillPaint(state);
    push(Layer::Kind::glyph);
    layer().outerClip = saved().clip;
    layer().glyphName = name;
    layer().glyphPaint = glyphPaint(paint.value, paint.opacity);
    std::copy(ctm, ctm + 6, layer().matrix.begin());
    saved() = Saved();
    return false;
}

void PageDevice::endType3Char(GfxState *state) {
    if (hasGlyphLayer.empty()) return;
    bool hasLayer = hasGlyphLayer.back();
    hasGlyphLayer.pop_back();
    if (!hasLayer || layer().kind != Layer::Kind::glyph) return;
    std::unique_ptr<Layer> finished = pop();
    saved().clip = finished->outerClip;
    layer().blends = layer().blends || finished->blends;
    layer().hasColors = layer().hasColors || finished->hasColors;
    bool isReusable = finished->isReusable && !finished->isColored;
    ReusableGlyph glyph;
    if (isReusable) {
        glyph.number = newNumber();
        glyph.matrix = finished->matrix;
        defs << "<g id=\"t" << std::to_string(glyph.number) << "\">" << finished->body.text << "</g>\n";
    }
    reusableGlyphs[finished->glyphName] = glyph;
    if (finished->body.text.empty() || isHidden(state)) return;
    openClips(saved().clip);
    SVGText &body = layer().body;
    if (isReusable) {
        body << "<use xlink:href=\"#t" << std::to_string(glyph.number) << "\"" << finished->glyphPaint << "/>\n";
    } else {
        body << "<g" << (finished->isColored ? "" : finished->glyphPaint) << ">" << finished->body.text << "</g>\n";
    }
    checkSize();
}
