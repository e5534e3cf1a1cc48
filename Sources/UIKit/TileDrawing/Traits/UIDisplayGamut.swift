/// The colors that a display can show. Raw values are UIKit's.
public enum UIDisplayGamut: Int, Sendable {
    case unspecified = -1
    // UIKit's own name.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case SRGB = 0
    // UIKit's own name.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case P3 = 1
}
