#include "PageDevice.h"

#include <algorithm>
#include <cmath>

/// The maximum nesting of clips and groups, which a reader of SVG follows recursively.
static constexpr int mostNested = 200;
/// The maximum number of elements of a knockout group that replace what is below them.
static constexpr size_t mostKnockouts = 50;

Area Area::intersection(const Area &other) const {
    return {std::max(left, other.left), std::max(top, other.top), std::min(right, other.right),
            std::min(bottom, other.bottom)};
}

void Area::add(double x, double y) {
    *this = {std::min(left, x), std::min(top, y), std::max(right, x), std::max(bottom, y)};
}

bool Area::contains(const Area &other) const {
    return left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom;
}

void multiply(const double first[6], const double second[6], double result[6]) {
    double m[6] = {
        first[0] * second[0] + first[1] * second[2], first[0] * second[1] + first[1] * second[3],
        first[2] * second[0] + first[3] * second[2], first[2] * second[1] + first[3] * second[3],
        first[4] * second[0] + first[5] * second[2] + second[4],
        first[4] * second[1] + first[5] * second[3] + second[5]};
    std::copy(m, m + 6, result);
}

bool invert(const double m[6], double result[6]) {
    double determinant = m[0] * m[3] - m[1] * m[2];
    if (!(std::fabs(determinant) > 1e-30) || !std::isfinite(determinant)) return false;
    double inverse[6] = {m[3] / determinant, -m[1] / determinant, -m[2] / determinant, m[0] / determinant,
                         (m[2] * m[5] - m[3] * m[4]) / determinant, (m[1] * m[4] - m[0] * m[5]) / determinant};
    std::copy(inverse, inverse + 6, result);
    return true;
}

void appendArea(SVGText &text, const Area &area, int decimals) {
    text << " x=\"";
    text.number(area.left, decimals) << "\" y=\"";
    text.number(area.top, decimals) << "\" width=\"";
    text.number(std::max(0.0, area.right - area.left), decimals) << "\" height=\"";
    text.number(std::max(0.0, area.bottom - area.top), decimals) << "\"";
}

std::string maskAttribute(int number) { return " mask=\"url(#m" + std::to_string(number) + ")\""; }

RGB rgb(const GfxRGB &color) { return {colToByte(color.r), colToByte(color.g), colToByte(color.b)}; }

/// Whether all colors of a color space are gray.
static bool isGray(GfxColorSpace *space) {
    switch (space->getMode()) {
    case csDeviceGray:
    case csCalGray: return true;
    case csICCBased: return space->getNComps() == 1;
    default: return false;
    }
}

void PageDevice::noteColor(const GfxRGB &color) {
    if (color.r != color.g || color.g != color.b) layer().hasColors = true;
}

void PageDevice::noteColors(GfxColorSpace *space) {
    if (space && !isGray(space)) layer().hasColors = true;
}

PageDevice::PageDevice(PDFDoc *document, double width, double height, size_t largest)
    : document(document), width(width), height(height), largest(largest), outlines(document) {
    layers.push_back(std::make_unique<Layer>());
    states.emplace_back();
}

void PageDevice::startPage(int, GfxState *, XRef *xref) { outlines.start(xref); }

void PageDevice::finish() {
    closeRun();
    closeClips(0);
}

void PageDevice::saveState(GfxState *) { states.push_back(states.back()); }

void PageDevice::restoreState(GfxState *) {
    if (states.size() > 1) states.pop_back();
}

void PageDevice::fail(Failure failure) {
    if (failed == Failure::none) failed = failure;
}

void PageDevice::dependOnState() {
    for (auto &layer : layers) layer->isReusable = false;
}

void PageDevice::checkSize() {
    if (heldCount + defs.text.size() + textClip.size() + layer().count() > largest) fail(Failure::tooLarge);
}

// MARK: Layers

void PageDevice::push(Layer::Kind kind) {
    closeRun();
    if (layers.size() > mostNested) fail(Failure::tooDeep);
    heldCount += layer().count();
    layers.push_back(std::make_unique<Layer>());
    layer().kind = kind;
}

std::unique_ptr<Layer> PageDevice::pop() {
    closeRun();
    closeClips(0);
    closeShapes();
    std::unique_ptr<Layer> finished = std::move(layers.back());
    layers.pop_back();
    heldCount -= std::min(heldCount, layer().count());
    if (!finished->knockoutTags.empty()) {
        std::string whole;
        for (auto tag = finished->knockoutTags.rbegin(); tag != finished->knockoutTags.rend(); ++tag) whole += *tag;
        finished->body.text.insert(0, whole);
    }
    return finished;
}

// MARK: Elements

bool PageDevice::isHidden(GfxState *) const {
    if (failed != Failure::none) return true;
    const ClipPointer &clip = states.back().clip;
    return clip && clip->area.isEmpty();
}

Area PageDevice::clipArea(GfxState *state) const {
    Area area;
    state->getClipBBox(&area.left, &area.top, &area.right, &area.bottom);
    return area;
}

void PageDevice::closeRun() {
    if (!run) return;
    layer().body << (run->elementCount == 2 ? "</g></g>\n" : "</g>\n");
    run.reset();
}

void PageDevice::closeClips(size_t count) {
    Layer &layer = this->layer();
    while (layer.openClips.size() > count) {
        layer.body << "</g>\n";
        layer.openClips.pop_back();
    }
}

