#include "PageDevice.h"

#include <algorithm>
#include <climits>
#include <cmath>

#include "PageFile.h"

// Patterns and shadings.

// MARK: Tiling patterns

/// The number of cells up to which they are drawn one by one.
static constexpr int fewCells = 4;
/// Returns the number of cells up to which they are written one by one, if there is space between them. Each is at its
/// exact place then. The cells of a pattern are pixels, which are moved and turned; but they leave no gaps where they
/// touch.
static int64_t mostSingle(size_t bytesOfCell) {
    constexpr int64_t mostCells = 2000, mostBytes = 1 << 20;
    return std::min(mostCells, mostBytes / int64_t(std::max<size_t>(1, bytesOfCell)));
}
static constexpr int mostPatternsNested = 8;

/// Returns the maximum number of cells that overlap at a point. A pattern lists them.
static double mostOverlaps(size_t bytesOfCell) {
    constexpr size_t fewest = 16, most = 256, mostBytes = 1 << 20;
    return double(std::clamp(mostBytes / std::max<size_t>(1, bytesOfCell), fewest, most));
}

namespace {
/// The steps of a pattern, and the number of its cells that overlap at a point.
struct Steps {
    double x, y;
    double across, down;

    /// Counts the cells of a size.
    void count(double width, double height) {
        across = std::max(1.0, std::ceil(width / x - 1e-6));
        down = std::max(1.0, std::ceil(height / y - 1e-6));
    }

    /// Leaves out columns and rows of cells until few enough overlap. A pattern with such steps is damaged, or its cells
    /// are less than a pixel apart.
    void thin(double width, double height, double most) {
        if (across * down <= most) return;
        double side = std::floor(std::sqrt(most));
        double columns = down < side ? std::floor(most / down) : std::min(across, side);
        double rows = std::floor(most / columns);
        x *= std::max(1.0, std::ceil(width / x / columns - 1e-6));
        y *= std::max(1.0, std::ceil(height / y / rows - 1e-6));
        count(width, height);
    }
};
}

