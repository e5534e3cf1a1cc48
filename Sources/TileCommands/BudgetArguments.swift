import ArgumentParser
import TileContent
import TileEngine

/// How much of the machine what is kept may take.
struct BudgetArguments: ParsableArguments {
    @Option(
        help: """
            How much memory all that is kept may take: decoded images, drawings' windows, finished tiles. What was used \
            least recently goes. (default: a quarter of the machine's, at least 256MB)
            """)
    var memory: ByteSize?

    @Option(
        help: """
            How much temporary disk (TMPDIR) the pixels of large images may take. (default: a quarter of what is free)
            """)
    var disk: ByteSize?

    func validate() throws {
        // Less than one ordinary photograph decoded.
        if let memory, memory.bytes < Self.leastMemory {
            throw ValidationError("--memory is below 16MB, less than one image takes.")
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

    /// For all contents of one run: each call makes budgets of its own.
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
