#pragma once
#include <poppler.h>
#include <cairo-svg.h>
