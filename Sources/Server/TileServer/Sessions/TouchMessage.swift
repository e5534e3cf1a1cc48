import Foundation
import TileEngine
import TileSessions

/// Touches on the picture of a content that accepts them.
struct TouchMessage: Equatable, Decodable {
    /// The touches, in units of content.
    var touches: [SessionRecording.Touch]

    /// The largest coordinate. No content is larger.
    private static let farthest = 1e12

    private enum CodingKeys: String, CodingKey { case touches }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        touches = try SessionRecording.Touch.list(values, .touches, farthest: Self.farthest)
    }

    /// Returns the touches in the engine's form.
    ///
    /// - Parameter person: The viewer's number.
    func touches(of person: UInt64) -> [ContentTouch] {
        touches.map { touch in
            let phase: ContentTouch.Phase =
                switch touch.phase {
                case .began: .began
                case .moved: .moved
                case .ended: .ended
                case .cancelled: .cancelled
                }
            return ContentTouch(
                .init(person: person, number: touch.finger), phase, at: CGPoint(x: touch.x, y: touch.y))
        }
    }
}
