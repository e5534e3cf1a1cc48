import Foundation
import TileSupport

/// Names of symbols without a drawing, each reported once.
package enum SymbolNotes {
    /// A closure that reports a name.
    ///
    /// - Parameter text: A sentence about one name.
    package typealias Reporter = @Sendable (_ text: String) -> Void

    private struct State: Sendable {
        var names: Set<String> = []
        var report: Reporter?
    }

    private static let state = Lock(State())
    /// The most names that are reported. A program with more of them takes them from data.
    private static let maxCount = 200

    /// The names reported so far.
    package static var names: Set<String> { state.withLock { $0.names } }

    /// Sends later reports to a closure instead of standard error; nil restores that.
    package static func report(to reporter: Reporter?) { state.withLock { $0.report = reporter } }

    static func note(_ name: String) {
        let report: Reporter? = state.withLock { state in
            guard state.names.count < maxCount, state.names.insert(name).inserted else { return nil }
            return state.report ?? { try? FileHandle.standardError.write(contentsOf: Data(($0 + "\n").utf8)) }
        }
        report?("no drawing of the system image \(name): a neutral shape is shown instead")
    }
}
