import ServiceLifecycle

/// A service that regularly updates the program's own swift-metrics backend.
struct MetricsPublisher: Service {
    let metrics: ServerMetrics

    /// The time between two updates, the interval at which most collectors forward numbers.
    private static let period = Duration.seconds(10)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try await Task.sleep(for: Self.period)
                metrics.publish()
            }
        }
        // The changes since the last update.
        metrics.publish()
    }
}
