import ArgumentParser
import TileSupport

/// The name of an output as a flag gives it, with the flag for messages.
package struct OutputFlag {
    private let flag: String
    private let value: String?

    /// - Parameter value: Nil if the flag was not given.
    package init(_ flag: String, _ value: String?) { (self.flag, self.value) = (flag, value) }

    /// Checks that the name can be a file's of one of these formats. A name without an ending can: devices have none.
    ///
    /// - Parameter endings: The endings of the formats, without the dot, in lower case.
    /// - Throws: `ValidationError`.
    package func checkFile(endings: [String]) throws {
        guard let value else { return }
        if value.isEmpty { throw ValidationError("\(flag): the name is empty") }
        if PathName(value).name.isEmpty || value.hasSuffix("/") {
            throw ValidationError("\(flag) \(value): not a file name")
        }
        guard !PathName(value).fileExtension.isEmpty else { return }
        try check(OutputEnding.refusal(of: value, supported: endings, takesFolder: false))
    }

    /// Checks that the name can be a folder's.
    ///
    /// - Throws: `ValidationError`.
    package func checkFolder() throws {
        guard let value else { return }
        try check(OutputEnding.refusal(ofFolder: value))
    }

    private func check(_ refusal: String?) throws {
        if let refusal { throw ValidationError("\(flag) \(value ?? ""): \(refusal)") }
    }
}
