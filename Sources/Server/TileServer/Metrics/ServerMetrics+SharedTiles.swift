import SharedTiles

extension ServerMetrics {
    func publish(_ counts: SharedTileCounts, to instruments: inout MetricsInstruments) {
        instruments.level(
            "tilework_shared_cache_connected", help: "Whether the shared cache is connected: 1 or 0.",
            value: counts.isConnected ? 1 : 0)
        instruments.totals(
            "tilework_shared_cache_looks_total", "Lookups in the shared cache, by result.",
            by: "answer",
            SharedTileCounts.Answer.allCases.map { ($0.rawValue, counts.count($0)) })
        let totals = [
            ("tilework_shared_cache_stored_total", "Tiles stored in the shared cache.", counts.stored),
            ("tilework_shared_cache_stored_bytes_total", "Bytes stored in the shared cache.", counts.storedBytes),
            ("tilework_shared_cache_not_stored_total", "Tiles that the shared cache rejected.", counts.notStored),
            ("tilework_shared_cache_corrupt_total", "Corrupt values found in the shared cache.", counts.corrupt),
            (
                "tilework_shared_cache_failures_total",
                "Lost or failed connections to the shared cache.",
                counts.failures
            ),
            (
                "tilework_shared_cache_changes_sent_total", "Changes announced to other servers.",
                counts.changesSent
            ),
            ("tilework_shared_cache_changes_heard_total", "Changes announced by other servers.", counts.changesHeard),
        ]
        for (name, help, value) in totals { instruments.total(name, help: help, value: value) }
        instruments.times(
            "tilework_shared_cache_hit_seconds", help: "Time to fetch a tile from the shared cache.",
            values: [("", counts.hitTime)])
    }
}
