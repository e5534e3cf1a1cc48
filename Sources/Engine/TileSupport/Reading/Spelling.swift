/// Suggestions for misspelled names: commands, options, environment variables, members of JSON files.
///
///     Spelling.closestMatch(to: "privat", in: ["private", "tokens", "key"])   // "private"
package enum Spelling {
    /// Returns the known name that a misspelled one most likely stands for.
    ///
    /// Upper and lower case count as the same. A name is near enough when at most a third of its characters have to be
    /// inserted, deleted, replaced or swapped with their neighbor, the limit that the Swift compiler uses; or when it
    /// is the beginning, three characters or more, of a single known name.
    ///
    /// - Returns: The nearest name, the first of several at the same distance; nil when none is near enough.
    /// - Complexity: O(n · m) for each known name, where n and m are the lengths of the two names.
    package static func closestMatch(to name: String, in known: some Sequence<String>) -> String? {
        let written = Array(name.lowercased())
        let limit = (written.count + 2) / 3
        var nearest: (name: String, distance: Int)?
        var completions: [String] = []
        for candidate in known {
            let characters = Array(candidate.lowercased())
            if written.count >= shortestPrefix, characters.starts(with: written) { completions.append(candidate) }
            guard abs(characters.count - written.count) <= limit else { continue }
            let distance = distance(written, characters)
            // A single character is not evidence of anything.
            guard distance <= limit, distance < written.count, distance < nearest?.distance ?? .max else { continue }
            nearest = (candidate, distance)
        }
        return nearest?.name ?? (completions.count == 1 ? completions[0] : nil)
    }

    /// The end of an error message about an unknown name: `; did you mean “private”?`, or empty when no known name is
    /// near enough.
    package static func suggestion(for name: String, in known: some Sequence<String>) -> String {
        closestMatch(to: name, in: known).map { "; did you mean “\($0)”?" } ?? ""
    }

    private static let shortestPrefix = 3

    /// Returns the number of insertions, deletions, replacements and swaps of neighbors that turn one name into the
    /// other: the "optimal string alignment" variant of the Damerau–Levenshtein distance.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            for j in b.indices {
                var least = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, beforeLast[j - 1] + 1) }
                row.append(least)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
