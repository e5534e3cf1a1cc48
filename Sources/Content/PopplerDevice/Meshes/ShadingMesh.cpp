#include "ShadingMesh.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "../InkColors.h"

DeepColor deepColor(const GfxRGB &color) {
    auto component = [](GfxColorComp value) { return uint16_t(std::clamp<int>(value, 0, 0xFFFF)); };
    return {component(color.r), component(color.g), component(color.b)};
}

bool isMean(const DeepColor &color, const DeepColor &one, const DeepColor &other) {
    constexpr int slack = 3 * 257 / 4;
    for (int i = 0; i < 3; i++) {
        if (std::abs(2 * int(color[i]) - int(one[i]) - int(other[i])) > 2 * slack) return false;
    }
    return true;
}

uint32_t ShadingMesh::add(double x, double y, const DeepColor &color) {
    places.push_back(float(x));
    places.push_back(float(y));
    colors.push_back(color);
    return uint32_t(colors.size() - 1);
}

std::optional<RGB> ShadingMesh::onlyColor() const {
    if (colors.empty() || !ramp.empty()) return std::nullopt;
    auto byte = [](uint16_t value) { return uint8_t((value + 128) / 257); };
    auto rgb = [&](const DeepColor &color) { return RGB{byte(color[0]), byte(color[1]), byte(color[2])}; };
    RGB first = rgb(colors.front());
    bool isOnly = std::all_of(colors.begin(), colors.end(), [&](const DeepColor &each) { return rgb(each) == first; });
    return isOnly ? std::optional(first) : std::nullopt;
}

/// The layout of the data, in the machine's byte order: the numbers of ramp colors, corners and faces, with 32 bits each;
/// the matrix with 64 bits each; the places as pairs with 32 bits each; the corners of faces with 32 bits each, the colors
/// of corners with 16 bits for each component, and those of the ramp with 8.
std::string ShadingMesh::address() const {
    std::vector<uint8_t> bytes;
    auto add = [&](const void *start, size_t count) {
        auto first = static_cast<const uint8_t *>(start);
        bytes.insert(bytes.end(), first, first + count);
    };
    const uint32_t counts[] = {uint32_t(ramp.size()), uint32_t(colors.size()), uint32_t(faces.size())};
    add(counts, sizeof counts);
    add(matrix, sizeof matrix);
    add(places.data(), places.size() * sizeof(float));
    add(faces.data(), faces.size() * sizeof faces[0]);
    add(colors.data(), colors.size() * sizeof colors[0]);
    for (const RGB &color : ramp) {
        const uint8_t components[] = {color.red, color.green, color.blue};
        add(components, sizeof components);
    }
    SVGText text;
    text << "data:" << mediaType << ";base64,";
    text.base64(bytes.data(), bytes.size());
    return text.text;
}

double ShadingMesh::coveredArea(double left, double top, double right, double bottom) const {
    constexpr double rowWidth = 0.25;
    double sum = 0;
    auto place = [&](uint32_t index) {
        double x = places[2 * index], y = places[2 * index + 1];
        return std::array{
            matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]};
    };
    auto add = [&](const auto &a, const auto &b, const auto &c) {
        double area = std::fabs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
        double width = std::min(right, std::max({a[0], b[0], c[0]})) - std::max(left, std::min({a[0], b[0], c[0]}));
        double height = std::min(bottom, std::max({a[1], b[1], c[1]})) - std::max(top, std::min({a[1], b[1], c[1]}));
        if (width >= 0 && height >= 0) sum += std::min(area, width * height) + rowWidth * height;
    };
    for (const auto &face : faces) {
        auto a = place(face[0]), b = place(face[1]), c = place(face[2]), d = place(face[3]);
        add(a, b, c);
        if (face[3] != face[2]) add(b, d, c);
    }
    return sum;
}

// MARK: Functions

