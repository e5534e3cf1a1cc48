import Foundation
import TileSupport

/// What says that a content is the same as before, on any machine: for builds that go on where another ended, and for
/// parts of one build. Nobody's secret: who wants two contents with one fingerprint can make them.
package struct SourceFingerprint: Codable, Hashable, Sendable {
    /// A hash of the file's bytes, of all up to `hashedWhole` and of samples beyond that; of a content that is no file,
    /// of its name and size.
    package var bytes: String
    /// When a file was changed last of which not all bytes were hashed; a copy may have another time.
    package var time: String?
    /// The fonts that are installed, by their names and sizes; nil for what has no text.
    package var fonts: String?

    /// Half a second's work.
    private static let hashedWhole = 1 << 30
    private static let samples = (count: 256, length: 64 << 10)

    /// Reads the file once through. Of a file that is gone meanwhile, what was opened goes by its name and size.
    ///
    /// - Throws: `.unreadable` when it can't be read any more.
    package init(_ document: ContentDocument) throws(ContentFailure) {
        var hash = SipHash(key: SipHash.Value(low: 0, high: 0))
        do throws(SystemError) {
            if document.kind == nil { throw SystemError(code: ENOENT) }
            time = try Self.add(document.path, to: &hash)
        } catch {
            guard error.code == ENOENT else {
                throw .unreadable(path: document.path, reason: error.description)
            }
            hash.add(document.path)
            let size = document.source.contentSize
            hash.add("\(Double(size.width)) \(Double(size.height))")
        }
        bytes = hash.finish().hex
        fonts = document.isScalable ? InstalledFonts.fingerprint : nil
    }

    /// The time of change when not all was hashed.
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
    /// Their names and sizes, wherever fontconfig looks as a rule. Taken once in a process, as its fonts are.
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
                // Caches of what is in the folder are none of it.
                guard !name.hasSuffix(".uuid") else { continue }
                files.append("\(PathName(name).name) \(status.st_size)")
            }
        }
        for file in files.sorted() { hash.add(file) }
        return hash.finish().hex
    }()

    private static let most = 20_000
}
