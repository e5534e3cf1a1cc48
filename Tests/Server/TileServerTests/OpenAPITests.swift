import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import TileServer

@Suite("The description of the server")
struct OpenAPITests {
    /// Returns the description of a server with all routes.
    private func description() throws -> (paths: [OpenAPIPath], routes: Set<String>, server: TileServer) {
        let server = try Fixture().server
        return (server.routes.flatMap(\.paths), Set(server.router.routes.map { "\($0.path)" }), server)
    }

    private func ask(
        _ server: TileServer, _ path: String, _ method: HTTPRequest.Method = .get, _ headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await server.application.test(.router) { client in
            try await client.execute(uri: path, method: method, headers: headers) { $0 }
        }
    }

    // MARK: Against the routes

    @Test("has a path for each route, and no path without one; a folder's own route answers 404 where it has none")
    func routes() async throws {
        let (paths, routes, server) = try description()
        var undescribed = routes
        for path in paths {
            let sample = path.template.replacing(#/\{[^}]*\}/#, with: "x")
            // The router prefers the template with the most literal text.
            let match = routes.filter { sample.wholeMatches($0.routeExpression) }.min { $0.vagueness < $1.vagueness }
            #expect(match != nil, "no route has \(path.template)")
            if let match { undescribed.remove(match) }
        }
        for route in undescribed {
            #expect(routes.contains { $0.hasPrefix("\(route)/") }, "\(route) is not described")
            #expect(try await ask(server, route).status == .notFound, "\(route) is not described")
        }
        // Ensures that the comparison above is not of empty sets.
        #expect(routes.isSuperset(of: ["/tiles/**", "/tiles.json", "/openapi.json", "/metrics"]))
    }

    @Test("is found to lack a route that is added without a path")
    func missingRoute() throws {
        let (paths, _, server) = try description()
        let router = server.router
        router.read("/unknown") { (_) async throws(HTTPProblem) in .healthy }
        let routes = router.routes.map { "\($0.path)" }
        #expect(routes.contains("/unknown") && !paths.contains { $0.template == "/unknown" })
    }

    @Test("has all that the table of answers has: status and type, by the path with its parameters")
    func answerTable() throws {
        let (paths, _, _) = try description()
        var used: Set<String> = []
        for row in try AnswerTableTests.rows() {
            let words = row.request[0].split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 2, words[0] == "GET" || words[0] == "HEAD",
                let status = row.answer[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) })
            else { continue }
            let isSuccess = (200..<400).contains(status)
            let written = String(words[1].prefix { $0 != "?" })
            // The description has parameters before percent-encoding.
            let target = isSuccess ? written.removingPercentEncoding ?? written : written
            let matches = paths.filter { target.wholeMatches(isSuccess ? $0.expression : $0.looseExpression) }
            if isSuccess { #expect(!matches.isEmpty, "\(row.request[0]) is answered by \(status)") }
            guard !matches.isEmpty else { continue }
            // A parameter may match text that another template spells out.
            let answers = matches.flatMap(\.answers).filter { $0.status == status }
            #expect(!answers.isEmpty, "\(row.request[0]): \(status) is not described")
            used.formUnion(matches.map(\.template))
            guard let type = row.answer.first(where: { $0.hasPrefix("Content-Type: ") })?.dropFirst(14) else {
                continue
            }
            let plainType = String(type.prefix { $0 != ";" })
            #expect(
                answers.contains { $0.content.contains { $0.mediaType == plainType } },
                "\(row.request[0]): \(plainType) is not described")
        }
        #expect(used.count > 14)
    }

    @Test("lists every header of ours that an answer in the table has")
    func headers() throws {
        let known = Set(OpenAPIHeader.allCases.map(\.rawValue))
        var found: Set<String> = []
        for row in try AnswerTableTests.rows() {
            found.formUnion(row.answer.dropFirst().compactMap { $0.split(separator: ":").first.map { String($0) } })
        }
        let own = found.filter { $0.hasPrefix("Tile") }
        #expect(own.contains("Tilework-Problem"))
        #expect(own.isSubset(of: known), "\(own.subtracting(known))")
        for answer in [OpenAPIAnswer.problem(404), .problem(404, isTile: true)] {
            #expect(answer.headers.contains(.problem))
        }
    }

    // MARK: The document

    @Test("names each operation once, and the parameters that its template has, whose examples are right")
    func soundness() throws {
        let (paths, _, _) = try description()
        #expect(Set(paths.map(\.name)).count == paths.count)
        #expect(Set(paths.map(\.template)).count == paths.count)
        for path in paths {
            let named = path.template.matches(of: #/\{([^}]*)\}/#).map { String($0.1) }
            #expect(Set(named) == Set(path.parameters.filter { $0.place == .path }.map(\.name)), "\(path.template)")
            #expect(Set(path.answers.map(\.status)).count == path.answers.count, "\(path.template)")
            for parameter in path.parameters where parameter.place == .path {
                guard case .string(let example)? = parameter.example else { continue }
                #expect(example.wholeMatches(parameter.expression), "\(path.template): \(parameter.name)")
            }
        }
        let entry = try Fixture().site.entry("plan")
        for name in OpenAPIParameter.fileExtensions {
            #expect(Array(name.utf8).withUnsafeBytes { entry.format(forExtension: $0) } != nil)
        }
    }

    @Test("is served as any document is; its server is who the client asked")
    func document() async throws {
        let server = try Fixture().server
        let answer = try await ask(server, "/openapi.json", .get, [.init("Host")!: "a.example"])
        #expect(answer.status == .ok && answer.headers[.contentType] == "application/json")
        #expect(answer.headers[.cacheControl] == "no-cache")
        let tag = try #require(answer.headers[.eTag])
        let document = try JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any]
        #expect(document?["openapi"] as? String == "3.1.1")
        #expect((document?["paths"] as? [String: Any])?.count == server.routes.flatMap(\.paths).count)

        let known = try await ask(server, "/openapi.json", .get, [.ifNoneMatch: tag])
        #expect(known.status == .notModified && known.body.readableBytes == 0)
        let head = try await ask(server, "/openapi.json", .head)
        #expect(head.status == .ok && head.headers[.contentLength] == "\(answer.body.readableBytes)")

        let behind = try await ask(
            server, "/openapi.json", .get,
            [.forwardedProtocol: "https", .forwardedHost: "b.example, a.example", .forwardedPrefix: "/maps/"])
        let other = try JSONSerialization.jsonObject(with: Data(buffer: behind.body)) as? [String: Any]
        #expect((other?["servers"] as? [[String: String]]) == [["url": "https://b.example/maps"]])
        #expect(behind.headers[.eTag] != tag)
    }

    @Test("lacks the metrics where they have a port of their own")
    func metricsElsewhere() throws {
        let elsewhere = try Fixture { $0.metricsPort = 0 }.server
        #expect(!elsewhere.routes.flatMap(\.paths).contains { $0.template == "/metrics" })
        #expect(try description().paths.contains { $0.template == "/metrics" })
    }
}

