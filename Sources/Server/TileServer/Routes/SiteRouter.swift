import Hummingbird

extension TileServer {
    /// What the server has besides cached tiles and sessions. A protocol is added by a line here, in any order.
    var routes: [any SiteRoutes] {
        let answers = TileAnswers(
            site: site, engine: engine, caching: caching, sessions: sessions, opening: opening,
            problems: problems)
        let routes: [any SiteRoutes] = [
            PageRoutes(site: site, pages: configuration.pages, web: gate.web),
            TileRoutes(site: site, opening: opening, answers: answers),
            DeepZoomRoutes(site: site, opening: opening, answers: answers),
            ZoomifyRoutes(site: site, opening: opening, answers: answers),
            TileMapRoutes(site: site, opening: opening, answers: answers),
            WMTSRoutes(site: site, opening: opening, answers: answers),
            IIIFImageRoutes(
                site: site, engine: engine, opening: opening, answers: answers, caching: caching, small: small),
            IIIFPresentationRoutes(site: site, opening: opening),
            DocumentRoutes(site: site, opening: opening),
            StaticRoutes(site: site, engine: engine, opening: opening, caching: caching),
            RenderRoutes(site: site, engine: engine, opening: opening),
            ArchiveRoutes(site: site, opening: opening, caching: caching),
            SessionRoutes(site: site, opening: opening),
            OperatorRoutes(site: site, metrics: configuration.metricsPort == nil ? metrics : nil),
        ]
        return routes + [DescriptionRoutes(of: routes)]
    }

    /// Answers all that is not a cached tile asked for plainly; and those too, the same way.
    var router: Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        let routes = routes
        // From the outside in. They surround answers where there is no route, too.
        if RequestSpans.areWanted { router.add(middleware: RedactedTracing()) }
        router.add(middleware: RequestLog(gate: gate))
        router.add(middleware: AnswerCounting(counters: counters))
        router.add(middleware: BodylessAnswers())
        router.add(
            middleware: CommonHeaders(
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
