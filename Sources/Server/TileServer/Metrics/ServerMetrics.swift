import CoreMetrics
import SharedTiles
import Synchronization
import TileEngine
import TileGraphics
import TileSessions
import TileSupport

/// The metrics of a server, for the Prometheus endpoint at either port and for the program's own swift-metrics backend.
///
/// Events are counted by atomics where they happen. The counts are copied to the instruments on each request for
/// metrics, and every ten seconds.
final class ServerMetrics: Sendable {
    private let engine: TileEngine
    private let answers: ServerCounters
    private let sessions: SessionRegistry
    private let connections: ConnectionRegistry
    private let shared: SharedTileCache?
    private let prometheus = PrometheusBackend()
    private let instruments: Lock<MetricsInstruments>
    /// Whether there is a backend other than Prometheus.
    let hasOtherBackend: Bool

    /// - Parameter other: The program's own backend.
    init(
        engine: TileEngine, answers: ServerCounters, sessions: SessionRegistry, connections: ConnectionRegistry,
        shared: SharedTileCache? = nil,
        other: (any MetricsFactory)? = nil
    ) {
        self.engine = engine
        self.answers = answers
        self.sessions = sessions
        self.connections = connections
        self.shared = shared
        hasOtherBackend = other != nil
        instruments = Lock(MetricsInstruments(prometheus: prometheus, other: other))
    }

    /// The current values in the Prometheus text format.
    var text: String {
        publish()
        return prometheus.text
    }

    /// Updates all backends with the current values.
    func publish() {
        instruments.withLock { instruments in
            let answers = answers.byStatus.map { ("\($0.key)", $0.value) }
            instruments.totals(
                "tilework_http_responses_total", "Responses sent, by status.", by: "status", isSorted: true, answers)
            instruments.times(
                "tilework_http_request_seconds",
                help: "Time to the first byte of an answer, by protocol.",
                by: "protocol", values: self.answers.times.map { ($0.served.rawValue, $0.histogram) })
            let counters = engine.counters
            publish(counters, to: &instruments)
            publish(connections, to: &instruments)
            publish(sessions, to: &instruments)
            if let shared { publish(shared.counts, to: &instruments) }
            instruments.times(
                "tilework_stage_seconds", help: "Time spent in each stage of a render.", by: "stage",
                values: [
                    ("queue", counters.queueTime), ("raster", counters.rasterTime), ("encode", counters.encodeTime),
                ])
        }
    }

    private func publish(_ counters: EngineCounters, to instruments: inout MetricsInstruments) {
        let totals = [
            ("tilework_tiles_requested_total", "Tiles requested.", counters.requested),
            ("tilework_tiles_hit_total", "Tiles answered from the cache.", counters.hit),
            ("tilework_tiles_joined_total", "Tile requests that joined a render in progress.", counters.joined),
            ("tilework_tiles_started_total", "Renders queued.", counters.started),
            (
                "tilework_tiles_stand_in_total", "Placeholder tiles sent while better ones are prepared.",
                counters.standIns
            ),
            ("tilework_tiles_refused_total", "Tiles refused: unknown, or too many waiting.", counters.refused),
            ("tilework_tiles_rendered_total", "Tiles rendered.", counters.rendered),
            ("tilework_tiles_solid_total", "Rendered tiles of a single color.", counters.solid),
            ("tilework_tiles_encoded_total", "Tiles encoded.", counters.encoded),
            ("tilework_tiles_stored_total", "Tiles served as stored in an archive.", counters.stored),
            ("tilework_tiles_shared_total", "Tiles taken from the shared cache.", counters.shared),
            ("tilework_tiles_cancelled_total", "Renders cancelled because no client waited.", counters.cancelled),
            ("tilework_tiles_failed_total", "Renders that failed.", counters.failed),
            (
                "tilework_tiles_incomplete_total", "Renders with a part missing.",
                counters.incomplete
            ),
            ("tilework_tiles_stale_total", "Renders outdated on completion.", counters.stale),
            ("tilework_cache_evicted_total", "Tiles evicted from the cache.", counters.evicted),
            ("tilework_cache_not_admitted_total", "Tiles not admitted to the cache.", counters.notAdmitted),
        ]
        for (name, help, value) in totals { instruments.total(name, help: help, value: value) }
        tellDraws(counters, to: &instruments)
        let bins = TilePriority.Bin.allCases
        instruments.levels(
            "tilework_queue_length", help: "Renders waiting for a worker, by priority.", by: "bin",
            values: bins.map { ($0.name, counters.waitingByBin[$0.rawValue]) })
        instruments.level(
            "tilework_queue_fetching",
            help: "Renders waiting for a remote archive or the shared cache.", value: counters.fetching)
        instruments.level("tilework_cache_tiles", help: "Tiles in the cache.", value: counters.cachedTiles)
        instruments.level("tilework_cache_bytes", help: "Bytes in the cache.", value: counters.cachedBytes)
        instruments.level(
            "tilework_kept_bytes", help: "Bytes held within the memory budget.", value: counters.keptBytes)
        let memory = engine.memoryByKind
        instruments.levels(
            "tilework_memory_bytes", help: "Bytes in use, by purpose, within the memory budget or not.",
            by: "kind", values: MemoryBudget.Kind.allCases.map { ($0.rawValue, memory[$0] ?? 0) })
    }

