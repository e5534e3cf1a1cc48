#pragma once
#include <pthread.h>

// As in CSpawn: declared for programs that ask for GNU's extensions only.
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
