public import Foundation
import TileDrawing

/// Notifications and settings for assistive technologies.
public enum UIAccessibility {
    /// The kind of an accessibility notification.
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The whole screen changed. The argument is the element to move to, or a text to read.
        public static let screenChanged = Notification(rawValue: 1000)
        /// A part of the screen changed. The argument is the element to move to, or a text to read.
        public static let layoutChanged = Notification(rawValue: 1001)
        /// The argument is a text to read.
        public static let announcement = Notification(rawValue: 1008)
        /// Content was scrolled. The argument is a text that describes the new position.
        public static let pageScrolled = Notification(rawValue: 1009)
    }

    /// Posted to the notification center for each `post(notification:argument:)`, with the argument as its object and
    /// the `Notification` under the key `"notification"`.
    public static let didPostNotification = Foundation.Notification.Name("UIAccessibilityDidPostNotification")

    /// Notifies the viewers of the current thread's main screen if it is served. Tests and other code can observe
    /// `didPostNotification`.
    public static func post(notification: Notification, argument: Any?) {
        NotificationCenter.default.post(
            name: didPostNotification, object: argument, userInfo: ["notification": notification])
        UIScreen.main.noticeHandler?(notification, argument)
    }

    // MARK: Device settings

    // No device settings exist here, so each property has its initial value.
    public static var isVoiceOverRunning: Bool { false }
    public static var isSwitchControlRunning: Bool { false }
    public static var isAssistiveTouchRunning: Bool { false }
    public static var isReduceMotionEnabled: Bool { false }
    public static var prefersCrossFadeTransitions: Bool { false }
    public static var isReduceTransparencyEnabled: Bool { false }
    public static var isInvertColorsEnabled: Bool { false }
    public static var isGrayscaleEnabled: Bool { false }
    public static var isMonoAudioEnabled: Bool { false }
    public static var isClosedCaptioningEnabled: Bool { false }
    public static var isGuidedAccessEnabled: Bool { false }
    public static var isOnOffSwitchLabelsEnabled: Bool { false }
    public static var shouldDifferentiateWithoutColor: Bool { false }
    public static var isSpeakSelectionEnabled: Bool { false }
    public static var isSpeakScreenEnabled: Bool { false }
    public static var isShakeToUndoEnabled: Bool { true }
    public static var isVideoAutoplayEnabled: Bool { true }

    public static let voiceOverStatusDidChangeNotification = Foundation.Notification.Name(
        "UIAccessibilityVoiceOverStatusDidChangeNotification")
    public static let reduceMotionStatusDidChangeNotification = Foundation.Notification.Name(
        "UIAccessibilityReduceMotionStatusDidChangeNotification")
    public static let reduceTransparencyStatusDidChangeNotification = Foundation.Notification.Name(
        "UIAccessibilityReduceTransparencyStatusDidChangeNotification")

    /// A Boolean value that indicates whether the current traits ask for bold text.
    public static var isBoldTextEnabled: Bool { UITraitCollection.current.legibilityWeight == .bold }
    /// A Boolean value that indicates whether the current traits ask for high contrast.
    public static var isDarkerSystemColorsEnabled: Bool { UITraitCollection.current.accessibilityContrast == .high }
}
