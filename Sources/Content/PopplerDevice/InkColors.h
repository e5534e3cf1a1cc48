#pragma once

#include <GfxState.h>

// The colors of inks on a screen. MuPDF and PDFium agree on mixtures, and Poppler's are linear between pure inks.

/// Whether colors of a space are cyan, magenta, yellow and black, or tints that stand for these.
bool hasInks(GfxColorSpace *space);

/// Converts a color of any space to RGB. Inks are mixed by a table.
void inkRGB(GfxColorSpace *space, const GfxColor *color, GfxRGB *rgb);
