import ServiceLifecycle

/// Tells the program's own backend of swift-metrics now and then how things are.
struct MetricsPublisher: Service {
    let metrics: ServerMetrics

    /// As often as most collectors pass numbers on.
    private static let period = Duration.seconds(10)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try await Task.sleep(for: Self.period)
                metrics.publish()
            }
        }
        // What came since the last time.
        metrics.publish()
    }
}