void PageDevice::openClips(const ClipPointer &clip) {
    Layer &layer = this->layer();
    const ClipPointer &current = layer.openClips.empty() ? ClipPointer() : layer.openClips.back();
    if (clip == current) return;
    closeRun();
    size_t depth = clip ? clip->depth : 0;
    if (depth > mostNested) {
        fail(Failure::tooDeep);
        return;
    }
    std::vector<ClipPointer> chain(depth);
    ClipPointer next = clip;
    for (size_t i = depth; i-- > 0; next = next->outer) chain[i] = next;
    size_t common = 0;
    while (common < depth && common < layer.openClips.size() && chain[common] == layer.openClips[common]) common++;
    closeClips(common);
    for (size_t i = common; i < depth; i++) {
        // An empty clip has no outline.
        layer.body << "<g" << (chain[i]->attribute.empty() ? " display=\"none\"" : chain[i]->attribute) << ">";
        layer.openClips.push_back(chain[i]);
    }
}

std::string PageDevice::blendStyle(GfxState *state) const {
    static const char *names[] = {"normal",     "multiply",   "screen",     "overlay",    "darken",   "lighten",
                                  "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion",
                                  "hue",        "saturation", "color",      "luminosity"};
    GfxBlendMode mode = state->getBlendMode();
    if (mode <= gfxBlendNormal || mode > gfxBlendLuminosity) return {};
    return std::string(" style=\"mix-blend-mode:") + names[mode] + "\"";
}

void PageDevice::place(GfxState *state, const Element &element) {
    if (isHidden(state)) return;
    closeRun();
    std::string blend = blendStyle(state);
    int mask = saved().mask;
    std::string shape;
    if (needsShapes()) shape = masked(element.shape.empty() ? element.start + element.end : element.shape);
    if (element.opacity < 1 || !blend.empty()) knockOut(shape, saved().clip);
    addShape(shape, saved().clip);
    openClips(saved().clip);
    if (!blend.empty()) layer().blends = true;
    SVGText &body = layer().body;
    if (mask != 0) {
        body << "<g" << maskAttribute(mask) << blend << ">" << element.start << element.paint << element.end
             << "</g>\n";
    } else {
        body << element.start << element.paint << blend << element.end << "\n";
    }
    checkSize();
}

/// Returns the start tags of the elements of a clip.
static std::string startTags(const ClipPointer &clip) {
    std::vector<const Clip *> chain;
    for (const Clip *each = clip.get(); each; each = each->outer.get()) chain.push_back(each);
    std::string text;
    for (auto each = chain.rbegin(); each != chain.rend(); ++each) {
        text += "<g" + ((*each)->attribute.empty() ? std::string(" display=\"none\"") : (*each)->attribute) + ">";
    }
    return text;
}

/// Returns the end tags of the elements of a clip.
static std::string endTags(const ClipPointer &clip) {
    std::string text;
    for (const Clip *each = clip.get(); each; each = each->outer.get()) text += "</g>";
    return text;
}

/// Returns a shape within the elements of its clips.
std::string PageDevice::clipped(const std::string &shape, const ClipPointer &clip) const {
    return startTags(clip) + shape + endTags(clip);
}

/// Returns a shape with the mask of the state.
std::string PageDevice::masked(const std::string &shape) const {
    int mask = states.back().mask;
    return mask == 0 ? shape : "<g" + maskAttribute(mask) + ">" + shape + "</g>";
}

/// Adds a shape to those of the layer, if it has any.
void PageDevice::addShape(const std::string &shape, const ClipPointer &clip) {
    Layer &layer = this->layer();
    if (!layer.hasShapes) return;
    if (clip != layer.shapesClip) {
        closeShapes();
        layer.shapes << startTags(clip);
        layer.shapesClip = clip;
    }
    layer.shapes << shape;
}

/// Closes the elements of the clip that is open in the layer's shapes.
void PageDevice::closeShapes() {
    layer().shapes << endTags(layer().shapesClip);
    layer().shapesClip.reset();
}

/// Hides what a knockout group shows so far in the shape of the next element. Elements with a mask are drawn over it, as
/// in MuPDF and PDFium.
///
/// Each time nests the layer in one more element. A layer that does so often is drawn without knocking out.
void PageDevice::knockOut(const std::string &shape, const ClipPointer &clip) {
    if (!layer().isKnockout || saved().mask != 0) return;
    closeRun();
    if (layer().knockoutTags.size() >= mostKnockouts) return;
    closeClips(0);
    if (layer().body.text.empty()) return;
    // In a mask, white is visible and black is not.
    SVGText whole;
    whole << "<rect fill=\"#fff\"";
    appendArea(whole, Area::everywhere());
    whole << "/>" << clipped(shape, clip);
    int number = defineMask(Area::everywhere(), false, whole.text);
    layer().knockoutTags.push_back("<g" + maskAttribute(number) + ">");
    layer().body << "</g>\n";
}

/// Returns the shape of elements that have gaps: where their alpha is.
std::string PageDevice::shapeOfAlpha(const std::string &content) {
    SVGText shape;
    shape << "<rect";
    appendArea(shape, Area::everywhere());
    shape << maskAttribute(defineMask(Area::everywhere(), true, content)) << "/>";
    return shape.text;
}

int PageDevice::defineMask(const Area &area, bool isAlpha, const std::string &content) {
    int number = newNumber();
    defs << "<mask id=\"m" << std::to_string(number) << "\" maskUnits=\"userSpaceOnUse\"";
    appendArea(defs, area);
    if (isAlpha) defs << " mask-type=\"alpha\"";
    defs << ">" << content << "</mask>\n";
    checkSize();
    return number;
}

/// Defines a clip by shapes, and returns the attribute of an element that has it.
std::string PageDevice::defineClip(const std::string &shapes) {
    std::string number = std::to_string(newNumber());
    defs << "<clipPath id=\"c" << number << "\">" << shapes << "</clipPath>\n";
    checkSize();
    return " clip-path=\"url(#c" + number + ")\"";
}
