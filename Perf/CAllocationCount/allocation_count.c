// Stands before the C library's allocator and counts. glibc has names for its own functions that are not replaced.
#define _GNU_SOURCE
#include "allocation_count.h"
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_uint_fast64_t calls;
static atomic_uint_fast64_t bytes;

static void count(size_t size) {
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&bytes, size, memory_order_relaxed);
}

void *malloc(size_t size) {
    count(size);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(number * size);
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count(size);
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count(size);
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count(size);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count(size);
    void *made = __libc_memalign(alignment, size);
    if (!made) return ENOMEM;
    *block = made;
    return 0;
}

uint64_t allocation_count(void) { return atomic_load_explicit(&calls, memory_order_relaxed); }

uint64_t allocation_bytes(void) { return atomic_load_explicit(&bytes, memory_order_relaxed); }

size_t allocation_size(const void *block) { return malloc_usable_size((void *)block); }

size_t held_bytes(void) { return mallinfo2().uordblks; }
