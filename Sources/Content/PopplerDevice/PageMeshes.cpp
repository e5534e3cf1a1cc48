#include "Meshes/MeshReader.h"
#include "PageDevice.h"

#include <algorithm>
#include <cmath>

// Shadings by functions and meshes, which become triangles.

/// The longest side of a part with an even color, in points: a pixel at 1,200 dpi.
static constexpr double leastPart = 0.06;
/// The maximum distance of a curved edge from the lines that replace it, in points.
static constexpr double flatness = 0.02;
/// The maximum number of cells of a shading by a function.
static constexpr size_t mostCells = 1 << 16;
/// The maximum number of triangles above one another, in the mean. A tile fills them all.
static constexpr double mostLayers = 64;
/// The distance of samples that find details of a function, in points.
static constexpr double leastDetail = 1;
/// The largest coordinate of corners. Triangles and patches with others are left out.
static constexpr double farthest = 9e8;

/// Returns whether colors between two others are even in a color space.
static bool isLinear(GfxColorSpace *space) {
    switch (space->getMode()) {
    case csDeviceGray:
    case csDeviceRGB:
    case csCalGray:
    case csCalRGB: return true;
    case csICCBased: return space->getNComps() != 4;
    default: return false;
    }
}

static bool isDrawable(double x, double y) { return std::fabs(x) <= farthest && std::fabs(y) <= farthest; }

static bool isApart(const Area &one, const Area &other) {
    return one.right < other.left || one.left > other.right || one.bottom < other.top || one.top > other.bottom;
}

/// The longest side of a part with an even color, in units of the layer's plane.
double PageDevice::leastSide() const { return leastPart / cellScale; }

bool PageDevice::draw(GfxState *state, const ShadingMesh &mesh) {
    Area seen = rasterArea(state);
    if (mesh.faceCount() == 0 || seen.isEmpty()) return true;
    double covered = mesh.coveredArea(seen.left, seen.top, seen.right, seen.bottom);
    if (!(covered <= mostLayers * (seen.right - seen.left) * (seen.bottom - seen.top))) return false;
    dependOnState();
    SVGText start, paint, shape;
    start << "<image xlink:href=\"" << mesh.address() << "\"";
    double opacity = patternOpacity(state);
    if (opacity < 1) (paint << " opacity=\"").number(std::max(0.0, opacity), 5) << "\"";
    shape << "<rect";
    appendArea(shape, clipArea(state));
    shape << "/>";
    place(state, {start.text, paint.text, "/>", 0, shape.text});
    return true;
}

// MARK: Functions

bool PageDevice::functionShadedFill(GfxState *state, GfxFunctionShading *shading) {
    noteColors(shading->getColorSpace());
    if (isHidden(state)) return true;
    double toPlane[6], inverse[6];
    std::copy(shading->getMatrix(), shading->getMatrix() + 6, toPlane);
    multiply(toPlane, state->getCTM(), toPlane);
    Area area = clipArea(state).grown(1);
    if (!invert(toPlane, inverse) || area.isEmpty()) return true;
    // The visible part of the domain.
    Area domain, seen = Area::none();
    shading->getDomain(&domain.left, &domain.top, &domain.right, &domain.bottom);
    for (double x : {area.left, area.right}) {
        for (double y : {area.top, area.bottom}) {
            seen.add(inverse[0] * x + inverse[2] * y + inverse[4], inverse[1] * x + inverse[3] * y + inverse[5]);
        }
    }
    domain = domain.intersection(seen);
    double width = domain.right - domain.left, height = domain.bottom - domain.top;
    double across = width * std::hypot(toPlane[0], toPlane[1]) * cellScale;
    double down = height * std::hypot(toPlane[2], toPlane[3]) * cellScale;
    if (domain.isEmpty() || !std::isfinite(across * down)) return true;
    auto count = [](double length) { return int(std::clamp(std::ceil(length / 2), 4.0, 64.0)); };
    int columns = count(across), rows = count(down);
    double side = std::max(across / columns, down / rows);
    int depth = int(std::clamp(std::ceil(std::log2(side / leastPart)), 0.0, 12.0));

    const double corners[] = {domain.left, domain.top, domain.right, domain.bottom};
    // Pages with many shadings, and large ones, have fewer samples.
    double samples = double(std::max<size_t>(samplesLeft, 1 << 10));
    double detail = leastDetail * std::max(1.0, std::sqrt(across * down / samples));
    FunctionCells cells(shading, corners, columns, rows, depth, detail / across, detail / down);
    ShadingMesh mesh;
    // Cells at a jump of the function are a fourth of a pixel at 288 dpi, or the page has noise.
    bool isNoise = cells.divide(mesh, mostCells) > 2;
    samplesLeft -= std::min(samplesLeft, cells.sampleCount);
    if (isNoise) {
        drawRaster(state, shading);
        return true;
    }
    double units[6] = {width / (columns << depth), 0, 0, height / (rows << depth), domain.left, domain.top};
    multiply(units, toPlane, mesh.matrix);
    std::optional<RGB> color = mesh.onlyColor();
    if (!color) {
        if (!draw(state, mesh)) drawRaster(state, shading);
        return true;
    }
    PathText path(toPlane, decimals(1));
    path.move(domain.left, domain.top);
    path.line(domain.right, domain.top);
    path.line(domain.right, domain.bottom);
    path.line(domain.left, domain.bottom);
    path.close();
    dependOnState();
    place(state, {"<path d=\"" + path.data.text + "\"", fillAttributes({color->css(), patternOpacity(state)}), "/>", 0, {}});
    return true;
}

