#include "PageDevice.h"

#include <algorithm>
#include <cmath>

// Fills, strokes and clips.

/// Returns the decimals of path data.
///
/// - Parameter scale: The scale of the transform that the element has, which magnifies what is rounded.
int PageDevice::decimals(double scale) const {
    return SVGText::usualDecimals + (layer().kind == Layer::Kind::page ? 0 : 1)
           + int(std::clamp(std::ceil(std::log10(std::max(1.0, scale * cellScale))), 0.0, 5.0));
}

/// Returns the path data of a path.
///
/// - Parameter scale: As for `decimals`.
std::string PageDevice::outline(const GfxPath *path, const double matrix[6], double scale) const {
    PathText text(matrix, decimals(scale));
    for (int s = 0; s < path->getNumSubpaths(); s++) {
        const GfxSubpath *subpath = path->getSubpath(s);
        int count = subpath->getNumPoints();
        if (count < 1) continue;
        text.move(subpath->getX(0), subpath->getY(0));
        for (int i = 1; i < count; i++) {
            if (subpath->getCurve(i) && i + 2 < count) {
                const double x[] = {subpath->getX(i), subpath->getX(i + 1), subpath->getX(i + 2)};
                const double y[] = {subpath->getY(i), subpath->getY(i + 1), subpath->getY(i + 2)};
                text.curve(x, y);
                i += 2;
            } else {
                text.line(subpath->getX(i), subpath->getY(i));
            }
        }
        if (subpath->isClosed()) text.close();
    }
    return text.data.text;
}

// MARK: Paint

bool PageDevice::isInColorOfText() const {
    for (const auto &layer : layers) {
        if (layer->kind == Layer::Kind::glyph && !layer->isColored) return true;
    }
    return false;
}

PageDevice::Paint PageDevice::fillPaint(GfxState *state) {
    if (isInColorOfText()) return {"currentColor", 1};
    if (cellColor) return {cellColor->css(), state->getFillOpacity()};
    GfxRGB color;
    inkRGB(state->getFillColorSpace(), state->getFillColor(), &color);
    noteColor(color);
    return {rgb(color).css(), state->getFillOpacity()};
}

PageDevice::Paint PageDevice::strokePaint(GfxState *state) {
    if (isInColorOfText()) return {"currentColor", 1};
    if (cellColor) return {cellColor->css(), state->getStrokeOpacity()};
    GfxRGB color;
    inkRGB(state->getStrokeColorSpace(), state->getStrokeColor(), &color);
    noteColor(color);
    return {rgb(color).css(), state->getStrokeOpacity()};
}

static std::string attributes(const char *name, const std::string &value, double opacity) {
    SVGText text;
    text << " " << name << "=\"" << value << "\"";
    if (opacity < 1) (text << " " << name << "-opacity=\"").number(std::max(0.0, opacity), 5) << "\"";
    return text.text;
}

std::string PageDevice::fillAttributes(const Paint &paint) { return attributes("fill", paint.value, paint.opacity); }

std::string PageDevice::strokeAttributes(const Paint &paint) {
    return attributes("stroke", paint.value, paint.opacity);
}

// MARK: Fills

void PageDevice::fill(GfxState *state) { fill(state, false); }
void PageDevice::eoFill(GfxState *state) { fill(state, true); }

void PageDevice::fill(GfxState *state, bool isEvenOdd) {
    if (isHidden(state) || state->getFillColorSpace()->isNonMarking()) return;
    std::string path = outline(state->getPath(), state->getCTM());
    if (path.empty()) return;
    Paint paint = fillPaint(state);
    std::string start = "<path";
    if (isEvenOdd) start += " fill-rule=\"evenodd\"";
    if (!isAntialiased) start += " shape-rendering=\"crispEdges\"";
    place(state, {start + " d=\"" + path + "\"", fillAttributes(paint), "/>", paint.opacity, {}});
}

double PageDevice::patternOpacity(GfxState *state) const {
    return states.back().isStroke ? state->getStrokeOpacity() : state->getFillOpacity();
}

/// Fills an area with a pattern or a gradient.
///
/// - Parameter hasGaps: Whether it leaves what is below its gaps in a knockout group. Gradients do not, as in Poppler
///   and MuPDF.
void PageDevice::fillArea(GfxState *state, const Area &area, const std::string &paint, bool hasGaps) {
    if (area.isEmpty()) return;
    SVGText start;
    start << "<rect";
    appendArea(start, area);
    std::string shape;
    if (needsShapes() && hasGaps) shape = shapeOfAlpha(start.text + attributes("fill", paint, 1) + "/>");
    place(state, {start.text, attributes("fill", paint, patternOpacity(state)), "/>", 0, shape});
}

// MARK: Strokes

/// The width of lines that are as thin as possible, in points. Readers draw lines at least a pixel wide.
static constexpr double thinnestLine = 0.001;

