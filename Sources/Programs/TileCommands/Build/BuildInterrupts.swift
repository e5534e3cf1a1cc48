import CommandSupport
import TileArchives
import TileSupport

/// The handling of interrupts during one build, or several in a row.
///
/// The first interrupt stops the build after the tiles in progress, and the second at once. Builds that begin later are
/// stopped at their beginning.
final class BuildInterrupts: Sendable {
    private struct State {
        var isStopped = false
        var build: TileBuild?
        /// Prints a line for a person.
        var say: @Sendable (String) -> Void = { StandardError.print($0) }
    }

    private let state = Lock(State())

    /// Whether an interrupt has arrived.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Handles interrupts while `body` runs.
    func handle<Result>(_ body: () throws -> Result) rethrows -> Result {
        let interrupts = Interrupts(first: { self.stop() }, second: { self.state.withLock { $0.build }?.cancel() })
        defer { interrupts.end() }
        return try body()
    }

    private func stop() {
        let state = state.withLock { state in
            state.isStopped = true
            return state
        }
        state.build?.stop()
        state.say("tilework: stopping after the tiles in progress; interrupt again to stop at once")
    }

    /// Runs a build, which an interrupt stops.
    ///
    /// - Parameter say: Prints a line for a person.
    func run(_ build: TileBuild, say: @escaping @Sendable (String) -> Void) throws -> BuildSummary {
        let wasStopped = state.withLock { state in
            (state.build, state.say) = (build, say)
            return state.isStopped
        }
        defer { state.withLock { ($0.build, $0.say) = (nil, State().say) } }
        if wasStopped { build.stop() }
        return try build.run()
    }
}

/// A page that is being built.
package struct BuiltPage: Sendable {
    /// The number, from 1; nil if the content is not one of several pages.
    var number: Int?
    let interrupts: BuildInterrupts
}
