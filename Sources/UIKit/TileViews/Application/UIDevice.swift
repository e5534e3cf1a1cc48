public import Foundation
public import TileDrawing
import TileSupport

/// The machine that runs the program, with the properties that apply to a server.
public final class UIDevice: NSObject {
    private static let local = ThreadLocal<UIDevice> { UIDevice() }

    /// The thread's device.
    public static var current: UIDevice { local.value }

    /// The machine's name.
    public var name: String { ProcessInfo.processInfo.hostName }
    public var model: String { "Linux" }
    public var localizedModel: String { model }
    public var systemName: String { "Linux" }
    /// The version of the kernel.
    public var systemVersion: String {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    }
    /// The idiom of the current traits, or `pad` if they specify none.
    public var userInterfaceIdiom: UIUserInterfaceIdiom {
        let idiom = UITraitCollection.current.userInterfaceIdiom
        return idiom == .unspecified ? .pad : idiom
    }
    /// A UUID that is generated once for the process.
    public var identifierForVendor: UUID? { Self.identifier }
    private static let identifier = UUID()
    public var isMultitaskingSupported: Bool { true }
    /// The orientation of the thread's main screen.
    public var orientation: UIDeviceOrientation { UIScreen.main.interfaceOrientation.deviceOrientation }
    public private(set) var isGeneratingDeviceOrientationNotifications = false
    public func beginGeneratingDeviceOrientationNotifications() { isGeneratingDeviceOrientationNotifications = true }
    public func endGeneratingDeviceOrientationNotifications() { isGeneratingDeviceOrientationNotifications = false }

    /// Posted after the main screen has rotated, once `beginGeneratingDeviceOrientationNotifications()` was called.
    public static let orientationDidChangeNotification = NSNotification.Name("UIDeviceOrientationDidChangeNotification")
}

/// The physical orientation of a device.
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
