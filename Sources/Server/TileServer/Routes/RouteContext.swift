import TileEngine

/// The parts of a server that answer the requests of all protocols.
struct RouteContext: Sendable {
    let site: Site
    let engine: TileEngine
    let opening: SiteOpening
    let caching: TileCaching
    let answers: TileAnswers
}
