import TileEngine

extension ClientPresence {
    /// Runs work for a client until the client disconnects.
    ///
    /// - Parameter name: The name of the content that the work is about. Evaluated only if the work fails.
    static func work<Result: Sendable>(
        for name: @autoclosure () -> String, _ work: @escaping @Sendable () async throws -> Result
    ) async throws(HTTPProblem) -> Result {
        do {
            return try await whilePresent(work)
        } catch let failure as EngineFailure {
            throw HTTPProblem(failure, of: name())
        } catch let problem as HTTPProblem {
            throw problem
        } catch is CancellationError {
            throw .clientLeft
        } catch {
            throw .failed("“\(name())” can't be shown: see the server's log", logged: "\(error)")
        }
    }
}
