import Foundation
import Testing
import TileDrawing
import TileGraphics

/// Red, green, blue and alpha, as bytes.
private func bytes(_ color: UIColor) -> [Int] {
    var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
    guard color.getRed(&red, green: &green, blue: &blue, alpha: &alpha) else { return [] }
    return [red, green, blue, alpha].map { Int(($0 * 255).rounded()) }
}

@Suite("UIColor")
struct UIColorTests {
    private let light = UITraitCollection(userInterfaceStyle: .light)
    private let dark = UITraitCollection(userInterfaceStyle: .dark)

    @Test("components come back as they were given")
    func components() {
        #expect(bytes(UIColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.8)) == [51, 102, 153, 204])
        #expect(bytes(UIColor(white: 0.2, alpha: 1)) == [51, 51, 51, 255])
        var (white, alpha) = (CGFloat(0), CGFloat(0))
        #expect(UIColor(white: 0.3, alpha: 0.4).getWhite(&white, alpha: &alpha))
        #expect(white == 0.3)
        #expect(alpha == 0.4)
    }

    @Test("components beyond 0…1 are kept")
    func extended() {
        var red = CGFloat(0)
        UIColor(red: 1.5, green: -0.5, blue: 0, alpha: 1).getRed(&red, green: nil, blue: nil, alpha: nil)
        #expect(red == 1.5)
    }

    @Test("hue, saturation and brightness lead to the color and back", arguments: 0..<24)
    func hue(step: Int) {
        for (saturation, brightness) in [(1.0, 1.0), (0.5, 0.7), (0.25, 0.9)] as [(CGFloat, CGFloat)] {
            let hue = CGFloat(step) / 24
            let color = UIColor(hue: hue, saturation: saturation, brightness: brightness, alpha: 1)
            var (h, s, b) = (CGFloat(0), CGFloat(0), CGFloat(0))
            #expect(color.getHue(&h, saturation: &s, brightness: &b, alpha: nil))
            #expect(abs(h - hue) < 1e-9)
            #expect(abs(s - saturation) < 1e-9)
            #expect(abs(b - brightness) < 1e-9)
        }
        #expect(bytes(UIColor(hue: 1.0 / 3, saturation: 1, brightness: 1, alpha: 1)) == [0, 255, 0, 255])
    }

    @Test("system colors have the values that Apple publishes, light and dark")
    func systemColors() {
        #expect(bytes(UIColor.systemRed.resolvedColor(with: light)) == [255, 59, 48, 255])
        #expect(bytes(UIColor.systemRed.resolvedColor(with: dark)) == [255, 69, 58, 255])
        #expect(bytes(UIColor.systemBlue.resolvedColor(with: light)) == [0, 122, 255, 255])
        #expect(bytes(UIColor.label.resolvedColor(with: dark)) == [255, 255, 255, 255])
        #expect(bytes(UIColor.secondaryLabel.resolvedColor(with: light)) == [60, 60, 67, 153])
        #expect(bytes(UIColor.systemBackground.resolvedColor(with: dark)) == [0, 0, 0, 255])
        let elevated = dark.replacing(UITraitUserInterfaceLevel.self, value: .elevated)
        #expect(bytes(UIColor.systemBackground.resolvedColor(with: elevated)) == [28, 28, 30, 255])
        let contrast = light.replacing(UITraitAccessibilityContrast.self, value: .high)
        #expect(bytes(UIColor.systemBlue.resolvedColor(with: contrast)) == [0, 64, 221, 255])
    }

