import Foundation
import HTTPTypes
import Hummingbird
import TileContent
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

/// Serves a rect of a content as a picture or a page, for documents and mail, which have no viewer.
///
///     /static/{id}?rect=x,y,width,height&width=&height=&format=png|jpg|webp|avif|jxl|pdf
///
/// The rect is in the content's units; its default is the whole content. Width and height are in pixels for a picture,
/// and in points for a page. If one is missing, it follows from the other. The query may be a `RasterQuery`, too.
struct StaticRoutes: SiteRoutes {
    let context: RouteContext

    func add(to router: Router<BasicRequestContext>) {
        router.read("/static") { (id, request) async throws(HTTPProblem) in
            try await context.opening.wait(for: id)
            let entry = try context.site.entry(id)
            let query = try StaticQuery(request, of: entry.content.pyramid)
            return try await context.site.shown(entry, by: request.uri.query) { (entry) async throws(HTTPProblem) in
                try await answer(query, of: entry, to: request)
            }
        }
    }

    private func answer(
        _ query: StaticQuery, of entry: Site.Entry, to request: Request
    ) async throws(HTTPProblem) -> Response {
        let region = RegionImage(query.rect, width: query.width, height: query.height)
        let format: TileFormat
        switch query.format {
        case "png": format = entry.png
        case "jpg", "jpeg": format = entry.jpeg
        case "webp": format = entry.webp
        case "avif": format = entry.avif
        case "jxl": format = entry.jxl
        default:
            let file = try await ClientPresence.work(for: entry.content.id) {
                try await context.engine.file(of: entry.engineID, pixels: region.pixels) { source, context in
                    try Self.page(region, of: source, in: context)
                }
            }
            var response = Response.document(file, "application/pdf", to: request)
            let name = IdentifierEncoding.fileName("\(entry.content.id).pdf")
            response.headers[.contentDisposition] = "inline; \(name)"
            return response
        }
        let file = try await ClientPresence.work(for: entry.content.id) {
            try await context.engine.file(of: region, in: entry.engineID, as: format)
        }
        return .document(file, format.mediaType, caching: context.caching.header(of: entry.engineID), to: request)
    }

    var paths: [OpenAPIPath] {
        let side = JSONSchema.integer(1...RenderQuery.longestSide)
        let (place, length) = (Double.decimalPattern, JSONSchema.nonzeroDigit + Double.decimalMagnitude)
        return [
            OpenAPIPath(
                "/static/{id}", "staticPicture", tag: "Pictures", "A picture or PDF page of a rect of a content.",
                parameters: [
                    .id,
                    .query(
                        "rect", .string(pattern: "^\(place),\(place),\(length),\(length)$"),
                        "x,y,width,height in units of the content. The default is all of it."),
                    .range,
                    .query("width", side, "In pixels, or points for PDF. The default follows from the height."),
                    .query("height", side), .query("format", .one(of: StaticQuery.formats)),
                ] + OpenAPIParameter.raster,
                answers: [
                    OpenAPIAnswer(
                        status: 200, text: "The picture or page.",
                        content: [OpenAPIAnswer].pictures + [.init(mediaType: "application/pdf", schema: nil)],
                        headers: [.eTag, .cacheControl]), .unchanged, .part, .beyond, .problem(413),
                ] + .drawn)
        ]
    }

    /// Returns a PDF page of a rect: vectors if the source holds a picture, and pixels otherwise.
    private static func page(
        _ region: RegionImage, of source: any TileSource, in context: RasterContext
    ) throws -> [UInt8] {
        let size = CGSize(width: region.width, height: region.height)
        let vectors = try (source as? any PictureHoldingSource)?.withPicture { picture in
            try picture?.pdf(of: region.rect, size: size, isCancelled: context.isCancelled)
        }
        if let vectors { return vectors }
        // Pixels are twice as dense as the page's points, within the limit for a side.
        var dense = region
        let factor = min(2, RenderQuery.longestSide / max(region.width, region.height, 1))
        (dense.width, dense.height) = (region.width * max(1, factor), region.height * max(1, factor))
        let image = try dense.shape(source.raster(dense.area, in: context), of: source.contentSize, in: context)
        let target = Box(x: 0, y: 0, width: Double(dense.width), height: Double(dense.height))
        return try Picture(PictureImage(image.bitmap(in: context.pool), target: target))
            .pdf(of: target, size: size, isCancelled: context.isCancelled)
    }
}

