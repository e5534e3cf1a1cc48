import Synchronization
import TileEngine
import TileSessions

/// Prometheus' text format, version 0.0.4.
struct MetricsText {
    private(set) var text = ""

    init(_ counters: EngineCounters, answers: [Int: Int], sessions: SessionBook, connections: ConnectionBook) {
        let answers = answers.sorted { $0.key < $1.key }.map { ("{status=\"\($0.key)\"}", $0.value) }
        add("tilework_http_responses_total", "counter", "Responses sent, by status.", answers)
        add("tilework_tiles_requested_total", "Tiles asked for.", counters.requested)
        add("tilework_tiles_hit_total", "Tiles answered from the cache.", counters.hit)
        add("tilework_tiles_joined_total", "Tiles that a render under way answered.", counters.joined)
        add("tilework_tiles_started_total", "Renders queued.", counters.started)
        add("tilework_tiles_refused_total", "Tiles refused: unknown, or too many waiting.", counters.refused)
        add("tilework_tiles_rendered_total", "Rasters done.", counters.rendered)
        add("tilework_tiles_solid_total", "Rasters of a single color.", counters.solid)
        add("tilework_tiles_encoded_total", "Files encoded.", counters.encoded)
        add("tilework_tiles_cancelled_total", "Renders that nobody waited for any more.", counters.cancelled)
        add("tilework_tiles_failed_total", "Renders that failed.", counters.failed)
        add("tilework_tiles_stale_total", "Tiles outdated when they were done.", counters.stale)
        add("tilework_cache_evicted_total", "Tiles evicted from the cache.", counters.evicted)
        add("tilework_cache_not_admitted_total", "Tiles that found no room in the cache.", counters.notAdmitted)
        add("tilework_queue_length", "gauge", "Renders that wait.", [("", counters.waiting)])
        add("tilework_cache_tiles", "gauge", "Tiles in the cache.", [("", counters.cachedTiles)])
        add("tilework_cache_bytes", "gauge", "Bytes in the cache.", [("", counters.cachedBytes)])
        add("tilework_kept_bytes", "gauge", "Bytes of all that is kept under --memory.", [("", counters.keptBytes)])
        add(connections)
        add(sessions)
        add(
            "tilework_stage_seconds", "Time that stages of a render took.",
            [
                ("stage=\"queue\"", counters.queueTime), ("stage=\"raster\"", counters.rasterTime),
                ("stage=\"encode\"", counters.encodeTime),
            ])
    }

    private mutating func add(_ connections: ConnectionBook) {
        let counters = connections.counters
        func total(_ counter: borrowing Atomic<Int>) -> Int { counter.load(ordering: .relaxed) }
        add("tilework_connections", "gauge", "Connections that are open.", [("", connections.count)])
        add("tilework_connections_opened_total", "Connections let in.", total(counters.opened))
        add(
            "tilework_connections_refused_total", "Connections refused: too many, of all or of one client.",
            total(counters.refused))
        add(
            "tilework_connections_ended_total", "counter", "Connections that the server ended, by reason.",
            ConnectionCounters.Reason.allCases.map { ("{reason=\"\($0.rawValue)\"}", counters.ended($0)) })
        add(
            "tilework_descriptor_shortages_total", "How often no descriptor was left for a connection.",
            total(counters.shortages))
        add(
            "tilework_unread_bytes", "gauge", "Bytes of answers that wait for readers.", [("", connections.unreadBytes)]
        )
    }

    private mutating func add(_ sessions: SessionBook) {
        let counters = sessions.counters
        func total(_ counter: borrowing Atomic<Int>) -> Int { counter.load(ordering: .relaxed) }
        add("tilework_sessions", "gauge", "Scroll sessions that are open.", [("", sessions.count)])
        add("tilework_sessions_opened_total", "Sessions opened.", total(counters.opened))
        add(
            "tilework_sessions_refused_total", "Sessions refused: too many, or of a name in use.",
            total(counters.refused))
        let ends = counters.endsByReason.sorted { $0.key < $1.key }.map { ("{reason=\"\($0.key)\"}", $0.value) }
        add("tilework_sessions_ended_total", "counter", "Sessions ended, by code or cause.", ends)
        add("tilework_session_viewports_total", "Viewports received.", total(counters.viewports))
        add("tilework_session_viewports_coalesced_total", "Of those, outdated before use.", total(counters.coalesced))
        add("tilework_session_drafts_total", "Drafts sent in place of tiles.", total(counters.drafts))
        let messages = [
            ("{type=\"refined\"}", total(counters.refinedSent)), ("{type=\"changed\"}", total(counters.changedSent)),
        ]
        add("tilework_session_messages_total", "counter", "Messages sent to viewers, by type.", messages)
        add(
            "tilework_session_update_seconds", "Time from a viewport's arrival until all was asked for that it wants.",
            [("", counters.updateTime)])
    }

    private mutating func add(_ name: String, _ help: String, _ histograms: [(label: String, LatencyHistogram)]) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) histogram\n"
        for (label, histogram) in histograms {
            let first = label.isEmpty ? "" : "\(label),"
            let labels = label.isEmpty ? "" : "{\(label)}"
            var sum: UInt64 = 0
            for (bound, count) in zip(LatencyHistogram.bounds, histogram.counts) {
                sum += count
                text += "\(name)_bucket{\(first)le=\"\(Double(bound) / 1e9)\"} \(sum)\n"
            }
            text += "\(name)_bucket{\(first)le=\"+Inf\"} \(histogram.count)\n"
            text += "\(name)_sum\(labels) \(Double(histogram.sum) / 1e9)\n"
            text += "\(name)_count\(labels) \(histogram.count)\n"
        }
    }

    private mutating func add(_ name: String, _ help: String, _ value: Int) {
        add(name, "counter", help, [("", value)])
    }

    private mutating func add(_ name: String, _ type: String, _ help: String, _ values: [(labels: String, Int)]) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
        for (labels, value) in values { text += "\(name)\(labels) \(value)\n" }
    }
}
