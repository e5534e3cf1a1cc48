#pragma once
#include <pthread.h>
#include <sched.h>
#include <errno.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// As in CSpawn: declared for programs that ask for GNU's extensions only.
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
int fallocate(int descriptor, int mode, off_t offset, off_t length);
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *processors);

// The scheduling attributes of the kernel's sched_getattr(2) and sched_setattr(2), in their first version. glibc 2.36 has
// no functions for these calls.
typedef struct {
    uint32_t size;
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    // The time slice in nanoseconds, for ordinary threads since Linux 6.12; 0 for the default.
    uint64_t runtime;
    uint64_t deadline;
    uint64_t period;
} thread_attributes_t;

// Both functions access the calling thread, and return 0 or an error number.
static inline int get_thread_attributes(thread_attributes_t *attributes) {
    return syscall(SYS_sched_getattr, 0, attributes, sizeof *attributes, 0) == 0 ? 0 : errno;
}
static inline int set_thread_attributes(thread_attributes_t *attributes) {
    attributes->size = sizeof *attributes;
    return syscall(SYS_sched_setattr, 0, attributes, 0) == 0 ? 0 : errno;
}

// Of the thread sanitizer's runtime, which programs built for it have: what one thread did before it released an
// address comes before what another does after it acquired that.
void __tsan_acquire(void *address);
void __tsan_release(void *address);