/// Returns the attributes of a stroke.
///
/// - Parameters:
///   - scale: The scale from the user's plane to that of the element.
///   - planeScale: The scale from the element's plane to the page, or to the pattern's cell.
std::string PageDevice::strokeStyle(GfxState *state, double scale, double planeScale) const {
    static const char *caps[] = {"butt", "round", "square"};
    static const char *joins[] = {"miter", "round", "bevel"};
    SVGText text;
    double thinnest = std::max(thinnestLine / std::max(planeScale * cellScale, 1e-3), 1e-9);
    double width = std::max(state->getLineWidth() * scale, thinnest);
    text << " fill=\"none\" stroke-width=\"";
    text.number(width, 9) << "\"";
    int cap = state->getLineCap();
    if (cap == 1 || cap == 2) text << " stroke-linecap=\"" << caps[cap] << "\"";
    int join = state->getLineJoin();
    if (join == 1 || join == 2) {
        text << " stroke-linejoin=\"" << joins[join] << "\"";
    } else {
        text << " stroke-miterlimit=\"";
        text.number(std::max(1.0, state->getMiterLimit())) << "\"";
    }
    double offset;
    const std::vector<double> &dashes = state->getLineDash(&offset);
    double sum = 0;
    for (double dash : dashes) sum += dash;
    if (!dashes.empty() && sum > 0) {
        text << " stroke-dasharray=\"";
        for (size_t i = 0; i < dashes.size(); i++) {
            if (i > 0) text << " ";
            text.number(std::max(0.0, dashes[i]) * scale, 5);
        }
        text << "\" stroke-dashoffset=\"";
        text.number(offset * scale, 5) << "\"";
    }
    return text.text;
}

/// The largest scale of a transform along an axis.
static double largestScale(const double m[6]) { return std::max(std::hypot(m[0], m[1]), std::hypot(m[2], m[3])); }

double uniformScale(const double m[6]) {
    double x = std::hypot(m[0], m[1]);
    double y = std::hypot(m[2], m[3]);
    double product = m[0] * m[2] + m[1] * m[3];
    if (!(x > 0 && y > 0) || std::fabs(x - y) > 1e-4 * std::max(x, y) || std::fabs(product) > 1e-4 * x * y) return 0;
    return std::sqrt(x * y);
}

void PageDevice::stroke(GfxState *state) {
    if (isHidden(state) || state->getStrokeColorSpace()->isNonMarking()) return;
    stroke(state, [&](const double matrix[6], double scale) { return outline(state->getPath(), matrix, scale); });
}

/// Strokes an outline in the plane of the page, or in that of the user where it is scaled unequally.
///
/// - Parameter outline: Returns the path data of the outline in a plane, to which a matrix leads from the user's.
void PageDevice::stroke(
    GfxState *state, const std::function<std::string(const double matrix[6], double scale)> &outline) {
    static const double identity[6] = {1, 0, 0, 1, 0, 0};
    const double *matrix = state->getCTM();
    double scale = uniformScale(matrix);
    double inverse[6];
    SVGText start;
    if (scale > 0 || !invert(matrix, inverse)) {
        start << "<path d=\"" << outline(matrix, 1) << "\"";
        placeStroke(state, start.text, strokeStyle(state, scale > 0 ? scale : std::hypot(matrix[0], matrix[1]), 1));
    } else {
        double planeScale = largestScale(matrix);
        start << "<path d=\"" << outline(identity, planeScale) << "\"" << strokeStyle(state, 1, planeScale);
        start.matrix("transform", matrix);
        placeStroke(state, start.text, {});
    }
}

/// Writes an element with the stroke's paint. Elements that follow one another with the same style share a group, so
/// that it is read once: the lines of a plan are often strokes of one segment each.
///
/// - Parameters:
///   - path: The element's tag with its path data.
///   - style: Attributes of the stroke.
void PageDevice::placeStroke(GfxState *state, const std::string &path, const std::string &style) {
    static const std::string end = "/>\n", endOfGroup = "</g>\n";
    Paint paint = strokePaint(state);
    if (isHidden(state)) return;
    closeRun();
    const std::string color = strokeAttributes(paint);
    const std::string attributes = style + color;
    StrokeRun &run = layer().strokes;
    std::string &body = layer().body.text;
    bool isPlain = saved().mask == 0 && paint.opacity >= 1 && !needsShapes() && blendStyle(state).empty();
    if (isPlain && run.end == body.size() && run.clip == saved().clip && run.attributes == attributes) {
        if (run.isGroup) {
            body.resize(run.end - endOfGroup.size());
        } else {
            const std::string first = body.substr(run.start, run.pathSize);
            body.resize(run.start);
            body += "<g" + attributes + ">" + first + end;
            run.isGroup = true;
        }
        body += path + end + endOfGroup;
        run.end = body.size();
        return checkSize();
    }
    const std::string start = path + style;
    std::string shape;
    if (needsShapes()) shape = start + " stroke=\"#000\"/>";
    place(state, {start, color, "/>", paint.opacity, shape});
    run = {};
    if (!isPlain) return;
    run.end = body.size();
    run.start = run.end - (path.size() + attributes.size() + end.size());
    run.pathSize = path.size();
    run.attributes = attributes;
    run.clip = saved().clip;
}