bool PageDevice::tilingPatternFill(
    GfxState *state, Gfx *gfx, Catalog *, GfxTilingPattern *pattern, const double *matrix, int x0, int y0, int x1,
    int y1, double xStep, double yStep) {
    if (isHidden(state)) return true;
    dependOnState();
    if (tilingDepth >= mostPatternsNested) return true;
    int64_t columns = int64_t(x1) - x0, rows = int64_t(y1) - y0;
    if (columns < 0 || rows < 0) return true;
    // Poppler's numbers of cells overflow if steps are tiny. Otherwise there are at most 2³² of each, so the product is
    // compared without overflow.
    bool isKnown = x0 != INT_MIN && y0 != INT_MIN;
    bool areFew = isKnown && (columns == 0 || rows <= fewCells / columns);
    // Opposite corners, in any order.
    const double *corners = pattern->getBBox();
    PDFRectangle box(
        std::min(corners[0], corners[2]), std::min(corners[1], corners[3]), std::max(corners[0], corners[2]),
        std::max(corners[1], corners[3]));
    double width = box.x2 - box.x1, height = box.y2 - box.y1;
    // Poppler would draw each cell, which may be billions.
    if (!(xStep > 0 && yStep > 0 && width > 0 && height > 0)) return true;
    if (isImage(*pattern->getContentStream())) return true;
    if (areFew) return false;
    constexpr double longestStep = 1e9;
    Steps steps{std::min(xStep, longestStep), std::min(yStep, longestStep), 1, 1};
    steps.count(width, height);

    // The cell's contents, from the lower left of its box.
    std::optional<RGB> outerColor = cellColor;
    if (pattern->getPaintType() == 2) {
        GfxRGB color;
        inkRGB(state->getFillColorSpace(), state->getFillColor(), &color);
        noteColor(color);
        if (!cellColor) cellColor = rgb(color);
    } else {
        cellColor.reset();
    }
    double toUser[6] = {1, 0, 0, 1, box.x1, box.y1}, whole[6];
    multiply(toUser, matrix, whole);
    multiply(whole, state->getCTM(), whole);
    double outerScale = cellScale;
    double scale = std::max(std::hypot(whole[0], whole[1]), std::hypot(whole[2], whole[3])) * outerScale;
    cellScale = std::isfinite(scale) ? std::clamp(scale, 1e-9, 1e9) : 1;
    push(Layer::Kind::cell);
    states.emplace_back();
    size_t depth = states.size();
    tilingDepth++;
    {
        auto hasFailed = [](void *device) { return static_cast<PageDevice *>(device)->failed != Failure::none; };
        Gfx inner(document, this, pattern->getResDict(), &box, nullptr, hasFailed, this, gfx);
        inner.display(pattern->getContentStream());
    }
    tilingDepth--;
    cellScale = outerScale;
    while (states.size() > depth) states.pop_back();
    states.pop_back();
    cellColor = outerColor;
    std::unique_ptr<Layer> cell = pop();
    if (cell->body.text.empty() || failed != Failure::none) return true;
    layer().blends = layer().blends || cell->blends;
    layer().hasColors = layer().hasColors || cell->hasColors;

    int number = newNumber();
    std::string name = std::to_string(number);
    // The plane of the cells may be in large units.
    constexpr int exact = 10;
    SVGText bounds;
    bounds << "<rect";
    appendArea(bounds, {0, 0, width, height}, exact);
    bounds << "/>";
    std::string clip = defineClip(bounds.text);
    defs << "<g id=\"p" << name << "\"" << clip << ">" << cell->body.text << "</g>\n";
    // Cells cover those to their left and below them.
    auto use = [&](SVGText &text, double x, double y) {
        text << "<use xlink:href=\"#p" << name << "\" x=\"";
        text.number(x, exact) << "\" y=\"";
        text.number(y, exact) << "\"/>";
    };
    bool areApart = isKnown && steps.x > 1.01 * width && steps.y > 1.01 * height;
    if (areApart && rows <= mostSingle(cell->body.text.size()) / columns) {
        SVGText start, uses;
        start << "<g";
        start.matrix("transform", whole);
        uses << ">";
        for (int64_t j = y0; j < y1; j++) {
            for (int64_t i = x0; i < x1; i++) use(uses, double(i) * steps.x, double(j) * steps.y);
        }
        uses << "</g>";
        double opacity = patternOpacity(state);
        SVGText paint;
        if (opacity < 1) (paint << " opacity=\"").number(std::max(0.0, opacity), 5) << "\"";
        std::string shape;
        if (needsShapes()) shape = shapeOfAlpha(start.text + uses.text);
        place(state, {start.text, paint.text, uses.text, 0, shape});
        return true;
    }
    steps.thin(width, height, mostOverlaps(cell->body.text.size()));
    defs << "<pattern id=\"n" << name
         << "\" patternUnits=\"userSpaceOnUse\" width=\"";
    defs.number(steps.x, exact) << "\" height=\"";
    defs.number(steps.y, exact) << "\"";
    defs.matrix("patternTransform", whole);
    defs << ">";
    for (int j = int(steps.down) - 1; j >= 0; j--) {
        for (int i = int(steps.across) - 1; i >= 0; i--) use(defs, -i * steps.x, -j * steps.y);
    }
    defs << "</pattern>\n";
    checkSize();
    fillArea(state, clipArea(state), "url(#n" + name + ")", true);
    return true;
}

// MARK: Gradients

static RGB color(GfxUnivariateShading *shading, double t) {
    GfxColor color = {};
    shading->getColor(t, &color);
    GfxRGB value;
    inkRGB(shading->getColorSpace(), &color, &value);
    return rgb(value);
}

static bool isBetween(const RGB &one, const RGB &middle, const RGB &other) {
    auto isNear = [](int one, int middle, int other) { return std::abs(one + other - 2 * middle) <= 2; };
    return isNear(one.red, middle.red, other.red) && isNear(one.green, middle.green, other.green)
           && isNear(one.blue, middle.blue, other.blue);
}

namespace {
/// The colors of a gradient, with as many stops as its functions need.
struct Stops {
    GfxUnivariateShading *shading;
    std::vector<std::pair<double, RGB>> list;

    RGB at(double s) const {
        double first = shading->getDomain0(), last = shading->getDomain1();
        return color(shading, first + s * (last - first));
    }

    void refine(double left, const RGB &leftColor, double right, const RGB &rightColor, int depth) {
        double middle = (left + right) / 2;
        RGB middleColor = at(middle);
        bool isStraight = isBetween(leftColor, middleColor, rightColor)
                          && isBetween(leftColor, at((left + middle) / 2), middleColor)
                          && isBetween(middleColor, at((middle + right) / 2), rightColor);
        if (!isStraight && depth < 10 && list.size() < 4096) {
            refine(left, leftColor, middle, middleColor, depth + 1);
            list.emplace_back(middle, middleColor);
            refine(middle, middleColor, right, rightColor, depth + 1);
        }
    }

