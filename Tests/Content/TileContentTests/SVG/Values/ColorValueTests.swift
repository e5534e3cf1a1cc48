import Foundation
import Testing
import TileGraphics

@testable import TileContent

/// Tests of colors. The components are those of Chromium 156.
@Suite struct ColorValueTests {
    private func paint(_ text: String) -> SVGPaint? {
        Array(text.utf8).withUnsafeBufferPointer { SVGColor.paint($0) }
    }

    private func bytes(_ color: Color) -> [Int] {
        [color.red, color.green, color.blue, color.alpha].map { Int(($0 * 255).rounded()) }
    }

    /// Whether components are equal, but for the rounding of Chromium's single precision. Chromium's colors that are
    /// not opaque come from its premultiplied pixels.
    private func isEqual(_ a: [Int], _ b: [Int]) -> Bool {
        let allowance = b[3] == 255 ? 1 : Int((255.0 / Double(max(1, b[3]))).rounded(.up))
        return b[3] == 0 ? a[3] == 0 : a[3] == b[3] && zip(a, b).allSatisfy { abs($0 - $1) <= allowance }
    }

    @Test(arguments: [
        ("rgb(0%,0%,100%)", [0, 0, 255, 255]), ("rgb(1 2 3)", [1, 2, 3, 255]), ("rgb(1 2 100%)", [1, 2, 255, 255]),
        ("rgb(1,2,3,.5)", [1, 2, 3, 128]), ("rgba(1 2 3 / 50%)", [1, 2, 3, 128]), ("rgb(1 2 3 / none)", [0, 0, 0, 0]),
        ("rgb(none 2 3)", [0, 2, 3, 255]), ("rgb(1.5 2.5 3.5)", [2, 3, 4, 255]),
        ("rgb(127.5,0.5,254.5)", [128, 1, 255, 255]), ("rgb(300,-20,1e2)", [255, 0, 100, 255]),
        ("rgb( 1 , 2 , 3 )", [1, 2, 3, 255]), ("rgb(calc(1 + 2) 2 3)", [3, 2, 3, 255]),
        ("rgb(calc(1% + 2%) 2% 3%)", [8, 5, 8, 255]), ("rgb(calc(infinity) 0 0)", [255, 0, 0, 255]),
        ("rgb(calc(NaN) 0 0)", [0, 0, 0, 255]), ("rgb(min(3,4) 2 3)", [3, 2, 3, 255]), ("RGB(1,2,3)", [1, 2, 3, 255]),
        ("rgb(1,2,3", [1, 2, 3, 255]), ("rgb(1 2 3 / 2)", [1, 2, 3, 255]), ("rgb(1 2 3 / 0.7)", [1, 2, 3, 179]),
        ("hsl(120,100%,50%)", [0, 255, 0, 255]), ("hsl(120 100 50)", [0, 255, 0, 255]),
        ("hsl(120 100% 50)", [0, 255, 0, 255]), ("hsl(120deg 100% 50%)", [0, 255, 0, 255]),
        ("hsl(0.5turn,100%,50%)", [0, 255, 255, 255]), ("hsl(100grad 100% 50%)", [128, 255, 0, 255]),
        ("hsl(2rad 100% 50%)", [23, 255, 0, 255]), ("hsl(120,100%,50%,.5)", [0, 255, 0, 128]),
        ("hsl(120 100% 50% / 50%)", [0, 255, 0, 128]), ("hsl(none 100% 50%)", [255, 0, 0, 255]),
        ("hsl(120 none 50%)", [128, 128, 128, 255]), ("hsl(120 -50% 50%)", [128, 128, 128, 255]),
        ("hsl(120 150% 50%)", [0, 255, 0, 255]), ("hsl(120 50% 150%)", [255, 255, 255, 255]),
        ("hsl(120, -50%, 50%)", [128, 128, 128, 255]), ("hsl(120 50% -10%)", [0, 0, 0, 255]),
        ("hsl(210.5 33.3% 44.4%)", [76, 113, 151, 255]), ("hsla(1e2 20% 30% / .3)", [71, 92, 61, 77]),
        ("hwb(120 0% 20%)", [0, 204, 0, 255]), ("hwb(120 60% 60%)", [128, 128, 128, 255]),
        ("hwb(120 0 20)", [0, 204, 0, 255]), ("hwb(none 10% 20% / .5)", [204, 26, 26, 128]),
        ("hwb(30 -10% 20%)", [204, 102, 0, 255]), ("lab(50% 40 20)", [185, 88, 87, 255]),
        ("lab(50 40 20 / .5)", [185, 88, 88, 128]), ("lab(120 40 20)", [255, 224, 218, 255]),
        ("lab(-10 40 20)", [54, 0, 0, 255]), ("lab(50 100% -100%)", [214, 0, 255, 255]),
        ("lab(none none none)", [0, 0, 0, 255]), ("lch(50% 60 120)", [84, 132, 4, 255]),
        ("lch(50 150% 0.3turn)", [0, 143, 0, 255]), ("lch(50 -10 120)", [119, 119, 119, 255]),
        ("oklab(0.5 0.1 0.1)", [161, 66, 3, 255]), ("oklab(50% 50% -50%)", [155, 0, 205, 255]),
        ("oklab(1.5 0.1 0.1)", [255, 224, 173, 255]), ("oklch(0.7 0.15 60)", [225, 133, 40, 255]),
        ("oklch(70% 50% 60deg / 0.4)", [245, 120, 0, 102]), ("oklch(0.9 0.4 150)", [0, 255, 0, 255]),
        ("oklch(0.5 -1 30)", [99, 99, 99, 255]), ("color(srgb 1 0.5 0)", [255, 128, 0, 255]),
        ("color(srgb 1.5 -0.5 0)", [255, 0, 0, 255]), ("color(srgb 100% 50% 0% / .5)", [255, 128, 0, 128]),
        ("color(srgb-linear 0.5 0.5 0.5)", [188, 188, 188, 255]), ("color(display-p3 1 0 0)", [255, 0, 0, 255]),
        ("color(display-p3 0.5 0.6 0.7)", [121, 154, 181, 255]), ("color(a98-rgb 0.2 0.8 0.3)", [0, 205, 62, 255]),
        ("color(prophoto-rgb 0.3 0.5 0.2)", [20, 155, 38, 255]), ("color(rec2020 0.3 0.5 0.2)", [37, 144, 52, 255]),
        ("color(xyz 0.3 0.5 0.2)", [91, 212, 100, 255]), ("color(xyz-d50 0.3 0.5 0.2)", [51, 214, 120, 255]),
        ("color(xyz-d65 0.3 0.5 0.2)", [91, 212, 100, 255]),
        ("color(display-p3-linear 0.5 0.2 0.1)", [198, 120, 82, 255]),
        ("color-mix(in srgb,red,blue)", [128, 0, 128, 255]), ("color-mix(in srgb, red 20%, blue)", [51, 0, 204, 255]),
        ("color-mix(in srgb, red 20%, blue 30%)", [102, 0, 153, 128]),
        ("color-mix(in srgb, red 0%, blue 0%)", [0, 0, 0, 0]),
        ("color-mix(in srgb, 20% red, blue 80%)", [51, 0, 204, 255]),
        ("color-mix(in oklab, red, blue)", [140, 83, 162, 255]), ("color-mix(in lab, red, blue)", [193, 0, 136, 255]),
        ("color-mix(in lch, red, blue)", [245, 0, 134, 255]), ("color-mix(in oklch, red, lime)", [249, 149, 0, 255]),
        ("color-mix(in oklch longer hue, red, lime)", [89, 153, 255, 255]),
        ("color-mix(in hsl, red, blue)", [255, 0, 255, 255]),
        ("color-mix(in hsl shorter hue, red, lime)", [255, 255, 0, 255]),
        ("color-mix(in hsl increasing hue, blue, red)", [255, 0, 255, 255]),
        ("color-mix(in hsl decreasing hue, red, blue)", [255, 0, 255, 255]),
        ("color-mix(in hwb, red, blue)", [255, 0, 255, 255]),
        ("color-mix(in srgb-linear, red, blue)", [188, 0, 188, 255]),
        ("color-mix(in xyz, red, blue)", [188, 0, 188, 255]), ("color-mix(in xyz-d50, red, blue)", [188, 0, 188, 255]),
        ("color-mix(in display-p3, red, blue)", [128, 10, 145, 255]),
        ("color-mix(in srgb, rgb(255 0 0 / .5), blue)", [85, 0, 170, 191]),
        ("color-mix(in srgb, transparent, blue)", [0, 0, 255, 128]),
        ("color-mix(in oklch, white, blue)", [115, 163, 255, 255]), ("color-mix(red, blue)", [140, 83, 162, 255]),
        ("color-mix(in hsl, rgb(none 0 0), blue)", [32, 32, 96, 255]),
        ("color-mix(in srgb, rgb(none 100 0), blue)", [0, 50, 128, 255]),
        ("color-mix(in srgb, color-mix(in srgb, red, blue), lime)", [64, 128, 64, 255]),
        ("rgb(from red r g b)", [255, 0, 0, 255]), ("rgb(from red g r b / 50%)", [0, 255, 0, 128]),
        ("rgb(from red calc(r / 2) g b)", [128, 0, 0, 255]), ("rgb(from #12345680 r g b / alpha)", [18, 52, 86, 128]),
        ("rgb(from #12345680 r g b)", [18, 52, 86, 128]),
        ("rgb(from #12345680 r g b / calc(alpha * 2))", [18, 52, 86, 255]), ("hsl(from red h s l)", [255, 0, 0, 255]),
        ("hsl(from red calc(h + 120) s l)", [0, 255, 0, 255]),
        ("hsl(from #456 h s calc(l + 10))", [88, 110, 133, 255]), ("hwb(from #456 h w b)", [68, 85, 102, 255]),
        ("lab(from #456 l a b)", [68, 85, 102, 255]), ("lch(from #456 calc(l * 1.2) c h)", [85, 102, 120, 255]),
        ("oklch(from blue calc(l + 0.2) c h)", [35, 112, 255, 255]), ("oklab(from blue l a b)", [0, 0, 255, 255]),
        ("color(from red srgb r g b)", [255, 0, 0, 255]), ("color(from red display-p3 r g b)", [255, 0, 0, 255]),
        ("color(from color(display-p3 1 0 0) srgb r g b)", [255, 0, 0, 255]),
        ("hsl(from white none s l)", [255, 255, 255, 255]), ("#abcd", [170, 187, 204, 221]),
        ("#12345678", [18, 52, 86, 120]), ("#ABC", [170, 187, 204, 255]), ("transparent", [0, 0, 0, 0]),
        ("contrast-color(red)", [0, 0, 0, 255]), ("contrast-color(white)", [0, 0, 0, 255]),
        ("rgb(from red r g b / none)", [0, 0, 0, 0]), ("rgb(sin(30deg) 2 3)", [1, 2, 3, 255]),
        ("hsl(calc(1turn / 3) 100% 50%)", [0, 255, 0, 255]), ("rgb(1e3 0 0)", [255, 0, 0, 255]),
        ("rgb(/* x */1 2 3)", [1, 2, 3, 255]), ("rgb(1/**/2/**/3)", [1, 2, 3, 255]), ("rgb(+1 2 3)", [1, 2, 3, 255]),
        ("rgb(1 2 3/50%)", [1, 2, 3, 128]), ("rgb(1-2 3)", [1, 0, 3, 255]), (#"r\65 d"#, [255, 0, 0, 255]),
        (#"\72 gb(1 2 3)"#, [1, 2, 3, 255]),
    ]) func colorsAreThoseOfChromium(_ text: String, _ components: [Int]) throws {
        guard case .color(let color)? = paint(text) else {
            Issue.record("\(text) is no color")
            return
        }
        #expect(isEqual(bytes(color), components), "\(text): \(bytes(color))")
    }

    @Test(arguments: [
        "rgb(0,0,100%)", "rgb(none,2,3)", "rgb(1,2 3)", "rgb(1 2 3 0.5)", "rgb(1 2 3, 0.5)", "rgb(1,2,3 / 0.5)",
        "rgb(1,2,3,)", "rgb (1,2,3)", "hsl(120,100,50)", "hsl(100%,100%,50%)", "hwb(120, 0%, 20%)", "lab(50,40,20)",
        "color(srgb 1 0.5)", "color(srgb 1 0.5 0 0)", "color(foo 1 1 1)", "color(rec2100-pq 0.5 0.2 0.1)",
        "color-mix(in srgb, red 120%, blue)", "color-mix(in srgb, red, blue, lime)", "color-mix(in srgb, red)",
        "color-mix(in srgb longer hue, red, blue)", "rgb(from red calc(r - 55) calc(g + 20%) b)",
        "hsl(from #456 h s calc(l + 10%))", "rgb(from red, r, g, b)", "rgb(from red r g)", "rgb(from red x g b)",
        "#abcde", "light-dark(red)", "-webkit-text", "-internal-root-color", "device-cmyk(0 1 1 0)",
        "rgb(1 2 3 / calc(50% + 0.1))",
    ]) func whatChromiumRefusesIsNoColor(_ text: String) {
        #expect(paint(text) == nil)
    }

    @Test(arguments: [
        ("color-mix(in srgb, currentColor, red)", [133, 100, 15, 255]),
        ("rgb(from currentColor r g b)", [10, 200, 30, 255]), ("currentcolor", [10, 200, 30, 255]),
        ("CURRENTCOLOR", [10, 200, 30, 255]),
        ("light-dark(currentColor, blue)", [10, 200, 30, 255]),
    ]) func aColorMayDependOnTheElement(_ text: String, _ components: [Int]) throws {
        var style = SVGStyle()
        style.color = Color(red: 10 / 255.0, green: 200 / 255.0, blue: 30 / 255.0)
        let color = style.flatColor(try #require(paint(text)))
        #expect(isEqual(bytes(color), components), "\(text): \(bytes(color))")
    }

    @Test(
        arguments: [
            ("", false, false), ("light", false, false), ("dark", true, true), ("light dark", false, true),
            ("dark light", false, true), ("only light", false, false), ("foo", false, false), ("foo dark", true, true),
            ("normal", false, false),
        ]) func theColorSchemeChoosesBetweenTwoColors(_ schemes: String, _ inLight: Bool, _ inDark: Bool) throws
    {
        for (prefersDark, isDark) in [(false, inLight), (true, inDark)] {
            var style = SVGStyle()
            style.colorScheme = SVGColorScheme(prefersDark: prefersDark)
            if !schemes.isEmpty {
                #expect(Array(schemes.utf8).withUnsafeBufferPointer { style.colorScheme.set($0) })
            }
            let color = style.flatColor(try #require(paint("light-dark(red, blue)")))
            #expect(bytes(color) == (isDark ? [0, 0, 255, 255] : [255, 0, 0, 255]))
            let canvas = style.flatColor(try #require(paint("Canvas")))
            #expect(bytes(canvas) == (isDark ? [18, 18, 18, 255] : [255, 255, 255, 255]))
        }
    }

    @Test(arguments: ["", "only", "light normal", "light, dark", "1"])
    func aColorSchemeMayBeInvalid(_ text: String) {
        var scheme = SVGColorScheme()
        #expect(!Array(text.utf8).withUnsafeBufferPointer { scheme.set($0) })
    }

    @Test func colorIsThatOfTheSchemeThatFollowsIt() throws {
        let tree = try XMLTree(
            Data(
                """
                <svg xmlns='http://www.w3.org/2000/svg' style='color: light-dark(red, blue); color-scheme: dark'>\
                <g color='color-mix(in srgb, currentColor 50%, white)'><rect id='r'/></g></svg>
                """.utf8))
        let recorder = SVGRecorder(tree)
        let style = try recorder.ancestorStyle(try #require(tree.node(withID: "r")))
        #expect(bytes(style.color) == [128, 128, 255, 255])
    }

    @Test func deepColorsAreRefused() {
        let deep = String(repeating: "light-dark(", count: 100) + "red"
        #expect(paint(deep) == nil)
        #expect(paint(String(repeating: "color-mix(in srgb, ", count: 1000)) == nil)
    }
}
