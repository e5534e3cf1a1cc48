import CMalloc
import Foundation
import TileSupport

/// The settings of glibc's allocator for memory that a server does not need at the moment.
enum Allocator {
    /// Larger blocks are the system's own pages, given back when they are freed. Unless it is set, glibc raises its
    /// threshold with each large block that is freed, up to 32 MB, and blocks of any size then lie between others in
    /// heaps that do not shrink. At 512 KB the heap was 77 MB after four minutes of mixed load, 8 of them holes, at 128
    /// KB 62 and 6; cold tiles came as fast, because what draws keeps its pixels for the next tile.
    private static let largestKept: Int32 = 128 << 10
    /// Heaps that threads share. Eight for each processor is glibc's own number; each keeps what its threads freed, and
    /// grows by the holes that are left in it. One for two processors serves hot and cold tiles as fast (within what
    /// ten seconds of `wrk` can tell) and took 15 MB less than four after three minutes of mixed load. But two threads
    /// that make views in one heap wait for each other for a quarter of their time: there are two at least.
    private static let heaps = Int32(max(2, min(1024, ProcessorSet.count / 2)))

    /// Returns free memory to the system. glibc does so only at the end of a heap, and a closed drawing leaves holes
    /// everywhere. Takes about a millisecond for each ten megabytes of heap.
    @Sendable static func giveBack() { malloc_trim(0) }

    /// To be called before there are other threads. A process that serves for months is to be no larger than what it
    /// holds.
    static func keepLittle() {
        mallopt(M_MMAP_THRESHOLD, largestKept)
        mallopt(M_ARENA_MAX, heaps)
    }
}
