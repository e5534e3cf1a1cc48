import ArgumentParser
import TileContent
import TileEngine

/// The limits of memory and temporary disk space.
struct BudgetArguments: ParsableArguments {
    @Option(
        help: """
            The memory for everything that is cached: decoded images, recorded drawings, and finished tiles. The least \
            recently used ones are evicted. (default: a quarter of the machine's memory, at least 256MB)
            """,
        transform: ByteSize.reading)
    var memory: ByteSize?

    @Option(
        help: """
            The temporary disk space (in TMPDIR) for pixels of large images. (default: a quarter of the free space)
            """,
        transform: ByteSize.reading)
    var disk: ByteSize?

    func validate() throws {
        if UsageChecks.areSkipped { return }
        // Less than one ordinary photograph decoded.
        if let memory, memory.bytes < Self.leastMemory {
            throw ValidationError(
                "invalid memory \(memory.defaultValueDescription): use at least 16MB (an image needs that much)")
        }
    }

    private static let leastMemory = 16_000_000
    /// Bytes, on machines of less than 1 GB: with less, a server would decode again and again.
    private static let leastDefaultMemory = 256_000_000

    /// The bound of everything that is cached, in bytes.
    ///
    /// - Parameter tiles: The chosen limit of finished tiles; nil for none. The default bound is at least twice that.
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