// MARK: Clips

void PageDevice::clip(GfxState *state) { clip(state, false); }
void PageDevice::eoClip(GfxState *state) { clip(state, true); }

static bool isNear(double one, double other) { return std::fabs(one - other) < 1e-6 * (1 + std::fabs(one)); }

/// Whether a path is a rectangle, and which one.
static bool isRectangle(const GfxPath *path, const double m[6], Area &area) {
    if (path->getNumSubpaths() != 1) return false;
    const GfxSubpath *subpath = path->getSubpath(0);
    int count = subpath->getNumPoints();
    if (count != 5 && count != 4) return false;
    double x[5], y[5];
    for (int i = 0; i < count; i++) {
        if (subpath->getCurve(i)) return false;
        x[i] = m[0] * subpath->getX(i) + m[2] * subpath->getY(i) + m[4];
        y[i] = m[1] * subpath->getX(i) + m[3] * subpath->getY(i) + m[5];
    }
    if (count == 5 && !(isNear(x[0], x[4]) && isNear(y[0], y[4]))) return false;
    bool isFirstHorizontal = isNear(y[0], y[1]) && isNear(x[1], x[2]) && isNear(y[2], y[3]) && isNear(x[3], x[0]);
    bool isFirstVertical = isNear(x[0], x[1]) && isNear(y[1], y[2]) && isNear(x[2], x[3]) && isNear(y[3], y[0]);
    if (!isFirstHorizontal && !isFirstVertical) return false;
    area = {std::min(x[0], x[2]), std::min(y[0], y[2]), std::max(x[0], x[2]), std::max(y[0], y[2])};
    return true;
}

static Area bounds(const GfxPath *path, const double m[6]) {
    Area area = Area::none();
    for (int s = 0; s < path->getNumSubpaths(); s++) {
        const GfxSubpath *subpath = path->getSubpath(s);
        for (int i = 0; i < subpath->getNumPoints(); i++) {
            double x = subpath->getX(i), y = subpath->getY(i);
            area.add(m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]);
        }
    }
    return area;
}

void PageDevice::clip(GfxState *state, bool isEvenOdd) {
    if (failed != Failure::none) return;
    const ClipPointer outer = saved().clip;
    Area area;
    if (isRectangle(state->getPath(), state->getCTM(), area)) {
        if (outer && area.contains(outer->area)) return;
        if (!outer && layer().kind == Layer::Kind::page && area.contains(page())) return;
        auto clip = std::make_shared<Clip>();
        clip->outer = outer;
        // The intersection of two rectangles is one.
        if (outer && outer->kind == Clip::Kind::area) {
            area = area.intersection(outer->area);
            clip->outer = outer->outer;
        }
        clip->area = outer ? area.intersection(outer->area) : area;
        clip->depth = clip->outer ? clip->outer->depth + 1 : 1;
        if (!clip->area.isEmpty()) {
            SVGText rectangle;
            rectangle << "<rect";
            appendArea(rectangle, area);
            rectangle << "/>";
            clip->attribute = defineClip(rectangle.text);
        }
        saved().clip = clip;
        return;
    }
    std::string path = "<path" + std::string(isEvenOdd ? " clip-rule=\"evenodd\"" : "") + " d=\""
                       + outline(state->getPath(), state->getCTM()) + "\"/>";
    addClip(defineClip(path), bounds(state->getPath(), state->getCTM()));
}

void PageDevice::addClip(const std::string &attribute, const Area &area) {
    auto clip = std::make_shared<Clip>();
    clip->outer = saved().clip;
    clip->kind = Clip::Kind::outline;
    clip->area = clip->outer ? area.intersection(clip->outer->area) : area;
    clip->depth = clip->outer ? clip->outer->depth + 1 : 1;
    clip->attribute = attribute;
    // A longer chain would be released recursively.
    if (clip->depth > 1000) {
        fail(Failure::tooDeep);
        return;
    }
    saved().clip = clip;
}

void PageDevice::clipToStrokePath(GfxState *state) {
    if (isHidden(state)) return;
    const double *matrix = state->getCTM();
    static const double identity[6] = {1, 0, 0, 1, 0, 0};
    SVGText content;
    double planeScale = largestScale(matrix);
    content << "<path stroke=\"#fff\" d=\"" << outline(state->getPath(), identity, planeScale) << "\""
            << strokeStyle(state, 1, planeScale);
    content.matrix("transform", matrix);
    content << "/>";
    Area area = bounds(state->getPath(), matrix);
    double reach = state->getLineWidth() * (std::hypot(matrix[0], matrix[1]) + std::hypot(matrix[2], matrix[3]))
                       * std::max(1.0, state->getLineJoin() == 0 ? state->getMiterLimit() : 1.0)
                   + 1;
    area = area.grown(reach);
    addClip(maskAttribute(defineMask(area, true, content.text)), area);
    saved().isStroke = true;
}
