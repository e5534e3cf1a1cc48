import TileEngine

/// The division of a bound on all of a server's memory, in bytes: kept data, work in progress, worker processes, and
/// free memory that the allocator holds.
package struct MemoryPlan: Hashable, Sendable {
    /// The bound for all processes together.
    package var bound: Int

    package init(bound: Int) { self.bound = bound }

    /// The size that the server aims at. The difference is for growth between two measurements.
    package var target: Int { bound / 100 * 85 }

    /// The measured size of the program before it serves anything: code, libraries, fonts and threads.
    private static let program = 64_000_000

    /// The bitmap of the largest area that the server draws.
    private static let largestArea = 4 * RenderQuery.longestSide * RenderQuery.longestSide

    /// The maximum of kept data: finished tiles, drawings, decoded images.
    package var kept: Int { bound / 4 * 3 }

    /// The part of kept data that work never displaces. With a third of this, work that takes its part displaces the
    /// drawings that it just read, and each tile reads them again. With all that work leaves, the measured peak exceeds
    /// the bound by a fifth, because the allocator keeps some of what was freed.
    package var leastKept: Int { work / 3 * 2 }

    /// The maximum of worker processes and documents being read: half of what the program leaves, and enough for one
    /// process on the smallest machine.
    package var work: Int { max(32_000_000, (target - Self.program) / 2) }

    /// The maximum of one image's pixels in memory. Larger images are decoded to temporary files, because one of them
    /// would displace everything else whenever work has its part.
    package var pixels: Int { leastKept / 2 }

    /// The maximum of bitmaps that are kept for the next tile.
    package var bitmaps: Int { min(64 << 20, max(4 << 20, bound / 16)) }

    /// The address space of a worker process: its libraries, most of which is not in memory, and its work.
    package var addressSpace: Int { 768 << 20 + work }

    /// Limits the number of areas drawn at once to those of the largest size that the work has memory for, and one.
    /// Areas that wait take no memory.
    package func fit(_ policy: inout EnginePolicy) {
        policy.areasAtOnce = max(1, min(policy.areasAtOnce, work / Self.largestArea))
        policy.areaEncoderLimit = min(policy.areaEncoderLimit, work / policy.areasAtOnce)
    }

    /// Limits the answers that wait for their clients.
    package func fit(_ policy: inout ConnectionPolicy) {
        policy.unreadLimit = min(policy.unreadLimit, max(policy.unreadLimitPerConnection, bound / 8))
    }
}