    /// Updates the metrics of drawing: tiles, areas that are not tiles, and the views of programs.
    private func tellDraws(_ counters: EngineCounters, to instruments: inout MetricsInstruments) {
        let kinds = TilePriority.Bin.allCases.flatMap { bin in
            [RasterContext.Quality.full, .draft].map { ([bin.name, $0.name], counters.renders[bin, $0]) }
        }
        instruments.totals(
            "tilework_renders_total", "Tiles rendered, by priority and quality.",
            by: ["bin", "quality"], kinds)
        instruments.total(
            "tilework_areas_total", help: "Pictures and pages drawn for /render, /static, and IIIF.",
            value: counters.areas)
        instruments.times(
            "tilework_area_seconds", help: "Time to draw each such picture or page.", values: [("", counters.areaTime)])
        instruments.total(
            "tilework_view_draws_total", help: "Parts of views drawn by their program.", value: engine.drawCount)
    }

    private func total(_ counter: borrowing Atomic<Int>) -> Int { counter.load(ordering: .relaxed) }

    private func publish(_ connections: ConnectionRegistry, to instruments: inout MetricsInstruments) {
        let counters = connections.counters
        instruments.level("tilework_connections", help: "Open connections.", value: connections.count)
        instruments.total(
            "tilework_connections_opened_total", help: "Connections accepted.", value: total(counters.opened))
        instruments.total(
            "tilework_connections_refused_total", help: "Connections refused: too many in total or from one client.",
            value: total(counters.refused))
        instruments.totals(
            "tilework_connections_ended_total", "Connections closed by the server, by reason.", by: "reason",
            ConnectionCounters.Reason.allCases.map { ($0.rawValue, counters.ended($0)) })
        instruments.total(
            "tilework_descriptor_shortages_total", help: "Times the server ran out of file descriptors.",
            value: total(counters.shortages))
        instruments.level(
            "tilework_unread_bytes", help: "Bytes of answers waiting to be read.", value: connections.unreadBytes)
    }

    private func publish(_ sessions: SessionRegistry, to instruments: inout MetricsInstruments) {
        let counters = sessions.counters
        instruments.level("tilework_sessions", help: "Open scroll sessions.", value: sessions.count)
        instruments.total("tilework_sessions_opened_total", help: "Sessions opened.", value: total(counters.opened))
        instruments.total(
            "tilework_sessions_refused_total", help: "Sessions refused: too many, or a name in use.",
            value: total(counters.refused))
        instruments.totals(
            "tilework_sessions_ended_total", "Sessions ended, by reason.", by: "reason", isSorted: true,
            counters.endsByReason.map { ($0.key, $0.value) })
        instruments.total(
            "tilework_session_viewports_total", help: "Viewports received.", value: total(counters.viewports))
        instruments.total(
            "tilework_session_viewports_coalesced_total", help: "Viewports superseded before use.",
            value: total(counters.coalesced))
        instruments.total("tilework_session_drafts_total", help: "Draft tiles sent.", value: total(counters.drafts))
        instruments.total(
            "tilework_session_tiles_total", help: "Tiles pushed to viewers.",
            value: total(counters.delivered))
        instruments.totals(
            "tilework_session_messages_total", "Messages sent to viewers, by type.", by: "type",
            [("refined", total(counters.refinedSent)), ("changed", total(counters.changedSent))])
        instruments.times(
            "tilework_session_update_seconds", help: "Time from a viewport's arrival until its tiles are requested.",
            values: [("", counters.updateTime)])
    }
}

extension TilePriority.Bin {
    fileprivate var name: String {
        switch self {
        case .visible: "visible"
        case .soon: "soon"
        case .eventually: "eventually"
        }
    }
}

extension RasterContext.Quality {
    fileprivate var name: String {
        switch self {
        case .full: "full"
        case .draft: "draft"
        }
    }
}
