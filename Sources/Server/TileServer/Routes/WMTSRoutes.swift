import HTTPTypes
import Hummingbird
import TileFormats

/// Web Map Tile Service.
///
///     /wmts/1.0.0/WMTSCapabilities.xml            the contents that are open; ?layer={id} opens one, and has it alone
///     /wmts/1.0.0/{id}/default/square-{tile size}-{deepest level}/{z}/{y}/{x}.{format}
///     /wmts/1.0.0/{id}/default/earth-{tile size}-{deepest level}-{location}/{z}/{y}/{x}.{format}
///     /wmts?service=WMTS&request=GetCapabilities
///     /wmts?service=WMTS&request=GetTile&layer={id}&…
struct WMTSRoutes: TileFolderRoutes {
    let context: RouteContext

    private static let folder = "/wmts"
    static let tileFolder = "/wmts/1.0.0"

    func add(to router: Router<BasicRequestContext>) {
        router.read("\(Self.tileFolder)/WMTSCapabilities.xml") { (request) async throws(HTTPProblem) in
            try await capabilities(WMTSQuery(request), request)
        }
        router.read(Self.folder) { (request) async throws(HTTPProblem) in
            do throws(OWSProblem) {
                return try await answer(WMTSQuery(request), request)
            } catch {
                if let redirect = error.redirect { throw redirect }
                return error.response
            }
        }
        router.readAll(below: Self.tileFolder) { (request) async throws(HTTPProblem) in
            let parts = request.uri.path.dropFirst(Self.tileFolder.count + 1).split(separator: "/", maxSplits: 1)
            return try await context.answers.tile(ofPathOf: request, content: parts.first ?? "")
        }
    }

    var paths: [OpenAPIPath] {
        let capabilities: [OpenAPIAnswer] = .document("The capabilities.", "application/xml") + .ofContent
        func exception(_ problem: OpenAPIAnswer) -> OpenAPIAnswer {
            OpenAPIAnswer(
                status: problem.status,
                text: "\(problem.text) The answer is an OGC exception report; its text gives the reason.",
                content: problem.content + [.init(mediaType: "text/xml", schema: nil)], headers: [.cacheControl])
        }
        return [
            OpenAPIPath(
                "\(Self.tileFolder)/WMTSCapabilities.xml", "wmtsCapabilities", tag: Self.tag,
                "The capabilities of all open contents, or of one.",
                parameters: [.query("layer", .contentName, "The content to describe. It is opened if necessary.")],
                answers: capabilities),
            OpenAPIPath(
                Self.folder, "wmts", tag: Self.tag,
                "The capabilities or a tile by key-value pairs. Keys are case-insensitive.",
                parameters: Self.keys,
                answers: [
                    OpenAPIAnswer(
                        status: 200, text: "The capabilities or the tile.",
                        content: [.init(mediaType: "application/xml", schema: nil)] + [OpenAPIAnswer].pictures,
                        headers: [.eTag, .cacheControl]), .unchanged,
                ] + [400, 404, 500, 503].map { exception(.problem($0)) }),
            OpenAPIPath(
                "\(Self.tileFolder)/{id}/{style}/{set}/{matrix}/{row}/{column}.{format}", "wmtsTile", tag: Self.tag,
                "A tile.",
                parameters: [
                    .id, .path("style", .one(of: [WMTSCapabilities.style]), example: .string(WMTSCapabilities.style)),
                    .path("set", .string(pattern: Self.matrixSets), "As named in the capabilities."),
                    .level("matrix"), .coordinate("row"), .coordinate("column"), .fileExtension, .tileSession,
                ], answers: .tile),
        ]
    }

    private static let tag = "WMTS"
    private static let matrixSets = "^(square-[0-9]+-[0-9]+|earth-[0-9]+-[0-9]+-[0-9a-f]+)$"

    private static var keys: [OpenAPIParameter] {
        [
            .query("service", .one(of: ["WMTS"]), isRequired: true, example: "WMTS"),
            .query(
                "request", .one(of: ["GetCapabilities", "GetTile"]), isRequired: true, example: "GetCapabilities"),
            .query("version", .one(of: ["1.0.0"])),
            .query("layer", .contentName, "A content's name."), .query("style", .one(of: [WMTSCapabilities.style])),
            .query("tilematrixset", .string(pattern: Self.matrixSets)), .query("tilematrix", .count),
            .query("tilerow", .count),
            .query("tilecol", .count), .query("format", .one(of: WMTSCapabilities.formats.map(\.0))),
        ]
    }

