import Testing

@testable import TileSupport

@Suite("A grouped number")
struct GroupedNumberTests {
    @Test("has a comma before each three digits")
    func whole() {
        #expect(
            [0, 999, 1000, 12_345, -1_234_567, Int.min].map { GroupedNumber.text($0) }
                == ["0", "999", "1,000", "12,345", "-1,234,567", "-9,223,372,036,854,775,808"])
    }

    @Test(
        "has as many decimals as it needs, up to three",
        arguments: [
            (2760.0, "2,760"), (793.7007874, "793.701"), (1122.52, "1,122.52"), (0.05, "0.05"), (-0.5, "-0.5"),
            (999.9996, "1,000"), (-0.0001, "0"), (.infinity, "inf"), (1e300, "1e+300"), (12_345.006, "12,345.006"),
        ])
    func fraction(number: Double, text: String) { #expect(GroupedNumber.text(number) == text) }

    @Test("counts things in the singular and the plural")
    func counted() {
        #expect(
            [0, 1, 12_345].map { GroupedNumber.counted($0, "tile") } == ["0 tiles", "1 tile", "12,345 tiles"])
        #expect(GroupedNumber.counted(2, "entry", plural: "entries") == "2 entries")
    }

    @Test("is typed without groups, and without a fraction of zero")
    func typed() {
        #expect(
            [0, -1, 0.5, 12_345, 12_345.25, 1e300, .infinity].map { GroupedNumber.typed($0) }
                == ["0", "-1", "0.5", "12345", "12345.25", "1e+300", "inf"])
    }
}
