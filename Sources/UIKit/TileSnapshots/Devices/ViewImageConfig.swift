public import Foundation
public import TileDrawing

/// A device configuration: its size in points, its safe area, and its traits.
///
/// Sizes and safe areas are Apple's: https://developer.apple.com/design/human-interface-guidelines/layout
public struct ViewImageConfig: Sendable {
    public enum Orientation: Sendable {
        case portrait
        case landscape
    }

    /// The part of a file's name that identifies the device.
    public var name: String
    public var size: CGSize?
    public var safeArea: UIEdgeInsets
    public var traits: UITraitCollection

    public init(
        name: String = "", safeArea: UIEdgeInsets = .zero, size: CGSize? = nil, traits: UITraitCollection = .init()
    ) { (self.name, self.safeArea, self.size, self.traits) = (name, safeArea, size, traits) }

    // MARK: Phones

    private struct Phone {
        var name: String
        var width: CGFloat
        var height: CGFloat
        /// Insets in portrait orientation.
        var top: CGFloat
        var bottom: CGFloat
        /// Insets in landscape orientation.
        var sides: CGFloat
        var sideBottom: CGFloat
        var scale: CGFloat

        func config(_ orientation: Orientation) -> ViewImageConfig {
            let isUpright = orientation == .portrait
            let isLarge = width >= 414
            let traits = UITraitCollection { traits in
                traits.userInterfaceIdiom = .phone
                traits.displayScale = scale
                traits.horizontalSizeClass = isUpright || !isLarge ? .compact : .regular
                traits.verticalSizeClass = isUpright ? .regular : .compact
            }
            return ViewImageConfig(
                name: isUpright ? name : name + "-landscape",
                safeArea: isUpright
                    ? UIEdgeInsets(top: top, left: 0, bottom: bottom, right: 0)
                    : UIEdgeInsets(top: 0, left: sides, bottom: sideBottom, right: sides),
                size: isUpright ? CGSize(width: width, height: height) : CGSize(width: height, height: width),
                traits: traits)
        }
    }

    private static func plain(
        _ name: String, width: CGFloat, height: CGFloat, scale: CGFloat = 2
    ) -> Phone {
        Phone(name: name, width: width, height: height, top: 20, bottom: 0, sides: 0, sideBottom: 0, scale: scale)
    }

    private static func notched(
        _ name: String, width: CGFloat, height: CGFloat, top: CGFloat, sides: CGFloat, scale: CGFloat = 3
    ) -> Phone {
        Phone(
            name: name, width: width, height: height, top: top, bottom: 34, sides: sides, sideBottom: 21, scale: scale)
    }

    public static let iPhoneSe = iPhoneSe(.portrait)
    public static func iPhoneSe(_ orientation: Orientation) -> Self {
        plain("iPhoneSe", width: 320, height: 568).config(orientation)
    }
    public static let iPhone8 = iPhone8(.portrait)
    public static func iPhone8(_ orientation: Orientation) -> Self {
        plain("iPhone8", width: 375, height: 667).config(orientation)
    }
    public static let iPhone8Plus = iPhone8Plus(.portrait)
    public static func iPhone8Plus(_ orientation: Orientation) -> Self {
        plain("iPhone8Plus", width: 414, height: 736, scale: 3).config(orientation)
    }
    public static let iPhoneX = iPhoneX(.portrait)
    public static func iPhoneX(_ orientation: Orientation) -> Self {
        notched("iPhoneX", width: 375, height: 812, top: 44, sides: 44).config(orientation)
    }
    public static let iPhoneXr = iPhoneXr(.portrait)
    public static func iPhoneXr(_ orientation: Orientation) -> Self {
        notched("iPhoneXr", width: 414, height: 896, top: 48, sides: 48, scale: 2).config(orientation)
    }
    public static let iPhoneXsMax = iPhoneXsMax(.portrait)
    public static func iPhoneXsMax(_ orientation: Orientation) -> Self {
        notched("iPhoneXsMax", width: 414, height: 896, top: 44, sides: 44).config(orientation)
    }
    public static let iPhone12 = iPhone12(.portrait)
    public static func iPhone12(_ orientation: Orientation) -> Self {
        notched("iPhone12", width: 390, height: 844, top: 47, sides: 47).config(orientation)
    }
    public static let iPhone13 = iPhone13(.portrait)
    public static func iPhone13(_ orientation: Orientation) -> Self {
        notched("iPhone13", width: 390, height: 844, top: 47, sides: 47).config(orientation)
    }
    public static let iPhone13Mini = iPhone13Mini(.portrait)
    public static func iPhone13Mini(_ orientation: Orientation) -> Self {
        notched("iPhone13Mini", width: 375, height: 812, top: 50, sides: 50).config(orientation)
    }
    public static let iPhone13Pro = iPhone13Pro(.portrait)
    public static func iPhone13Pro(_ orientation: Orientation) -> Self {
        notched("iPhone13Pro", width: 390, height: 844, top: 47, sides: 47).config(orientation)
    }
    public static let iPhone13ProMax = iPhone13ProMax(.portrait)
    public static func iPhone13ProMax(_ orientation: Orientation) -> Self {
        notched("iPhone13ProMax", width: 428, height: 926, top: 47, sides: 47).config(orientation)
    }
    public static let iPhone15 = iPhone15(.portrait)
    public static func iPhone15(_ orientation: Orientation) -> Self {
        notched("iPhone15", width: 393, height: 852, top: 59, sides: 59).config(orientation)
    }
    public static let iPhone15ProMax = iPhone15ProMax(.portrait)
    public static func iPhone15ProMax(_ orientation: Orientation) -> Self {
        notched("iPhone15ProMax", width: 430, height: 932, top: 59, sides: 59).config(orientation)
    }

