public import Foundation
public import TileEngine
import TileViews

extension ViewSource: ScreenTileSource {
    public var screenSize: CGSize {
        settle()
        return sizeOfScreen
    }

    public func resize(to size: CGSize) {
        precondition(
            size.width.isFinite && size.height.isFinite && size.width > 0 && size.height > 0,
            "a screen can't be \(size.width) by \(size.height) points: both must be positive and finite")
        let size = CGSize(width: min(size.width, contentSize.width), height: min(size.height, contentSize.height))
        settle()
        change { stage in
            let screen = stage.screen
            // The screen is resized even if the program doesn't support its orientation.
            if size.width != size.height, screen.interfaceOrientation.isLandscape != (size.width > size.height) {
                screen.rotate(to: size.width > size.height ? .landscapeRight : .portrait)
            }
            screen.resize(to: size)
        }
    }
}
