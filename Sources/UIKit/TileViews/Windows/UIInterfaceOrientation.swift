/// The orientation of a screen's content: the edge of the panel that is at the top.
///
/// As in UIKit, the landscape orientations are named after the side of a device's home button, which is opposite to the
/// names of `UIDeviceOrientation`.
public enum UIInterfaceOrientation: Int, Hashable, Sendable {
    case unknown = 0
    case portrait = 1
    case portraitUpsideDown = 2
    case landscapeLeft = 4
    case landscapeRight = 3

    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }

    /// The number of counterclockwise quarter turns of the panel from the upright orientation, while the image stays
    /// upright.
    var quarterTurns: Int {
        switch self {
        case .unknown, .portrait: 0
        case .landscapeRight: 1
        case .portraitUpsideDown: 2
        case .landscapeLeft: 3
        }
    }

    /// The orientation of a device that shows this orientation.
    var deviceOrientation: UIDeviceOrientation {
        switch self {
        case .unknown: .unknown
        case .portrait: .portrait
        case .portraitUpsideDown: .portraitUpsideDown
        case .landscapeLeft: .landscapeRight
        case .landscapeRight: .landscapeLeft
        }
    }
}

/// A set of orientations that a program supports.
public struct UIInterfaceOrientationMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Creates a set with a single orientation.
    package init(_ orientation: UIInterfaceOrientation) { self.init(rawValue: 1 << UInt(orientation.rawValue)) }

    public static let portrait = Self(.portrait)
    public static let landscapeLeft = Self(.landscapeLeft)
    public static let landscapeRight = Self(.landscapeRight)
    public static let portraitUpsideDown = Self(.portraitUpsideDown)
    public static let landscape: Self = [.landscapeLeft, .landscapeRight]
    public static let all: Self = [.portrait, .landscape, .portraitUpsideDown]
    public static let allButUpsideDown: Self = [.portrait, .landscape]

    func contains(_ orientation: UIInterfaceOrientation) -> Bool {
        orientation != .unknown && contains(Self(orientation))
    }

    /// The orientation to rotate to if the current one is not supported. Portrait is preferred.
    var preferred: UIInterfaceOrientation? {
        let order: [UIInterfaceOrientation] = [.portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown]
        return order.first(where: contains)
    }
}
