import Foundation
import TileSupport

/// The names of a file, by which clients and operators may refer to it besides its identifier.
///
/// All of them follow from the file's own path. Its identifier is the plain name, `floor.1.plan` for
/// `floor/1/plan.svg`, unless another file has the same one: then each of them has its hashed name as identifier.
public struct ContentNames: Hashable, Sendable {
    /// The path in the served folder, with slashes between its parts; of a file that was named for itself, its name.
    public let path: String
    /// The path as the operator wrote it, with the served folder's before it.
    public let writtenPath: String
    /// The identifier of the file if no other file has the same one; empty where no character of the file's name can be
    /// part of an identifier.
    public let plain: String
    /// The plain name and a hash of the path, which always means this file: `plan-bcdfghjk`.
    public let hashed: String
    /// The identifier in versions that replaced all but Latin letters, without the number that came after it where
    /// several files had the same one.
    public let former: String
    /// The number of files that have the same former name, this one included.
    public internal(set) var formerCount = 1

    /// - Parameters:
    ///   - folders: The names of the folders that the file is in, from the served one down.
    ///   - writtenPath: The path that opens the file.
    public init(writtenPath: String, folders: [String] = []) {
        let file = PathName(writtenPath)
        let nameOfFile = file.name.isEmpty ? "/" : file.name
        path = (folders + [nameOfFile]).joined(separator: "/").precomposedStringWithCanonicalMapping
        self.writtenPath = Self.withoutWorkingFolder(writtenPath).precomposedStringWithCanonicalMapping
        let stem = Self.part(file.stem)
        // A folder that has no usable character is named by its hash, so that two of them are told apart.
        let parts = folders.map { folder in
            let part = Self.part(folder)
            return part.isEmpty ? Self.hash(folder) : part
        }
        plain = stem.isEmpty ? "" : Self.joined(parts + [stem])
        let hash = Self.hash(path)
        hashed = stem.isEmpty ? Self.joined(parts + [hash]) : "\(plain)-\(hash)"
        former = Self.joined((folders + [file.stem]).map(FormerName.part))
    }

    /// Whether the identifier is not the plain name, because another file has the same one.
    func isShared(id: String) -> Bool { id != plain }

    /// Whether this is one of the numbered names that an earlier version gave files by their order: `a-b-2`.
    func isNumbered(_ name: String) -> Bool {
        guard formerCount > 1, name.hasPrefix("\(former)-"),
            case let digits = name.utf8.dropFirst(former.utf8.count + 1), digits.first != UInt8(ascii: "0"),
            let number = Int(String(decoding: digits, as: UTF8.self))
        else { return false }
        return (2...formerCount).contains(number)
    }

    /// The path without the ending of the file's name.
    var pathWithoutEnding: String {
        let ending = PathName(path).fileExtension
        return ending.isEmpty ? path : String(path.dropLast(ending.count + 1))
    }

    // MARK: Identifiers

    /// A hash of the file's whole path, for files of the same path in two served folders.
    func longHashed(absolutePath: String) -> String {
        "\(hashed)-\(Self.hash(absolutePath, letters: Self.lettersOfLongHash, normalized: false))"
    }

    /// At most this many characters and bytes of a part: URLs stay readable, and within every limit.
    private static let longestPart = (characters: 64, bytes: 190)
    private static let longestName = 200

    /// Returns the part of an identifier that a file's or folder's name becomes: letters, marks, digits and `_` stay,
    /// and anything else becomes a single `-` between them.
    ///
    /// - Returns: A text in normalization form C; empty when no character stays.
    static func part(_ name: String) -> String {
        var part = ""
        var (characters, bytes) = (0, 0)
        for character in name.precomposedStringWithCanonicalMapping {
            var kept = String.UnicodeScalarView(character.unicodeScalars.filter(isUsable))
            // Marks of a character that does not stay would be put on the one before it.
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

    /// Joins the last parts that fit.
    static func joined(_ parts: [String]) -> String {
        var name = ""
        for part in parts.reversed() {
            guard name.utf8.count + part.utf8.count < longestName else { break }
            name = name.isEmpty ? part : "\(part).\(name)"
        }
        return name
    }

    /// 34 bits: of a thousand files of one name, two have the same hash once in 30,000 times. No vowels, so that no
    /// word appears; no digits, so that a hash is never a page's number.
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

/// The identifiers of earlier versions: Latin letters, digits and `_` stayed, and accents were dropped.
enum FormerName {
    static func part(_ name: String) -> String {
        var part = ""
        // Decomposed, an accented letter is a letter and a mark; the mark is dropped and the letter stays.
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
