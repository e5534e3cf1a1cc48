public import Foundation
public import TileDrawing

/// The properties of a display that a virtual screen only stores.
struct ScreenPanel {
    var brightness: CGFloat = 0.5
    var wantsSoftwareDimming = false
    var isCaptured = false
    var overscanCompensation = UIScreen.OverscanCompensation.scale
}

extension UIScreen {
    /// The compensation for edges that a television cuts off.
    public enum OverscanCompensation: Int, Sendable {
        case scale = 0
        case insetBounds = 1
        case none = 2
    }

    /// The state of a display's reference mode.
    public enum ReferenceDisplayModeStatus: Int, Sendable {
        case notSupported = 0
        case notEnabled = 1
        case limited = 2
        case enabled = 3
    }

    /// Posted by a screen when its brightness was set to another value.
    public static let brightnessDidChangeNotification = Notification.Name("UIScreenBrightnessDidChangeNotification")
    /// Posted by a screen when its recording has started or stopped.
    public static let capturedDidChangeNotification = Notification.Name("UIScreenCapturedDidChangeNotification")

    /// The screen that this one mirrors. Always nil, because a virtual screen shows its own content.
    public final var mirrored: UIScreen? { nil }
    /// The insets of the overscan area. Always zero.
    public final var overscanCompensationInsets: UIEdgeInsets { .zero }
    /// The time in seconds between a frame and its display. Always 0, because there is no display.
    public final var calibratedLatency: TimeInterval { 0 }
    /// The current headroom for pixels brighter than white. Always 1, because pixels have the standard range.
    public final var currentEDRHeadroom: CGFloat { 1 }
    /// The maximum headroom for pixels brighter than white. Always 1.
    public final var potentialEDRHeadroom: CGFloat { 1 }
    /// The status of the reference mode. Always `notSupported`.
    public final var referenceDisplayModeStatus: ReferenceDisplayModeStatus { .notSupported }

    func setBrightness(_ brightness: CGFloat) {
        precondition(!brightness.isNaN, "a screen's brightness is a number")
        let new = min(1, max(0, brightness))
        guard new != panel.brightness else { return }
        panel.brightness = new
        NotificationCenter.default.post(name: Self.brightnessDidChangeNotification, object: self)
    }

    func setCaptured(_ isCaptured: Bool) {
        guard isCaptured != panel.isCaptured else { return }
        panel.isCaptured = isCaptured
        NotificationCenter.default.post(name: Self.capturedDidChangeNotification, object: self)
    }
}
