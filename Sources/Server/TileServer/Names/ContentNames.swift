import Foundation
import TileSupport

/// The names of a file by which clients and operators may refer to it, in addition to its identifier.
///
/// All of them are derived from the file's own path. The identifier is the plain name, `floor.1.plan` for
/// `floor/1/plan.svg`, unless another file has the same plain name: then the identifier of each of them is its hashed
/// name.
public struct ContentNames: Hashable, Sendable {
    /// The path in the served folder, with slashes between its components. For a file that was given by itself, its
    /// name.
    public let path: String
    /// The path as the operator wrote it, including the served folder's.
    public let writtenPath: String
    /// The identifier of the file if no other file has the same one. Empty if no character of the file's name can be
    /// part of an identifier.
    public let plain: String
    /// The plain name with a hash of the path, which is unique to this file: `plan-bcdfghjk`.
    public let hashed: String
    /// The identifier in earlier versions, which replaced everything but Latin letters, without the number that
    /// distinguished several files with the same one.
    public let former: String
    /// The number of files that have the same former name, including this one.
    public internal(set) var formerCount = 1

    /// - Parameters:
    ///   - writtenPath: The path that opens the file.
    ///   - folders: The names of the folders that contain the file, from the served one down.
    public init(writtenPath: String, folders: [String] = []) {
        let file = PathName(writtenPath)
        let nameOfFile = file.name.isEmpty ? "/" : file.name
        path = (folders + [nameOfFile]).joined(separator: "/").precomposedStringWithCanonicalMapping
        self.writtenPath = Self.withoutWorkingFolder(writtenPath).precomposedStringWithCanonicalMapping
        let stem = Self.part(file.stem)
        // A folder without usable characters is named by its hash, so that two of them differ.
        let parts = folders.map { folder in
            let part = Self.part(folder)
            return part.isEmpty ? Self.hash(folder) : part
        }
        plain = stem.isEmpty ? "" : Self.joined(parts + [stem])
        let hash = Self.hash(path)
        hashed = stem.isEmpty ? Self.joined(parts + [hash]) : "\(plain)-\(hash)"
        former = Self.joined((folders + [file.stem]).map(FormerName.part))
    }

    /// Whether the identifier differs from the plain name, because another file has the same plain name.
    func isShared(id: String) -> Bool { id != plain }

    /// Whether a name is one of the numbered names that earlier versions gave to files by their order: `a-b-2`.
    func isNumbered(_ name: String) -> Bool {
        guard formerCount > 1, name.hasPrefix("\(former)-"),
            case let digits = name.utf8.dropFirst(former.utf8.count + 1), digits.first != UInt8(ascii: "0"),
            let number = Int(String(decoding: digits, as: UTF8.self))
        else { return false }
        return (2...formerCount).contains(number)
    }

    /// The path without the extension of the file's name.
    var pathWithoutEnding: String {
        let ending = PathName(path).fileExtension
        return ending.isEmpty ? path : String(path.dropLast(ending.count + 1))
    }

    // MARK: Identifiers

    /// Returns the hashed name with a hash of the file's absolute path, for files of the same path in two served
    /// folders.
    func longHashed(absolutePath: String) -> String {
        "\(hashed)-\(Self.hash(absolutePath, letters: Self.lettersOfLongHash, normalized: false))"
    }

    /// The largest numbers of characters and bytes of a component. They keep URLs readable and within every limit.
    private static let longestPart = (characters: 64, bytes: 190)
    private static let longestName = 200

    /// Returns the component of an identifier for a file's or folder's name. Letters, marks, digits and `_` stay, and
    /// each run of other characters becomes a single `-`.
    ///
    /// - Returns: A text in Unicode normalization form C; empty if no character stays.
    static func part(_ name: String) -> String {
        var part = ""
        var (characters, bytes) = (0, 0)
        for character in name.precomposedStringWithCanonicalMapping {
            var kept = String.UnicodeScalarView(character.unicodeScalars.filter(isUsable))
            // The marks of a dropped character would otherwise attach to the previous one.
            if !character.unicodeScalars.first!.isUsableBase { kept = String.UnicodeScalarView() }
            if kept.isEmpty {
                guard !part.isEmpty, part.last != "-" else { continue }
                kept.append("-")
            }
            let text = String(kept)
            guard characters < longestPart.characters, bytes + text.utf8.count <= longestPart.bytes else { break }
            part += text
            characters += 1
            bytes += text.utf8.count
        }
        while part.last == "-" { part.removeLast() }
        return part
    }

    private static func isUsable(_ scalar: Unicode.Scalar) -> Bool { scalar.isUsableBase || scalar.isMark }

    /// Joins the last components that fit.
    static func joined(_ parts: [String]) -> String {
        var name = ""
        for part in parts.reversed() {
            guard name.utf8.count + part.utf8.count < longestName else { break }
            name = name.isEmpty ? part : "\(part).\(name)"
        }
        return name
    }

    /// The length of a hash: 34 bits. Among a thousand files with the same name, two have the same hash with a
    /// probability of 1 in 30,000. The alphabet has no vowels, so that no word appears, and no digits, so that a hash
    /// is never taken for a page number.
    private static let lettersOfHash = 8
    private static let lettersOfLongHash = 13
    private static let alphabet = Array("bcdfghjkmnpqrstvwxyz")

    /// - Parameter normalized: Whether paths that look the same have the same hash.
    private static func hash(_ path: String, letters: Int = lettersOfHash, normalized: Bool = true) -> String {
        var hash = SipHash(key: SipHash.Value(low: 0, high: 0))
        hash.add(normalized ? path.precomposedStringWithCanonicalMapping : path)
        var rest = hash.finish().low
        var text = ""
        for _ in 0..<letters {
            text.append(alphabet[Int(rest % UInt64(alphabet.count))])
            rest /= UInt64(alphabet.count)
        }
        return text
    }

    private static func withoutWorkingFolder(_ path: String) -> String {
        path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }
}

extension Unicode.Scalar {
    fileprivate var isUsableBase: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_": return true
        case _ where isASCII: return false
        default: break
        }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            return true
        default: return false
        }
    }

    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}

/// The identifiers of earlier versions, which kept Latin letters, digits and `_`, and dropped accents.
enum FormerName {
    static func part(_ name: String) -> String {
        var part = ""
        // After decomposition an accented letter is a letter and a mark. The mark is dropped and the letter stays.
        for scalar in name.decomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_": part.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .nonspacingMark: break
            default: if !part.isEmpty && part.last != "-" { part.append("-") }
            }
            if part.utf8.count == 64 { break }
        }
        while part.last == "-" { part.removeLast() }
        return part.isEmpty ? "content" : part
    }
}
