import ArgumentParser
import TileContent
import TileEngine
import TileServer
import TileSupport

/// The limits of memory and temporary disk space.
struct BudgetArguments: ParsableArguments {
    @Option(
        help: """
            The memory of all processes together: cached images, drawings and tiles, work in progress and worker \
            processes. In a build, only what is cached. (default: a quarter of the machine's memory, at least 256MB; \
            in a container, three quarters of its limit)
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

    /// The bound in bytes.
    ///
    /// - Parameter tiles: The chosen limit of finished tiles; nil for none. The default bound is at least twice that.
    func memoryLimit(tiles: Int? = nil) -> Int {
        memory?.bytes
            ?? max(
                Self.defaultMemory(
                    physical: MachineMemory.physicalBytes, controlGroup: MachineMemory.controlGroupBytes),
                (tiles ?? 0).multipliedClamping(by: 2))
    }

    /// The default bound in bytes.
    ///
    /// - Parameter controlGroup: The limit of the control group, at which the kernel kills processes; nil without one.
    static func defaultMemory(physical: Int, controlGroup: Int?) -> Int {
        if let controlGroup, controlGroup < physical { return controlGroup / 4 * 3 }
        return max(physical / 4, leastDefaultMemory)
    }

    /// Bytes for temporary files. Without a folder to ask about, they fail by themselves.
    var diskLimit: Int { disk?.bytes ?? MachineMemory.freeDisk(TemporaryFiles.directory).map { $0 / 4 } ?? .max }

    /// Returns the limits of a server, of which `--memory` bounds all memory. Each call creates separate budgets and a
    /// separate ledger.
    func serverLimits(tiles: Int? = nil) -> ContentLimits {
        let bound = memoryLimit(tiles: tiles)
        let plan = MemoryPlan(bound: bound)
        var limits = limits(tiles: tiles)
        limits.memory = MemoryBudget(limit: max(plan.kept, min(tiles ?? 0, bound)))
        limits.pixelMemory = min(limits.pixelMemory, plan.pixels)
        limits.ledger = MemoryLedger(limit: plan.work)
        limits.librsvg.memory = min(limits.librsvg.memory, plan.addressSpace)
        limits.pdf.memory = min(limits.pdf.memory, plan.addressSpace)
        limits.decoders.memory = min(limits.decoders.memory, plan.addressSpace)
        return limits
    }

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
