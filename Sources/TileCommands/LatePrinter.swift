import Dispatch
import Foundation

/// Prints to standard output on a thread of its own: whoever reads it slowly, or never, as a supervisor may, holds
/// nobody up.
///
/// What is not yet written when the process ends is lost.
final class LatePrinter: Sendable {
    /// Where a server says what it serves.
    static let output = LatePrinter()

    private let queue = DispatchQueue(label: "tilework.output")

    /// How many things a server has, and where.
    func printServing(_ count: Int, _ thing: String, at origin: String, more: String = "") {
        print("\(origin)/ serves \(count) \(thing)\(count == 1 ? "" : "s")\n\(more)")
    }

    /// Returns at once. Texts come out whole and in order.
    func print(_ text: String) {
        queue.async {
            // Not by way of `stdout`, whose lock would be held meanwhile. Nobody is left to be told when this fails.
            try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        }
    }
}
