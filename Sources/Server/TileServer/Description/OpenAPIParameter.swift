import TileContent
import TileGeometry

/// A part of a request that a client chooses.
struct OpenAPIParameter: Hashable, Sendable {
    enum Place: String, Sendable { case path, query, header }

    let name: String
    let place: Place
    let isRequired: Bool
    let schema: JSONSchema
    let example: JSONValue?
    let text: String?

    static func path(
        _ name: String, _ schema: JSONSchema, example: JSONValue? = nil, _ text: String? = nil
    ) -> OpenAPIParameter {
        OpenAPIParameter(name: name, place: .path, isRequired: true, schema: schema, example: example, text: text)
    }

    static func query(
        _ name: String, _ schema: JSONSchema, isRequired: Bool = false, example: JSONValue? = nil,
        _ text: String? = nil
    ) -> OpenAPIParameter {
        OpenAPIParameter(
            name: name, place: .query, isRequired: isRequired, schema: schema, example: example, text: text)
    }

    static func header(_ name: String, _ schema: JSONSchema, text: String) -> OpenAPIParameter {
        OpenAPIParameter(
            name: name, place: .header, isRequired: false, schema: schema, example: nil, text: text)
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "name": .string(name), "in": .string(place.rawValue), "required": .boolean(isRequired),
            "schema": schema.value,
        ]
        members["example"] = example
        members["description"] = text.map { .string($0) }
        return .object(members)
    }
}

extension JSONSchema {
    /// A content's name, by the rules of `IdentifierEncoding.isUsable`. The classes list the ASCII characters that a
    /// name can't have: tools that generate strings expand ranges, and `\u0080-\uFFFF` has 65,408 characters.
    static let contentName = string(
        pattern: "^[^\\u0000-,./:-@\\[-\\^`{-\\u007F][^\\u0000-,/:-@\\[-\\^`{-\\u007F]*$")
}

extension OpenAPIParameter {
    /// A content's name in a path, in the forms that `Site.place` accepts.
    static let id = path(
        "id", .contentName,
        "A content's name, as listed by /contents.json. Pages of documents are {id}-p{number}. Letters and digits of other "
            + "scripts are percent-encoded.")

    /// The file extensions that `Site.Entry.format(forExtension:)` accepts.
    static let fileExtensions = ["png", "webp", "jpg", "jpeg", "avif", "jxl"]
    static let fileExtension = path("format", .one(of: fileExtensions), example: "png")

    /// - Parameter name: The protocol's name for the level.
    static func level(_ name: String, deepest: Int = TilePyramid.deepestSquareLevel) -> OpenAPIParameter {
        path(name, .integer(0...deepest), example: 0, "A level, up to the content's deepest.")
    }

    /// A column or a row.
    static func coordinate(_ name: String, _ text: String? = nil, example: JSONValue = 0) -> OpenAPIParameter {
        path(name, .integer(0...(1 << TilePyramid.deepestSquareLevel) - 1), example: example, text)
    }

    static let ifNoneMatch = header(
        "If-None-Match", .string, text: "Entity tags of cached responses. The answer is 304 if one is current.")
    static let range = header("Range", .string, text: "A byte range, such as bytes=1000- for everything from there on.")
    /// The parameters of `RasterQuery`.
    static let raster = [
        query(
            RasterQuery.range, .string(pattern: RasterPreferences.rangePattern),
            "The values shown from black to white, the lower one first, such as 0:3000. For contents whose TileJSON "
                + "has a raster."),
        query(
            RasterQuery.bands, .string(pattern: RasterPreferences.bandsPattern),
            "The band shown as gray, or those shown as red, green, and blue, counted from 1, such as 4,3,2. For "
                + "contents whose TileJSON has a raster."),
        query(
            RasterQuery.channels, .string(pattern: RasterPreferences.channelsPattern),
            "The channels that are added up, by name or number, each with a color and an opacity if wanted, such as "
                + "DAPI:blue,FITC:00ff00@0.8. For contents whose TileJSON has channels."),
    ]
    static let tileSession = header(
        "Tile-Session", .string, text: "The name of a scroll session. It may get a draft while its viewer moves fast.")
}
