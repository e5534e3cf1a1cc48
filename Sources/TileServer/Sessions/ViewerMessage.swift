import Foundation
import NIOCore
import TileSessions

/// What a viewer says.
enum ViewerMessage: Equatable, Decodable {
    case viewport(ViewportMessage)
    /// Only where the session is recorded.
    case input(InputMessage)

    private enum CodingKeys: String, CodingKey { case type }

    private struct OtherType: Error { var type: String }

    /// Says in a decoder's `userInfo` that there are `input` messages.
    private static let takesInput = CodingUserInfoKey(rawValue: "takesInput")!

    init(from decoder: any Decoder) throws {
        let type = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .type)
        switch type {
        case "viewport": self = .viewport(try ViewportMessage(from: decoder))
        case "input" where decoder.userInfo[Self.takesInput] != nil: self = .input(try InputMessage(from: decoder))
        default: throw OtherType(type: type)
        }
    }

    /// Reads a message's text.
    init(_ text: ByteBuffer, takesInput: Bool) throws(SessionClosure) {
        // The decoder takes other encodings than UTF-8 too, and knows them by these.
        guard !text.readableBytesView.contains(where: { $0 == 0 || $0 >= 0xFE }) else {
            throw .garbled("the message is not UTF-8")
        }
        let decoder = JSONDecoder()
        if takesInput { decoder.userInfo[Self.takesInput] = true }
        do {
            self = try decoder.decode(Self.self, from: Data(text.readableBytesView))
        } catch let other as OtherType {
            throw .refused("there is no message of type “\(other.type.prefix(40))”")
        } catch let closure as SessionClosure {
            throw closure
        } catch DecodingError.keyNotFound(let key, let context) {
            throw .refused("\(Self.name(key, context)) is missing")
        } catch DecodingError.typeMismatch(_, let context) {
            throw .refused("\(Self.name(nil, context)) is of the wrong type")
        } catch DecodingError.valueNotFound(_, let context) {
            throw .refused("\(Self.name(nil, context)) is null, or missing")
        } catch {
            throw .garbled("the message is not JSON, or a number in it is none")
        }
    }

    private static func name(_ key: (any CodingKey)?, _ context: DecodingError.Context) -> String {
        let path = (context.codingPath + [key].compactMap { $0 }).map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
        return path.isEmpty ? "the message" : path.joined(separator: ".")
    }
}
