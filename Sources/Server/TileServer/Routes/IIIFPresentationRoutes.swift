import Foundation
import Hummingbird
import TileFormats
import TileGeometry

/// Routes for the IIIF Presentation API 3.0: a manifest for each content and each document, and collections of them.
///
///     /iiif/presentation/3/collection.json[?folder=]
///     /iiif/presentation/3/{id}/manifest.json
struct IIIFPresentationRoutes: SiteRoutes {
    let context: RouteContext

    private static let folder = "/iiif/presentation/3"

    func add(to router: Router<BasicRequestContext>) {
        router.read("\(Self.folder)/collection.json") { (request) async throws(HTTPProblem) in
            try collection(request)
        }
        router.readAll(below: Self.folder) { (request) async throws(HTTPProblem) in try await manifest(request) }
    }

    var paths: [OpenAPIPath] {
        [
            OpenAPIPath(
                "\(Self.folder)/collection.json", "iiifCollection", tag: Self.tag,
                "The collection of the top folder, or of the named folder.",
                parameters: [.query("folder", .string, "Folder names separated by slashes.")],
                answers: .document("A collection.", "application/ld+json", schema: .collection) + [.problem(404)]),
            OpenAPIPath(
                "\(Self.folder)/{id}/manifest.json", "iiifManifest", tag: Self.tag,
                "The manifest of a content or document.", parameters: [.id],
                answers: .document("A manifest.", "application/ld+json", schema: .manifest) + .ofContent),
        ]
    }

    private static let tag = "IIIF Presentation API 3"

    private func address(_ path: String, _ request: Request) -> String {
        "\(ClientView(request).base)\(Self.folder)/\(path)"
    }

    // MARK: Collections

    /// The listing of a content. Contents are listed without opening them.
    private struct Listed {
        var id: String
        var title: String
        /// The names of the folders, the outermost first.
        var folders: [Substring]

        /// Returns nil for a content that can't be shown.
        init?(_ slot: ContentSlot) {
            let folder: String?
            if let pages = slot.pages?.served {
                (id, title, folder) = (pages.id, pages.title, pages.folder)
            } else if let content = slot.entry?.content {
                // A variant of a content that is listed already.
                if content.variant != nil { return nil }
                (id, title, folder) = (content.id, content.title, content.folder)
            } else if !slot.isSettled, let listing = slot.offer.listing {
                (id, title, folder) = (slot.offer.id, listing.title, listing.folder)
            } else {
                return nil
            }
            folders = folder?.split(separator: "/") ?? []
        }
    }

    private func collection(_ request: Request) throws(HTTPProblem) -> Response {
        let name = request.uri.queryParameters["folder"].map(String.init) ?? ""
        let within = name.split(separator: "/")
        var folders: [String] = []
        var known: Set<Substring> = []
        var manifests: [IIIFPresentation.Item] = []
        for listed in context.site.visibleSlots.compactMap(Listed.init) where listed.folders.starts(with: within) {
            if listed.folders.count == within.count {
                manifests.append(
                    IIIFPresentation.Item(
                        .manifest, id: address("\(IdentifierEncoding.encoded(listed.id))/manifest.json", request),
                        label: listed.title))
            } else if known.insert(listed.folders[within.count]).inserted {
                folders.append((within + [listed.folders[within.count]]).joined(separator: "/"))
            }
        }
        guard within.isEmpty || !folders.isEmpty || !manifests.isEmpty else {
            throw .notFound(
                "no folder “\(name.prefix(200))”: omit folder= to list all")
        }
        let collections = folders.map { folder in
            IIIFPresentation.Item(
                .collection, id: collectionAddress(folder, request),
                label: String(folder.split(separator: "/").last ?? ""))
        }
        let document = IIIFPresentation.collection(
            id: collectionAddress(name, request), label: within.last.map(String.init) ?? "Tilework",
            items: collections + manifests)
        return .document(document, Self.mediaType, to: request)
    }

    private func collectionAddress(_ folder: String, _ request: Request) -> String {
        let query =
            folder.isEmpty ? "" : "?folder=\(folder.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        return address("collection.json\(query)", request)
    }

    private static let mediaType = "application/ld+json;profile=\"http://iiif.io/api/presentation/3/context.json\""

    // MARK: Manifests

    private func manifest(_ request: Request) async throws(HTTPProblem) -> Response {
        let parts = request.uri.path.dropFirst(Self.folder.count + 1)
            .split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1] == IIIFPresentation.manifestName, let id = parts[0].removingPercentEncoding
        else {
            throw .nothing(at: request)
        }
        try await context.opening.wait(for: id[...])
        let (title, pages) = try pages(id, request)
        let document = IIIFPresentation.manifest(
            of: address(IdentifierEncoding.encoded(id), request), label: title, pages: pages)
        return .document(document, Self.mediaType, to: request)
    }

    /// Returns the pages of a document, without opening any, or the single page that a content is.
    private func pages(
        _ id: String, _ request: Request
    ) throws(HTTPProblem) -> (title: String, pages: [IIIFPresentation.Page]) {
        func page(_ id: String, label: String, size: CGSize) -> IIIFPresentation.Page {
            // If the page is not open yet, assume the usual tile size.
            let pyramid =
                (try? context.site.entry(id))?.content.pyramid ?? (try? TilePyramid(contentSize: size, tileSize: 256))
            let thumbnail = pyramid?.pixelSize(ofLevel: 0) ?? (width: 1, height: 1)
            return IIIFPresentation.Page(
                image: IIIFImageRoutes.address(of: id, .v3, request),
                image2: IIIFImageRoutes.address(of: id, .v2, request), label: label,
                width: max(1, Int(min(size.width, 1e9).rounded(.up))),
                height: max(1, Int(min(size.height, 1e9).rounded(.up))),
                thumbnail: ImageSize(thumbnail.width, thumbnail.height))
        }
        if let served = context.site.slot(for: id)?.pages?.served {
            let pages = (0..<served.pages.count).map { index in
                let pageID = ServedPage.id(of: index, in: served.id, count: served.pages.count)
                // A page that can't be read gets the size of most pages.
                let size = (try? served.pages.size(of: index)) ?? CGSize(width: 794, height: 1123)
                return page(pageID, label: "\(index + 1)", size: size)
            }
            return (served.title, pages)
        }
        let content = try context.site.entry(id).content
        return (content.title, [page(content.id, label: content.title, size: content.pyramid.contentSize)])
    }
}
