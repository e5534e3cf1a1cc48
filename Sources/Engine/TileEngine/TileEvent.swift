/// What becomes of single tiles, told to who counts them.
package enum TileEvent: Sendable {
    /// A surface asked for it, or gave the request up.
    case requested, cancelled
    /// It came, and was gone from the demand before it was shown.
    case wasted
    /// A view took it in, or took a better picture of it.
    case placed, refreshed
}
