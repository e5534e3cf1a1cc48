#pragma once
#include <spawn.h>

// The C library declares it for programs that ask for GNU's extensions before they include anything, which Swift's own
// module of that library does not.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
