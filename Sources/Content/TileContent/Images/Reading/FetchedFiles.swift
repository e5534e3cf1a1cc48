import TileSupport

/// A file that is not on this machine's disk, and is fetched in parts as they are read.
package protocol FetchedFile: AnyObject, Sendable {
    var byteCount: Int { get }
    /// The number of reads, by any reader, that have failed so far.
    var failureCount: Int { get }

    /// Reads bytes within the file. May block. Returns false if they can't be fetched.
    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool
}

/// The files that are fetched in parts, by the paths under which the readers of images open them.
///
/// Readers open a file by its path again and again. A path stands for one version of a file; a newer version has
/// another path, so versions are never mixed.
package enum FetchedFiles {
    private static let files = Lock<[String: any FetchedFile]>([:])

    /// Returns the file with a path; nil for a file on the disk.
    static func file(_ path: String) -> (any FetchedFile)? { files.withLock { $0.isEmpty ? nil : $0[path] } }

    /// Returns what `body` reads from a file. Readers treat a part that can't be fetched as damage, so this reports it
    /// as an error instead: what is kept for later must not lack it.
    ///
    /// - Throws: The error of `body`, or `.unreadable` if a part of the file could not be fetched by any reader
    ///   meanwhile.
    package static func whole<Value>(
        _ path: String, _ body: () throws(ContentFailure) -> Value
    ) throws(ContentFailure) -> Value {
        guard let file = file(path) else { return try body() }
        let before = file.failureCount
        let result = Result { () throws(ContentFailure) in try body() }
        guard file.failureCount == before else {
            throw .unreadable(path: path, reason: "a part of it can't be fetched")
        }
        return try result.get()
    }

    /// A file's path, which is in use as long as the object exists.
    package final class Registration: Sendable {
        package let path: String

        /// - Parameter name: The file's name for messages. The path is this name, or, while another version has it, the
        ///   name with a number.
        package init(_ file: any FetchedFile, name: String) {
            path = files.withLock { files in
                var path = name
                var number = 1
                while files[path] != nil {
                    number += 1
                    path = "\(name) (version \(number))"
                }
                files[path] = file
                return path
            }
        }

        deinit { files.withLock { _ = $0.removeValue(forKey: path) } }
    }
}
