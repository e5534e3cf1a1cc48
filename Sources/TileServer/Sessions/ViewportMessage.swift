import Foundation
import NIOCore
import TileEngine
import TileGeometry

/// The one message that viewers send: what they show now, and where they are heading.
struct ViewportMessage: Equatable, Decodable {
    struct Rect: Equatable, Decodable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double

        fileprivate var box: Box { Box(x: x, y: y, width: width, height: height) }
    }

    /// In units of content, as all rects here.
    var visible: Rect
    /// Pixels of the screen per unit.
    var scale: Double
    /// In units of content per second.
    var velocityX: Double
    var velocityY: Double
    /// Where the motion ends, when that is known.
    var landing: Rect?
    var isZooming: Bool

    private enum CodingKeys: String, CodingKey {
        case type, x, y, width, height, scale, velocityX, velocityY, landing, zooming
    }

    private struct OtherType: Error { var type: String }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let type = try values.decode(String.self, forKey: .type)
        guard type == "viewport" else { throw OtherType(type: type) }
        visible = Rect(
            x: try values.decode(Double.self, forKey: .x), y: try values.decode(Double.self, forKey: .y),
            width: try values.decode(Double.self, forKey: .width),
            height: try values.decode(Double.self, forKey: .height))
        scale = try values.decode(Double.self, forKey: .scale)
        velocityX = try values.decodeIfPresent(Double.self, forKey: .velocityX) ?? 0
        velocityY = try values.decodeIfPresent(Double.self, forKey: .velocityY) ?? 0
        landing = try values.decodeIfPresent(Rect.self, forKey: .landing)
        isZooming = try values.decodeIfPresent(Bool.self, forKey: .zooming) ?? false
    }

    /// Reads a message's text.
    init(_ text: ByteBuffer) throws(SessionClosure) {
        // The decoder takes other encodings than UTF-8 too, and knows them by these.
        guard !text.readableBytesView.contains(where: { $0 == 0 || $0 >= 0xFE }) else {
            throw .garbled("the message is not UTF-8")
        }
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(text.readableBytesView))
        } catch let other as OtherType {
            throw .refused("there is no message of type “\(other.type.prefix(40))”")
        } catch DecodingError.keyNotFound(let key, let context) {
            throw .refused("\(Self.name(key, context)) is missing")
        } catch DecodingError.typeMismatch(_, let context) {
            throw .refused("\(Self.name(nil, context)) is of the wrong type")
        } catch DecodingError.valueNotFound(_, let context) {
            throw .refused("\(Self.name(nil, context)) is null")
        } catch {
            throw .garbled("the message is not JSON, or a number in it is none")
        }
    }

    private static func name(_ key: (any CodingKey)?, _ context: DecodingError.Context) -> String {
        let path = (context.codingPath + [key].compactMap { $0 }).map(\.stringValue)
        return path.isEmpty ? "the message" : path.joined(separator: ".")
    }

    /// What it says, as the engine takes it; `time` in seconds.
    func viewport(time: Double) throws(SessionClosure) -> Viewport {
        do {
            return try Viewport(
                visible: visible.box, scale: scale, velocityX: velocityX * scale, velocityY: velocityY * scale,
                landing: landing?.box, isZooming: isZooming, time: time)
        } catch {
            throw .refused("\(error)")
        }
    }
}
