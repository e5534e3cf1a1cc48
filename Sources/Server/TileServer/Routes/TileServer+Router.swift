import Hummingbird

extension TileServer {
    /// The routes for everything except cached tiles and sessions. To add a protocol, add a line here, in any order.
    var routes: [any SiteRoutes] {
        let answers = TileAnswers(
            site: site, engine: engine, caching: caching, sessions: sessions, opening: opening,
            problems: problems)
        let context = RouteContext(
            site: site, engine: engine, opening: opening, caching: caching, answers: answers)
        let routes: [any SiteRoutes] = [
            PageRoutes(site: site, pages: configuration.pages, web: gate.web),
            TileRoutes(context: context),
            DeepZoomRoutes(context: context),
            ZoomifyRoutes(context: context),
            TileMapRoutes(context: context),
            WMTSRoutes(context: context),
            IIIFImageRoutes(context: context, small: small),
            IIIFPresentationRoutes(context: context),
            DocumentRoutes(context: context),
            StaticRoutes(context: context),
            RenderRoutes(context: context),
            ArchiveRoutes(context: context),
            SessionRoutes(context: context),
            OperatorRoutes(site: site, metrics: configuration.metricsPort == nil ? metrics : nil),
        ]
        return routes + [DescriptionRoutes(of: routes)]
    }

    /// A router for all requests that the fast path does not answer. Its answers to requests for cached tiles are the
    /// same.
    var router: Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        let routes = routes
        // The middlewares, outermost first. They also surround answers to paths without a route.
        if RequestSpans.areWanted { router.add(middleware: RedactedTracing()) }
        router.add(middleware: RequestLog(gate: gate))
        router.add(middleware: AnswerCounting(counters: counters))
        router.add(middleware: BodylessAnswers())
        router.add(
            middleware: CommonHeaderMiddleware(
                web: gate.web, access: site.access, notForOtherSites: [OperatorRoutes.metricsPath]))
        router.add(middleware: ProblemAnswers(routes: routes, problems: problems))
        router.add(middleware: Refusals())
        router.add(
            middleware: RateLimit(
                gate: gate, unlimited: [OperatorRoutes.metricsPath, "/healthz", "/readyz"]))
        router.add(middleware: ReadingMethods())
        router.add(middleware: VariantAddresses(site: site))
        for group in routes { group.add(to: router) }
        return router
    }
}
