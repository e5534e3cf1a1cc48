import TileEngine
import Tracing

/// Spans of requests, as OpenTelemetry names them, for the tracer that the program has given swift-distributed-tracing.
/// Tiles that are sent from the cache at a connection's front have none.
enum RequestSpans {
    /// Whether the program has given one, which it has to before it makes the server.
    static var areWanted: Bool { !(InstrumentationSystem.tracer is NoOpTracer) }

    /// A span of getting a tile, within that of the request.
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
