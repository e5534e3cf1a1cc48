/// Lists of choices in messages.
package enum ChoiceList {
    /// Returns choices as a message names them: "a", "a or b", "a, b, or c". Empty without choices.
    package static func text(_ choices: [String]) -> String {
        guard choices.count > 1, let last = choices.last else { return choices.first ?? "" }
        return choices.dropLast().joined(separator: ", ") + (choices.count > 2 ? "," : "") + " or " + last
    }
}
