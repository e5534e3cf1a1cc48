/// The order in which a folder of tiles numbers its rows.
public enum TileScheme: String, Hashable, Sendable, CaseIterable {
    /// Row 0 is at the top, as web maps count.
    case xyz
    /// Row 0 is at the bottom, as the Tile Map Service counts.
    case tms
}
