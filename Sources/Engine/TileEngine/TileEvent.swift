/// An event in the life of a single tile, reported for statistics.
package enum TileEvent: Sendable {
    /// A surface requested the tile, or cancelled the request.
    case requested, cancelled
    /// The tile arrived, and left the demand before it was shown.
    case wasted
    /// A view displayed the tile, or replaced it by a better version.
    case placed, refreshed
}
