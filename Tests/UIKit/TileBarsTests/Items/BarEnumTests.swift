import Testing
import TileBars

/// Raw values are part of the format of archives and nibs.
@Suite
struct BarEnumTests {
    @Test
    func numbersAreUIKits() {
        #expect(UIBarStyle.black.rawValue == 1)
        #expect(UIBarStyle.blackOpaque == .black)
        #expect(UIBarStyle.blackTranslucent.rawValue == 2)
    }
}
