import Foundation
import TileGeometry

extension TilePyramid {
    /// The pyramid whose deepest level is at 2 to the power `extraLevels` of the content's own size, or the next above
    /// that can be addressed; and how many levels down from it the content's own size would be (negative: above it).
    static func reaching(
        contentSize: CGSize, tileSize: Int, extraLevels: Int
    ) throws(Failure) -> (pyramid: TilePyramid, levelsToFullSize: Int) {
        var extra = extraLevels
        while true {
            do {
                let pyramid = try TilePyramid(contentSize: contentSize, tileSize: tileSize, extraLevels: extra)
                return (pyramid, -extra)
            } catch {
                guard case .tooLarge = error else { throw error }
                extra -= 1
            }
        }
    }
}
