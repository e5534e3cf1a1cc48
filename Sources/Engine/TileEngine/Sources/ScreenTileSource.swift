public import Foundation

/// A source that shows a screen, which can be resized to the viewer's window.
public protocol ScreenTileSource: TouchableTileSource {
    /// The screen's size in content units. The screen is at the content's origin.
    var screenSize: CGSize { get }

    /// Whether the screen follows the size of the viewer's window. The content is then as large as any window can be,
    /// and its visible part is the screen.
    var followsViewer: Bool { get }

    /// Resizes the screen, within the content's size. A screen wider than high is in landscape orientation. Subscribers
    /// are notified of visual changes before this returns. May block; call it where waiting does no harm.
    func resize(to size: CGSize)
}
