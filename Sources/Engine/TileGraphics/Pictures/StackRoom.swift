import CThread
import Foundation

/// How deeply pictures may lie within pictures for a replay to go into them.
enum StackRoom {
    /// On the threads of Dispatch, which have 512 KB: 1 KB of stack for each.
    static let depthOfAnyThread = 512
    /// Of stack for each, in bytes, where there is more of it: what they take in a build for debugging.
    private static let bytesPerPicture = 6 << 10

    /// On the calling thread, from where it is.
    static var depth: Int {
        var attributes = pthread_attr_t()
        guard pthread_getattr_np(pthread_self(), &attributes) == 0 else { return depthOfAnyThread }
        defer { pthread_attr_destroy(&attributes) }
        var lowest: UnsafeMutableRawPointer?
        var size = 0
        guard pthread_attr_getstack(&attributes, &lowest, &size) == 0, let lowest else { return depthOfAnyThread }
        // The stack grows towards its lowest address; this variable lies where it has come to.
        let room = withUnsafePointer(to: &size) { Int(bitPattern: $0) - Int(bitPattern: lowest) }
        return max(depthOfAnyThread, room / bytesPerPicture)
    }
}
