import HTTPTypes
import Hummingbird
import TileArchives

/// Routes for archives that are files on this machine. The files are sent unchanged, for copying, or for PMTiles
/// viewers that read them in parts.
///
///     /archive/{id}
struct ArchiveRoutes: SiteRoutes {
    let context: RouteContext

    func add(to router: Router<BasicRequestContext>) {
        router.read("/archive") { (id, request) async throws(HTTPProblem) in
            try await context.opening.wait(for: id)
            let entry = try context.site.entry(id)
            guard let archive = try Self.file(of: entry.content) else {
                throw .notFound("“\(entry.content.id)” is not a single-file archive on the server")
            }
            var response = Response.file(
                archive.file, Self.mediaType(of: archive.layout), tag: "\"\(archive.version)\"",
                caching: context.caching.header(of: entry.engineID), to: request)
            response.headers[.contentDisposition] =
                "attachment; \(IdentifierEncoding.fileName("\(entry.content.id).\(archive.layout.rawValue)"))"
            return response
        }
    }

    var paths: [OpenAPIPath] {
        [
            OpenAPIPath(
                "/archive/{id}", "archive", tag: "Archives",
                "The file of a PMTiles or MBTiles archive on the server.",
                parameters: [.id, .range],
                answers: .document("The archive.", "application/vnd.pmtiles", "application/vnd.sqlite3")
                    + [.part, .beyond, .problem(500)] + .ofContent)
        ]
    }

    private static func file(of content: ServedContent) throws(HTTPProblem) -> LocalArchiveFile? {
        do throws(ArchiveFailure) {
            return try (content.source as? LocalArchiveSource)?.openFile()
        } catch {
            throw .unavailable(
                "“\(content.id)” can't be read at the moment: try again in 30 s", retryAfter: 30, logged: "\(error)")
        }
    }

    private static func mediaType(of layout: ArchiveLayout) -> String {
        layout == .pmtiles ? "application/vnd.pmtiles" : "application/vnd.sqlite3"
    }
}
