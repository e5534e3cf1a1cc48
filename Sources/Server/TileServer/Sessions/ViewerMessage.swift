import Foundation
import NIOCore
import TileSessions

/// What a viewer says.
enum ViewerMessage: Equatable, Decodable {
    case viewport(ViewportMessage)
    /// Only where the session is recorded.
    case input(InputMessage)
    /// Only where the content is to be touched.
    case touch(TouchMessage)
    /// Only where the content is as large as the viewer's window.
    case screen(ScreenMessage)
    /// Only where the content is typed in.
    case typing(TypingMessage)
    /// It wants to be told what there is to read. Only where there is something, as the next.
    case read
    case act(ActMessage)

    /// Of those that are not of all sessions, which there are.
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

    /// The place of `Kinds` in a decoder's `userInfo`.
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

    /// Reads a message's text.
    init(_ text: ByteBuffer, also kinds: Kinds) throws(SessionClosure) {
        // The decoder takes other encodings than UTF-8 too, and knows them by these.
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
