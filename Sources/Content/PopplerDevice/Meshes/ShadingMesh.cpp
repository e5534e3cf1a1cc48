#include "ShadingMesh.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

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

/// The data are, in the machine's byte order: the numbers of ramp colors, corners and faces, with 32 bits each; the matrix
/// with 64 bits each; the places as pairs with 32 bits each; the corners of faces with 32 bits each, the colors of corners
/// with 16 bits for each component, and those of the ramp with 8.
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

// MARK: Functions

FunctionCells::Point &FunctionCells::point(int x, int y) {
    auto [entry, isNew] = points.try_emplace(uint64_t(x) << 32 | uint32_t(y));
    Point &point = entry->second;
    if (isNew) {
        double across = double(x) / (columns << depth), down = double(y) / (rows << depth);
        GfxColor color = {};
        GfxRGB value;
        shading->getColor(
            domain[0] + across * (domain[2] - domain[0]), domain[1] + down * (domain[3] - domain[1]), &color);
        shading->getColorSpace()->getRGB(&color, &value);
        point.color = deepColor(value);
    }
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
           && isMean(point(left + half, bottom).color, c, d);
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
