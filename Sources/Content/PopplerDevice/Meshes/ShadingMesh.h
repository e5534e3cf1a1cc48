#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <GfxState.h>

#include "../SVGText.h"

/// A color with 16 bits for each component.
using DeepColor = std::array<uint16_t, 3>;

/// Returns a color of Poppler with 16 bits for each component.
DeepColor deepColor(const GfxRGB &color);

/// Returns whether a color is as good as the mean of two others: within three quarters of 1/255.
bool isMean(const DeepColor &color, const DeepColor &one, const DeepColor &other);

/// Triangles with a color at each corner, which are drawn sharp at any scale. Between its corners, the color of a triangle
/// changes evenly.
class ShadingMesh {
public:
    /// The transform from the plane of the corners to that of the element.
    double matrix[6] = {1, 0, 0, 1, 0, 0};
    /// Evenly spaced colors. If not empty, the first component at a corner is a position in them, 0…65535.
    std::vector<RGB> ramp;

    /// Adds a corner, and returns its number.
    uint32_t add(double x, double y, const DeepColor &color);
    /// Adds the triangles (a, b, c) and (b, d, c). The second is empty if `d` is `c`.
    void add(uint32_t a, uint32_t b, uint32_t c, uint32_t d) { faces.push_back({a, b, c, d}); }

    size_t cornerCount() const { return colors.size(); }
    size_t faceCount() const { return faces.size(); }
    /// Returns the only color; nullopt if there are several.
    std::optional<RGB> onlyColor() const;
    /// Returns the area of the triangles inside a box, plus a quarter of the height of each, for the work of its rows.
    double coveredArea(double left, double top, double right, double bottom) const;
    /// Returns the mesh as a data URL.
    std::string address() const;

    /// The media type of the data URL. `ShadingMesh` in TileContent reads it.
    static constexpr const char *mediaType = "application/x-tilework-mesh";
    /// The maximum number of corners.
    static constexpr size_t mostCorners = 1 << 18;

private:
    std::vector<float> places;
    std::vector<DeepColor> colors;
    std::vector<std::array<uint32_t, 4>> faces;
};

/// The cells into which a shading by a function is divided: small where the function is not even, large elsewhere.
class FunctionCells {
public:
    /// Creates cells for a part of the shading's domain.
    ///
    /// - Parameters:
    ///   - columns: The number of cells with which the division begins, in a row.
    ///   - depth: The maximum number of times that a cell is halved.
    ///   - across: The distance between samples of a large cell, as a part of a row.
    ///   - down: The same, as a part of a column.
    FunctionCells(
        GfxFunctionShading *shading, const double domain[4], int columns, int rows, int depth, double across,
        double down)
        : shading(shading), domain{domain[0], domain[1], domain[2], domain[3]}, columns(columns), rows(rows),
          depth(depth), across(across * (columns << depth)), down(down * (rows << depth)) {}

    /// The number of samples of large cells.
    size_t sampleCount = 0;

    /// Divides the domain. The plane of the mesh has a unit for each of the smallest cells.
    ///
    /// - Parameter mostCells: The number of cells beyond which they are not divided again.
    /// - Returns: The number of halvings that are missing.
    int divide(ShadingMesh &mesh, size_t mostCells);

private:
    struct Cell {
        int x;
        int y;
    };

    struct Point {
        DeepColor color;
        /// The index of the corner; -1 if the point is not a corner.
        int64_t corner = -1;
    };

    DeepColor color(double x, double y) const;
    Point &point(int x, int y);
    uint32_t corner(ShadingMesh &mesh, int x, int y);
    bool isEven(const Cell &cell, int side);
    bool hasNoDetail(const Cell &cell, int side);

    GfxFunctionShading *shading;
    double domain[4];
    int columns;
    int rows;
    int depth;
    /// The distances between samples of large cells, in units of the smallest cells.
    double across;
    double down;
    std::unordered_map<uint64_t, Point> points;
};

/// A point of a patch, with the components of its color as Poppler stores them.
struct PatchPoint {
    double x = 0;
    double y = 0;
    double components[gfxColorMaxComps] = {};

    /// Creates the point at parameters from 0 to 1, with `count` components.
    PatchPoint(const GfxPatch &patch, double u, double v, int count);
};