    // MARK: Tablets

    // The names are those used in tests of iOS projects.

    private static func tablet(
        _ name: String, width: CGFloat, height: CGFloat, bottom: CGFloat, orientation: Orientation
    ) -> ViewImageConfig {
        let isUpright = orientation == .portrait
        let traits = UITraitCollection { traits in
            traits.userInterfaceIdiom = .pad
            traits.displayScale = 2
            traits.horizontalSizeClass = .regular
            traits.verticalSizeClass = .regular
        }
        return ViewImageConfig(
            name: isUpright ? name + "-portrait" : name,
            safeArea: UIEdgeInsets(top: bottom > 0 ? 24 : 20, left: 0, bottom: bottom, right: 0),
            size: isUpright ? CGSize(width: width, height: height) : CGSize(width: height, height: width),
            traits: traits)
    }

    public static let iPadMini = iPadMini(.landscape)
    public static func iPadMini(_ orientation: Orientation) -> Self {
        tablet("iPadMini", width: 768, height: 1024, bottom: 0, orientation: orientation)
    }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let iPad9_7 = iPad9_7(.landscape)
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static func iPad9_7(_ orientation: Orientation) -> Self {
        tablet("iPad9_7", width: 768, height: 1024, bottom: 0, orientation: orientation)
    }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let iPad10_2 = iPad10_2(.landscape)
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static func iPad10_2(_ orientation: Orientation) -> Self {
        tablet("iPad10_2", width: 810, height: 1080, bottom: 0, orientation: orientation)
    }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let iPadPro10_5 = iPadPro10_5(.landscape)
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static func iPadPro10_5(_ orientation: Orientation) -> Self {
        tablet("iPadPro10_5", width: 834, height: 1112, bottom: 0, orientation: orientation)
    }
    public static let iPadPro11 = iPadPro11(.landscape)
    public static func iPadPro11(_ orientation: Orientation) -> Self {
        tablet("iPadPro11", width: 834, height: 1194, bottom: 20, orientation: orientation)
    }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let iPadPro12_9 = iPadPro12_9(.landscape)
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static func iPadPro12_9(_ orientation: Orientation) -> Self {
        tablet("iPadPro12_9", width: 1024, height: 1366, bottom: 20, orientation: orientation)
    }

    /// All phones in portrait and all tablets in their most common orientation.
    public static let allDevices: [ViewImageConfig] = [
        .iPhoneSe, .iPhone8, .iPhone8Plus, .iPhoneX, .iPhoneXr, .iPhoneXsMax, .iPhone12, .iPhone13, .iPhone13Mini,
        .iPhone13Pro, .iPhone13ProMax, .iPhone15, .iPhone15ProMax, .iPadMini, .iPad9_7, .iPad10_2, .iPadPro10_5,
        .iPadPro11, .iPadPro12_9,
    ]
}
