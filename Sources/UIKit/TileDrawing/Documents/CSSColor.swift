import Foundation
import TileGraphics

/// The colors of style sheets: CSS Color Level 3, and hexadecimal digits for opacity.
enum CSSColor {
    /// Returns the color of a value, or nil if it is invalid or depends on the element (`inherit`, `currentcolor`).
    static func color(_ text: Substring) -> UIColor? {
        let text = text.lowercased().trimmingCharacters(in: .whitespaces)
        if text.hasPrefix("#") { return hexadecimal(text.dropFirst()) }
        if text == "transparent" { return UIColor(red: 0, green: 0, blue: 0, alpha: 0) }
        if let value = ColorNames.named[text] { return color(value, alpha: 1) }
        guard let open = text.firstIndex(of: "("), text.last == ")" else { return nil }
        let parts = text[text.index(after: open)...].dropLast()
            .split { $0 == "," || $0 == " " || $0 == "/" || $0 == "\t" }
        guard parts.count == 3 || parts.count == 4 else { return nil }
        let alpha = parts.count == 4 ? number(parts[3], of: 1) : 1
        guard let alpha else { return nil }
        switch text[..<open] {
        case "rgb", "rgba":
            guard let red = number(parts[0], of: 255), let green = number(parts[1], of: 255),
                let blue = number(parts[2], of: 255)
            else { return nil }
            return UIColor(
                red: fraction(red / 255), green: fraction(green / 255), blue: fraction(blue / 255),
                alpha: fraction(alpha))
        case "hsl", "hsla":
            let degrees = parts[0].hasSuffix("deg") ? parts[0].dropLast(3) : parts[0]
            guard let hue = number(degrees, of: 360), let saturation = number(parts[1], of: 1),
                let lightness = number(parts[2], of: 1)
            else { return nil }
            return color(
                hue: hue / 360, saturation: fraction(saturation), lightness: fraction(lightness),
                alpha: fraction(alpha))
        default: return nil
        }
    }

    private static func color(_ value: UInt32, alpha: CGFloat) -> UIColor {
        UIColor(
            red: CGFloat(value >> 16 & 0xFF) / 255, green: CGFloat(value >> 8 & 0xFF) / 255,
            blue: CGFloat(value & 0xFF) / 255, alpha: alpha)
    }

    private static func hexadecimal(_ digits: Substring) -> UIColor? {
        guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        let isShort = digits.count == 3 || digits.count == 4
        let long = isShort ? digits.flatMap { [$0, $0] } : Array(digits)
        guard long.count == 6 || long.count == 8, let value = UInt32(String(long.prefix(6)), radix: 16) else {
            return nil
        }
        let alpha = long.count == 8 ? UInt32(String(long.suffix(2)), radix: 16) ?? 255 : 255
        return color(value, alpha: CGFloat(alpha) / 255)
    }

    private static func color(hue: Double, saturation: Double, lightness: Double, alpha: Double) -> UIColor {
        let chroma = (1 - abs(2 * lightness - 1)) * saturation
        func channel(_ offset: Double) -> CGFloat {
            let turn = (hue + offset) - (hue + offset).rounded(.down)
            let ramp = min(max(abs(turn * 6 - 3) - 1, 0), 1)
            return lightness + chroma * (ramp - 0.5)
        }
        return UIColor(red: channel(0), green: channel(2.0 / 3), blue: channel(1.0 / 3), alpha: alpha)
    }

    /// Returns a number or a percentage of `whole`.
    private static func number(_ text: Substring, of whole: Double) -> Double? {
        let isPercent = text.hasSuffix("%")
        guard let value = Double(isPercent ? text.dropLast() : text), value.isFinite else { return nil }
        return isPercent ? value / 100 * whole : value
    }

    private static func fraction(_ value: Double) -> Double { min(max(value, 0), 1) }
}
