extension TileEngine {
    /// The default engine of views and layers: one per process, with the standard policy.
    public static let standard = TileEngine(services: EngineServices())
}
