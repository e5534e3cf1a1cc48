// Stands before the entry points through which Foundation's timers reach a run loop, blocks reach the main queue, and
// Swift's tasks reach Dispatch. Programs are linked with the shared libraries, which call these functions through the
// dynamic linker, so that it finds the ones of the program first. In a program with the static libraries, the strong
// definitions there replace these weak ones, and nothing is steered.
#define _GNU_SOURCE
#include "main_loop.h"
#include <dlfcn.h>
#include <link.h>
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

typedef void async_f(void *, void *, void (*)(void *));
typedef void after_f(uint64_t, void *, void *, void (*)(void *));

static void next_async_f(void *queue, void *context, void (*run)(void *)) {
    static async_f *_Atomic next;
    if (!next) next = (async_f *)dlsym(RTLD_NEXT, "dispatch_async_f");
    next(queue, context, run);
}

static void next_after_f(uint64_t when, void *queue, void *context, void (*run)(void *)) {
    static after_f *_Atomic next;
    if (!next) next = (after_f *)dlsym(RTLD_NEXT, "dispatch_after_f");
    next(when, queue, context, run);
}

bool main_loop_is_on_main_queue(main_loop_job_t job) { return job.queue == &_dispatch_main_q; }

void main_loop_return_job(main_loop_job_t job) {
    if (job.due) {
        next_after_f(job.due, job.queue, job.context, job.run);
    } else {
        next_async_f(job.queue, job.context, job.run);
    }
}

// Dispatch encodes moments of three clocks: uptime; with the highest bit set, one that also runs while the machine
// sleeps; and the wall clock, negated, with the two highest bits set.
extern uint64_t dispatch_time(uint64_t when, int64_t delta);
extern uint64_t dispatch_walltime(const void *when, int64_t delta);
static const uint64_t other_clock = 1ull << 63;
static const uint64_t wall_clock = 3ull << 62;

int64_t main_loop_rest(uint64_t due) {
    if (!(due & other_clock)) return (int64_t)(due - dispatch_time(0, 0));
    if ((due & wall_clock) == wall_clock) return (int64_t)(dispatch_walltime(NULL, 0) - due);
    return (int64_t)(due - dispatch_time(other_clock, 0));
}

static _Atomic(bool (*)(void *)) steer_timer;
static _Atomic(bool (*)(uint64_t, main_loop_block_t *)) steer_block;
static _Atomic(bool (*)(main_loop_job_t)) steer_job;

// The addresses of Swift's runtime of tasks. The functions that it gives to Dispatch run jobs.
static uintptr_t runtime_start, runtime_end;
extern char swift_job_run[];

static int find_runtime(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size, (void)context;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[index];
        uintptr_t start = info->dlpi_addr + part->p_vaddr, address = (uintptr_t)swift_job_run;
        if (part->p_type != PT_LOAD || address < start || address - start >= part->p_memsz) continue;
        runtime_start = start;
        runtime_end = start + part->p_memsz;
        return 1;
    }
    return 0;
}

void main_loop_steer(
    bool (*timer)(void *), bool (*block)(uint64_t, main_loop_block_t *), bool (*job)(main_loop_job_t)) {
    dl_iterate_phdr(find_runtime, NULL);
    atomic_store(&steer_timer, timer);
    atomic_store(&steer_block, block);
    atomic_store(&steer_job, job);
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

static bool keeps_job(uint64_t due, void *queue, void *context, void (*run)(void *)) {
    bool (*steer)(main_loop_job_t) = atomic_load_explicit(&steer_job, memory_order_acquire);
    if (!steer || (uintptr_t)run < runtime_start || (uintptr_t)run >= runtime_end) return false;
    return steer((main_loop_job_t){.due = due, .queue = queue, .context = context, .run = run});
}

__attribute__((weak)) void dispatch_async_f(void *queue, void *context, void (*run)(void *)) {
    if (!keeps_job(0, queue, context, run)) next_async_f(queue, context, run);
}

__attribute__((weak)) void dispatch_after_f(uint64_t when, void *queue, void *context, void (*run)(void *)) {
    // A moment that never comes is not waited for.
    if (when == ~0ull || !keeps_job(when, queue, context, run)) next_after_f(when, queue, context, run);
}

#endif
