import ServiceLifecycle

/// Has answers given up that are waited for too long.
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