/// The query of a request for a static picture.
struct StaticQuery {
    static let formats = ["png", "jpg", "jpeg", "webp", "avif", "jxl", "pdf"]

    /// The rect in the content's units, within the content.
    let rect: Box
    /// The width in pixels, or in points for a page.
    let width: Int
    let height: Int
    let format: String

    init(_ request: Request, of pyramid: TilePyramid) throws(HTTPProblem) {
        let query = request.uri.queryParameters
        let whole = Box(
            x: 0, y: 0, width: Double(pyramid.contentSize.width), height: Double(pyramid.contentSize.height))
        rect = try query["rect"].map { (text) throws(HTTPProblem) in try Self.rect(text, within: whole) } ?? whole
        func side(_ name: String) throws(HTTPProblem) -> Double? {
            guard let text = query[Substring(name)] else { return nil }
            guard let number = Int(query: text), number >= 1 else {
                throw .malformed("\(name) must be a whole number of pixels, at least 1, not “\(text.prefix(40))”")
            }
            return Double(number)
        }
        let shape = rect.height / rect.width
        let size: (Double, Double) =
            switch (try side("width"), try side("height")) {
            case (let width?, let height?): (width, height)
            case (let width?, nil): (width, max(1, (width * shape).rounded()))
            case (nil, let height?): (max(1, (height / shape).rounded()), height)
            // The default size is suitable for a page: the longer side has 1024 pixels.
            case (nil, nil):
                shape > 1
                    ? (max(1, (1024 / shape).rounded()), 1024) : (1024, max(1, (1024 * shape).rounded()))
            }
        guard size.0 <= Double(RenderQuery.longestSide), size.1 <= Double(RenderQuery.longestSide) else {
            let most = GroupedNumber.text(RenderQuery.longestSide)
            let (width, height) = (GroupedNumber.text(size.0), GroupedNumber.text(size.1))
            throw .tooLarge("the picture would be \(width) × \(height) pixels: at most \(most) a side are drawn")
        }
        (width, height) = (Int(size.0), Int(size.1))
        format = query["format"].map(String.init) ?? "png"
        guard Self.formats.contains(format) else {
            throw .malformed("unsupported format “\(format.prefix(40))”: use png, jpg, webp, avif, jxl, or pdf")
        }
        let longest = max(whole.width, whole.height)
        guard size.0 / rect.width * longest <= Double(TilePyramid.largestExtent),
            size.1 / rect.height * longest <= Double(TilePyramid.largestExtent)
        else { throw .tooLarge("scale too large: request fewer pixels or a larger rect") }
    }

    private static func rect(_ text: Substring, within whole: Box) throws(HTTPProblem) -> Box {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double(decimal: $0) }
        guard numbers.count == 4, case let known = numbers.compactMap({ $0 }), known.count == 4,
            known.allSatisfy(\.isFinite), known[2] > 0, known[3] > 0
        else { throw .malformed("invalid rect “\(text.prefix(80))”: use x,y,width,height in units of the content") }
        let rect = Box(x: known[0], y: known[1], width: known[2], height: known[3]).intersection(whole)
        guard rect.width > 0, rect.height > 0 else {
            let (width, height) = (GroupedNumber.text(whole.width), GroupedNumber.text(whole.height))
            throw .malformed("the rect lies outside the content (\(width) × \(height))")
        }
        return rect
    }
}
