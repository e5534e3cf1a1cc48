/// The cost of a tile, in relation to how long clients of other contents may wait for it.
enum TileCost: Hashable, Sendable {
    /// The tile took less than `EnginePolicy.heavyRaster`.
    case quick
    /// The tile took longer, but less than `EnginePolicy.slowRaster`.
    case heavy
    /// The tile took at least `EnginePolicy.slowRaster`.
    case slow
}
