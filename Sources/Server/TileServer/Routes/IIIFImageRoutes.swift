import HTTPTypes
import Hummingbird
import TileEngine
import TileFormats
import TileGeometry
import TileGraphics

/// The IIIF Image API, level 2 of versions 3.0 and 2.1.
///
///     /iiif/{3,2}/{id}                                              leads to info.json
///     /iiif/{3,2}/{id}/info.json
///     /iiif/{3,2}/{id}/{region}/{size}/{rotation}/{quality}.{jpg,png,webp,avif,jxl}
///
/// The image is the deepest level. A region that is a tile comes from the same cache as other protocols' tiles
/// (`Site.tile`). Other regions are drawn on request, and only thumbnails are kept (`SmallPictures`).
struct IIIFImageRoutes: SiteRoutes {
    let context: RouteContext
    let small: SmallPictures

    /// The limits for a picture, in pixels, which are the same as for `/render`.
    static let limits = IIIFLimits(
        side: RenderQuery.longestSide, area: RenderQuery.longestSide * RenderQuery.longestSide)

    func add(to router: Router<BasicRequestContext>) {
        for version in IIIFVersion.allCases {
            router.readAll(below: Self.folder(version)) { (request) async throws(HTTPProblem) in
                try await answer(request, version)
            }
        }
    }

    var paths: [OpenAPIPath] { IIIFVersion.allCases.flatMap(Self.paths) }

    private static func paths(_ version: IIIFVersion) -> [OpenAPIPath] {
        let (tag, name) = ("IIIF Image API \(version.rawValue)", "iiif\(version.rawValue)")
        let image = "\(folder(version))/{id}"
        // The answers for a document are the same as for its first page.
        let leads: [OpenAPIAnswer] = .redirect(303, "The image, or a document's first page.")
        let number = "([0-9]+[.]?[0-9]*|[.][0-9]+)"
        let (side, positive) = ("0*[1-9][0-9]*", JSONSchema.nonzeroDigit + number)
        let names = version == .v2 ? "max|full" : "max"
        let size = "(\(side),(\(side))?|,\(side)|!\(side),\(side)|pct:\(positive)|\(names))"
        let percents = "pct:\(number),\(number),\(positive),\(positive)"
        // The parser accepts no longer numbers, and angles up to a full turn.
        let degrees = "0*(([0-9]{1,2}|[12][0-9]{2}|3[0-5][0-9])([.][0-9]*)?|360([.]0*)?)|0*[.][0-9]+"
        return [
            OpenAPIPath(image, name, tag: tag, "An image.", parameters: [.id], answers: leads + .ofContent),
            OpenAPIPath(
                "\(image)/info.json", "\(name)Info", tag: tag, "Image information for clients.",
                parameters: [.id],
                answers: .document(
                    "Either format, by Accept.", "application/json", "application/ld+json",
                    schema: .imageInfo(version)) + leads + .ofContent),
            OpenAPIPath(
                "\(image)/{region}/{size}/{rotation}/{quality}.{format}", "\(name)Picture", tag: tag, "A picture.",
                parameters: [
                    .id,
                    .path(
                        "region",
                        .string(pattern: "^(full|square|[0-9]+,[0-9]+,\(side),\(side)|\(percents))$"),
                        example: "full"),
                    .path(
                        "size", .string(pattern: "^\(version == .v3 ? "\\^?" : "")\(size)$"), example: "max",
                        "At most \(limits.side) pixels a side."),
                    .path(
                        "rotation", .string(atMost: 40, pattern: "^!?(\(degrees))$"), example: "0", "0 to 360 degrees."),
                    .path(
                        "quality", .one(of: IIIFImageRequest.Quality.allCases.map(\.rawValue)), example: "default"),
                    .path("format", .one(of: IIIFImageRequest.Format.allCases.map(\.rawValue)), example: "jpg"),
                    .tileSession,
                ], answers: .tile + leads),
        ]
    }

    static func folder(_ version: IIIFVersion) -> String { "/iiif/\(version.rawValue)" }

    /// Returns the address of an image from the client's point of view.
    ///
    /// - Parameter id: An identifier, not encoded.
    static func address(of id: some StringProtocol, _ version: IIIFVersion, _ request: Request) -> String {
        "\(ClientView(request).base)\(folder(version))/\(IdentifierEncoding.encoded(id))"
    }

