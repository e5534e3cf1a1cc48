public import Foundation

/// A source that shows a screen, which may be as large as the window of who looks at it.
public protocol ScreenTileSource: TouchableTileSource {
    /// In units of content; it lies at the content's origin.
    var screenSize: CGSize { get }

    /// Whether it takes the size of who looks at it: then its content is as large as any window, and what there is to
    /// see of it is the screen.
    var followsViewer: Bool { get }

    /// Gives the screen another size, within the content's; one that is wider than high is held sideways. What looks
    /// different then is told as any change is, before this returns. To be called where waiting does no harm.
    func resize(to size: CGSize)
}
