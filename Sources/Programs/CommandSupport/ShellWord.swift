/// A word of a command line that is printed to be typed again.
package enum ShellWord {
    /// Returns the word in single quotes, unless it has no character with a meaning for shells.
    package static func quoted(_ word: String) -> String {
        let plain = word.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte >= 128
                || "/._-+,:@%=".utf8.contains(byte)
        }
        if plain && !word.isEmpty { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