DeepColor FunctionCells::color(double x, double y) const {
    double across = x / (columns << depth), down = y / (rows << depth);
    GfxColor color = {};
    GfxRGB value;
    shading->getColor(
        domain[0] + across * (domain[2] - domain[0]), domain[1] + down * (domain[3] - domain[1]), &color);
    inkRGB(shading->getColorSpace(), &color, &value);
    return deepColor(value);
}

FunctionCells::Point &FunctionCells::point(int x, int y) {
    auto [entry, isNew] = points.try_emplace(uint64_t(x) << 32 | uint32_t(y));
    Point &point = entry->second;
    if (isNew) point.color = color(x, y);
    return point;
}

uint32_t FunctionCells::corner(ShadingMesh &mesh, int x, int y) {
    Point &point = this->point(x, y);
    if (point.corner < 0) point.corner = mesh.add(x, y, point.color);
    return uint32_t(point.corner);
}

bool FunctionCells::isEven(const Cell &cell, int side) {
    int left = cell.x, top = cell.y, right = left + side, bottom = top + side, half = side / 2;
    const DeepColor &a = point(left, top).color, &b = point(right, top).color;
    const DeepColor &c = point(left, bottom).color, &d = point(right, bottom).color;
    return isMean(point(left + half, top + half).color, b, c) && isMean(point(left + half, top).color, a, b)
           && isMean(point(left, top + half).color, a, c) && isMean(point(right, top + half).color, b, d)
           && isMean(point(left + half, bottom).color, c, d) && hasNoDetail(cell, side);
}

/// Returns whether the colors inside a large cell are those of its triangles. They may differ by 2/255.
bool FunctionCells::hasNoDetail(const Cell &cell, int side) {
    constexpr double slack = 2 * 257;
    auto count = [&](double distance) { return int(std::clamp(std::ceil(side / distance), 1.0, double(side))); };
    int columns = count(across), rows = count(down);
    if (columns <= 2 && rows <= 2) return true;
    const DeepColor a = point(cell.x, cell.y).color, b = point(cell.x + side, cell.y).color;
    const DeepColor c = point(cell.x, cell.y + side).color, d = point(cell.x + side, cell.y + side).color;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            if (row + column == 0) continue;
            double u = double(column) / columns, v = double(row) / rows;
            DeepColor sample = color(cell.x + u * side, cell.y + v * side);
            sampleCount++;
            for (int i = 0; i < 3; i++) {
                double drawn = u + v <= 1 ? a[i] + u * (b[i] - a[i]) + v * (c[i] - a[i])
                                          : d[i] + (1 - u) * (c[i] - d[i]) + (1 - v) * (b[i] - d[i]);
                if (std::fabs(sample[i] - drawn) > slack) return false;
            }
        }
    }
    return true;
}

int FunctionCells::divide(ShadingMesh &mesh, size_t mostCells) {
    std::vector<Cell> cells, next;
    int side = 1 << depth;
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) cells.push_back({x * side, y * side});
    }
    auto finish = [&](const Cell &cell) {
        mesh.add(
            corner(mesh, cell.x, cell.y), corner(mesh, cell.x + side, cell.y), corner(mesh, cell.x, cell.y + side),
            corner(mesh, cell.x + side, cell.y + side));
    };
    for (int left = depth;; left--) {
        bool isLast = left == 0 || mesh.faceCount() + 4 * cells.size() > mostCells;
        next.clear();
        bool isCut = false;
        for (const Cell &cell : cells) {
            bool isDone = left > 0 && isEven(cell, side);
            if (isDone || isLast) {
                finish(cell);
                isCut = isCut || !isDone;
                continue;
            }
            int half = side / 2;
            for (int i = 0; i < 4; i++) next.push_back({cell.x + (i & 1) * half, cell.y + (i >> 1) * half});
        }
        if (next.empty()) return isCut ? left : 0;
        cells.swap(next);
        side /= 2;
    }
}
