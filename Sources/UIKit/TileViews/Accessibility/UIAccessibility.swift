public import Foundation
import TileDrawing

/// What is told to programs that help people use others.
public enum UIAccessibility {
    /// What has happened.
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// All of the screen is another; the argument is the element to go on with, or a text to read.
        public static let screenChanged = Notification(rawValue: 1000)
        /// A part of the screen is another; the argument is the element to go on with, or a text to read.
        public static let layoutChanged = Notification(rawValue: 1001)
        /// The argument, a text, is to be read.
        public static let announcement = Notification(rawValue: 1008)
        /// Content was scrolled; the argument is a text that says where to.
        public static let pageScrolled = Notification(rawValue: 1009)
    }

    /// Posted to the notification center for each `post(notification:argument:)`, with the argument as its object and
    /// the `Notification` under the key `"notification"`.
    public static let didPostNotification = Foundation.Notification.Name("UIAccessibilityDidPostNotification")

    /// Tells what has happened to the viewers of the screen that is the current thread's main one, where it is served;
    /// tests and tools observe `didPostNotification`.
    public static func post(notification: Notification, argument: Any?) {
        NotificationCenter.default.post(
            name: didPostNotification, object: argument, userInfo: ["notification": notification])
        UIScreen.main.noticeHandler?(notification, argument)
    }

    // MARK: What people have set on a device

    // Nothing here is set by anybody: a program shows what it shows at first.
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

    /// As the current traits say.
    public static var isBoldTextEnabled: Bool { UITraitCollection.current.legibilityWeight == .bold }
    /// As the current traits say.
    public static var isDarkerSystemColorsEnabled: Bool { UITraitCollection.current.accessibilityContrast == .high }
}
