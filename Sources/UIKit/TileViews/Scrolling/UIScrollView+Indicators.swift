import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

/// The two indicators that show the position in the content.
struct ScrollIndicators {
    var vertical: CALayer?
    var horizontal: CALayer?
    /// The time of the last request to show them, in seconds on the screen's clock; nil while they are hidden.
    var shownAt: TimeInterval?

    /// A Boolean value that indicates whether the indicators are visible and will fade.
    var isChanging: Bool { shownAt != nil }

    /// The dimensions in points, similar to UIKit's.
    static let thickness: CGFloat = 3
    static let margin: CGFloat = 3
    static let leastLength: CGFloat = 36
    /// The minimum length of an indicator that is compressed because content was pulled past its edge.
    static let shortest: CGFloat = 8
    /// The times for which indicators stay visible and fade, in seconds.
    static let staySeconds = 0.5
    static let fadeSeconds = 0.25

    /// Returns the opacity at a time in seconds after fading began.
    static func opacity(age: Double) -> Float { Float(1 - min(max(age / fadeSeconds, 0), 1)) }

    /// Returns the extent of an indicator on its track.
    static func span(
        offset: Double, range: ClosedRange<Double>, viewport: Double, track: ClosedRange<Double>
    ) -> ClosedRange<Double>? {
        let (way, room) = (range.upperBound - range.lowerBound, track.upperBound - track.lowerBound)
        guard way > 0, viewport > 0, room > 0 else { return nil }
        let beyond = max(range.lowerBound - offset, offset - range.upperBound, 0)
        let whole = min(room, max(Double(leastLength), room * viewport / (viewport + way)))
        let length = max(min(Double(shortest), room), whole - beyond)
        let part = min(max((offset - range.lowerBound) / way, 0), 1)
        let start = track.lowerBound + (room - length) * part
        return start...(start + length)
    }
}

extension UIScrollView {
    func showIndicators() {
        guard let screen = window?.screen, !showsAllContent,
            showsHorizontalScrollIndicator || showsVerticalScrollIndicator
        else { return }
        scroll.indicators.shownAt = screen.clock.now
        keepLink(on: screen)
        setNeedsLayout()
    }

    /// Fades the indicators if they were not requested for some time. Called with each frame.
    func stepIndicators(to time: TimeInterval) {
        guard let shownAt = scroll.indicators.shownAt else { return }
        if scroll.state.drag?.hasBegun == true || scroll.state.motion != nil {
            scroll.indicators.shownAt = time
            return
        }
        let age = time - shownAt - ScrollIndicators.staySeconds
        if age >= ScrollIndicators.fadeSeconds {
            scroll.indicators.shownAt = nil
            for bar in [scroll.indicators.vertical, scroll.indicators.horizontal] { bar?.removeFromSuperlayer() }
            (scroll.indicators.vertical, scroll.indicators.horizontal) = (nil, nil)
            releaseLink()
        } else if age > 0 {
            let opacity = ScrollIndicators.opacity(age: age)
            scroll.indicators.vertical?.opacity = opacity
            scroll.indicators.horizontal?.opacity = opacity
        }
    }

    func placeIndicators() {
        guard let shownAt = scroll.indicators.shownAt else { return }
        let opacity = ScrollIndicators.opacity(age: (now ?? shownAt) - shownAt - ScrollIndicators.staySeconds)
        let (range, here) = (offsetRange, bounds)
        let safe = automaticallyAdjustsScrollIndicatorInsets ? safeAreaInsets : .zero
        let (margin, thickness) = (ScrollIndicators.margin, ScrollIndicators.thickness)
        let (v, h) = (verticalScrollIndicatorInsets, horizontalScrollIndicatorInsets)
        var vertical: CGRect?
        if showsVerticalScrollIndicator,
            let span = ScrollIndicators.span(
                offset: here.minY, range: range.y, viewport: here.height,
                track: Self.track(
                    from: here.minY, to: here.maxY, before: v.top + safe.top + margin,
                    after: v.bottom + safe.bottom + margin))
        {
            vertical = CGRect(
                x: here.maxX - v.right - safe.right - margin - thickness, y: span.lowerBound, width: thickness,
                height: span.upperBound - span.lowerBound)
        }
        var horizontal: CGRect?
        if showsHorizontalScrollIndicator,
            let span = ScrollIndicators.span(
                offset: here.minX, range: range.x, viewport: here.width,
                track: Self.track(
                    from: here.minX, to: here.maxX, before: h.left + safe.left + margin,
                    after: h.right + safe.right + margin))
        {
            horizontal = CGRect(
                x: span.lowerBound, y: here.maxY - h.bottom - safe.bottom - margin - thickness,
                width: span.upperBound - span.lowerBound, height: thickness)
        }
        updateBar(&scroll.indicators.vertical, at: vertical, opacity: opacity)
        updateBar(&scroll.indicators.horizontal, at: horizontal, opacity: opacity)
    }

    private static func track(from: CGFloat, to: CGFloat, before: CGFloat, after: CGFloat) -> ClosedRange<
        Double
    > {
        let start = from + before
        return start...max(start, to - after)
    }

    private func updateBar(_ bar: inout CALayer?, at frame: CGRect?, opacity: Float) {
        guard let frame else {
            bar?.removeFromSuperlayer()
            bar = nil
            return
        }
        let shown = bar ?? CALayer()
        if bar == nil {
            shown.changesAtOnce = true
            shown.cornerRadius = ScrollIndicators.thickness / 2
            // In front of all content, regardless of the order in which it was added.
            shown.zPosition = 1
            layer.addSublayer(shown)
            bar = shown
        }
        shown.opacity = opacity
        shown.backgroundColor = indicatorColor.cgColor
        shown.frame = frame
    }

    private var indicatorColor: UIColor {
        let isDark = traitCollection.userInterfaceStyle == .dark
        switch indicatorStyle {
        case .default: return UIColor(white: isDark ? 1 : 0, alpha: 0.35)
        case .black: return UIColor(white: 0, alpha: 0.35)
        case .white: return UIColor(white: 1, alpha: 0.5)
        }
    }
}
