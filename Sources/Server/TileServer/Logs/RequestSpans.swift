import TileEngine
import Tracing

/// OpenTelemetry spans of requests, for the tracer that the program has set in swift-distributed-tracing. Tiles that
/// the front of a connection sends from the cache have no span.
enum RequestSpans {
    /// Whether the program has set a tracer, which it must do before it creates the server.
    static var areWanted: Bool { !(InstrumentationSystem.tracer is NoOpTracer) }

    /// Runs the work that gets a tile, in a child span of the request's.
    static func tile(
        _ key: TileKey, of content: String,
        _ work: () async throws -> (tile: CachedTile, wasCached: Bool)
    ) async throws -> (tile: CachedTile, wasCached: Bool) {
        guard areWanted else { return try await work() }
        return try await withSpan("tile", ofKind: .internal) { span in
            span.attributes["tilework.content"] = content
            span.attributes["tilework.tile"] = "\(key.tile.level)/\(key.tile.column)/\(key.tile.row)"
            let (tile, wasCached) = try await work()
            span.attributes["tilework.cached"] = wasCached
            if !wasCached {
                let times = tile.times
                span.attributes["tilework.queue_ms"] = Double(times.queue) / 1e6
                span.attributes["tilework.raster_ms"] = Double(times.raster) / 1e6
                span.attributes["tilework.encode_ms"] = Double(times.encode) / 1e6
            }
            return (tile, wasCached)
        }
    }
}
