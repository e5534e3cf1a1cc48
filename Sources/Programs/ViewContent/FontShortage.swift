import TileContent
import TileGraphics
import TileLayers
import TileSupport
import TileViews

/// The fonts that could not be opened while a tree of views was drawn, so that its text lacks letters.
///
/// Such a tree is not shown. It is drawn again as soon as the font can be opened.
final class FontShortage: Sendable {
    private struct State: Sendable {
        var font: UnopenedFont?
        /// The number of shortages so far.
        var count = 0
    }

    private let state = Lock(State())

    /// Notes the font that text on this thread lacked since the last call, if any. Called after the tree is drawn.
    func noteMissingFont() {
        guard let font = TextShaper.ofThread.value.takeMissingFont() else { return }
        state.withLock { state in
            state.font = font
            state.count += 1
        }
    }

    /// Makes the tree complete.
    ///
    /// - Parameters:
    ///   - name: The name of the tree in messages.
    ///   - redraw: Draws the whole tree again.
    /// - Throws: `ContentFailure.shortage` while a font can't be opened.
    func complete(_ name: @autoclosure () -> String, redraw: () -> Void) throws(ContentFailure) {
        let (font, count) = state.withLock { ($0.font, $0.count) }
        guard let font else { return }
        if font.canBeOpened {
            redraw()
            noteMissingFont()
            state.withLock { if $0.count == count { $0.font = nil } }
        }
        try check(name())
    }

    /// Checks that the tree lacks no letters.
    ///
    /// - Throws: `ContentFailure.shortage`.
    func check(_ name: @autoclosure () -> String) throws(ContentFailure) {
        if let font = state.withLock({ $0.font }) { throw .shortage(path: name(), what: "\(font)") }
    }
}

extension UIView {
    /// Marks all views and layers below this one to be measured, laid out and drawn again.
    func invalidateText() {
        invalidateIntrinsicContentSize()
        setNeedsLayout()
        layer.invalidateText()
        for view in subviews { view.invalidateText() }
    }
}

extension CALayer {
    fileprivate func invalidateText() {
        setNeedsDisplay()
        setNeedsLayout()
        for layer in sublayers ?? [] where !(layer.delegate is UIView) { layer.invalidateText() }
    }
}
