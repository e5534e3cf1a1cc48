/// A schema of a JSON value, in JSON Schema 2020-12, the dialect of OpenAPI 3.1.
struct JSONSchema: Hashable, Sendable {
    let value: JSONValue

    private init(_ value: JSONValue) { self.value = value }

    static let string = JSONSchema(["type": "string"])
    static let boolean = JSONSchema(["type": "boolean"])
    static let number = JSONSchema(["type": "number"])
    static let integer = JSONSchema(["type": "integer"])
    static let count = JSONSchema(["type": "integer", "minimum": 0])
    /// An absolute address, or one relative to the server's root if the request does not name its host.
    static let address = JSONSchema(["type": "string", "format": "uri-reference"])
    /// x, y, width and height.
    static let rect = JSONSchema.array(of: .number, count: 4...4)

    /// - Parameter pattern: A regular expression of ECMA-262.
    static func string(pattern: String) -> JSONSchema {
        JSONSchema(["type": "string", "pattern": .string(pattern)])
    }

    static func string(atMost length: Int, pattern: String) -> JSONSchema {
        JSONSchema(["type": "string", "pattern": .string(pattern), "maxLength": .integer(length)])
    }

    /// A pattern of zero length that matches before a number other than 0.
    static let nonzeroDigit = "(?=[.0]*[1-9])"

    static func string(length: ClosedRange<Int>) -> JSONSchema {
        JSONSchema([
            "type": "string", "minLength": .integer(length.lowerBound), "maxLength": .integer(length.upperBound),
        ])
    }

    static func integer(_ range: ClosedRange<Int>) -> JSONSchema {
        JSONSchema([
            "type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
        ])
    }

    static func number(above bound: Int) -> JSONSchema {
        JSONSchema(["type": "number", "exclusiveMinimum": .integer(bound)])
    }

    /// Returns the schema of a string that is one of these texts.
    static func one(of texts: [String]) -> JSONSchema {
        JSONSchema(["type": "string", "enum": .array(texts.map { .string($0) })])
    }

    static func array(of items: JSONSchema, count: ClosedRange<Int>? = nil) -> JSONSchema {
        let schema = JSONSchema(["type": "array", "items": items.value])
        guard let count else { return schema }
        return JSONSchema(
            schema.value.adding([
                "minItems": .integer(count.lowerBound), "maxItems": .integer(count.upperBound),
            ]))
    }

    static func any(of schemas: [JSONSchema]) -> JSONSchema {
        JSONSchema(["anyOf": .array(schemas.map(\.value))])
    }

    /// - Parameter optional: Members that may be missing.
    static func object(
        _ members: [String: JSONSchema], optional: [String: JSONSchema] = [:]
    ) -> JSONSchema {
        let all = members.merging(optional) { _, _ in preconditionFailure("a member twice") }
        return JSONSchema([
            "type": "object", "properties": .object(all.mapValues(\.value)),
            "required": .array(members.keys.sorted().map { .string($0) }),
        ])
    }

    func described(_ text: String) -> JSONSchema { JSONSchema(value.adding(["description": .string(text)])) }
}
