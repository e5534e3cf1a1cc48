import Hummingbird

/// Routes with one folder of tiles. A problem in it is shown as a tile to clients that accept images.
protocol TileFolderRoutes: SiteRoutes {
    var context: RouteContext { get }
    /// The path of the folder, without a slash at its end.
    static var tileFolder: String { get }
}

extension TileFolderRoutes {
    func show(_ problem: HTTPProblem, in response: inout Response, to request: Request) {
        if request.uri.path.hasPrefix("\(Self.tileFolder)/") {
            context.answers.show(problem, in: &response, to: request)
        }
    }
}
