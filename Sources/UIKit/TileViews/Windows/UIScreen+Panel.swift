public import Foundation
public import TileDrawing

/// What a screen keeps for the display that it does not have.
struct ScreenPanel {
    var brightness: CGFloat = 0.5
    var wantsSoftwareDimming = false
    var isCaptured = false
    var overscanCompensation = UIScreen.OverscanCompensation.scale
}

extension UIScreen {
    /// What is done about edges that a television cuts off.
    public enum OverscanCompensation: Int, Sendable {
        case scale = 0
        case insetBounds = 1
        case none = 2
    }

    /// Whether a display shows its reference picture.
    public enum ReferenceDisplayModeStatus: Int, Sendable {
        case notSupported = 0
        case notEnabled = 1
        case limited = 2
        case enabled = 3
    }

    /// Posted by a screen whose brightness was set to another value.
    public static let brightnessDidChangeNotification = Notification.Name("UIScreenBrightnessDidChangeNotification")
    /// Posted by a screen that is recorded from now on, or no longer.
    public static let capturedDidChangeNotification = Notification.Name("UIScreenCapturedDidChangeNotification")

    /// The screen whose picture this one shows: none, a virtual screen shows its own.
    public final var mirrored: UIScreen? { nil }
    /// What overscan cuts off: nothing.
    public final var overscanCompensationInsets: UIEdgeInsets { .zero }
    /// The seconds from a frame to its light: 0, there is no light to wait for.
    public final var calibratedLatency: TimeInterval { 0 }
    /// How much brighter than white pixels can be now: 1, not at all. Pixels have the standard range.
    public final var currentEDRHeadroom: CGFloat { 1 }
    /// How much brighter than white pixels can ever be: 1, not at all.
    public final var potentialEDRHeadroom: CGFloat { 1 }
    /// Always `notSupported`.
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
