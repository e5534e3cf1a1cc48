import TileSupport

/// The identifiers of a server's files.
///
/// A file's identifier is its plain name, or its hashed name if another file has the same plain name. Files that are
/// not contents don't count, so `plan.tfw` beside `plan.tif` changes nothing.
package struct FileNaming {
    package struct File {
        package var names: ContentNames
        package var absolutePath: String
        /// Whether the file may be a document, which has pages with names such as `plan-p2`.
        package var mayHavePages: Bool
        /// Whether the file is known to be a content from its name alone. Other files are opened to find out, but only
        /// if their name is shared.
        package var isContentByName: Bool

        package init(names: ContentNames, absolutePath: String, mayHavePages: Bool, isContentByName: Bool) {
            (self.names, self.absolutePath) = (names, absolutePath)
            (self.mayHavePages, self.isContentByName) = (mayHavePages, isContentByName)
        }
    }

    /// The identifiers, in the order of the files.
    package let ids: [String]
    /// The files' names, with the numbers of files that share them.
    package let names: [ContentNames]

    /// - Parameter isContent: Returns whether the file at an index is a content, judged by its bytes. Called only for
    ///   files that are not contents by their names, and only if the plain name is shared.
    /// - Complexity: O(n) for n files.
    package init(_ files: [File], isContent: (Int) -> Bool = { _ in true }) {
        var formerCounts: [String: Int] = [:]
        for file in files { formerCounts[file.names.former, default: 0] += 1 }
        names = files.map { file in
            var names = file.names
            names.formerCount = formerCounts[names.former] ?? 1
            return names
        }
        var claims = Claims()
        for file in files { claims.add(file) }
        var counted = [Bool](repeating: true, count: files.count)
        for (index, file) in files.enumerated() where !file.isContentByName && claims.isShared(file) {
            counted[index] = isContent(index)
        }
        if counted.contains(false) {
            claims = Claims()
            for (file, isCounted) in zip(files, counted) where isCounted { claims.add(file) }
        }
        ids = zip(files, counted).map { file, isCounted in
            let names = file.names
            if isCounted, !names.plain.isEmpty, !claims.isShared(file) { return names.plain }
            let isTaken = claims.count(names.hashed) > (isCounted ? 1 : 0)
            return isTaken ? names.longHashed(absolutePath: file.absolutePath) : names.hashed
        }
    }

    /// The names by which files may be known, and the number of files that each name could mean.
    private struct Claims {
        private var counts: [String: Int] = [:]
        private var documents: Set<String> = []
        /// The document names for which a file has the name of a page.
        private var documentsOfPages: Set<String> = []

        mutating func add(_ file: File) {
            let names = file.names
            if !names.plain.isEmpty {
                counts[names.plain, default: 0] += 1
                if file.mayHavePages { documents.insert(names.plain) }
                if let document = Self.document(ofPage: names.plain) { documentsOfPages.insert(document) }
            }
            counts[names.hashed, default: 0] += 1
        }

        func count(_ name: String) -> Int { counts[name] ?? 0 }

        func isShared(_ file: File) -> Bool {
            let plain = file.names.plain
            if plain.isEmpty || count(plain) > 1 { return !plain.isEmpty }
            if file.mayHavePages, documentsOfPages.contains(plain) { return true }
            return Self.document(ofPage: plain).map(documents.contains) ?? false
        }

        private static func document(ofPage name: String) -> String? {
            Array(name.utf8).withUnsafeBytes { bytes in
                PageName(bytes).map { String(decoding: $0.document, as: UTF8.self) }
            }
        }
    }
}
