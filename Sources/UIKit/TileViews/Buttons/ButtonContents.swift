import Foundation
import TileDrawing

/// The content of a button for each control state.
struct ButtonContents {
    var titles = ByState<String>()
    var attributedTitles = ByState<NSAttributedString>()
    var titleColors = ByState<UIColor>()
    var titleShadowColors = ByState<UIColor>()
    var images = ByState<UIImage>()
    var backgroundImages = ByState<UIImage>()
    var symbolConfigurations = ByState<UIImage.SymbolConfiguration>()

    /// The states with content of their own.
    var states: Set<UIControl.State> {
        titles.states.union(attributedTitles.states).union(titleColors.states).union(titleShadowColors.states)
            .union(images.states).union(backgroundImages.states)
            .union(symbolConfigurations.states)
    }
}
