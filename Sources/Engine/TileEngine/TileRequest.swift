import Synchronization

/// One caller's request for a tile, from the call of `TileEngine.request` until the tile is delivered or given up.
public final class TileRequest: Sendable {
    let engine: TileEngine
    let key: TileKey
    /// Set and read under the engine's lock; atomic so that the compiler need not take that on trust.
    let wasCancelled = Atomic(false)

    init(engine: TileEngine, key: TileKey) {
        self.engine = engine
        self.key = key
    }

    /// Gives the tile up: `EngineFailure.cancelled` is delivered before this returns, and the render ends when nobody
    /// else waits for it. Nothing happens when something was delivered already.
    public func cancel() { engine.cancel(self) }

    /// Says how soon the tile is wanted now. The render's priority is the highest of all that wait for it.
    public func setPriority(_ priority: TilePriority) { engine.setPriority(priority, of: self) }
}
