public import Foundation

extension UIWindowScene {
    /// The geometry of a scene on its screen.
    public final class Geometry: NSObject {
        /// The coordinate space of the scene.
        public let coordinateSpace: any UICoordinateSpace
        public let interfaceOrientation: UIInterfaceOrientation
        /// A Boolean value that is always false, because the owner of the screen can rotate it.
        public var isInterfaceOrientationLocked: Bool { false }

        init(of screen: UIScreen) {
            (coordinateSpace, interfaceOrientation) = (screen, screen.interfaceOrientation)
        }

        public override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? Geometry else { return false }
            return coordinateSpace === other.coordinateSpace && interfaceOrientation == other.interfaceOrientation
        }

        public override var hash: Int { interfaceOrientation.hashValue }
    }

    /// Preferences for the geometry of a scene. Subclasses are specific to a system.
    open class GeometryPreferences: NSObject {
        fileprivate override init() { super.init() }

        /// The preferences on iOS, which also apply to a virtual screen: interface orientations.
        public final class iOS: GeometryPreferences {
            /// The preferred orientations; nil for no preference.
            public var interfaceOrientations: UIInterfaceOrientationMask?

            public init(interfaceOrientations: UIInterfaceOrientationMask? = nil) {
                self.interfaceOrientations = interfaceOrientations
                super.init()
            }
        }
    }

    public final var interfaceOrientation: UIInterfaceOrientation { screen.interfaceOrientation }

    public final var effectiveGeometry: Geometry { Geometry(of: screen) }

    /// Rotates the screen if its orientation is not among the preferred ones. The first available of upright, top at
    /// the left, top at the right, and upside down is chosen.
    ///
    /// - Parameter errorHandler: Called if no orientation is preferred, because the request cannot be satisfied then.
    public final func requestGeometryUpdate(
        _ preferences: GeometryPreferences, errorHandler: ((any Error) -> Void)? = nil
    ) {
        guard let asked = (preferences as? GeometryPreferences.iOS)?.interfaceOrientations else { return }
        guard !asked.contains(interfaceOrientation) else { return }
        guard let orientation = asked.preferred else {
            errorHandler?(GeometryRequestError())
            return
        }
        screen.rotate(to: orientation)
    }
}

/// A geometry that no screen can have.
struct GeometryRequestError: LocalizedError {
    var errorDescription: String? { "none of the requested orientations is one that a screen can have" }
}
