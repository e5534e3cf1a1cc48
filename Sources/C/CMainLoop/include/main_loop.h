#pragma once
#include <stdbool.h>
#include <stdint.h>

// A block of the main queue, retained. Both functions release it.
typedef struct main_loop_block main_loop_block_t;
void main_loop_run(main_loop_block_t *block);
// Puts the block into the main queue of the process, for the moment for which it was meant; 0 for now.
void main_loop_return(uint64_t due, main_loop_block_t *block);

// A piece of a Swift task that the runtime hands to Dispatch: a job.
typedef struct {
    // The moment when it is due as Dispatch encodes it, or 0 for now.
    uint64_t due;
    void *queue;
    void *context;
    void (*run)(void *context);
} main_loop_job_t;
bool main_loop_is_on_main_queue(main_loop_job_t job);
// The nanoseconds until a moment, by the clock of which it is one.
int64_t main_loop_rest(uint64_t due);
// Hands the job to Dispatch, for the moment and the queue for which it was meant.
void main_loop_return_job(main_loop_job_t job);

// Sets the functions that may keep timers, blocks and jobs from the run loop and the queues of the process. Called once,
// before the first screen whose clock is advanced by hand.
//
// timer: receives the `Timer` that is being added to a run loop, and returns whether it keeps it.
// block: receives a block for the main queue and the moment when it is due, in nanoseconds of the clock of
//        `DispatchTime`, or 0 for now. Returns whether it keeps the block, which is its own then.
// job: receives a job of Swift's runtime, and returns whether it keeps it. It has to run or return each that it keeps.
void main_loop_steer(
    bool (*timer)(void *timer), bool (*block)(uint64_t due, main_loop_block_t *block), bool (*job)(main_loop_job_t job));
