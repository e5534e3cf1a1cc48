import CPango
import Testing

@testable import TileGraphics

/// Tests of the families that text is drawn in: those of Chromium 156 with fonts of the same names.
@Suite struct FontFamilyTests {
    /// Fontconfig with fonts of given names only, and Debian's aliases of some families.
    private final class Fonts: @unchecked Sendable {
        // Fontconfig's own locks protect it.
        let configuration: OpaquePointer

        init(_ names: [String]) throws {
            configuration = try #require(FcConfigCreate())
            let aliases = [("Helvetica", "Nimbus Sans"), ("Arial", "Liberation Sans"), ("Calibri", "Carlito")]
            var rules = aliases.map {
                "<alias binding='same'><family>\($0)</family><accept><family>\($1)</family></accept></alias>"
            }
            for (name, family) in [("sans", "DejaVu Sans"), ("serif", "DejaVu Serif"), ("Preferred", "Z003")] {
                rules.append(
                    "<match><test name='family'><string>\(name)</string></test>"
                        + "<edit name='family' mode='\(name == "Preferred" ? "prepend" : "append")' binding='strong'>"
                        + "<string>\(family)</string></edit></match>")
            }
            let text = "<?xml version='1.0'?><fontconfig>\(rules.joined())</fontconfig>"
            #expect(FcConfigParseAndLoadFromMemory(configuration, text, 1) != 0)
            let face = try #require(FontCatalog.installed.face(named: "DejaVu Sans"))
            for name in names {
                // Each call adds another pattern of the file, which may have any name.
                #expect(FcConfigAppFontAddFile(configuration, face.path) != 0)
                let set = try #require(FcConfigGetFonts(configuration, FcSetApplication))
                let pattern = try #require(set.pointee.fonts[Int(set.pointee.nfont) - 1])
                FcPatternDel(pattern, FC_FAMILY)
                FcPatternAddString(pattern, FC_FAMILY, name)
            }
        }

        deinit { FcConfigDestroy(configuration) }

        var families: FontFamilies {
            FontFamilies { [self] in FontMatch($0, configuration: configuration) }
        }
    }

    @Test func aFamilyThatIsNotInstalledIsSkipped() throws {
        let families = try Fonts(["DejaVu Sans", "DejaVu Serif", "Nimbus Sans", "Z003"]).families
        let expected = [
            ("Nonexistent", "DejaVu Sans"), ("Nonexistent,z003", "Z003,DejaVu Sans"),
            ("Nimbus Sans", "Nimbus Sans,DejaVu Sans"), ("serif", "DejaVu Serif,DejaVu Sans"),
            ("sans-serif,Nonexistent", "DejaVu Sans"), ("\"serif\"", "DejaVu Serif,DejaVu Sans"),
            // An alias with other metrics is not used, and what the configuration prefers is.
            ("Helvetica", "DejaVu Sans"), ("Arial", "DejaVu Sans"), ("Preferred", "Z003,DejaVu Sans"),
            ("cursive", "DejaVu Sans"), ("", "DejaVu Sans"), (" ,\u{7},,", "DejaVu Sans"),
        ]
        for (list, found) in expected { #expect(families.families(for: list) == found, "\(list)") }
    }

    @Test func aSubstituteWithTheSameMetricsIsUsed() throws {
        let families = try Fonts(["DejaVu Sans", "Liberation Sans", "Liberation Serif", "Carlito", "Nimbus Sans"])
            .families
        let expected = [
            ("Arial", "Liberation Sans,DejaVu Sans"), ("Helvetica", "Liberation Sans,DejaVu Sans"),
            ("SANS-SERIF", "Liberation Sans,DejaVu Sans"), ("\"sans-serif\"", "DejaVu Sans"),
            ("Nonexistent,calibri", "Carlito,DejaVu Sans"), ("Verdana,Arial", "Liberation Sans,DejaVu Sans"),
        ]
        for (list, found) in expected { #expect(families.families(for: list) == found, "\(list)") }
    }

    @Test func aNameIsLookedUpOnceAndAListIsBounded() {
        nonisolated(unsafe) var names: [String] = []  // Called on this thread only.
        let families = FontFamilies { name in
            names.append(name)
            return name.hasPrefix("a") ? FontMatch(family: name.uppercased(), hasLatin: name != "a") : nil
        }
        #expect(families.families(for: "b,A1,b,a1") == "A1")
        #expect(names == ["b", "a1", "times new roman", "times", "sans"])
        #expect(families.families(for: "B,a1") == "A1")
        #expect(names.count == 5)
        let list = (0..<200).map { "c\($0)" }.joined(separator: ",")
        #expect(families.families(for: list + ",a1").isEmpty)
        #expect(names.count == 105)
        #expect(families.families(for: String(repeating: "a", count: 2049)).isEmpty)
    }

    @Test func namesAfterAFontWithAllLettersOfATextAreNotLookedUp() throws {
        nonisolated(unsafe) var names: [String] = []  // Called on this thread only.
        let families = FontFamilies { name in
            names.append(name)
            return name.hasPrefix("a") ? FontMatch(family: name.uppercased(), hasLatin: name != "a") : nil
        }
        #expect(families.families(for: "b,a,a1,a2", isLatin: true) == "A,A1")
        #expect(names == ["b", "a", "a1"])
        #expect(families.families(for: "b,a,a1,a2") == "A,A1,A2")
        #expect(FontMatch.isLatin("Straße 7~") && FontMatch.isLatin("") && !FontMatch.isLatin("a\u{AD}"))
        #expect(!FontMatch.isLatin("a\n") && !FontMatch.isLatin("Ω"))
        // DejaVu's file, with any names.
        let found = try Fonts(["DejaVu Sans", "Z003"]).families
        #expect(found.families(for: "Nonexistent,Z003,DejaVu Sans", isLatin: true) == "Z003")
        #expect(found.families(for: "Nonexistent,Z003,DejaVu Sans") == "Z003,DejaVu Sans")
        // A bold font of the family without letters.
        let fonts = try Fonts(["DejaVu Sans", "Z003", "Z003"])
        let set = try #require(FcConfigGetFonts(fonts.configuration, FcSetApplication))
        let bold = try #require(set.pointee.fonts[2])
        let characters = try #require(FcCharSetCreate())
        defer { FcCharSetDestroy(characters) }
        FcPatternDel(bold, FC_WEIGHT)
        FcPatternAddInteger(bold, FC_WEIGHT, FC_WEIGHT_BOLD)
        FcPatternDel(bold, FC_CHARSET)
        FcPatternAddCharSet(bold, FC_CHARSET, characters)
        #expect(fonts.families.families(for: "Nonexistent,Z003,DejaVu Sans", isLatin: true) == "Z003,DejaVu Sans")
        #expect(FontMatch("z003", configuration: fonts.configuration)?.hasLatin == false)
    }
}
