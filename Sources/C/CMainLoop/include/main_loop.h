#pragma once
#include <stdbool.h>
#include <stdint.h>

// A block of the main queue, retained. Both functions release it.
typedef struct main_loop_block main_loop_block_t;
void main_loop_run(main_loop_block_t *block);
// Puts the block into the main queue of the process, for the moment for which it was meant; 0 for now.
void main_loop_return(uint64_t due, main_loop_block_t *block);

// Sets the functions that may keep timers and blocks from the run loop and the main queue of the process. Called once,
// before the first screen whose clock is advanced by hand.
//
// timer: receives the `Timer` that is being added to a run loop, and returns whether it keeps it.
// block: receives a block for the main queue and the moment when it is due, in nanoseconds of the clock of
//        `DispatchTime`, or 0 for now. Returns whether it keeps the block, which is its own then.
void main_loop_steer(bool (*timer)(void *timer), bool (*block)(uint64_t due, main_loop_block_t *block));
