import Glibc

/// The ending of an output's name, by which a command knows what to write.
package enum OutputEnding {
    /// Returns why an output's name can't be a folder's, as a message, or nil if it can.
    ///
    /// A folder that exists may have any name.
    package static func refusal(ofFolder output: String) -> String? {
        var status = stat()
        if stat(output, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return nil }
        return refusal(of: output, supported: [], takesFolder: true)
    }

    /// Returns why an output's name cannot be used, as a message, or nil if it can.
    ///
    /// A name without an ending, or with a slash at the end, is a folder's.
    ///
    /// - Parameters:
    ///   - supported: The endings that may be used, without the dot, in lower case.
    ///   - takesFolder: Whether the output may be a folder.
    package static func refusal(of output: String, supported: [String], takesFolder: Bool) -> String? {
        // Commands that can write to standard output do not call this for “-”.
        if output == "-" { return "standard output can't be used here; give a name" }
        let ending = output.hasSuffix("/") ? "" : PathName(output).fileExtension
        if ending.isEmpty ? takesFolder : supported.contains(ending.lowercased()) { return nil }
        if supported.isEmpty {
            return "this must be a folder; leave out .\(ending), or add a slash (\(output)/)"
        }
        var advice = ChoiceList.text(supported.map { ".\($0)" })
        if takesFolder { advice += ", or no ending for a folder" }
        return ending.isEmpty
            ? "the name has no ending; use \(advice)" : ".\(ending) is not a supported output format; use \(advice)"
    }
}
