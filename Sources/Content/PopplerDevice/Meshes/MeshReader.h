#pragma once

#include <algorithm>
#include <array>

#include <GfxState.h>

#include "ShadingMesh.h"
#include "../InkColors.h"

/// A corner of a triangle or a point of a patch, with the components of its color, or the parameter of a function.
struct MeshCorner {
    double x = 0;
    double y = 0;
    double components[gfxColorMaxComps] = {};

    /// The middle of two corners.
    static MeshCorner middle(const MeshCorner &one, const MeshCorner &other, int count) {
        MeshCorner middle;
        middle.x = (one.x + other.x) / 2;
        middle.y = (one.y + other.y) / 2;
        for (int i = 0; i < count; i++) middle.components[i] = (one.components[i] + other.components[i]) / 2;
        return middle;
    }
};

/// Reads the corners of a shading with triangles or patches, and the colors at them.
template <typename Shading> struct MeshReader {
    Shading &shading;
    /// The transform from the shading to the plane of the corners.
    const double *toPlane;
    /// The number of components of a corner.
    int count;

    MeshReader(Shading &shading, const double *toPlane)
        : shading(shading), toPlane(toPlane),
          count(shading.isParameterized() ? 1 : shading.getColorSpace()->getNComps()) {}

    /// Whether corners have a parameter in place of a color.
    bool hasParameter() const { return shading.isParameterized(); }

    GfxRGB color(const double *components) const {
        GfxColor color = {};
        if (hasParameter()) {
            shading.getParameterizedColor(components[0], &color);
        } else {
            for (int i = 0; i < count; i++) color.c[i] = dblToCol(components[i]);
        }
        GfxRGB value;
        inkRGB(shading.getColorSpace(), &color, &value);
        return value;
    }

    /// Returns the corners of a triangle.
    std::array<MeshCorner, 3> triangle(int index) const {
        double x[3] = {}, y[3] = {}, t[3] = {};
        GfxColor c[3] = {};
        if (hasParameter()) {
            shading.getTriangle(index, &x[0], &y[0], &t[0], &x[1], &y[1], &t[1], &x[2], &y[2], &t[2]);
        } else {
            shading.getTriangle(index, &x[0], &y[0], &c[0], &x[1], &y[1], &c[1], &x[2], &y[2], &c[2]);
        }
        std::array<MeshCorner, 3> corners;
        for (int k = 0; k < 3; k++) {
            corners[k] = corner(x[k], y[k]);
            for (int n = 0; n < count; n++) corners[k].components[n] = hasParameter() ? t[k] : colToDbl(c[k].c[n]);
        }
        return corners;
    }

    /// Returns the control points of a patch, without colors.
    std::array<MeshCorner, 16> controls(const GfxPatch &patch) const {
        std::array<MeshCorner, 16> points;
        for (int k = 0; k < 16; k++) points[k] = corner(patch.x[k / 4][k % 4], patch.y[k / 4][k % 4]);
        return points;
    }

    /// Returns the first component at a corner of a patch, 0…3.
    double first(const GfxPatch &patch, int corner) const { return patch.color[corner / 2][corner % 2].c[0] / unit(); }

    /// Returns the point of a patch at parameters from 0 to 1.
    MeshCorner point(const GfxPatch &patch, double u, double v) const {
        PatchPoint point(patch, u, v, count);
        MeshCorner placed = corner(point.x, point.y);
        for (int n = 0; n < count; n++) placed.components[n] = point.components[n] / unit();
        return placed;
    }

private:
    /// Poppler stores components of a patch's colors as fixed-point numbers, and parameters as they are.
    double unit() const { return hasParameter() ? 1 : gfxColorComp1; }

    MeshCorner corner(double x, double y) const {
        MeshCorner corner;
        corner.x = toPlane[0] * x + toPlane[2] * y + toPlane[4];
        corner.y = toPlane[1] * x + toPlane[3] * y + toPlane[5];
        return corner;
    }
};
