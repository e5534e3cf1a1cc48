import TileFormats

/// Which of the protocols a request is of, for statistics.
enum ServedProtocol: String, CaseIterable, Sendable {
    case xyz
    case deepZoom = "dzi"
    case zoomify
    case tms
    case wmts
    case iiif
    /// `/static`, `/render` and `/archive`.
    case `static`
    case session
    /// The gallery, the viewer, their scripts, and what they ask of documents.
    case pages
    /// Metrics, health, `/openapi.json`.
    case operators
    case other

    /// - Parameter path: without its query, and without what is before it for the server (`PathFront`). Those that a
    ///   viewer asks for by the thousand come first.
    init(path: UnsafeRawBufferPointer) {
        func begins(_ text: StaticString) -> Bool { path.starts(with: text) }
        self =
            if begins("/tiles/") {
                .xyz
            } else if begins("/dzi/") {
                .deepZoom
            } else if begins("/iiif/") {
                .iiif
            } else if begins("/wmts") {
                .wmts
            } else if begins("/zoomify/") {
                .zoomify
            } else if begins("/tms/") {
                .tms
            } else if begins("/static/") || begins("/render/") || begins("/archive/") {
                .static
            } else if begins("/session/") {
                .session
            } else if begins("/metrics") || begins("/healthz") || begins("/readyz") || begins("/openapi.json") {
                .operators
            } else if path.count == 1 || begins("/view/") || begins("/assets/") || begins("/contents.json")
                || begins("/links/") || begins("/outline/") || begins("/search/")
            {
                .pages
            } else if begins("/tiles.json") {
                .xyz
            } else {
                .other
            }
    }

    init(path: String) {
        var path = path
        self = path.withUTF8 { ServedProtocol(path: UnsafeRawBufferPointer($0)) }
    }

    /// Its place among all.
    var index: Int {
        switch self {
        case .xyz: 0
        case .deepZoom: 1
        case .zoomify: 2
        case .tms: 3
        case .wmts: 4
        case .iiif: 5
        case .static: 6
        case .session: 7
        case .pages: 8
        case .operators: 9
        case .other: 10
        }
    }
}
