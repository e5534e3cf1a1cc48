import Foundation
import TileSessions
import TileSupport

/// A message with the size of a viewer's window, for content that adapts to it.
struct ScreenMessage: Equatable, Decodable {
    /// The window's size in the content's units.
    var size: CGSize

    private enum CodingKeys: String, CodingKey { case width, height }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let (width, height) = (
            try values.decode(Double.self, forKey: .width), try values.decode(Double.self, forKey: .height)
        )
        let sides = 1...InputMessage.longestSide
        guard sides.contains(width), sides.contains(height) else {
            throw SessionClosure.refused(
                "width and height must be from 1 to \(GroupedNumber.text(InputMessage.longestSide))")
        }
        size = CGSize(width: width, height: height)
    }
}
