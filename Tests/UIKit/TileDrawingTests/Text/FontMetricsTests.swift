import Foundation
import Testing
import TileDrawing

@Suite("UIFontMetrics")
struct FontMetricsTests {
    private func traits(_ category: UIContentSizeCategory) -> UITraitCollection {
        UITraitCollection(traitsFrom: [
            UITraitCollection(preferredContentSizeCategory: category), UITraitCollection(displayScale: 3),
        ])
    }

    @Test("values grow as the text style does in the published sizes")
    func values() {
        let huge = traits(.accessibilityExtraExtraExtraLarge)
        // Body: 17 and 53 points; title 1: 28 and 58. Rounded to a third of a point.
        #expect(UIFontMetrics.default.scaledValue(for: 17, compatibleWith: huge) == 53)
        #expect(UIFontMetrics(forTextStyle: .title1).scaledValue(for: 28, compatibleWith: huge) == 58)
        #expect(abs(UIFontMetrics.default.scaledValue(for: 10, compatibleWith: huge) - 94.0 / 3) < 1e-9)
        #expect(UIFontMetrics.default.scaledValue(for: 10.01, compatibleWith: traits(.large)) == 10.01)
        #expect(UIFontMetrics(forTextStyle: .body) == .default)
        for value in [CGFloat.infinity, 1e308] {
            #expect(UIFontMetrics.default.scaledValue(for: value, compatibleWith: huge) == value)
        }
        #expect(UIFontMetrics.default.scaledValue(for: .nan, compatibleWith: huge).isNaN)
    }

    @Test("fonts keep their face, up to a largest size, and follow the category")
    func fonts() throws {
        let huge = traits(.accessibilityExtraExtraExtraLarge)
        let base = UIFont.systemFont(ofSize: 20, weight: .bold)
        let metrics = UIFontMetrics(forTextStyle: .callout)
        let font = metrics.scaledFont(for: base, compatibleWith: huge)
        // Callout: 16 and 51 points.
        #expect(font.pointSize == 63.75 && font.fontName == base.fontName)
        #expect(metrics.scaledFont(for: base, maximumPointSize: 30, compatibleWith: huge).pointSize == 30)
        #expect(metrics.scaledFont(for: base, maximumPointSize: 0, compatibleWith: huge).pointSize == 63.75)
        #expect(metrics.scaledFont(for: base, compatibleWith: traits(.large)).pointSize == 20)
        // A scaled font is not scaled twice.
        #expect(metrics.scaledFont(for: font, compatibleWith: huge) == font)
        #expect(font.fitting(traits(.large))?.pointSize == 20)
        let preferred = UIFont.preferredFont(forTextStyle: .title1, compatibleWith: huge)
        // Title 1 has 28 points in the default category.
        #expect(metrics.scaledFont(for: preferred, compatibleWith: huge).pointSize == 89.25)
        #expect(metrics.scaledFont(for: preferred, compatibleWith: traits(.large)).pointSize == 28)
        #expect(base.fitting(huge) == nil)
        let style = UIFont.preferredFont(forTextStyle: .body, compatibleWith: traits(.large))
        #expect(style.fitting(huge)?.pointSize == 53)
    }

    @Test("archives keep the growth")
    func archives() throws {
        let base = UIFont.systemFont(ofSize: 20, weight: .bold)
        let font = UIFontMetrics.default.scaledFont(for: base, maximumPointSize: 40, compatibleWith: traits(.large))
        let archive = try NSKeyedArchiver.archivedData(withRootObject: font, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: UIFont.self, from: archive))
        #expect(copy == font && copy.fitting(traits(.accessibilityExtraExtraExtraLarge))?.pointSize == 40)
    }

    @Test("a text style's font keeps its weight when the category changes")
    func boldStyle() throws {
        let descriptor = UIFontDescriptor.preferredFontDescriptor(withTextStyle: .body)
        let bold = UIFont(descriptor: try #require(descriptor.withSymbolicTraits(.traitBold)), size: 0)
        let grown = try #require(bold.fitting(traits(.accessibilityExtraExtraExtraLarge)))
        #expect(grown.pointSize == 53 && grown.fontName == bold.fontName)
    }

    @Test("designs lead to the generic families, and back")
    func designs() throws {
        let system = UIFont.systemFont(ofSize: 20, weight: .bold).fontDescriptor
        let serif = UIFont(descriptor: try #require(system.withDesign(.serif)), size: 0)
        let mono = UIFont(descriptor: try #require(system.withDesign(.monospaced)), size: 0)
        #expect(mono.fontName == UIFont.monospacedSystemFont(ofSize: 20, weight: .bold).fontName)
        #expect(serif.fontDescriptor.symbolicTraits.contains(.traitBold) && serif.pointSize == 20)
        let back = try #require(serif.fontDescriptor.withDesign(.default))
        #expect(UIFont(descriptor: back, size: 0) == UIFont.systemFont(ofSize: 20, weight: .bold))
        let rounded = try #require(system.withDesign(.rounded))
        #expect(UIFont(descriptor: rounded, size: 0) == UIFont(descriptor: back, size: 0))
        #expect(system.withDesign(UIFontDescriptor.SystemDesign(rawValue: "other")) == nil)
        #expect(UIFontDescriptor(name: serif.fontName, size: 12).withDesign(.serif) == nil)
    }
}
