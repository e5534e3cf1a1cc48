import CThread
import Foundation

/// The nesting of pictures that a replay can process on a thread's stack.
enum NestingLimit {
    /// The nesting on Dispatch's threads, which have 512 KB: 1 KB of stack per level.
    static let depthOfAnyThread = 512
    /// The stack per level in bytes where there is more of it: the amount in debug builds.
    private static let bytesPerPicture = 6 << 10

    /// The nesting on the calling thread, from its current stack depth.
    static var depth: Int {
        var attributes = pthread_attr_t()
        guard pthread_getattr_np(pthread_self(), &attributes) == 0 else { return depthOfAnyThread }
        defer { pthread_attr_destroy(&attributes) }
        var lowest: UnsafeMutableRawPointer?
        var size = 0
        guard pthread_attr_getstack(&attributes, &lowest, &size) == 0, let lowest else { return depthOfAnyThread }
        // The stack grows towards its lowest address; this variable is at its current end.
        let room = withUnsafePointer(to: &size) { Int(bitPattern: $0) - Int(bitPattern: lowest) }
        return max(depthOfAnyThread, room / bytesPerPicture)
    }
}
