import Foundation
import TileSupport

/// The file descriptors that connections leave free, so that files, fonts, and workers can still be opened.
struct DescriptorReserve: Hashable, Sendable {
    /// The process's limit of open descriptors.
    let limit: Int
    /// The descriptors that the server has open before its first connection.
    let inUse: Int
    /// The descriptors below the limit that no connection may use.
    let size: Int

    /// A drawing with its fonts takes 3 at a time, a worker process 5 while it starts, an archive 1; several of each
    /// are opened at once.
    private static let greatestSize = 64
    /// The smallest reserve: one worker that starts while a font is read.
    private static let leastSize = 6

    init(limit: Int, inUse: Int) {
        self.limit = limit
        self.inUse = inUse
        size = min(Self.greatestSize, (limit - inUse) / 2)
    }

    /// Checks that the process may open enough files to draw anything.
    ///
    /// - Throws: `TileServerFailure.tooFewDescriptors`.
    func check() throws(TileServerFailure) {
        guard size >= Self.leastSize else {
            throw .tooFewDescriptors(limit: limit, least: inUse + 2 * Self.leastSize)
        }
    }

    /// Returns the reserve of this process, computed from its limit and the descriptors that are open now.
    static func ofProcess() -> DescriptorReserve {
        let limit = DescriptorLimit.current
        return DescriptorReserve(limit: limit, inUse: lowestFree() ?? limit)
    }

    /// Returns whether the next connection would use a descriptor of the reserve.
    ///
    /// - Parameter lowestFree: The next descriptor to be used, or nil if none is free.
    func isReached(lowestFree: Int?) -> Bool { lowestFree.map { $0 >= limit - size } ?? true }

    /// Returns the lowest free descriptor, the one that the system uses next (POSIX.1-2017, section 2.14), or nil if
    /// none is free. Costs two system calls.
    static func lowestFree() -> Int? {
        let probe = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard probe >= 0 else { return nil }
        close(probe)
        return Int(probe)
    }
}
