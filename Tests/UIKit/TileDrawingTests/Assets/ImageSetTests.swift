import Foundation
import TestSupport
import Testing

@testable import TileDrawing

@Suite("Images of asset catalogues")
struct ImageSetTests {
    private let folder: TemporaryFolder
    private let bundle: Bundle

    init() throws {
        folder = try TemporaryFolder()
        bundle = try #require(Bundle(path: folder.path))
    }

    private func make(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("Assets.xcassets/\(path)"), withIntermediateDirectories: true)
    }

    /// Writes a set of images with one row of pixels each, keyed by file name.
    private func store(
        _ name: String, _ items: [String], files: [String: String], properties: String = ""
    ) throws {
        let path = "\(name).imageset"
        try make(path)
        let properties = properties.isEmpty ? "" : #", "properties": {\#(properties)}"#
        try folder.write(
            "Assets.xcassets/\(path)/Contents.json",
            #"{"images": [\#(items.joined(separator: ","))]\#(properties), "info": {"version": 1, "author": "xcode"}}"#)
        for (file, letters) in files {
            try #require(image([letters]).pngData()).write(
                to: URL(fileURLWithPath: folder.file("Assets.xcassets/\(path)/\(file)")))
        }
    }

    private func item(
        _ file: String?, scale: String? = "1x", idiom: String = "universal", _ more: String = ""
    ) -> String {
        let file = file.map { #""filename": "\#($0)", "# } ?? ""
        let scale = scale.map { #""scale": "\#($0)", "# } ?? ""
        return #"{\#(file)\#(scale)"idiom": "\#(idiom)"\#(more.isEmpty ? "" : ", " + more)}"#
    }

    private func named(_ name: String, _ traits: UITraitCollection = UITraitCollection()) -> UIImage? {
        UIImage(named: name, in: bundle, compatibleWith: traits)
    }

    private func row(_ image: UIImage?) -> String? { image?.cgImage?.bitmap.letters(letters).first }

    @Test("the file for the scale is taken, a finer one before a coarser, and sizes are in points")
    func scales() throws {
        try store(
            "seat", [item("a.png"), item(nil, scale: "2x"), item("c.png", scale: "3x")],
            files: ["a.png": "rg", "c.png": "rrrggg"])
        for (scale, expected) in [(1, "rg"), (2, "rrrggg"), (3, "rrrggg")] as [(CGFloat, String)] {
            let seat = try #require(named("seat", UITraitCollection(displayScale: scale)))
            #expect(row(seat) == expected && seat.size.width == 2)
        }
        let seat = try #require(named("seat", UITraitCollection(displayScale: 1)))
        #expect(seat.resolved(for: UITraitCollection(displayScale: 3)).scale == 3)
        #expect(UIImage(named: "seat", in: bundle, with: nil)?.scale == 1)
        #expect(named("seat", UITraitCollection(displayScale: 1)) == seat, "its pixels are not read again")
    }

    @Test("is also found by the name of an image file, after a set and a file of that very name")
    func endings() throws {
        try store("seat", [item("a.png")], files: ["a.png": "rg"])
        try store("wall.png", [item("a.png")], files: ["a.png": "bb"])
        try store("wall", [item("a.png")], files: ["a.png": "rr"])
        try store("gate", [item("a.png")], files: ["a.png": "rr"])
        try #require(image(["gg"]).pngData()).write(to: URL(fileURLWithPath: folder.file("gate.png")))
        for name in ["seat", "seat.jpg", "seat.PNG"] { #expect(row(named(name)) == "rg", "\(name)") }
        for name in ["seat.txt", "seat.jpg.png", ".png", "door.jpg"] { #expect(named(name) == nil, "\(name)") }
        #expect(row(named("wall.png")) == "bb")
        #expect(row(named("gate.png")) == "gg")
    }

    @Test("a file that is damaged or not there is stood in for by the next best; of none, there is no image")
    func damaged() throws {
        try store("seat", [item("a.png"), item("b.png", scale: "2x")], files: ["a.png": "rg"])
        try folder.write("Assets.xcassets/seat.imageset/b.png", "no picture")
        #expect(row(named("seat", UITraitCollection(displayScale: 2))) == "rg")
        try store("stage", [item("stage.pdf", scale: nil)], files: [:])
        try folder.write("Assets.xcassets/stage.imageset/stage.pdf", "%PDF-1.4")
        try store("door", [item("../seat.imageset/a.png"), item("..")], files: [:])
        try store("wall", [item("a.png", idiom: "watch")], files: ["a.png": "r"])
        try make("roof.imageset")
        try folder.write("Assets.xcassets/roof.imageset/Contents.json", #"{"images": 3"#)
        try make("floor.imageset")
        for name in ["stage", "door", "wall", "roof", "floor", "none", "", "../Assets.xcassets/seat", "seat.imageset"] {
            #expect(named(name) == nil, "\(name)")
        }
    }

    @Test("dark, light and high contrast have files of their own, which image views change to")
    func appearances() throws {
        func appearance(_ name: String, _ value: String) -> String {
            #"{"appearance": "\#(name)", "value": "\#(value)"}"#
        }
        let dark = appearance("luminosity", "dark")
        try store(
            "seat",
            [
                item("a.png"), item("b.png", #""appearances": [\#(dark)]"#),
                item("c.png", #""appearances": [\#(dark), \#(appearance("contrast", "high"))]"#),
                item("d.png", #""appearances": [\#(appearance("mood", "sad"))]"#),
            ], files: ["a.png": "r", "b.png": "g", "c.png": "b", "d.png": "k"])
        let seat = try #require(named("seat", UITraitCollection(userInterfaceStyle: .light)))
        #expect(row(seat) == "r")
        let traits = UITraitCollection(userInterfaceStyle: .dark)
        #expect(row(seat.resolved(for: traits)) == "g" && row(named("seat", traits)) == "g")
        let high = traits.modifyingTraits { $0.accessibilityContrast = .high }
        #expect(row(seat.resolved(for: high)) == "b")
        #expect(row(seat.resolved(for: high).resolved(for: UITraitCollection(userInterfaceStyle: .light))) == "r")
    }

    @Test("devices and size classes have files of their own; what is for phones alone serves all")
    func devices() throws {
        try store(
            "seat",
            [
                item("a.png", idiom: "iphone"), item("b.png", idiom: "ipad"),
                item("c.png", idiom: "iphone", #""width-class": "regular""#),
                item("d.png", idiom: "iphone", #""subtype": "retina4""#),
            ], files: ["a.png": "r", "b.png": "g", "c.png": "b", "d.png": "k"])
        #expect(row(named("seat")) == "r")
        #expect(row(named("seat", UITraitCollection(userInterfaceIdiom: .pad))) == "g")
        #expect(row(named("seat", UITraitCollection(horizontalSizeClass: .regular))) == "b")
    }

    @Test("what is drawn for one direction is mirrored for the other, unless that has a file of its own")
    func directions() throws {
        let (left, right) = (#""language-direction": "left-to-right""#, #""language-direction": "right-to-left""#)
        try store("arrow", [item("a.png", left)], files: ["a.png": "rg"])
        #expect(named("arrow")?.flipsForRightToLeftLayoutDirection == true)
        try store("sign", [item("a.png", left), item("b.png", right)], files: ["a.png": "rg", "b.png": "bk"])
        for (direction, expected) in [
            (UITraitEnvironmentLayoutDirection.leftToRight, "rg"), (.rightToLeft, "bk"),
        ] {
            let sign = try #require(named("sign", UITraitCollection(layoutDirection: direction)))
            #expect(row(sign) == expected && !sign.flipsForRightToLeftLayoutDirection)
        }
    }

    @Test("templates are templates, and slices are caps in points, where the image has room for them")
    func properties() throws {
        func resizing(_ mode: String, left: Int, right: Int) -> String {
            #""resizing": {"mode": "3-part-horizontal", "center": {"mode": "\#(mode)", "width": 1, "height": 1},"#
                + #" "cap-insets": {"left": \#(left), "right": \#(right)}}"#
        }
        try store(
            "bubble", [item("a.png", scale: "2x", resizing("stretch", left: 2, right: 3))], files: ["a.png": "rrgbbb"],
            properties: #""template-rendering-intent": "template""#)
        let bubble = try #require(named("bubble"))
        #expect(bubble.renderingMode == .alwaysTemplate && bubble.resizingMode == .stretch)
        #expect(bubble.capInsets == UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 1.5))
        try store(
            "box", [item("a.png", resizing("tile", left: 2, right: 3))], files: ["a.png": "rrgb"],
            properties: #""template-rendering-intent": "original""#)
        let box = try #require(named("box"))
        #expect(box.renderingMode == .alwaysOriginal && box.capInsets == .zero)
    }

    @Test("sets are found in groups by their names; in a namespace by its name as well")
    func groups() throws {
        try store("Seats/free", [item("a.png")], files: ["a.png": "r"])
        #expect(row(named("free")) == "r" && row(named("Seats/free")) == "r")
        try store("Doors/Inner/open", [item("a.png")], files: ["a.png": "g"])
        try folder.write("Assets.xcassets/Doors/Contents.json", #"{"properties": {"provides-namespace": true}}"#)
        #expect(row(named("Doors/open")) == "g" && row(named("Doors/Inner/open")) == "g")
        #expect(named("open") == nil && named("Inner/open") == nil)
        try make("Colors/seat.colorset")
        try folder.write(
            "Assets.xcassets/Colors/seat.colorset/Contents.json",
            """
            {"colors": [{"color": {"color-space": "srgb", "components": {"red": "1", "green": "0", "blue": "0"}}}]}
            """)
        #expect(UIColor(named: "seat", in: bundle, compatibleWith: nil) != nil)
    }

    @Test("sets that come, change and go are seen; links are not followed")
    func changes() throws {
        #expect(named("seat") == nil)
        try store("seat", [item("a.png")], files: ["a.png": "r"])
        #expect(row(named("seat")) == "r")
        let file = folder.file("Assets.xcassets/seat.imageset/Contents.json")
        try store("seat", [item("b.png")], files: ["b.png": "g"])
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file)
        #expect(row(named("seat")) == "g")
        // The file alone is another.
        let pixels = URL(fileURLWithPath: folder.file("Assets.xcassets/seat.imageset/b.png"))
        try #require(image(["b"]).pngData()).write(to: pixels)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 2)], ofItemAtPath: pixels.path)
        #expect(row(named("seat")) == "b")
        try store("seat", [item("b.png")], files: ["b.png": "g"])
        try FileManager.default.moveItem(
            atPath: folder.file("Assets.xcassets/seat.imageset"), toPath: folder.file("Assets.xcassets/chair.imageset"))
        #expect(named("seat") == nil && row(named("chair")) == "g")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("Assets.xcassets/stool.imageset"),
            withDestinationPath: folder.file("Assets.xcassets/chair.imageset"))
        #expect(named("stool") == nil)
        try store("bench", [item("a.png")], files: [:])
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("Assets.xcassets/bench.imageset/a.png"),
            withDestinationPath: folder.file("Assets.xcassets/chair.imageset/b.png"))
        #expect(named("bench") == nil)
    }

    @Test("a set comes before a file of its name")
    func files() throws {
        try #require(image(["b"]).pngData()).write(to: URL(fileURLWithPath: folder.file("seat.png")))
        try store("seat", [item("a.png")], files: ["a.png": "r"])
        #expect(row(named("seat")) == "r" && row(named("seat.png")) == "b")
    }

    @Test("data sets have a file of any kind, and say its type")
    func data() throws {
        try make("plan.dataset")
        try folder.write(
            "Assets.xcassets/plan.dataset/Contents.json",
            """
            {"data": [{"idiom": "ipad", "filename": "b.json"},
                      {"idiom": "universal", "filename": "a.json", "universal-type-identifier": "public.json"}]}
            """)
        try folder.write("Assets.xcassets/plan.dataset/a.json", "[1]")
        try folder.write("Assets.xcassets/plan.dataset/b.json", "[2]")
        let plan = try #require(NSDataAsset(name: "plan", bundle: bundle))
        #expect(plan.data == Data("[1]".utf8) && plan.typeIdentifier == "public.json" && plan.name == "plan")
        try FileManager.default.removeItem(atPath: folder.file("Assets.xcassets/plan.dataset/a.json"))
        #expect(NSDataAsset(name: "plan", bundle: bundle) == nil && NSDataAsset(name: "none", bundle: bundle) == nil)
    }
}
