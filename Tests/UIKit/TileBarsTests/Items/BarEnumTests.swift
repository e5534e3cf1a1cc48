import Testing
import TileBars

/// Raw values are what archives and nibs hold.
@Suite
struct BarEnumTests {
    @Test
    func numbersAreUIKits() {
        #expect(UIBarStyle.black.rawValue == 1)
        #expect(UIBarStyle.blackOpaque == .black)
        #expect(UIBarStyle.blackTranslucent.rawValue == 2)
    }
}
