/// Which edge of the glass is up in what a screen shows.
///
/// As in UIKit the landscapes are named by where a device's home button is, which is opposite to how
/// `UIDeviceOrientation` names them.
public enum UIInterfaceOrientation: Int, Hashable, Sendable {
    case unknown = 0
    case portrait = 1
    case portraitUpsideDown = 2
    case landscapeLeft = 4
    case landscapeRight = 3

    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }

    /// How many quarters of a turn the glass is turned counterclockwise from upright, the picture staying upright.
    var quarterTurns: Int {
        switch self {
        case .unknown, .portrait: 0
        case .landscapeRight: 1
        case .portraitUpsideDown: 2
        case .landscapeLeft: 3
        }
    }

    /// How a device is held that shows this.
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

/// Orientations that a program allows.
public struct UIInterfaceOrientationMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// One alone.
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

    /// The one to turn to where the present one isn't allowed: upright first.
    var preferred: UIInterfaceOrientation? {
        let order: [UIInterfaceOrientation] = [.portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown]
        return order.first(where: contains)
    }
}
