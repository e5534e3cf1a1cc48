import Synchronization

/// A client's request for a tile, from the call of `TileEngine.request` until the tile is delivered or cancelled.
public final class TileRequest: Sendable {
    let engine: TileEngine
    let key: TileKey
    /// Accessed under the engine's lock; atomic so that the compiler can verify it.
    let wasCancelled = Atomic(false)

    init(engine: TileEngine, key: TileKey) {
        self.engine = engine
        self.key = key
    }

    /// Cancels the request: `EngineFailure.cancelled` is delivered before this returns, and the render ends if no other
    /// request waits for it. Does nothing after delivery.
    public func cancel() { engine.cancel(self) }

    /// Changes the priority. A render has the highest priority of the requests that wait for it.
    public func setPriority(_ priority: TilePriority) { engine.setPriority(priority, of: self) }
}