// MARK: Triangles

namespace {
/// The colors of a shading with triangles or patches.
template <typename Shading> struct Colors {
    const MeshReader<Shading> &reader;
    /// The range of the parameter.
    double first = 0;
    double last = 0;

    explicit Colors(const MeshReader<Shading> &reader) : reader(reader) {}

    /// Fills a ramp with as many colors as the function needs.
    void fill(std::vector<RGB> &ramp) const {
        constexpr int counts[] = {256, 1024, 4096};
        for (int count : counts) {
            ramp.resize(count);
            int step = 0;
            for (int i = 0; i < count; i++) {
                double parameter = first + (last - first) * i / (count - 1);
                ramp[i] = rgb(reader.color(&parameter));
                if (i == 0) continue;
                const RGB &one = ramp[i - 1], &other = ramp[i];
                step = std::max(
                    {step, std::abs(one.red - other.red), std::abs(one.green - other.green),
                     std::abs(one.blue - other.blue)});
            }
            if (step <= 2) return;
        }
    }

    DeepColor operator()(const double *components) const {
        if (reader.hasParameter()) {
            double place = last > first ? (components[0] - first) / (last - first) : 0;
            // A value that is not a number counts as the first.
            return {uint16_t((place > 0 ? std::min(place, 1.0) : 0.0) * 0xFFFF + 0.5), 0, 0};
        }
        return deepColor(reader.color(components));
    }
};

/// Adds triangles to a mesh. One whose color is not even is divided.
struct Triangles {
    ShadingMesh &mesh;
    const Colors<GfxGouraudTriangleShading> &colors;
    double leastSide;

    DeepColor color(const MeshCorner &corner) const { return colors(corner.components); }

    void add(const MeshCorner &a, const MeshCorner &b, const MeshCorner &c, int depth = 0) const {
        if (mesh.cornerCount() > ShadingMesh::mostCorners) return;
        constexpr int mostDepth = 6;
        int count = colors.reader.count;
        MeshCorner ab = MeshCorner::middle(a, b, count), bc = MeshCorner::middle(b, c, count),
                   ca = MeshCorner::middle(c, a, count);
        auto length = [](const MeshCorner &one, const MeshCorner &other) {
            return std::hypot(one.x - other.x, one.y - other.y);
        };
        bool isEven = colors.reader.hasParameter() || depth == mostDepth
                      || std::max({length(a, b), length(b, c), length(c, a)}) < leastSide
                      || (isMean(color(ab), color(a), color(b)) && isMean(color(bc), color(b), color(c))
                          && isMean(color(ca), color(c), color(a)));
        if (isEven) {
            uint32_t last = mesh.add(c.x, c.y, color(c));
            mesh.add(mesh.add(a.x, a.y, color(a)), mesh.add(b.x, b.y, color(b)), last, last);
            return;
        }
        add(a, ab, ca, depth + 1);
        add(ab, b, bc, depth + 1);
        add(ca, bc, c, depth + 1);
        add(ab, bc, ca, depth + 1);
    }
};

/// Returns whether a part of a triangle may be inside an area.
bool isSeen(const std::array<MeshCorner, 3> &corners, const Area &area) {
    Area bounds = Area::none();
    for (const MeshCorner &corner : corners) {
        if (!isDrawable(corner.x, corner.y)) return false;
        bounds.add(corner.x, corner.y);
    }
    return !isApart(bounds, area);
}
}

bool PageDevice::gouraudTriangleShadedFill(GfxState *state, GfxGouraudTriangleShading *shading) {
    noteColors(shading->getColorSpace());
    if (isHidden(state)) return true;
    ShadingMesh mesh;
    MeshReader reader(*shading, state->getCTM());
    Colors colors(reader);
    int count = shading->getNTriangles();
    Area area = clipArea(state).grown(1);
    if (reader.hasParameter() && count > 0) {
        colors.first = 1e30;
        colors.last = -1e30;
        for (int i = 0; i < count; i++) {
            auto each = reader.triangle(i);
            if (!isSeen(each, area)) continue;
            for (const MeshCorner &corner : each) {
                if (!std::isfinite(corner.components[0])) continue;
                colors.first = std::min(colors.first, corner.components[0]);
                colors.last = std::max(colors.last, corner.components[0]);
            }
        }
        if (colors.first > colors.last) return true;
        colors.fill(mesh.ramp);
    }
    Triangles triangles{mesh, colors, leastSide()};
    for (int i = 0; i < count; i++) {
        auto each = reader.triangle(i);
        if (isSeen(each, area)) triangles.add(each[0], each[1], each[2]);
    }
    if (mesh.cornerCount() > ShadingMesh::mostCorners || !draw(state, mesh)) drawRaster(state, shading);
    return true;
}

