import Hummingbird

/// `/session/{id}`, to those who don't ask for a WebSocket: others have theirs before a request gets here
/// (`SessionUpgradeHandler`).
struct SessionRoutes: SiteRoutes {
    func add(to router: Router<BasicRequestContext>) {
        router.read("/session") { (_, _) async throws(HTTPProblem) in throw .upgradeRequired }
    }
}
