import Foundation

/// A JSON value to write. The members of objects keep their order.
enum TraceJSON {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([TraceJSON])
    case object([(String, TraceJSON)])

    static func point(_ point: CGPoint) -> TraceJSON { .array([.number(Double(point.x)), .number(Double(point.y))]) }

    static func size(_ size: CGSize) -> TraceJSON {
        .array([.number(Double(size.width)), .number(Double(size.height))])
    }

    /// The value on one line. A number that JSON does not support is null.
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): "\(value)"
        case .number(let value):
            if value == value.rounded(), abs(value) < 0x1p53 {
                "\(Int(value))"
            } else {
                value.isFinite ? "\(value)" : "null"
            }
        case .string(let value): Self.quoted(value)
        case .array(let values): "[\(values.map(\.text).joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\(Self.quoted($0.0)): \($0.1.text)" }.joined(separator: ", "))}"
        }
    }

    private static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // `<` is escaped too, so that the text can be embedded in a page's script.
            case _ where scalar.value < 0x20 || scalar == "<" || scalar == "\u{2028}" || scalar == "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
