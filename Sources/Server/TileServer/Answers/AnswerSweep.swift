import ServiceLifecycle

/// A service that once a second gives up the answers that clients have waited for too long.
struct AnswerSweep: Service {
    let answers: AnswersUnderWay

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try await Task.sleep(for: .seconds(1))
                answers.sweep()
            }
        }
    }
}
