import Foundation
import Testing
import TileDrawing
import TileGraphics

@Suite("The catalogue of colors")
struct SystemColorTests {
    /// Red, green, blue and alpha as a number, a byte each.
    private func number(_ color: UIColor, _ style: UIUserInterfaceStyle, level: UIUserInterfaceLevel = .base)
        -> UInt32
    {
        let traits = UITraitCollection {
            $0.userInterfaceStyle = style
            $0.userInterfaceLevel = level
        }
        var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
        color.resolvedColor(with: traits).getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        return [red, green, blue, alpha].reduce(0) { $0 << 8 | UInt32(($1 * 255).rounded()) }
    }

    @Test("Fixed colors have the components that Apple documents for them")
    func fixed() {
        let colors: [(UIColor, UInt32)] = [
            (.black, 0x0000_00FF), (.darkGray, 0x5555_55FF), (.lightGray, 0xAAAA_AAFF), (.white, 0xFFFF_FFFF),
            (.gray, 0x8080_80FF), (.red, 0xFF00_00FF), (.green, 0x00FF_00FF), (.blue, 0x0000_FFFF),
            (.cyan, 0x00FF_FFFF), (.yellow, 0xFFFF_00FF), (.magenta, 0xFF00_FFFF), (.orange, 0xFF80_00FF),
            (.purple, 0x8000_80FF), (.brown, 0x9966_33FF), (.clear, 0x0000_0000), (.lightText, 0xFFFF_FF99),
            (.darkText, 0x0000_00FF),
        ]
        for (color, expected) in colors {
            for style in [UIUserInterfaceStyle.light, .dark] { #expect(number(color, style) == expected, "\(color)") }
        }
    }

    @Test("System colors are those of Apple's guidelines, light and dark")
    func system() {
        let colors: [(UIColor, light: UInt32, dark: UInt32)] = [
            (.systemBrown, 0xA284_5EFF, 0xAC8E_68FF), (.systemMint, 0x00C7_BEFF, 0x63E6_E2FF),
            (.systemCyan, 0x32AD_E6FF, 0x64D2_FFFF), (.systemGray, 0x8E8E_93FF, 0x8E8E_93FF),
            (.systemGray2, 0xAEAE_B2FF, 0x6363_66FF), (.systemGray3, 0xC7C7_CCFF, 0x4848_4AFF),
            (.systemGray4, 0xD1D1_D6FF, 0x3A3A_3CFF), (.systemGray5, 0xE5E5_EAFF, 0x2C2C_2EFF),
            (.systemGray6, 0xF2F2_F7FF, 0x1C1C_1EFF), (.quaternaryLabel, 0x3C3C_432E, 0xEBEB_F529),
            (.placeholderText, 0x3C3C_434D, 0xEBEB_F54D), (.opaqueSeparator, 0xC6C6_C8FF, 0x3838_3AFF),
            (.systemFill, 0x7878_8033, 0x7878_805C), (.tertiarySystemFill, 0x7676_801F, 0x7676_803D),
            (.quaternarySystemFill, 0x7474_8014, 0x7676_802E),
        ]
        for (color, light, dark) in colors {
            #expect(number(color, .light) == light && number(color, .dark) == dark, "\(color)")
        }
    }

    @Test("Backgrounds get lighter in the dark with what they are of, and with what lies above")
    func backgrounds() {
        let groups: [[UIColor]] = [
            [.systemBackground, .secondarySystemBackground, .tertiarySystemBackground],
            [.systemGroupedBackground, .secondarySystemGroupedBackground, .tertiarySystemGroupedBackground],
        ]
        let steps: [UInt32] = [0x0000_00FF, 0x1C1C_1EFF, 0x2C2C_2EFF, 0x3A3A_3CFF]
        for group in groups {
            for (index, color) in group.enumerated() {
                #expect(
                    number(color, .dark) == steps[index] && number(color, .dark, level: .elevated) == steps[index + 1])
            }
        }
        #expect(groups[0].map { number($0, .light) } == [0xFFFF_FFFF, 0xF2F2_F7FF, 0xFFFF_FFFF])
        #expect(groups[1].map { number($0, .light) } == [0xF2F2_F7FF, 0xFFFF_FFFF, 0xF2F2_F7FF])
        #expect(UIColor.groupTableViewBackground == .systemGroupedBackground)
    }

    @Test("A provider that answers with a color of its own traits is asked for those at hand")
    func providers() {
        let color = UIColor(dynamicProvider: { $0.userInterfaceLevel == .elevated ? .systemRed : .systemGray2 })
        #expect(number(color, .dark) == 0x6363_66FF && number(color, .light, level: .elevated) == 0xFF3B_30FF)
        #expect(UIColor.supportsSecureCoding)
    }
}
