import Foundation
import NIOCore
import TileSessions

/// A message from a viewer.
enum ViewerMessage: Equatable, Decodable {
    case viewport(ViewportMessage)
    /// Accepted only if the session is recorded.
    case input(InputMessage)
    /// Accepted only if the content accepts touches.
    case touch(TouchMessage)
    /// Accepted only if the content has the size of the viewer's window.
    case screen(ScreenMessage)
    /// Accepted only if the content accepts typing.
    case typing(TypingMessage)
    /// A request for the accessibility elements. Accepted, like `act`, only if the content has some.
    case read
    case act(ActMessage)

    /// The kinds of messages that a session accepts in addition to viewports.
    struct Kinds: OptionSet {
        var rawValue: Int
        static let input = Kinds(rawValue: 1)
        static let touch = Kinds(rawValue: 2)
        static let screen = Kinds(rawValue: 4)
        static let typing = Kinds(rawValue: 8)
        static let reading = Kinds(rawValue: 16)
    }

    private enum CodingKeys: String, CodingKey { case type }

    private struct OtherType: Error { var type: String }

    /// The key of `Kinds` in a decoder's `userInfo`.
    private static let kinds = CodingUserInfoKey(rawValue: "kinds")!

    init(from decoder: any Decoder) throws {
        let kinds = decoder.userInfo[Self.kinds] as? Kinds ?? []
        let type = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .type)
        switch type {
        case "viewport": self = .viewport(try ViewportMessage(from: decoder))
        case "input" where kinds.contains(.input): self = .input(try InputMessage(from: decoder))
        case "touch" where kinds.contains(.touch): self = .touch(try TouchMessage(from: decoder))
        case "screen" where kinds.contains(.screen): self = .screen(try ScreenMessage(from: decoder))
        case "typing" where kinds.contains(.typing): self = .typing(try TypingMessage(from: decoder))
        case "read" where kinds.contains(.reading): self = .read
        case "act" where kinds.contains(.reading): self = .act(try ActMessage(from: decoder))
        default: throw OtherType(type: type)
        }
    }

    /// Parses a message.
    init(_ text: ByteBuffer, also kinds: Kinds) throws(SessionClosure) {
        // The decoder also accepts other encodings than UTF-8, which it recognizes by these bytes.
        guard !text.readableBytesView.contains(where: { $0 == 0 || $0 >= 0xFE }) else {
            throw .garbled("the message is not UTF-8")
        }
        let decoder = JSONDecoder()
        decoder.userInfo[Self.kinds] = kinds
        do {
            self = try decoder.decode(Self.self, from: Data(text.readableBytesView))
        } catch let other as OtherType {
            throw .refused("unknown message type “\(other.type.prefix(40))”")
        } catch let closure as SessionClosure {
            throw closure
        } catch DecodingError.keyNotFound(let key, let context) {
            throw .refused("\(Self.name(key, context)) is missing")
        } catch DecodingError.typeMismatch(_, let context) {
            throw .refused("\(Self.name(nil, context)) is of the wrong type")
        } catch DecodingError.valueNotFound(_, let context) {
            throw .refused("\(Self.name(nil, context)) is null or missing")
        } catch {
            throw .garbled("the message is not valid JSON")
        }
    }

    private static func name(_ key: (any CodingKey)?, _ context: DecodingError.Context) -> String {
        let path = (context.codingPath + [key].compactMap { $0 }).map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
        return path.isEmpty ? "the message" : path.joined(separator: ".")
    }
}
