#include "ShadingMesh.h"

PatchPoint::PatchPoint(const GfxPatch &patch, double u, double v, int count) {
    auto weights = [](double t, double w[4]) {
        double s = 1 - t;
        w[0] = s * s * s;
        w[1] = 3 * s * s * t;
        w[2] = 3 * s * t * t;
        w[3] = t * t * t;
    };
    double a[4], b[4];
    weights(u, a);
    weights(v, b);
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            x += a[i] * b[j] * patch.x[i][j];
            y += a[i] * b[j] * patch.y[i][j];
        }
    }
    for (int n = 0; n < count; n++) {
        components[n] = (1 - u) * ((1 - v) * patch.color[0][0].c[n] + v * patch.color[0][1].c[n])
                        + u * ((1 - v) * patch.color[1][0].c[n] + v * patch.color[1][1].c[n]);
    }
}
