import Foundation
import TestSupport
import Testing
import TileDrawing

@Suite("Colors of asset catalogues")
struct ColorCatalogTests {
    private let folder: TemporaryFolder
    private let bundle: Bundle

    init() throws {
        folder = try TemporaryFolder()
        bundle = try #require(Bundle(path: folder.path))
    }

    private func store(_ name: String, _ json: String) throws {
        let path = "Assets.xcassets/\(name).colorset"
        try FileManager.default.createDirectory(atPath: folder.file(path), withIntermediateDirectories: true)
        try folder.write("\(path)/Contents.json", json)
    }

    private func color(_ components: String, space: String = "srgb", _ appearances: String = "") -> String {
        """
        {"idiom": "universal", "appearances": [\(appearances)],
         "color": {"color-space": "\(space)", "components": {\(components)}}}
        """
    }

    private func named(_ name: String, _ traits: UITraitCollection? = nil) -> UIColor? {
        UIColor(named: name, in: bundle, compatibleWith: traits)
    }

    @Test("components are parts of one, or bytes in decimal or hexadecimal figures")
    func components() throws {
        try store("seat", #"{"colors": [\#(color(#""red":"0.500","green":"0x80","blue":"255","alpha":"0.25""#))]}"#)
        let seat = try #require(named("seat"))
        let expected = UIColor(red: 0.5, green: 128.0 / 255, blue: 1, alpha: 0.25)
        #expect(seat.resolvedColor(with: UITraitCollection()) == expected)
        try store("gray", #"{"colors": [\#(color(#""white":"0.4","alpha":"1.0""#, space: "gray-gamma-22"))]}"#)
        #expect(named("gray")?.resolvedColor(with: .current) == UIColor(white: 0.4, alpha: 1))
        try store("wide", #"{"colors": [\#(color(#""red":"1.0","green":"0","blue":"0""#, space: "display-p3"))]}"#)
        let wide = UIColor(displayP3Red: 1, green: 0, blue: 0, alpha: 1)
        #expect(named("wide")?.resolvedColor(with: .current) == wide)
    }

    @Test("the color follows light and dark, and high contrast")
    func appearances() throws {
        let dark = #"{"appearance":"luminosity","value":"dark"}"#
        let high = #"{"appearance":"contrast","value":"high"}"#
        let red = (1...4).map { #""red":"\#($0)","green":"0","blue":"0""# }
        let all = [
            color(red[0]), color(red[1], dark), color(red[2], high), color(red[3], dark + "," + high),
        ]
        try store("seat", #"{"colors": [\#(all.joined(separator: ","))]}"#)
        let seat = try #require(named("seat"))
        for (style, contrast, value) in [
            (UIUserInterfaceStyle.light, UIAccessibilityContrast.normal, 1), (.dark, .normal, 2), (.light, .high, 3),
            (.dark, .high, 4), (.unspecified, .unspecified, 1),
        ] as [(UIUserInterfaceStyle, UIAccessibilityContrast, Int)] {
            let traits = UITraitCollection {
                $0.userInterfaceStyle = style
                $0.accessibilityContrast = contrast
            }
            let expected = UIColor(red: CGFloat(value) / 255, green: 0, blue: 0, alpha: 1)
            #expect(seat.resolvedColor(with: traits) == expected)
            #expect(named("seat", traits) == expected, "for good")
        }
    }

    @Test("a name may lead through folders of a catalogue, and not out of it")
    func folders() throws {
        let json = #"{"colors": [\#(color(#""red":"1.0","green":"0","blue":"0""#))]}"#
        try store("Seats/Free", json)
        try folder.write("Assets.xcassets/Seats/Contents.json", #"{"properties": {"provides-namespace": true}}"#)
        try FileManager.default.createDirectory(
            atPath: folder.file("outside.colorset"), withIntermediateDirectories: true)
        try folder.write("outside.colorset/Contents.json", json)
        #expect(named("Seats/Free") != nil)
        #expect(named("Free") == nil)
        #expect(named("../outside") == nil)
    }

    @Test(
        "what is missing or can't be read is no color",
        arguments: [
            "", "[]", "{}", #"{"colors": []}"#, #"{"colors": [{"idiom": "universal"}]}"#,
            #"{"colors": [{"color": {"color-space": "srgb", "components": {"red": "x", "green": "0", "blue": "0"}}}]}"#,
            #"{"colors": [{"color": {"color-space": "srgb", "components": {"red": "nan", "green": "0", "blue": "0"}}}]}"#,
            #"{"colors": [{"color": {"color-space": "cmyk", "components": {"red": "1", "green": "0", "blue": "0"}}}]}"#,
            #"{"colors": [{"color": {"platform": "universal", "reference": "systemBlueColor"}}]}"#,
        ])
    func unreadable(json: String) throws {
        #expect(named("seat") == nil)
        try store("seat", json)
        #expect(named("seat") == nil)
    }
}
