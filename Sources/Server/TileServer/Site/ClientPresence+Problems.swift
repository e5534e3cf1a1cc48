import TileEngine

extension ClientPresence {
    /// Works for a client until it leaves.
    ///
    /// - Parameter name: Of the content that the work is about; looked for when the work fails.
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
