import Dispatch

/// A source whose calls wait for an executor that may be busy, for example the main thread, unless they are made there.
package protocol QueuedTileSource: TileSource {
    /// Runs a closure where calls of the source don't wait, after a delay in seconds.
    ///
    /// - Returns: False, without running it, if calls don't wait for an executor.
    func enqueue(after delay: Double, _ calls: @escaping @Sendable () -> Void) -> Bool
}

/// A queue for calls of a source that may take long: the source's own executor, or else threads that may block.
package struct SourceCalls: Sendable {
    private let source: (any QueuedTileSource)?
    private let qos: DispatchQoS.QoSClass

    package init(of source: any TileSource, qos: DispatchQoS.QoSClass) {
        (self.source, self.qos) = (source as? any QueuedTileSource, qos)
    }

    /// Runs a closure that calls the source, after a delay in seconds.
    package func async(after delay: Double = 0, _ calls: @escaping @Sendable () -> Void) {
        if let source, source.enqueue(after: delay, calls) { return }
        let queue = DispatchQueue.global(qos: qos)
        if delay > 0 { queue.asyncAfter(deadline: .now() + delay, execute: calls) } else { queue.async(execute: calls) }
    }
}
