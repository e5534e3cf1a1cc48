#pragma once
#include <webp/encode.h>
#include <webp/decode.h>
#include <webp/mux.h>
