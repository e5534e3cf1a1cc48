#pragma once
#include <vips/vips.h>

// libvips takes its options as C varargs, which Swift cannot call: one wrapper for each call that Tilework makes.