    private func capabilities(_ query: WMTSQuery, _ request: Request) async throws(HTTPProblem) -> Response {
        var entries: [Site.Entry]
        if let id = query["layer"] {
            try await context.opening.wait(for: id[...])
            entries = [try context.site.entry(id)]
        } else {
            entries = context.site.visibleEntries
        }
        let layers = entries.map(\.content).map {
            WMTSCapabilities.Layer(
                id: $0.id, pathName: IdentifierEncoding.encoded($0.id), title: $0.title, pyramid: $0.pyramid,
                part: $0.part, location: $0.location)
        }
        let document = WMTSCapabilities(address: "\(ClientView(request).base)\(Self.folder)", layers: layers).document
        return .document(Array(document.utf8), "application/xml", to: request)
    }

    // MARK: Queries

    private func answer(_ query: WMTSQuery, _ request: Request) async throws(OWSProblem) -> Response {
        guard let service = query["service"] else { throw .missing("service", "use service=WMTS") }
        guard service.uppercased() == "WMTS" else {
            throw OWSProblem("InvalidParameterValue", "the service must be WMTS", parameter: "service")
        }
        guard let operation = query["request"] else {
            throw .missing("request", "use request=GetCapabilities or request=GetTile")
        }
        switch operation.lowercased() {
        case "getcapabilities":
            do throws(HTTPProblem) {
                return try await capabilities(query, request)
            } catch {
                throw OWSProblem(error, parameter: "layer")
            }
        case "gettile": return try await tile(query, request)
        default:
            throw OWSProblem(
                "OperationNotSupported", "supported requests are GetCapabilities and GetTile", parameter: "request")
        }
    }

    private func tile(_ query: WMTSQuery, _ request: Request) async throws(OWSProblem) -> Response {
        func value(_ name: String) throws(OWSProblem) -> String {
            guard let value = query[name], !value.isEmpty else {
                throw .missing(name, "request=GetCapabilities lists its values")
            }
            return value
        }
        if let version = query["version"], version != "1.0.0" {
            throw OWSProblem("InvalidParameterValue", "the version must be 1.0.0", parameter: "version")
        }
        let (layer, style, set) = (try value("layer"), try value("style"), try value("tilematrixset"))
        let (matrix, row, column) = (try value("tilematrix"), try value("tilerow"), try value("tilecol"))
        let format = try value("format")
        guard let ending = WMTSCapabilities.formats.first(where: { $0.0 == format })?.1 else {
            let known = WMTSCapabilities.formats.map(\.0).joined(separator: ", ")
            throw OWSProblem("InvalidParameterValue", "supported formats are \(known)", parameter: "format")
        }
        let parts = [layer, style, set, matrix, row, column]
        guard !parts.contains(where: { $0.contains("/") }) else {
            throw OWSProblem("InvalidParameterValue", "parameters must not contain a slash", parameter: nil)
        }
        do throws(HTTPProblem) {
            let address = [IdentifierEncoding.encoded(layer)] + parts.dropFirst()
            let path = "\(Self.tileFolder)/\(address.joined(separator: "/")).\(ending)"
            return try await context.answers.tile(atPath: path, content: layer[...], request)
        } catch {
            throw OWSProblem(error, parameter: nil)
        }
    }
}

/// A query with case-insensitive names (OWS 1.1, 11.5.2).
private struct WMTSQuery {
    private var values: [String: String] = [:]

    init(_ request: Request) {
        for (name, value) in request.uri.queryParameters {
            values[String(name).lowercased()] = String(value)
        }
    }

    subscript(name: String) -> String? { values[name] }
}

/// The reason why a query fails, in the form of OGC's services.
private struct OWSProblem: Error {
    var code: String
    var text: String
    var parameter: String?
    var status = 400
    /// The redirect that answers the query in place of the problem.
    var redirect: HTTPProblem?

    init(_ code: String, _ text: String, parameter: String?) {
        (self.code, self.text, self.parameter) = (code, text, parameter)
    }

    init(_ problem: HTTPProblem, parameter: String?) {
        code = problem.status < 500 ? "InvalidParameterValue" : "NoApplicableCode"
        (text, self.parameter, status) = (problem.message, parameter, problem.status)
        if problem.names?.isRedirect == true { redirect = problem }
    }

    static func missing(_ name: String, _ advice: String) -> OWSProblem {
        OWSProblem("MissingParameterValue", "\(name) is missing: \(advice)", parameter: name)
    }

    var response: Response {
        var response = Response(
            WMTSCapabilities.exceptionReport(code, text, parameter: parameter), "text/xml", caching: "no-store")
        response.status = HTTPResponse.Status(code: status)
        return response
    }
}
