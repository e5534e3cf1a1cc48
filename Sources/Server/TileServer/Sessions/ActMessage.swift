import TileEngine
import TileSessions

/// An accessibility action that a viewer performs on an element of a content.
struct ActMessage: Equatable, Decodable {
    /// The element's number.
    var number: Int
    var action: AccessibleAction

    private enum CodingKeys: String, CodingKey { case element, action, index }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        number = try values.decode(Int.self, forKey: .element)
        let name = try values.decode(String.self, forKey: .action)
        switch name {
        case "activate": action = .activate
        case "increment": action = .increment
        case "decrement": action = .decrement
        case "escape": action = .escape
        case "focus": action = .focus
        case "other": action = .other(try values.decode(Int.self, forKey: .index))
        default: throw SessionClosure.refused("unknown action “\(name.prefix(40))”")
        }
    }
}
