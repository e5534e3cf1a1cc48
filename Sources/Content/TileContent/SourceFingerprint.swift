import Foundation
import TileSupport

/// A fingerprint that identifies a content on any machine, for resuming builds and for joining parts of one build. It
/// is not secure: contents with equal fingerprints can be crafted.
package struct SourceFingerprint: Codable, Hashable, Sendable {
    /// A hash of the file's bytes: all of them up to `hashedWhole`, samples for larger files. For a content that is not
    /// a file, it is a hash of name and size.
    package var bytes: String
    /// The modification time of a file that was only sampled; nil otherwise. A copy may have another time.
    package var time: String?
    /// The installed fonts, by names and sizes; nil for a content without text.
    package var fonts: String?

    /// The maximum bytes that are hashed completely, which takes half a second.
    private static let hashedWhole = 1 << 30
    private static let samples = (count: 256, length: 64 << 10)

    /// Computes a fingerprint, reading the whole file. If the file has been deleted, name and size of the open content
    /// are used.
    ///
    /// - Throws: `.unreadable` if it can no longer be read.
    package init(_ document: ContentDocument) throws(ContentFailure) {
        do throws(SystemError) {
            if document.kind == nil { throw SystemError(code: ENOENT) }
            (bytes, time) = try Self.hashed(document.path)
            if !document.companions.isEmpty {
                var hash = SipHash(key: SipHash.Value(low: 0, high: 0))
                hash.add(bytes)
                var times = [time]
                for companion in document.companions { times.append(try Self.add(companion, to: &hash)) }
                let known = times.compactMap(\.self)
                bytes = hash.finish().hex
                time = known.isEmpty ? nil : known.joined(separator: " ")
            }
        } catch {
            guard error.code == ENOENT else {
                throw .unreadable(path: document.path, reason: error.description)
            }
            var hash = SipHash(key: SipHash.Value(low: 0, high: 0))
            hash.add(document.path)
            let size = document.source.contentSize
            hash.add("\(Double(size.width)) \(Double(size.height))")
            bytes = hash.finish().hex
        }
        fonts = document.isScalable ? InstalledFonts.fingerprint : nil
    }

    /// The state of a file by which a change of its bytes is noticed.
    private struct FileState: Hashable {
        var device: UInt64
        var inode: UInt64
        var size: Int64
        var modified: [Int]
        var changed: [Int]

        init(_ status: stat) {
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
            changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
        }

        /// Whether the file was at rest long before this moment. Two changes within a tick of the file system's clock
        /// can't be told apart.
        var isAtRest: Bool { Double(max(modified[0], changed[0])) < Date().timeIntervalSince1970 - 2 }
    }

    /// The last hash, because a build of many pages asks for that of the same file again and again.
    private static let last = Lock<(state: FileState, bytes: String, time: String?)?>(nil)

    /// Returns the hash of a file, and its modification time if it was only sampled.
    private static func hashed(_ path: String) throws(SystemError) -> (bytes: String, time: String?) {
        var status = stat()
        let state = stat(path, &status) == 0 ? FileState(status) : nil
        // Hashing may take longer than a tick.
        let isAtRest = state?.isAtRest == true
        if let last = last.withLock({ $0 }), last.state == state { return (last.bytes, last.time) }
        var hash = SipHash(key: SipHash.Value(low: 0, high: 0))
        let time = try add(path, to: &hash)
        let bytes = hash.finish().hex
        if let state, isAtRest { last.withLock { $0 = (state, bytes, time) } }
        return (bytes, time)
    }

    /// Hashes a file. Returns the modification time if it was only sampled.
    private static func add(_ path: String, to hash: inout SipHash) throws(SystemError) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw SystemError(code: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw SystemError(code: errno) }
        let size = Int(status.st_size)
        hash.add(UInt64(size))
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        func add(_ count: Int, at place: Int) throws(SystemError) {
            var done = 0
            while done < count {
                let piece = min(buffer.count, count - done)
                let got = buffer.withUnsafeMutableBytes { pread(file, $0.baseAddress!, piece, off_t(place + done)) }
                guard got > 0 else { throw SystemError(code: got < 0 ? errno : EIO) }
                buffer.withUnsafeBytes { hash.add(UnsafeRawBufferPointer(rebasing: $0[..<got])) }
                done += got
            }
        }
        if size <= hashedWhole {
            try add(size, at: 0)
            return nil
        }
        for number in 0..<samples.count {
            try add(samples.length, at: (size - samples.length) / (samples.count - 1) * number)
        }
        return "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }
}

/// The fonts that text is drawn with.
enum InstalledFonts {
    /// A hash of the names and sizes of fonts in fontconfig's usual folders. It is computed once in a process, like its
    /// font list.
    static let fingerprint: String = {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"] ?? "/"
        var hash = SipHash(key: SipHash.Value(low: 0, high: 0))
        var files: [String] = []
        for folder in [
            "/usr/share/fonts", "/usr/local/share/fonts", "\(home)/.fonts",
            "\(environment["XDG_DATA_HOME"] ?? "\(home)/.local/share")/fonts",
        ] {
            guard let names = FileManager.default.enumerator(atPath: folder) else { continue }
            for case let name as String in names where files.count < most {
                var status = stat()
                guard stat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
                // Cache files in the folder are not fonts.
                guard !name.hasSuffix(".uuid") else { continue }
                files.append("\(PathName(name).name) \(status.st_size)")
            }
        }
        for file in files.sorted() { hash.add(file) }
        return hash.finish().hex
    }()

    private static let most = 20_000
}
