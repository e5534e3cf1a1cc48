import ArgumentParser
import TileContent
import TileEngine

/// The limits of memory and temporary disk space.
struct BudgetArguments: ParsableArguments {
    @Option(
        help: """
            The memory for everything that is cached: decoded images, recorded drawings and finished tiles. The least \
            recently used is evicted. (default: a quarter of the machine's memory, at least 256MB)
            """)
    var memory: ByteSize?

    @Option(
        help: """
            The temporary disk space (in TMPDIR) for pixels of large images. (default: a quarter of the free space)
            """)
    var disk: ByteSize?

    func validate() throws {
        if UsageChecks.areSkipped { return }
        // Less than one ordinary photograph decoded.
        if let memory, memory.bytes < Self.leastMemory {
            throw ValidationError("invalid memory \(memory.defaultValueDescription): use at least 16MB, for one image")
        }
    }

    private static let leastMemory = 16_000_000
    /// Bytes, on machines of less than 1 GB: with less, a server would decode again and again.
    private static let leastDefaultMemory = 256_000_000

    /// Bytes for all that is kept.
    ///
    /// - Parameter tiles: Of those, what finished tiles may take, if that was chosen: as much again is for the rest,
    ///   unless all was chosen.
    func memoryLimit(tiles: Int? = nil) -> Int {
        memory?.bytes ?? max(MachineMemory.bytes / 4, Self.leastDefaultMemory, (tiles ?? 0).multipliedClamping(by: 2))
    }

    /// Bytes for temporary files. Without a folder to ask about, they fail by themselves.
    var diskLimit: Int { disk?.bytes ?? MachineMemory.freeDisk(TemporaryFiles.directory).map { $0 / 4 } ?? .max }

    /// Returns limits for all contents of one run. Each call creates separate budgets.
    func limits(tiles: Int? = nil) -> ContentLimits {
        var limits = ContentLimits()
        limits.memory = MemoryBudget(limit: memoryLimit(tiles: tiles))
        limits.disk = MemoryBudget(limit: diskLimit)
        return limits
    }
}

extension Int {
    fileprivate func multipliedClamping(by factor: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: factor)
        return overflows ? .max : product
    }
}
