public import Foundation

/// The persistent information about a scene, which exists before the scene is connected.
public final class UISceneSession: NSObject {
    public struct Role: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
        public static let windowExternalDisplayNonInteractive = Role(
            rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
    }

    public let role: Role
    public let persistentIdentifier = UUID().uuidString
    /// Values that are stored for the program, without effect.
    public var userInfo: [String: Any]?
    public internal(set) var configuration: UISceneConfiguration
    /// The scene; nil while it is not connected.
    public internal(set) weak var scene: UIScene?

    init(role: Role) {
        self.role = role
        configuration = UISceneConfiguration(name: nil, sessionRole: role)
        super.init()
    }
}

/// The classes of a scene and its delegate.
public final class UISceneConfiguration: NSObject {
    public let name: String?
    public let role: UISceneSession.Role
    /// A subclass of `UIScene`; nil for `UIWindowScene`.
    public var sceneClass: AnyClass?
    /// The class of the delegate. An instance is created with `init()` when the scene is connected.
    public var delegateClass: AnyClass?

    public init(name: String?, sessionRole: UISceneSession.Role) {
        (self.name, role) = (name, sessionRole)
        super.init()
    }
}
