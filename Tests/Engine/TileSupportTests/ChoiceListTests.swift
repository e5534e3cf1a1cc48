import Testing

@testable import TileSupport

@Suite("Lists of choices")
struct ChoiceListTests {
    @Test(
        "are separated by commas from three choices on",
        arguments: [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b, or c")]
            as [([String], String)])
    func text(choices: [String], expected: String) {
        #expect(ChoiceList.text(choices) == expected)
    }
}
