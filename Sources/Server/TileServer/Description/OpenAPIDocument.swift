import Foundation
import TileSupport

/// The description of the server in OpenAPI 3.1, <https://spec.openapis.org/oas/v3.1.1>.
final class OpenAPIDocument: Sendable {
    let paths: [OpenAPIPath]
    /// The encoded document except its servers. Created on first use.
    private let body = Lock<[UInt8]?>(nil)

    init(_ paths: [OpenAPIPath]) { self.paths = paths }

    /// Returns the document's bytes.
    ///
    /// - Parameter server: The base address of the paths. May be empty.
    /// - Complexity: O(n) in the bytes. The first call encodes the document.
    func bytes(server: String) -> [UInt8] {
        let rest = body.withLock { body in
            let known = body ?? Self.encoded(json)
            body = known
            return known
        }
        let servers: JSONValue = ["servers": [["url": .string(server.isEmpty ? "/" : server)]]]
        // Joins `{"servers":…}` and `{…}` into one object.
        return Self.encoded(servers).dropLast() + [UInt8(ascii: ",")] + rest.dropFirst()
    }

    private static func encoded(_ value: JSONValue) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // The value contains nothing that JSON can't represent.
        return [UInt8](try! encoder.encode(value))
    }

    private var json: JSONValue {
        [
            "openapi": "3.1.1",
            "info": [
                "title": "Tilework", "version": "1", "license": ["name": "Apache 2.0", "identifier": "Apache-2.0"],
                "description": .string(Self.introduction),
            ],
            "paths": .object(Dictionary(uniqueKeysWithValues: paths.map { ($0.template, $0.json) })),
            "components": ["headers": headers, "responses": responses],
        ]
    }

    private static let introduction = """
        Contents as tiles, in several protocols. All resources are read-only: GET and HEAD read them, OPTIONS answers \
        browsers' preflight requests, and other methods get 405. Errors are a sentence of plain text. Addresses in \
        answers have the scheme, the host, and the prefix of the request, or those in X-Forwarded-Proto, \
        X-Forwarded-Host, X-Forwarded-Port, and X-Forwarded-Prefix, or in Forwarded. Contents with several styles \
        accept ?style= at all of their addresses.
        """

    private var headers: JSONValue {
        .object(Dictionary(uniqueKeysWithValues: OpenAPIHeader.allCases.map { ($0.rawValue, $0.json) }))
    }

    private var responses: JSONValue {
        var all: [String: JSONValue] = [:]
        for answer in paths.flatMap(\.answers) {
            guard let name = answer.component else { continue }
            all[name] = answer.json(forHead: false)
            all[name + OpenAPIAnswer.headSuffix] = answer.json(forHead: true)
        }
        return .object(all)
    }
}
