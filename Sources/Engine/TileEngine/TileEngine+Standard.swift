extension TileEngine {
    /// The engine of views and layers that were given no other: one for the process, of the standard policy.
    public static let standard = TileEngine(services: EngineServices())
}
