import Foundation
import Testing
import TileDrawing
import TileGraphics

@Suite("UIFont")
struct UIFontTests {
    @Test("a font that is not installed is nil by name; the descriptor falls back to the system's")
    func missing() {
        #expect(UIFont(name: "No Such Font At All", size: 12) == nil)
        let fallback = UIFont(descriptor: UIFontDescriptor(name: "No Such Font At All", size: 20), size: 0)
        #expect(fallback.fontName == UIFont.systemFont(ofSize: 20).fontName)
        #expect(fallback.pointSize == 20)
    }

    @Test("every face listed can be made by its name, and says that name")
    func namesLeadToFaces() throws {
        #expect(!UIFont.familyNames.isEmpty)
        for family in UIFont.familyNames {
            for name in UIFont.fontNames(forFamilyName: family) {
                let font = try #require(UIFont(name: name, size: 10))
                #expect(font.fontName == name, "of the family \(family)")
            }
        }
        #expect(UIFont.fontNames(forFamilyName: "No Such Font At All").isEmpty)
    }

    /// Whether Debian's fonts-lmodern is installed.
    private static let hasLatinModern = UIFont.familyNames.contains("Latin Modern Roman")

    @Test(
        "faces that differ by optical size only are told apart by their PostScript names",
        .enabled(if: hasLatinModern, "fonts-lmodern is missing; `scripts/need tests` installs it"),
        arguments: [
            // The advance of “a” in the fonts' hmtx tables, at 1000 units to the em.
            ("LMRoman10-Regular", 500.0), ("LMRoman12-Regular", 490), ("LMRoman17-Regular", 459),
            ("LMRoman8-Regular", 531), ("LMRoman12-Bold", 547),
        ])
    func opticalSizes(_ name: String, _ advance: Double) throws {
        let font = try #require(UIFont(name: name, size: 1000))
        func width(_ font: UIFont) -> Double {
            Double(NSAttributedString(string: "a", attributes: [.font: font]).size().width)
        }
        #expect(font.fontName == name)
        #expect(abs(width(font) - advance) <= 1)
        // Copies that keep the face.
        #expect(font.withSize(20).fontName == name)
        #expect(UIFont(descriptor: font.fontDescriptor, size: 0) == font)
        #expect(UIFont(descriptor: UIFontDescriptor(name: name, size: 1000), size: 0).fontName == name)
        let archive = try NSKeyedArchiver.archivedData(withRootObject: font, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: UIFont.self, from: archive) == font)
        // A weight of its own leads to another face.
        let heavy = font.fontDescriptor.addingAttributes([
            .traits: [UIFontDescriptor.TraitKey.weight: UIFont.Weight.bold]
        ])
        #expect(UIFont(descriptor: heavy, size: 0).fontDescriptor.symbolicTraits.contains(.traitBold))
    }

    @Test("a character that an exact face lacks comes from another font")
    func exactFaceFallsBack() throws {
        let font = try #require(
            UIFont(name: "DejaVu Sans Mono", size: 20), "fonts-dejavu-core is missing; `scripts/need build` installs it"
        )
        #expect(font.fontName == "DejaVuSansMono")
        // CJK is in no DejaVu font; where no font has it, an empty frame is drawn.
        #expect(NSAttributedString(string: "漢", attributes: [.font: font]).size().width > 0)
    }

    @Test("metrics are the face's own and grow with the size")
    func metrics() throws {
        let font = UIFont.systemFont(ofSize: 20)
        #expect(font.ascender > font.capHeight)
        #expect(font.capHeight > font.xHeight)
        #expect(font.xHeight > 0)
        #expect(font.descender < 0)
        #expect(font.lineHeight == font.ascender - font.descender)
        let double = font.withSize(40)
        #expect(abs(double.ascender - 2 * font.ascender) < 1e-9)
        #expect(double.fontName == font.fontName)
    }

    @Test("DejaVu Sans' metrics are those of its hhea and OS/2 tables")
    func dejaVu() throws {
        guard let font = UIFont(name: "DejaVuSans", size: 2048) else {
            print("DejaVu Sans is not installed: its metrics are not checked")
            return
        }
        // Design units at 2048 to the em.
        #expect(font.ascender == 1901)
        #expect(font.descender == -483)
        #expect(font.capHeight == 1493)
        #expect(font.xHeight == 1120)
        #expect(font.leading == 0)
        #expect(font.familyName == "DejaVu Sans")
    }

    @Test("bold and italic fonts look different from the system font")
    func styles() {
        let regular = UIFont.systemFont(ofSize: 12)
        #expect(UIFont.boldSystemFont(ofSize: 12).fontName != regular.fontName)
        // Where the family has no italic face (fonts-dejavu-core has none), its upright face is slanted.
        let (upright, italic) = (UIFont.systemFont(ofSize: 30), UIFont.italicSystemFont(ofSize: 30))
        let letters = [upright, italic].map { font in
            drawn(40, 50) { _ in "H".draw(at: .zero, withAttributes: [.font: font]) }
        }
        #expect(!letters[0].isEqual(to: letters[1], within: 8))
        #expect(UIFont.systemFont(ofSize: 12, weight: .regular) == regular)
        #expect(UIFont.monospacedSystemFont(ofSize: 12, weight: .regular).familyName != regular.familyName)
        #expect(UIFont.boldSystemFont(ofSize: 12).fontDescriptor.symbolicTraits.contains(.traitBold))
        #expect(UIFont.italicSystemFont(ofSize: 12).fontDescriptor.symbolicTraits.contains(.traitItalic))
    }

    @Test("weights are asked for in their order, by the numbers that UIKit has for them")
    func weights() {
        let weights: [UIFont.Weight] = [
            .ultraLight, .thin, .light, .regular, .medium, .semibold, .bold, .heavy, .black,
        ]
        #expect(weights.map(\.rawValue) == [-0.8, -0.6, -0.4, 0, 0.23, 0.3, 0.4, 0.56, 0.62])
        let bold = UIFont.boldSystemFont(ofSize: 12).fontName
        for weight in [UIFont.Weight.bold, .heavy, .black] {
            #expect(UIFont.systemFont(ofSize: 12, weight: weight).fontDescriptor.symbolicTraits.contains(.traitBold))
        }
        #expect(UIFont.systemFont(ofSize: 12, weight: .bold).fontName == bold)
        #expect(UIFont.systemFont(ofSize: 12, weight: .ultraLight).fontName != bold)
    }

    @Test("the standard sizes are UIKit's, and every text style has the size that Apple publishes for large")
    func sizes() {
        #expect([UIFont.systemFontSize, UIFont.smallSystemFontSize] == [14, 12])
        #expect([UIFont.labelFontSize, UIFont.buttonFontSize] == [17, 18])
        let sizes: [(UIFont.TextStyle, CGFloat)] = [
            (.extraLargeTitle, 36), (.extraLargeTitle2, 28), (.largeTitle, 34), (.title1, 28), (.title2, 22),
            (.title3, 20), (.headline, 17), (.body, 17), (.callout, 16), (.subheadline, 15), (.footnote, 13),
            (.caption1, 12), (.caption2, 11),
        ]
        let large = UITraitCollection(preferredContentSizeCategory: .large)
        for (style, size) in sizes {
            #expect(UIFont.preferredFont(forTextStyle: style, compatibleWith: large).pointSize == size, "\(style)")
        }
    }

    @Test("a descriptor with bold added leads to the bold face")
    func descriptors() throws {
        let regular = UIFont.systemFont(ofSize: 15)
        let bold = try #require(regular.fontDescriptor.withSymbolicTraits(.traitBold))
        #expect(UIFont(descriptor: bold, size: 0).fontName == UIFont.boldSystemFont(ofSize: 15).fontName)
        #expect(UIFont(descriptor: regular.fontDescriptor, size: 0) == regular)
        #expect(UIFont(descriptor: regular.fontDescriptor, size: 30).pointSize == 30)
    }

    @Test("text styles have the sizes that Apple publishes, and follow the preferred category")
    func textStyles() {
        let large = UITraitCollection(preferredContentSizeCategory: .large)
        #expect(UIFont.preferredFont(forTextStyle: .body, compatibleWith: large).pointSize == 17)
        #expect(UIFont.preferredFont(forTextStyle: .largeTitle, compatibleWith: large).pointSize == 34)
        #expect(UIFont.preferredFont(forTextStyle: .caption2, compatibleWith: large).pointSize == 11)
        let huge = UITraitCollection(preferredContentSizeCategory: .accessibilityExtraExtraExtraLarge)
        #expect(UIFont.preferredFont(forTextStyle: .body, compatibleWith: huge).pointSize == 53)
        huge.performAsCurrent { #expect(UIFont.preferredFont(forTextStyle: .body).pointSize == 53) }
    }

    @Test("a size of 0 is 12 points")
    func zeroSize() { #expect(UIFont.systemFont(ofSize: 0).pointSize == 12) }
}
