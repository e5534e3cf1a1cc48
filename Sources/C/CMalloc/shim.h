#pragma once
// How the C library's allocator keeps memory: no part of the modules that Swift has of it.
#include <malloc.h>
