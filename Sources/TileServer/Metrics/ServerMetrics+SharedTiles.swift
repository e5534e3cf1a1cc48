import SharedTiles

extension ServerMetrics {
    func tell(_ counts: SharedTileCounts, to instruments: inout MetricsInstruments) {
        instruments.level(
            "tilework_shared_cache_connected", "Whether the shared cache can be asked: 1 or 0.",
            counts.isConnected ? 1 : 0)
        instruments.totals(
            "tilework_shared_cache_looks_total", "Tiles looked for in the shared cache, by what came of it.",
            by: "answer",
            SharedTileCounts.Answer.allCases.map { ($0.rawValue, counts.count($0)) })
        let totals = [
            ("tilework_shared_cache_stored_total", "Tiles put into the shared cache.", counts.stored),
            ("tilework_shared_cache_stored_bytes_total", "Bytes of them.", counts.storedBytes),
            ("tilework_shared_cache_not_stored_total", "Tiles that the shared cache did not take.", counts.notStored),
            ("tilework_shared_cache_corrupt_total", "Values there that were not what was put there.", counts.corrupt),
            (
                "tilework_shared_cache_failures_total",
                "Connections to the shared cache that were lost or not to be had.",
                counts.failures
            ),
            (
                "tilework_shared_cache_changes_sent_total", "Changes of contents told to other servers.",
                counts.changesSent
            ),
            ("tilework_shared_cache_changes_heard_total", "Changes told by other servers.", counts.changesHeard),
        ]
        for (name, help, value) in totals { instruments.total(name, help, value) }
        instruments.times(
            "tilework_shared_cache_hit_seconds", "Time until a tile was here that the shared cache had.",
            [("", counts.hitTime)])
    }
}
