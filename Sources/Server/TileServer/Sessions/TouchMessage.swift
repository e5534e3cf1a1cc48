import Foundation
import TileEngine
import TileSessions

/// What fingers do on the picture of a content that takes it.
struct TouchMessage: Equatable, Decodable {
    /// In units of content.
    var touches: [SessionRecording.Touch]

    /// No content is larger.
    private static let farthest = 1e12

    private enum CodingKeys: String, CodingKey { case touches }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        touches = try SessionRecording.Touch.list(values, .touches, farthest: Self.farthest)
    }

    /// - Parameter person: whose fingers they are.
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
