/// A JSON value of any type. Numbers are read exactly, unlike with `JSONSerialization` on Linux.
enum JSONNode: Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([String: JSONNode])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // The most frequent type first, because each failed attempt costs an error.
        if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let truth = try? value.decode(Bool.self) {
            self = .bool(truth)
        } else if value.decodeNil() {
            self = .null
        } else if let list = try? value.decode([JSONNode].self) {
            self = .array(list)
        } else {
            self = .object(try value.decode([String: JSONNode].self))
        }
    }
}
