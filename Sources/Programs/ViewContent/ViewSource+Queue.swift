import TileEngine

extension ViewSource: QueuedTileSource {
    package func enqueue(after delay: Double, _ calls: @escaping @Sendable () -> Void) -> Bool {
        guard let executor = isolation.executor else { return false }
        executor.enqueue(after: delay, calls)
        return true
    }
}
