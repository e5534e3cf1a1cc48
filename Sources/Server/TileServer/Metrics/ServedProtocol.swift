import TileFormats

/// The protocol of a request, for statistics.
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
    /// The gallery, the viewer, their scripts, and their requests about documents.
    case pages
    /// Metrics, health, and `/openapi.json`.
    case operators
    case other

    /// Returns the protocol of a path. The prefixes that viewers request by the thousand are compared first.
    ///
    /// - Parameter path: The path without its query, and without the prefix that a proxy added (`PathPrefix`).
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

    /// The position in `allCases`.
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
