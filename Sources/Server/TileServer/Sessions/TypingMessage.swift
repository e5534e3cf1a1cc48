import Foundation
import TileEngine
import TileSessions

/// Edits typed in a viewer for a content that accepts them.
struct TypingMessage: Equatable, Decodable {
    /// The number of the text that the edits are for.
    var number: Int
    var edits: [ContentTyping]

    private static let mostEdits = 100
    /// The largest position. No text is longer.
    private static let farthest = 1 << 40

    private enum CodingKeys: String, CodingKey { case number, edits }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        number = try values.decode(Int.self, forKey: .number)
        var list = try values.nestedUnkeyedContainer(forKey: .edits)
        edits = []
        while !list.isAtEnd {
            guard edits.count < Self.mostEdits else {
                throw SessionClosure.refused("a message has at most \(Self.mostEdits) edits")
            }
            var edit = try list.nestedUnkeyedContainer()
            edits.append(try Self.edit(&edit))
        }
    }

    private static func edit(_ list: inout any UnkeyedDecodingContainer) throws -> ContentTyping {
        let name = try list.decode(String.self)
        func range() throws -> Range<Int> {
            let (low, high) = (try list.decode(Int.self), try list.decode(Int.self))
            guard 0 <= low, low <= high, high <= farthest else {
                throw SessionClosure.refused("invalid text range \(low) to \(high)")
            }
            return low..<high
        }
        switch name {
        case "insert": return .insert(try list.decode(String.self))
        case "mark":
            let text = try list.decode(String.self)
            return .mark(text, selection: try range())
        case "settle": return .settle
        case "delete": return .delete(isForward: try list.decode(Bool.self))
        case "replace":
            let replaced = try range()
            return .replace(replaced, with: try list.decode(String.self))
        case "select": return .select(try range())
        case "paste": return .paste(try list.decode(String.self))
        case "key":
            let key = try list.decode(String.self)
            guard let known = ContentTyping.Key(rawValue: key) else {
                throw SessionClosure.refused("unknown key “\(key.prefix(40))”")
            }
            return .key(known, ContentTyping.Modifiers(rawValue: try list.decode(Int.self) & 15))
        case "undo": return .undo
        case "redo": return .redo
        case "dismiss": return .dismiss
        default: throw SessionClosure.refused("unknown edit “\(name.prefix(40))”")
        }
    }
}

/// A message to a viewer with the typing state.
struct TypingPush: Encodable {
    private var type = "typing"
    private var number: Int
    private var active: Bool
    private var text: String?
    private var start: Int?
    private var length: Int?
    private var selection: [Int]?
    private var marked: [Int]?
    private var caret: [Double]?
    private var place: [Double]?
    private var secret: Bool?
    private var editable: Bool?
    private var multiline: Bool?
    private var mode: String?
    private var enter: String?
    private var capitals: String?
    private var corrects: Bool?
    private var spelling: Bool?

    init(_ state: ContentTypingState) {
        number = state.number
        active = state.isActive
        guard active else { return }
        (text, start, length) = (state.text, state.start, state.length)
        selection = state.selection.map { [$0.lowerBound, $0.upperBound] }
        marked = state.marked.map { [$0.lowerBound, $0.upperBound] }
        (caret, place) = (Self.list(state.caret), Self.list(state.place))
        (secret, editable, multiline) = (state.isSecret, state.isEditable, state.isMultiline)
        (mode, enter, capitals) = (state.mode.rawValue, state.returnKey.rawValue, state.capitals.rawValue)
        (corrects, spelling) = (state.corrects, state.checksSpelling)
    }

    private static func list(_ rect: CGRect?) -> [Double]? {
        guard let rect else { return nil }
        let numbers = [rect.minX, rect.minY, rect.width, rect.height].map { Double($0) }
        return numbers.allSatisfy(\.isFinite) ? numbers : nil
    }

    /// The message as JSON.
    var json: String { SessionPush.json(self) }
}
