#pragma once
#include <stddef.h>
#include <stdint.h>

// Calls that took memory, and the bytes that they asked for, since the process began.
uint64_t allocation_count(void);
uint64_t allocation_bytes(void);
// What the allocator holds for a block, in bytes.
size_t allocation_size(const void *block);
// What the program holds, in bytes.
size_t held_bytes(void);
