public import Foundation
import TileGraphics

extension UIColor {
    /// Red, green, blue and alpha in extended sRGB; nil for a pattern. A dynamic color resolves in the current traits.
    var components: (red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat)? {
        let color = cgColor
        if color.pattern != nil { return nil }
        let name = color.colorSpace?.name
        if let values = color.components, color.colorSpace?.model == .rgb, values.count == 4,
            name == CGColorSpace.sRGB || name == CGColorSpace.extendedSRGB
        {
            return (values[0], values[1], values[2], values[3])
        }
        if let values = color.components, color.colorSpace?.model == .monochrome, values.count == 2 {
            return (values[0], values[0], values[0], values[1])
        }
        if let space = CGColorSpace(name: CGColorSpace.extendedSRGB),
            let values = color.converted(to: space, intent: .defaultIntent, options: nil)?.components,
            values.count == 4
        {
            return (values[0], values[1], values[2], values[3])
        }
        return nil
    }

    /// - Returns: false for a pattern, which has no components; nothing is written then.
    @discardableResult
    public func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        guard let components else { return false }
        red?.pointee = components.red
        green?.pointee = components.green
        blue?.pointee = components.blue
        alpha?.pointee = components.alpha
        return true
    }

    /// - Returns: false for a pattern, which has no components; nothing is written then.
    @discardableResult
    public func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
        brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        guard let components else { return false }
        let color = HueComponents(red: components.red, green: components.green, blue: components.blue)
        hue?.pointee = color.hue
        saturation?.pointee = color.saturation
        brightness?.pointee = color.brightness
        alpha?.pointee = components.alpha
        return true
    }

    /// Returns the brightness as a gray; a chromatic color by its luminance (ITU-R BT.709, in linear light).
    ///
    /// - Returns: false for a pattern, which has no components; nothing is written then.
    @discardableResult
    public func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
        guard let components else { return false }
        let (red, green, blue, opacity) = components
        white?.pointee =
            red == green && green == blue
            ? red
            : Self.encoded(
                0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue))
        alpha?.pointee = opacity
        return true
    }

    // The transfer curve of sRGB (IEC 61966-2-1); negative values are mirrored.
    private static func linear(_ value: CGFloat) -> CGFloat {
        let size = abs(value)
        let light = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
        return value < 0 ? -light : light
    }

    private static func encoded(_ light: CGFloat) -> CGFloat {
        let size = abs(light)
        let value = size <= 0.0031308 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055
        return light < 0 ? -value : value
    }

    /// A description of the color in one or two English words, such as "dark red", for accessibility. Apple's own words
    /// are not published; these follow hue, saturation and brightness.
    public var accessibilityName: String {
        guard let components else { return "pattern" }
        let color = HueComponents(red: components.red, green: components.green, blue: components.blue)
        if components.alpha == 0 { return "transparent" }
        if color.brightness < 0.08 { return "black" }
        if color.saturation < 0.08 {
            switch color.brightness {
            case ..<0.35: return "dark gray"
            case ..<0.65: return "gray"
            case ..<0.95: return "light gray"
            default: return "white"
            }
        }
        let names = [
            "red", "orange", "yellow", "yellow green", "green", "green", "green cyan", "cyan", "light blue", "blue",
            "blue", "purple", "purple", "magenta", "pink", "red",
        ]
        // The circle of hues in 24ths of a turn, starting at -1/48.
        let bounds: [CGFloat] = [15, 45, 70, 90, 110, 150, 165, 195, 215, 235, 255, 270, 290, 310, 345, 361]
        let degrees = color.hue * 360
        let name = names[bounds.firstIndex { degrees < $0 } ?? 0]
        if color.brightness < 0.5 { return "dark \(name)" }
        return color.saturation < 0.4 ? "light \(name)" : name
    }
}

extension UIColor {
    /// The emphasis of text or a shape relative to others of its color.
    public enum Prominence: Int, Sendable {
        case primary = 0
        case secondary = 1
        case tertiary = 2
        case quaternary = 3

        /// The factor that alpha is multiplied by. Apple publishes none; these are the steps of its four label colors.
        fileprivate var opacity: CGFloat {
            switch self {
            case .primary: 1
            case .secondary: 0.6
            case .tertiary: 0.3
            case .quaternary: 0.18
            }
        }
    }

    /// Returns the color with its own alpha lowered to a level of prominence.
    public func withProminence(_ prominence: Prominence) -> UIColor {
        let factor = prominence.opacity / self.prominence.opacity
        switch kind {
        case .fixed(let color):
            return UIColor(.fixed(color.copy(alpha: color.alpha * factor) ?? color), prominence: prominence)
        case .pattern(let image, let color):
            return UIColor(.pattern(image, image.patternColor(alpha: color.alpha * factor)), prominence: prominence)
        case .dynamic(let name, let provider):
            return UIColor(
                .dynamic(name: name) { traits in
                    let color = provider(traits).resolvedColor(with: traits)
                    return color.withAlphaComponent(color.cgColor.alpha * factor)
                }, prominence: prominence)
        }
    }
}
