import Foundation

/// A color as hue, saturation and brightness, each 0…1.
struct HueComponents {
    /// The hue: 0 is red, ⅓ green, ⅔ blue, and 1 red again.
    var hue: CGFloat
    var saturation: CGFloat
    var brightness: CGFloat

    init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat) {
        self.hue = hue
        self.saturation = saturation
        self.brightness = brightness
    }

    init(red: CGFloat, green: CGFloat, blue: CGFloat) {
        let high = max(red, green, blue)
        let chroma = high - min(red, green, blue)
        brightness = high
        saturation = high > 0 ? chroma / high : 0
        guard chroma > 0 else {
            hue = 0
            return
        }
        let sixths: CGFloat =
            if high == red { (green - blue) / chroma } else if high == green { (blue - red) / chroma + 2 } else {
                (red - green) / chroma + 4
            }
        hue = (sixths < 0 ? sixths + 6 : sixths) / 6
    }

    var rgb: (red: CGFloat, green: CGFloat, blue: CGFloat) {
        let turns = hue - hue.rounded(.down)
        let sixths = turns * 6
        func channel(_ offset: CGFloat) -> CGFloat {
            let k = (offset + sixths).truncatingRemainder(dividingBy: 6)
            return brightness - brightness * saturation * max(0, min(k, 4 - k, 1))
        }
        return (channel(5), channel(3), channel(1))
    }
}
