#include "../PageDevice.h"
#include "MeshReader.h"

#include <algorithm>
#include <cmath>

#include "../InkColors.h"

// Shadings by functions and meshes with too many parts for triangles, which become images.

/// 288 pixels to an inch, for shadings up to A3.
static constexpr double pixelsPerPoint = 4;
static constexpr double mostPixels = 24e6;

/// Returns the part of the clip's area that is visible.
Area PageDevice::rasterArea(GfxState *state) const {
    bool isOnPage = (layer().kind == Layer::Kind::page || layer().kind == Layer::Kind::group) && tilingDepth == 0;
    return isOnPage ? clipArea(state).intersection(page()) : clipArea(state);
}

void PageDevice::drawRaster(
    GfxState *state, const std::function<void(PixelImage &, const double toPixels[6])> &draw) {
    dependOnState();
    Area area = rasterArea(state);
    if (area.isEmpty()) return;
    double width = area.right - area.left, height = area.bottom - area.top;
    double scale = std::min(pixelsPerPoint * cellScale, std::sqrt(mostPixels / (width * height)));
    auto pixels = [&](double length) { return int(std::clamp(std::ceil(length * scale), 1.0, 1e6)); };
    if (!std::isfinite(width * height) || !(scale > 0)) return;
    PixelImage image(PixelImage::Format::rgba, pixels(width), pixels(height));
    if (!image.isValid()) return;
    double toImage[6] = {scale, 0, 0, scale, -area.left * scale, -area.top * scale}, toPixels[6];
    multiply(state->getCTM(), toImage, toPixels);
    draw(image, toPixels);
    double fromImage[6] = {1 / scale, 0, 0, 1 / scale, area.left, area.top};
    double opacity = patternOpacity(state);
    SVGText start, paint;
    start << "<image width=\"" << std::to_string(image.width) << "\" height=\"" << std::to_string(image.height)
          << "\" preserveAspectRatio=\"none\" xlink:href=\"" << image.address() << "\"";
    start.matrix("transform", fromImage);
    if (opacity < 1) (paint << " opacity=\"").number(opacity, 5) << "\"";
    SVGText shape;
    shape << "<rect";
    appendArea(shape, area);
    shape << "/>";
    place(state, {start.text, paint.text, "/>", 0, shape.text});
}

static void set(PixelImage &image, int x, int y, const RGB &color) {
    uint8_t *out = image.row(y) + 4 * size_t(x);
    out[0] = color.red;
    out[1] = color.green;
    out[2] = color.blue;
    out[3] = 255;
}

void PageDevice::drawRaster(GfxState *state, GfxFunctionShading *shading) {
    drawRaster(state, [&](PixelImage &image, const double toPixels[6]) {
        double matrix[6], inverse[6];
        std::copy(shading->getMatrix(), shading->getMatrix() + 6, matrix);
        multiply(matrix, toPixels, matrix);
        if (!invert(matrix, inverse)) return;
        double x0, y0, x1, y1;
        shading->getDomain(&x0, &y0, &x1, &y1);
        for (int row = 0; row < image.height; row++) {
            for (int column = 0; column < image.width; column++) {
                double x = inverse[0] * (column + 0.5) + inverse[2] * (row + 0.5) + inverse[4];
                double y = inverse[1] * (column + 0.5) + inverse[3] * (row + 0.5) + inverse[5];
                if (!(x >= x0 && x <= x1 && y >= y0 && y <= y1)) continue;
                GfxColor color = {};
                GfxRGB value;
                shading->getColor(x, y, &color);
                inkRGB(shading->getColorSpace(), &color, &value);
                set(image, column, row, rgb(value));
            }
        }
    });
}

namespace {
/// Fills triangles of an image with colors between those of their corners.
template <typename Shading> struct TriangleFill {
    PixelImage &image;
    const MeshReader<Shading> &reader;

    void fill(const MeshCorner &a, const MeshCorner &b, const MeshCorner &c) const {
        double area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
        if (!(std::fabs(area) > 1e-12) || !std::isfinite(area)) return;
        double top = std::min({a.y, b.y, c.y}), bottom = std::max({a.y, b.y, c.y});
        int first = int(std::clamp(std::floor(top - 0.5), 0.0, double(image.height)));
        int last = int(std::clamp(std::ceil(bottom), 0.0, double(image.height)));
        // Pixels at an edge belong to both sides, so that no gaps are left.
        constexpr double slack = 1e-9;
        for (int row = first; row < last; row++) {
            double y = row + 0.5, left = 1e30, right = -1e30;
            const MeshCorner *corners[] = {&a, &b, &c, &a};
            for (int i = 0; i < 3; i++) {
                const MeshCorner &from = *corners[i], &to = *corners[i + 1];
                if ((from.y > y) == (to.y > y)) continue;
                double x = from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x);
                left = std::min(left, x);
                right = std::max(right, x);
            }
            if (!(left <= right)) continue;
            int start = int(std::clamp(std::ceil(left - 0.5 - slack), 0.0, double(image.width)));
            int end = int(std::clamp(std::floor(right - 0.5 + slack) + 1, 0.0, double(image.width)));
            for (int column = start; column < end; column++) {
                double x = column + 0.5;
                double u = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / area;
                double v = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / area;
                u = std::clamp(u, 0.0, 1.0);
                v = std::clamp(v, 0.0, 1.0 - u);
                double components[gfxColorMaxComps];
                for (int i = 0; i < reader.count; i++) {
                    components[i] = (1 - u - v) * a.components[i] + u * b.components[i] + v * c.components[i];
                }
                set(image, column, row, rgb(reader.color(components)));
            }
        }
    }
};
}

void PageDevice::drawRaster(GfxState *state, GfxGouraudTriangleShading *shading) {
    drawRaster(state, [&](PixelImage &image, const double toPixels[6]) {
        MeshReader reader(*shading, toPixels);
        TriangleFill<GfxGouraudTriangleShading> triangles{image, reader};
        for (int i = 0; i < shading->getNTriangles(); i++) {
            auto corners = reader.triangle(i);
            triangles.fill(corners[0], corners[1], corners[2]);
        }
    });
}

void PageDevice::drawRaster(GfxState *state, GfxPatchMeshShading *shading) {
    drawRaster(state, [&](PixelImage &image, const double toPixels[6]) {
        MeshReader reader(*shading, toPixels);
        TriangleFill<GfxPatchMeshShading> triangles{image, reader};
        for (int i = 0; i < shading->getNPatches(); i++) {
            const GfxPatch &patch = *shading->getPatch(i);
            Area bounds = Area::none();
            for (const MeshCorner &corner : reader.controls(patch)) bounds.add(corner.x, corner.y);
            if (bounds.right < 0 || bounds.bottom < 0 || bounds.left > image.width || bounds.top > image.height) continue;
            double extent = std::max(bounds.right - bounds.left, bounds.bottom - bounds.top);
            // Pieces of a few pixels, which are straight enough.
            int parts = int(std::clamp(extent / 6, 4.0, 64.0));
            std::vector<MeshCorner> grid((parts + 1) * (parts + 1));
            for (int r = 0; r <= parts; r++) {
                for (int c = 0; c <= parts; c++) {
                    grid[r * (parts + 1) + c] = reader.point(patch, double(r) / parts, double(c) / parts);
                }
            }
            for (int r = 0; r < parts; r++) {
                for (int c = 0; c < parts; c++) {
                    const MeshCorner *at = &grid[r * (parts + 1) + c];
                    triangles.fill(at[0], at[1], at[parts + 1]);
                    triangles.fill(at[1], at[parts + 2], at[parts + 1]);
                }
            }
        }
    });
}
