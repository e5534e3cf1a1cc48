import Foundation

/// File descriptors that a process holds open to close them when it must open a file and can't.
///
/// Some libraries don't report that they could not open a file because too many are open: they draw text without
/// letters, or call the file damaged. They are called again with the spare descriptors closed, which leaves them as
/// many free. Other threads may take those meanwhile, so the second call may fail, too.
package final class SpareDescriptors: Sendable {
    /// The process's own: two, because opening a font or an image takes one descriptor at a time, and finding it
    /// another. None if the process may open only a few files, because Dispatch ends a process that leaves it none.
    package static let shared = SpareDescriptors(DescriptorLimit.current < leastLimit ? 0 : 2)

    /// The least limit of open files at which descriptors are spared.
    private static let leastLimit = 16

    private let count: Int
    private let path: String
    private let held: Lock<[Int32]>

    /// Opens descriptors, or fewer if the process may not open as many.
    ///
    /// - Parameter path: The file that they are descriptors of.
    package init(_ count: Int, path: String = "/dev/null") {
        self.count = count
        self.path = path
        held = Lock(Self.open(count, path))
    }

    deinit { held.withLock { $0.forEach { close($0) } } }

    /// The open descriptors; empty while they are lent.
    package var numbers: [Int32] { held.withLock { $0 } }

    /// Opens a file. If that fails because too many are open, opens it once more while the spare descriptors are
    /// closed.
    ///
    /// - Parameter open: Opens the file, or returns nil. Must not call this method or `lend`.
    package func opening<Result>(_ open: () -> Result?) -> Result? {
        errno = 0
        if let opened = open() { return opened }
        let code = errno
        guard code == EMFILE || code == ENFILE || Self.areShort else { return nil }
        return lend(open)
    }

    /// Whether no file can be opened now.
    private static var areShort: Bool {
        let descriptor = Foundation.open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else {
            close(descriptor)
            return false
        }
        return errno == EMFILE || errno == ENFILE
    }

    /// Calls a function while the descriptors are closed. Calls on other threads wait for each other. A nested call
    /// deadlocks.
    package func lend<Result>(_ body: () -> Result) -> Result {
        held.withLock { held -> UncheckedResult<Result> in
            held.forEach { close($0) }
            held = []
            defer { held = Self.open(count, path) }
            return UncheckedResult(value: body())
        }.value
    }

    private static func open(_ count: Int, _ path: String) -> [Int32] {
        (0..<count).map { _ in Foundation.open(path, O_RDONLY | O_CLOEXEC) }.filter { $0 >= 0 }
    }
}

/// A result that stays on the thread that computed it.
// @unchecked Sendable: `lend` returns it on the thread that it was called on, and keeps no reference to it.
private struct UncheckedResult<Value>: @unchecked Sendable {
    let value: Value
}
