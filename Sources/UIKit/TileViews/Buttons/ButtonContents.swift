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

    /// Those for which something is set.
    var states: Set<UIControl.State> {
        titles.states.union(attributedTitles.states).union(titleColors.states).union(titleShadowColors.states)
            .union(images.states).union(backgroundImages.states)
    }
}
