public import Foundation

extension UIWindowScene {
    /// How a scene lies on its screen.
    public final class Geometry: NSObject {
        /// The coordinates of the scene.
        public let coordinateSpace: any UICoordinateSpace
        public let interfaceOrientation: UIInterfaceOrientation
        /// Never: who has the screen may turn it.
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

    /// How a program would like its scene to be. Which systems know what is a matter of its subclasses.
    open class GeometryPreferences: NSObject {
        fileprivate override init() { super.init() }

        /// What iOS knows to ask for, and a virtual screen: ways to be turned.
        public final class iOS: GeometryPreferences {
            /// The ways that are welcome; nil leaves it as it is.
            public var interfaceOrientations: UIInterfaceOrientationMask?

            public init(interfaceOrientations: UIInterfaceOrientationMask? = nil) {
                self.interfaceOrientations = interfaceOrientations
                super.init()
            }
        }
    }

    public final var interfaceOrientation: UIInterfaceOrientation { screen.interfaceOrientation }

    public final var effectiveGeometry: Geometry { Geometry(of: screen) }

    /// Turns the screen, if it is held in none of the ways that are asked for: upright if that is among them, else with
    /// the top at the left, at the right, below.
    ///
    /// - Parameter errorHandler: told where none is asked for, as nothing can be done then.
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
