#include "PageDevice.h"

#include <algorithm>
#include <cmath>

#include <Function.h>

// Transparency groups and soft masks.

void PageDevice::beginTransparencyGroup(
    GfxState *state, const double *bbox, GfxColorSpace *blendingColorSpace, bool isolated, bool knockout,
    bool forSoftMask) {
    bool hasShapes = !forSoftMask && needsShapes();
    push(forSoftMask ? Layer::Kind::mask : Layer::Kind::group);
    layer().hasShapes = hasShapes;
    layer().isIsolated = isolated;
    layer().isKnockout = knockout;
    layer().outerClip = saved().clip;
    saved() = Saved();
    if (!forSoftMask) return;
    if (blendingColorSpace) layer().colorSpace.reset(blendingColorSpace->copy());
    // A mask is clipped to its own box, and not to the clip where it was set.
    Area area = Area::none();
    SVGText path;
    for (int i = 0; i < 4; i++) {
        double x, y;
        state->transform(bbox[i == 1 || i == 2 ? 2 : 0], bbox[i > 1 ? 3 : 1], &x, &y);
        path << (i == 0 ? "M" : "L");
        path.numbers(SVGText::usualDecimals, x, y);
        area.add(x, y);
    }
    layer().area = area;
    addClip(defineClip("<path d=\"" + path.text + "Z\"/>"), area);
}

void PageDevice::endTransparencyGroup(GfxState *) {
    if (layers.size() < 2) return;
    finishedLayer = pop();
    heldCount += finishedLayer->count();
}

void PageDevice::paintTransparencyGroup(GfxState *state, const double *) {
    std::unique_ptr<Layer> group = std::move(finishedLayer);
    if (!group) return;
    heldCount -= std::min(heldCount, group->count());
    if (group->body.text.empty() || isHidden(state)) return;
    // The group's own box is part of the clip that Poppler has already restored.
    if (group->outerClip && group->outerClip->area.isEmpty()) return;
    dependOnState();
    closeRun();
    std::string blend = blendStyle(state);
    double opacity = state->getFillOpacity();
    int mask = saved().mask;
    bool isApart = opacity < 1 || !blend.empty() || mask != 0 || (group->isIsolated && group->blends);
    // A group replaces what is below it where it has elements, however translucent they are.
    std::string shape = masked(group->shapes.text);
    knockOut(shape, group->outerClip);
    addShape(shape, group->outerClip);
    openClips(group->outerClip);
    SVGText &body = layer().body;
    if (!blend.empty() || (group->blends && !isApart)) layer().blends = true;
    if (group->hasColors) layer().hasColors = true;
    if (!isApart) {
        body << group->body.text;
    } else {
        body << "<g";
        if (opacity < 1) (body << " opacity=\"").number(std::max(0.0, opacity), 5) << "\"";
        if (mask != 0) body << maskAttribute(mask);
        if (!blend.empty()) {
            body << blend;
        } else {
            body << " style=\"isolation:isolate\"";
        }
        body << ">" << group->body.text << "</g>\n";
    }
    checkSize();
}

/// The values of a transfer function; empty if it changes nothing.
static std::vector<double> values(const Function *function) {
    constexpr int count = 33;
    std::vector<double> values(count);
    if (!function || function->getInputSize() != 1 || function->getOutputSize() < 1) return {};
    double difference = 0;
    for (int i = 0; i < count; i++) {
        double in = i / (count - 1.0);
        double out[funcMaxOutputs] = {};
        function->transform(&in, out);
        values[i] = std::clamp(out[0], 0.0, 1.0);
        difference = std::max(difference, std::fabs(values[i] - in));
    }
    if (difference < 1.0 / 512) return {};
    return values;
}

void PageDevice::setSoftMask(
    GfxState *state, const double *, bool alpha, Function *transferFunc, GfxColor *backdropColor) {
    std::unique_ptr<Layer> group = std::move(finishedLayer);
    if (!group) return;
    heldCount -= std::min(heldCount, group->count());
    if (failed != Failure::none) return;
    dependOnState();
    std::vector<double> table = values(transferFunc);
    RGB backdrop;
    if (!alpha && backdropColor && group->colorSpace) {
        GfxRGB color;
        inkRGB(group->colorSpace.get(), backdropColor, &color);
        backdrop = rgb(color);
        if (color.r != color.g || color.g != color.b) group->hasColors = true;
    }
    bool hasBackdrop = !alpha && (!(backdrop == RGB()) || !table.empty());
    Area area = group->area;
    if (hasBackdrop || !table.empty()) {
        // All that is drawn with the mask is inside of the clip.
        area = clipArea(state).grown(1);
    }
    SVGText content;
    // SVG weighs the components of luminance as Rec. 709 does, and PDF (ISO 32000-1, 11.3.5.3) as in the grays here.
    bool needsGrays = !alpha && group->hasColors;
    bool isFiltered = needsGrays || !table.empty();
    if (isFiltered) {
        int number = newNumber();
        // A filter that ended at the mask's edges would cover their pixels only partly, as the clip does already.
        Area region = area.grown(1);
        defs << "<filter id=\"f" << std::to_string(number)
             << "\" filterUnits=\"userSpaceOnUse\" color-interpolation-filters=\"sRGB\"";
        appendArea(defs, region);
        defs << ">";
        if (needsGrays) {
            defs << "<feColorMatrix values=\"";
            for (int row = 0; row < 3; row++) defs << ".3 .59 .11 0 0 ";
            defs << "0 0 0 1 0\"/>";
        }
        if (!table.empty()) defs << "<feComponentTransfer>";
        for (const char *channel : alpha ? std::vector<const char *>{"A"} : std::vector<const char *>{"R", "G", "B"}) {
            if (table.empty()) break;
            defs << "<feFunc" << channel << " type=\"table\" tableValues=\"";
            for (double value : table) defs.number(value) << " ";
            defs << "\"/>";
        }
        defs << (table.empty() ? "" : "</feComponentTransfer>") << "</filter>\n";
        content << "<g filter=\"url(#f" << std::to_string(number) << ")\">";
    }
    if (hasBackdrop) {
        content << "<rect fill=\"" << backdrop.css() << "\"";
        appendArea(content, area);
        content << "/>";
    }
    content << group->body.text;
    if (isFiltered) content << "</g>";
    saved().mask = defineMask(area, alpha, content.text);
}

void PageDevice::clearSoftMask(GfxState *) { saved().mask = 0; }