    private func answer(_ request: Request, _ version: IIIFVersion) async throws(HTTPProblem) -> Response {
        let folder = Self.folder(version)
        // The path is split before it is decoded (RFC 3986), so `%` escapes within one part never make two.
        let parts = request.uri.path.dropFirst(folder.count + 1)
            .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let id = parts.first.flatMap({ $0.removingPercentEncoding }), !id.isEmpty else {
            throw .nothing(at: request)
        }
        try await context.opening.wait(for: id[...])
        let rest = parts.count == 2 ? parts[1] : ""
        if let pages = context.site.slot(for: id)?.pages {
            // The address of a document leads to its first page.
            let there = Self.address(of: pages.firstID, version, request)
            return Self.redirect(to: rest.isEmpty ? "\(there)/info.json" : "\(there)/\(rest)")
        }
        let entry = try context.site.entry(id)
        switch rest {
        case "": return Self.redirect(to: "\(Self.address(of: id, version, request))/info.json")
        case "info.json": return info(of: entry, id: id, version: version, to: request)
        default: break
        }
        guard let rest = rest.removingPercentEncoding else {
            throw .malformed("invalid % escape in the address")
        }
        if let key = try context.site.tile(atPath: "\(folder)/\(IdentifierEncoding.encoded(id))/\(rest)") {
            return try await context.answers.tile(key, request)
        }
        return try await picture(rest, of: entry, version, request)
    }

    private static func redirect(to address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-cache"])
    }

    private func info(of entry: Site.Entry, id: String, version: IIIFVersion, to request: Request) -> Response {
        let content = entry.content
        let info = IIIFImageInfo(
            version: version, id: Self.address(of: id, version, request), pyramid: content.pyramid,
            limits: Self.limits, preferredFormat: content.format.fileExtension)
        let wantsLinkedData = request.headers[.accept]?.contains("application/ld+json") == true
        let type =
            wantsLinkedData ? "application/ld+json;profile=\"\(version.context)\"" : "application/json"
        var response = Response.document(info.bytes, type, to: request)
        response.headers[.vary] = "Accept"
        return response
    }

    private func picture(
        _ path: String, of entry: Site.Entry, _ version: IIIFVersion, _ request: Request
    ) async throws(HTTPProblem) -> Response {
        let pyramid = entry.content.pyramid
        let whole = pyramid.pixelSize(ofLevel: pyramid.maxLevel)
        let (wanted, picture): (IIIFImageRequest, IIIFPicture)
        do throws(IIIFProblem) {
            wanted = try IIIFImageRequest(path, version: version)
            picture = try IIIFPicture(wanted, of: ImageSize(whole.width, whole.height), within: Self.limits)
        } catch {
            throw .malformed(error.message)
        }
        let scale = pyramid.deepestScale
        let region = picture.region
        var image = RegionImage(
            Box(
                minX: Double(region.x) / scale, minY: Double(region.y) / scale,
                maxX: Double(region.x + region.width) / scale, maxY: Double(region.y + region.height) / scale),
            width: picture.size.width, height: picture.size.height)
        image.isMirrored = wanted.isMirrored
        image.rotation = wanted.rotation
        image.tone = PictureTone(wanted.quality)
        let format = entry.format(wanted.format)
        // The IIIF validators expect black.
        if wanted.format == .jpg { image.surround = PixelColor(argb: 0xFF00_0000) }
        let thumbnail = SmallPictures.name(wanted, picture.size, of: entry.engineID, in: context.engine)
        let file: [UInt8]
        if let kept = thumbnail.flatMap({ small.file($0) }) {
            file = kept
        } else {
            let (drawn, name) = (image, entry.content.id)
            file = try await ClientPresence.work(for: name) {
                try await context.engine.file(of: drawn, in: entry.engineID, as: format)
            }
            if let thumbnail { small.keep(file, as: thumbnail) }
        }
        return .document(file, format.mediaType, caching: context.caching.header(of: entry.engineID), to: request)
    }
}

extension PictureTone {
    fileprivate init(_ quality: IIIFImageRequest.Quality) {
        self =
            switch quality {
            case .default, .color: .color
            case .gray: .gray
            case .bitonal: .bitonal
            }
    }
}

extension Site.Entry {
    fileprivate func format(_ format: IIIFImageRequest.Format) -> TileFormat {
        switch format {
        case .jpg: jpeg
        case .png: png
        case .webp: webp
        case .avif: avif
        case .jxl: jxl
        }
    }
}
