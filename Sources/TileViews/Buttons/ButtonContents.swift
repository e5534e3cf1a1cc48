import Foundation
import TileDrawing

/// What a button shows in each state.
struct ButtonContents {
    var titles = ByState<String>()
    var attributedTitles = ByState<NSAttributedString>()
    var titleColors = ByState<UIColor>()
    var titleShadowColors = ByState<UIColor>()
    var images = ByState<UIImage>()
    var backgroundImages = ByState<UIImage>()
}
