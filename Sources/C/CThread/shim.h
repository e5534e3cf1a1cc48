#pragma once
#include <pthread.h>
#include <sched.h>
#include <sys/types.h>

// As in CSpawn: declared for programs that ask for GNU's extensions only.
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
int fallocate(int descriptor, int mode, off_t offset, off_t length);
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *processors);

// Of the thread sanitizer's runtime, which programs built for it have: what one thread did before it released an
// address comes before what another does after it acquired that.
void __tsan_acquire(void *address);
void __tsan_release(void *address);
