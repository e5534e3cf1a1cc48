import TileEngine
import TileSessions

/// What a server tells its operators, whichever port they ask at.
struct ServerMetrics: Sendable {
    let engine: TileEngine
    let answers: ServerCounters
    let sessions: SessionBook
    let connections: ConnectionBook

    /// As of now.
    var text: String {
        MetricsText(engine.counters, answers: answers.byStatus, sessions: sessions, connections: connections).text
    }
}