    @Test("a dynamic color is that of the current traits, and of those that it is resolved with")
    func dynamic() {
        let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .black }
        #expect(color.resolvedColor(with: dark) == .white)
        dark.performAsCurrent { #expect(bytes(color) == [255, 255, 255, 255]) }
        light.performAsCurrent { #expect(bytes(color) == [0, 0, 0, 255]) }
        #expect(color == color)
        #expect(color != UIColor { _ in .black })
        #expect(bytes(color.withAlphaComponent(0.2).resolvedColor(with: dark)) == [255, 255, 255, 51])
    }

    @Test("colors are equal when their components are; system colors by what they are")
    func equality() {
        #expect(UIColor(red: 1, green: 0, blue: 0, alpha: 1) == .red)
        #expect(UIColor(red: 1, green: 0, blue: 0, alpha: 1).hash == UIColor.red.hash)
        #expect(UIColor.red != .green)
        #expect(UIColor.label == .label)
        #expect(UIColor.label != .secondaryLabel)
        #expect(UIColor.red.withAlphaComponent(0.5) != .red)
    }

    @Test("white is grey by luminance for a color")
    func luminance() {
        var white = CGFloat(0)
        UIColor.green.getWhite(&white, alpha: nil)
        // 0.7152 of linear light, encoded.
        #expect(abs(white - 0.8629) < 0.001)
    }

    @Test("Display P3's red is more than sRGB's")
    func displayP3() {
        var (red, green) = (CGFloat(0), CGFloat(0))
        UIColor(displayP3Red: 1, green: 0, blue: 0, alpha: 1).getRed(&red, green: &green, blue: nil, alpha: nil)
        #expect(abs(red - 1.093) < 0.005)
        #expect(abs(green + 0.227) < 0.005)
    }

    @Test("prominence lowers alpha by the steps of the label colors, from any step to any other")
    func prominence() {
        let second = UIColor.red.withProminence(.secondary)
        #expect(bytes(second) == [255, 0, 0, 153])
        #expect(second.prominence == .secondary)
        #expect(bytes(second.withProminence(.primary)) == [255, 0, 0, 255])
        #expect(UIColor.red.prominence == .primary)
    }

    @Test(
        "colors have names for those who cannot see them",
        arguments: [
            (UIColor.red, "red"), (.black, "black"), (.white, "white"), (.gray, "gray"), (.clear, "transparent"),
            (UIColor(red: 0.3, green: 0, blue: 0, alpha: 1), "dark red"), (.green, "green"), (.blue, "blue"),
        ])
    func names(color: UIColor, name: String) { #expect(color.accessibilityName == name) }

    @Test("an archive keeps components, and system colors as such")
    func coding() throws {
        for color in [UIColor.red, .systemTeal, UIColor(white: 0.5, alpha: 0.25), .label] {
            let data = try NSKeyedArchiver.archivedData(withRootObject: color, requiringSecureCoding: true)
            let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: UIColor.self, from: data))
            #expect(bytes(back.resolvedColor(with: dark)) == bytes(color.resolvedColor(with: dark)))
        }
    }

    @Test("setting a color sets fill and stroke of the current context; without one nothing happens")
    func setting() {
        UIColor.red.set()
        let pixels = drawn(4, 1) { context in
            UIColor.red.set()
            UIColor.blue.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            context.setLineWidth(1)
            context.strokeLineSegments(between: [CGPoint(x: 2, y: 0.5), CGPoint(x: 4, y: 0.5)])
        }
        #expect(pixels.letters(letters) == ["b.rr"])
    }

    @Test("a pattern repeats its image from the context's origin")
    func pattern() {
        let checks = image(["rg", "gb"])
        let pixels = drawn(5, 3) { context in
            UIColor(patternImage: checks).setFill()
            context.fill(CGRect(x: 1, y: 0, width: 4, height: 3))
        }
        #expect(pixels.letters(letters) == [".grgr", ".bgbg", ".grgr"])
        #expect(!UIColor(patternImage: checks).getRed(nil, green: nil, blue: nil, alpha: nil))
    }

    @Test("a pattern is in points, whatever the image's scale")
    func patternScale() {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 2
        let large = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 1), format: format).image { context in
            context.cgContext.interpolationQuality = .none
            UIColor(patternImage: image(["rb"])).setFill()
            context.fill(CGRect(x: 0, y: 0, width: 4, height: 1))
        }
        let row = large.cgImage!.bitmap.row(0)
        // What lies between two of the image's pixels may be mixed; the four whole ones repeat.
        #expect((0..<4).allSatisfy { row[$0] == row[$0 + 4] })
        #expect(row[0] >> 16 & 255 > 180)
        #expect(row[3] & 255 > 180)
    }
}
