import Dispatch
import Foundation

/// Prints to standard output on a thread of its own: whoever reads it slowly, or never, as a supervisor may, holds
/// nobody up.
///
/// What is not yet written when the process ends is lost.
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
            // Not by way of `stdout`, whose lock would be held meanwhile. Nobody is left to be told when this fails.
            try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        }
    }
}
