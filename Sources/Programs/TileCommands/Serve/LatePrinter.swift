import CommandSupport
import Dispatch
import Foundation

/// Prints to standard output on a separate thread, so that a slow or stopped reader, such as a supervisor, delays
/// nothing.
///
/// Unwritten text is lost when the process ends.
final class LatePrinter: Sendable {
    /// The printer for the messages of a server about itself.
    static let output = LatePrinter()

    private let queue = DispatchQueue(label: "tilework.output")

    /// Prints how many contents a server has, and its address.
    func printServing(_ count: Int, _ thing: String, at origin: String, more: String = "") {
        print("\(origin)/ serves \(Amounts.counted(count, thing))\n\(more)")
    }

    /// Returns at once. Texts come out whole and in order.
    func print(_ text: String) {
        queue.async {
            // Bypasses `stdout`, which would hold its lock during the write. A failure can't be reported anywhere.
            try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        }
    }
}