// MARK: Patches

/// Returns into how many parts the sides of a patch are divided, so that its edges and its colors are close to those of
/// the parts.
static int partCount(const GfxPatch &patch, const double toPlane[6], double leastSide, int count, bool isEven) {
    double bend = 0;
    auto add = [&](const double (*at)[4], const double (*other)[4], int i, int j, int di, int dj) {
        double x = at[i][j] - 2 * at[i + di][j + dj] + at[i + 2 * di][j + 2 * dj];
        double y = other[i][j] - 2 * other[i + di][j + dj] + other[i + 2 * di][j + 2 * dj];
        bend = std::max(bend, std::hypot(toPlane[0] * x + toPlane[2] * y, toPlane[1] * x + toPlane[3] * y));
    };
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 2; j++) {
            add(patch.x, patch.y, i, j, 0, 1);
            add(patch.x, patch.y, j, i, 1, 0);
        }
    }
    // A curve is at most an eighth of its second derivative, which is 6 times the bend, from its chord.
    double parts = std::sqrt(0.75 * bend * leastPart / (leastSide * flatness));
    double twist = 0;
    for (int n = 0; n < count; n++) {
        double both = double(patch.color[0][0].c[n]) - patch.color[0][1].c[n] - patch.color[1][0].c[n]
                      + patch.color[1][1].c[n];
        twist = std::max(twist, std::fabs(both));
    }
    // Between the corners of a part, its color is off by a fourth of the twist at most.
    if (isEven) parts = std::max(parts, std::sqrt(twist / gfxColorComp1 * 255 / 4));
    return int(std::clamp(std::ceil(parts), isEven ? 1.0 : 16.0, 64.0));
}

bool PageDevice::patchMeshShadedFill(GfxState *state, GfxPatchMeshShading *shading) {
    noteColors(shading->getColorSpace());
    if (isHidden(state)) return true;
    ShadingMesh mesh;
    MeshReader reader(*shading, state->getCTM());
    Colors colors(reader);
    Area area = clipArea(state).grown(1);
    bool isEven = reader.hasParameter() || isLinear(shading->getColorSpace());
    std::vector<const GfxPatch *> patches;
    colors.first = 1e30;
    colors.last = -1e30;
    int parts = 1;
    for (int i = 0; i < shading->getNPatches(); i++) {
        const GfxPatch *patch = shading->getPatch(i);
        Area bounds = Area::none();
        bool isWhole = true;
        for (const MeshCorner &corner : reader.controls(*patch)) {
            bounds.add(corner.x, corner.y);
            isWhole = isWhole && isDrawable(corner.x, corner.y);
        }
        if (!isWhole || isApart(bounds, area)) continue;
        patches.push_back(patch);
        int colorCount = reader.hasParameter() ? 0 : reader.count;
        parts = std::max(parts, partCount(*patch, state->getCTM(), leastSide(), colorCount, isEven));
        for (int k = 0; k < 4; k++) {
            double t = reader.first(*patch, k);
            if (!std::isfinite(t)) continue;
            colors.first = std::min(colors.first, t);
            colors.last = std::max(colors.last, t);
        }
    }
    if (reader.hasParameter() && !patches.empty()) {
        if (colors.first > colors.last) return true;
        colors.fill(mesh.ramp);
        parts = std::max(parts, 8);
    }
    // Neighbors have as many parts, so that no gaps are between their edges.
    auto cornersOfAll = [&](size_t parts) { return patches.size() * (parts + 1) * (parts + 1); };
    int needed = parts;
    while (parts > 1 && cornersOfAll(parts) > ShadingMesh::mostCorners) parts--;
    if (2 * parts < needed || cornersOfAll(parts) > ShadingMesh::mostCorners) {
        drawRaster(state, shading);
        return true;
    }
    for (const GfxPatch *patch : patches) {
        auto first = uint32_t(mesh.cornerCount());
        for (int r = 0; r <= parts; r++) {
            for (int c = 0; c <= parts; c++) {
                MeshCorner placed = reader.point(*patch, double(r) / parts, double(c) / parts);
                mesh.add(placed.x, placed.y, colors(placed.components));
            }
        }
        for (int r = 0; r < parts; r++) {
            for (int c = 0; c < parts; c++) {
                uint32_t at = first + uint32_t(r * (parts + 1) + c), below = at + uint32_t(parts + 1);
                mesh.add(at, at + 1, below, below + 1);
            }
        }
    }
    if (!draw(state, mesh)) drawRaster(state, shading);
    return true;
}