    void find() {
        constexpr int parts = 64;
        RGB last = at(0);
        list.emplace_back(0, last);
        for (int i = 1; i <= parts; i++) {
            double position = double(i) / parts;
            RGB next = at(position);
            refine(double(i - 1) / parts, last, position, next, 0);
            list.emplace_back(position, next);
            last = next;
        }
    }
};
}

/// Returns the stops of a gradient.
///
/// - Parameter isReversed: Whether they begin at the end of the shading.
std::string PageDevice::stops(GfxUnivariateShading *shading, bool isReversed) const {
    Stops stops{shading, {}};
    stops.find();
    bool extendsStart = shading->getExtend0(), extendsEnd = shading->getExtend1();
    if (isReversed) {
        std::reverse(stops.list.begin(), stops.list.end());
        for (auto &each : stops.list) each.first = 1 - each.first;
        std::swap(extendsStart, extendsEnd);
    }
    SVGText text;
    auto stop = [&](double offset, const RGB &color, bool isVisible) {
        text << "<stop offset=\"";
        text.number(offset, 6) << "\" stop-color=\"" << color.css() << "\"" << (isVisible ? "" : " stop-opacity=\"0\"")
                               << "/>";
    };
    // Where it does not extend, nothing is painted.
    if (!extendsStart) stop(0, stops.list.front().second, false);
    for (size_t i = 0; i < stops.list.size(); i++) {
        bool isPlain = i > 0 && i + 1 < stops.list.size() && stops.list[i].second == stops.list[i - 1].second
                       && stops.list[i].second == stops.list[i + 1].second;
        if (!isPlain) stop(stops.list[i].first, stops.list[i].second, true);
    }
    if (!extendsEnd) stop(1, stops.list.back().second, false);
    return text.text;
}

bool PageDevice::axialShadedFill(GfxState *state, GfxAxialShading *shading, double, double) {
    noteColors(shading->getColorSpace());
    dependOnState();
    if (isHidden(state)) return true;
    double x0, y0, x1, y1;
    shading->getCoords(&x0, &y0, &x1, &y1);
    if (x0 == x1 && y0 == y1) return true;
    std::string name = "l" + std::to_string(newNumber());
    defs << "<linearGradient id=\"" << name << "\" gradientUnits=\"userSpaceOnUse\" x1=\"";
    defs.number(x0, 6) << "\" y1=\"";
    defs.number(y0, 6) << "\" x2=\"";
    defs.number(x1, 6) << "\" y2=\"";
    defs.number(y1, 6) << "\"";
    defs.matrix("gradientTransform", state->getCTM());
    defs << ">" << stops(shading) << "</linearGradient>\n";
    fillArea(state, clipArea(state), "url(#" + name + ")");
    return true;
}

bool PageDevice::radialShadedFill(GfxState *state, GfxRadialShading *shading, double, double) {
    noteColors(shading->getColorSpace());
    dependOnState();
    if (isHidden(state)) return true;
    double x0, y0, r0, x1, y1, r1;
    shading->getCoords(&x0, &y0, &r0, &x1, &y1, &r1);
    // Only if one circle is inside the other, each point has one color. Poppler draws the others as many shapes.
    if (std::hypot(x1 - x0, y1 - y0) >= 0.999 * std::fabs(r1 - r0)) return false;
    std::string name = "l" + std::to_string(newNumber());
    // SVG has the smaller circle first.
    bool isReversed = r0 > r1;
    if (isReversed) {
        std::swap(x0, x1);
        std::swap(y0, y1);
        std::swap(r0, r1);
    }
    defs << "<radialGradient id=\"" << name << "\" gradientUnits=\"userSpaceOnUse\" fx=\"";
    defs.number(x0, 6) << "\" fy=\"";
    defs.number(y0, 6) << "\" fr=\"";
    defs.number(r0, 6) << "\" cx=\"";
    defs.number(x1, 6) << "\" cy=\"";
    defs.number(y1, 6) << "\" r=\"";
    defs.number(r1, 6) << "\"";
    defs.matrix("gradientTransform", state->getCTM());
    defs << ">" << stops(shading, isReversed) << "</radialGradient>\n";
    fillArea(state, clipArea(state), "url(#" + name + ")");
    return true;
}