extension String {
    fileprivate func wholeMatches(_ expression: String) -> Bool {
        // The expression comes from the tests, so it is valid.
        try! Regex(expression).wholeMatch(in: self) != nil
    }

    private var quoted: String { NSRegularExpression.escapedPattern(for: self) }

    /// The regular expression of the paths that a route of Hummingbird's router matches.
    fileprivate var routeExpression: String {
        split(separator: "/", omittingEmptySubsequences: true).map { part in
            if part == "**" { return "/.+" }
            guard part.hasPrefix("{"), let end = part.firstIndex(of: "}") else { return "/\(String(part).quoted)" }
            return "/[^/]+\(String(part[part.index(after: end)...]).quoted)"
        }.joined().replacing(#/^$/#, with: "/")
    }

    /// A number that is larger for a route with less literal text.
    fileprivate var vagueness: Int {
        split(separator: "/").reduce(0) { sum, part in
            sum + (part == "**" ? 100 : part.hasSuffix("}") ? 10 : part.hasPrefix("{") ? 1 : 0)
        }
    }
}

extension OpenAPIParameter {
    fileprivate var expression: String {
        guard case .object(let schema) = schema.value else { return "[^/]+" }
        if case .string(let pattern)? = schema["pattern"] { return "(?:\(pattern.dropFirst().dropLast()))" }
        if case .array(let values)? = schema["enum"] {
            return
                "(?:\(values.compactMap { if case .string(let text) = $0 { text } else { nil } }.joined(separator: "|")))"
        }
        return schema["type"] == "integer" ? "[0-9]+" : "[^/]+"
    }
}

extension OpenAPIPath {
    /// The regular expression of the described paths, from the path's parameters.
    fileprivate var expression: String { expression { $0?.expression ?? "" } }
    /// The regular expression of paths with the same shape.
    fileprivate var looseExpression: String { expression { _ in "[^/]+" } }

    private func expression(_ part: (OpenAPIParameter?) -> String) -> String {
        NSRegularExpression.escapedPattern(for: template).replacing(#/\\\{([A-Za-z]+)\\\}/#) { match in
            part(parameters.first { $0.name == match.1 })
        }
    }
}
