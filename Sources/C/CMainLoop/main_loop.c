// Stands before the entry points through which Foundation's timers reach a run loop, and blocks reach the main queue.
// Programs are linked with the shared libraries of Foundation and Dispatch, which call these functions through the
// dynamic linker, so that it finds the ones of the program first. In a program with the static libraries, the strong
// definitions there replace these weak ones, and nothing is steered.
#define _GNU_SOURCE
#include "main_loop.h"
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

// As in Blocks' runtime: the function of a block follows two words.
struct main_loop_block {
    void *isa;
    int32_t flags;
    int32_t reserved;
    void (*invoke)(main_loop_block_t *);
};
extern void *_Block_copy(const void *block);
extern void _Block_release(const void *block);

// The main queue.
extern char _dispatch_main_q;

void main_loop_return(uint64_t due, main_loop_block_t *block) {
    if (due) {
        void (*after)(uint64_t, void *, void *) = (void (*)(uint64_t, void *, void *))dlsym(RTLD_NEXT, "dispatch_after");
        after(due, &_dispatch_main_q, block);
    } else {
        void (*async)(void *, void *) = (void (*)(void *, void *))dlsym(RTLD_NEXT, "dispatch_async");
        async(&_dispatch_main_q, block);
    }
    _Block_release(block);
}

void main_loop_run(main_loop_block_t *block) {
    block->invoke(block);
    _Block_release(block);
}

static _Atomic(bool (*)(void *)) steer_timer;
static _Atomic(bool (*)(uint64_t, main_loop_block_t *)) steer_block;

void main_loop_steer(bool (*timer)(void *), bool (*block)(uint64_t, main_loop_block_t *)) {
    atomic_store(&steer_timer, timer);
    atomic_store(&steer_block, block);
}

// The thread sanitizer has functions of its own at these places, which know what one thread hands to another.
#if !__has_feature(thread_sanitizer)

// As in Core Foundation's CFRunLoop.h.
typedef struct {
    long version;
    void *info;
    const void *(*retain)(const void *);
    void (*release)(const void *);
    const void *(*describe)(const void *);
} timer_context;
extern void CFRunLoopTimerGetContext(void *timer, timer_context *context);

__attribute__((weak)) void CFRunLoopAddTimer(void *loop, void *timer, void *mode) {
    bool (*steer)(void *) = atomic_load_explicit(&steer_timer, memory_order_acquire);
    if (steer && timer) {
        timer_context context = {0};
        CFRunLoopTimerGetContext(timer, &context);
        if (context.info && steer(context.info)) return;
    }
    static void (*_Atomic next)(void *, void *, void *);
    if (!next) next = (void (*)(void *, void *, void *))dlsym(RTLD_NEXT, "CFRunLoopAddTimer");
    next(loop, timer, mode);
}

static bool keeps(uint64_t due, const void *queue, const void *block) {
    if (queue != &_dispatch_main_q) return false;
    bool (*steer)(uint64_t, main_loop_block_t *) = atomic_load_explicit(&steer_block, memory_order_acquire);
    if (!steer || !block) return false;
    main_loop_block_t *copy = _Block_copy(block);
    if (steer(due, copy)) return true;
    _Block_release(copy);
    return false;
}

__attribute__((weak)) void dispatch_async(void *queue, void *block) {
    if (keeps(0, queue, block)) return;
    static void (*_Atomic next)(void *, void *);
    if (!next) next = (void (*)(void *, void *))dlsym(RTLD_NEXT, "dispatch_async");
    next(queue, block);
}

__attribute__((weak)) void dispatch_after(uint64_t when, void *queue, void *block) {
    // Deadlines of other clocks, and the one that never comes, have the highest bit set.
    if (!(when >> 63) && keeps(when, queue, block)) return;
    static void (*_Atomic next)(uint64_t, void *, void *);
    if (!next) next = (void (*)(uint64_t, void *, void *))dlsym(RTLD_NEXT, "dispatch_after");
    next(when, queue, block);
}

#endif
