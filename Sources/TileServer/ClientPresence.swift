import TileGraphics

/// Whether the client at the other end of a connection is still there, for those who work for it.
///
/// A client that closes its sending half counts as gone: browsers and proxies close like that when a request is given up,
/// and there is no telling it from one that would still read.
final class ClientPresence: Sendable {
    private struct State {
        var hasLeft = false
        var atDeparture: (@Sendable () -> Void)?
    }

    private let state = Lock(State())

    /// Of the connection whose request the current task answers; nil where there is no connection, as in tests of routes.
    @TaskLocal static var current: ClientPresence?

    func clientLeft() {
        let action = state.withLock { state in
            state.hasLeft = true
            defer { state.atDeparture = nil }
            return state.atDeparture
        }
        action?()
    }

    /// Does `work` in a task that is cancelled when the client leaves.
    static func whilePresent<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard let presence = current else { return try await work() }
        let task = Task(operation: work)
        let hasLeft = presence.state.withLock { state in
            state.atDeparture = { task.cancel() }
            return state.hasLeft
        }
        if hasLeft { task.cancel() }
        defer { presence.state.withLock { $0.atDeparture = nil } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
