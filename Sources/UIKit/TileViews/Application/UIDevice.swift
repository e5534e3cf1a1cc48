public import Foundation
public import TileDrawing
import TileSupport

/// The machine that the program runs on, as far as a program without a device asks for it.
public final class UIDevice: NSObject {
    private static let local = ThreadLocal<UIDevice> { UIDevice() }

    /// The thread's.
    public static var current: UIDevice { local.value }

    /// The machine's name.
    public var name: String { ProcessInfo.processInfo.hostName }
    public var model: String { "Linux" }
    public var localizedModel: String { model }
    public var systemName: String { "Linux" }
    /// The kernel's version.
    public var systemVersion: String {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    }
    /// That of the current traits, and a pad's where they have none.
    public var userInterfaceIdiom: UIUserInterfaceIdiom {
        let idiom = UITraitCollection.current.userInterfaceIdiom
        return idiom == .unspecified ? .pad : idiom
    }
    /// Of this process.
    public let identifierForVendor: UUID? = UUID()
    public var isMultitaskingSupported: Bool { true }
    /// How it is held: as the thread's main screen is.
    public var orientation: UIDeviceOrientation { UIScreen.main.interfaceOrientation.deviceOrientation }
    public private(set) var isGeneratingDeviceOrientationNotifications = false
    public func beginGeneratingDeviceOrientationNotifications() { isGeneratingDeviceOrientationNotifications = true }
    public func endGeneratingDeviceOrientationNotifications() { isGeneratingDeviceOrientationNotifications = false }

    /// Posted when the main screen was turned, after `beginGeneratingDeviceOrientationNotifications()`.
    public static let orientationDidChangeNotification = NSNotification.Name("UIDeviceOrientationDidChangeNotification")
}

/// How a device is held.
public enum UIDeviceOrientation: Int, Hashable, Sendable {
    case unknown
    case portrait
    case portraitUpsideDown
    case landscapeLeft
    case landscapeRight
    case faceUp
    case faceDown

    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
    public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
}
