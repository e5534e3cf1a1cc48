import Foundation
import TileGraphics
import TileSupport

/// The identity of a content in a `ContentCache`.
///
/// For a drawing it is a hash of all bytes, which takes half a millisecond for each megabyte. An image may be a hundred
/// times as large, so its identity consists of its path, its file attributes (device, inode, size, times of change, the
/// last of which cannot be set by users), and samples of its bytes.
enum ContentIdentity {
    static func ofDrawing(_ data: Data, in cache: ContentCache) -> SipHash.Value {
        var hash = cache.hash()
        addProgram(&hash)
        data.withUnsafeBytes { hash.add($0) }
        return hash.finish()
    }

    /// The bytes at the start and the end of an image that are hashed, where headers and directories are.
    private static let edge = 64 << 10
    /// The number and length of the samples in between, in bytes.
    private static let samples = (count: 16, length: 4 << 10)

    /// Returns the identity of an image; nil if the file cannot be read, or was changed so recently that a further
    /// change could have the same time.
    ///
    /// - Parameters:
    ///   - companions: The files beside it that it is shown with.
    ///   - variant: The page and the preferences with which it is shown, as a text; empty for the first page.
    static func ofImage(
        _ path: String, companions: [String] = [], variant: String = "", in cache: ContentCache, now: Date = Date()
    ) -> SipHash.Value? {
        var hash = cache.hash()
        addProgram(&hash)
        guard addImage(path, to: &hash, now) else { return nil }
        if !variant.isEmpty { hash.add(variant) }
        for companion in companions where !addImage(companion, to: &hash, now) { return nil }
        return hash.finish()
    }

    /// Adds the path, the attributes and samples of a file. Returns false if it cannot be read, or was changed so
    /// recently that a further change could have the same time.
    private static func addImage(_ path: String, to hash: inout SipHash, _ now: Date) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        let lastChange = Double(max(status.st_mtim.tv_sec, status.st_ctim.tv_sec))
        // File systems have time resolutions of up to two seconds.
        guard abs(now.timeIntervalSince1970 - lastChange) > 3 else { return false }
        hash.add(path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path)
        for number in [
            UInt64(status.st_dev), UInt64(status.st_ino), UInt64(status.st_size),
            UInt64(bitPattern: Int64(status.st_mtim.tv_sec)), UInt64(status.st_mtim.tv_nsec),
            UInt64(bitPattern: Int64(status.st_ctim.tv_sec)), UInt64(status.st_ctim.tv_nsec),
        ] { hash.add(number) }
        let size = Int(status.st_size)
        var buffer = [UInt8](repeating: 0, count: edge)
        func add(_ count: Int, at place: Int) -> Bool {
            let got = buffer.withUnsafeMutableBytes { pread(file, $0.baseAddress!, count, off_t(place)) }
            guard got == count else { return false }
            buffer.withUnsafeBytes { hash.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            return true
        }
        guard add(min(edge, size), at: 0), add(min(edge, size), at: size - min(edge, size)) else { return false }
        if size > 2 * edge + samples.count * samples.length {
            for number in 1...samples.count {
                guard add(samples.length, at: size / (samples.count + 1) * number) else { return false }
            }
        }
        return true
    }

    /// Adds the size and modification time of the running program, because another version may record differently.
    private static func addProgram(_ hash: inout SipHash) {
        hash.add(UInt64(ArchiveFile.format))
        hash.add(program.size)
        hash.add(program.time)
    }

    private static let program: (size: UInt64, time: UInt64) = {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return (0, 0) }
        return (
            UInt64(status.st_size),
            UInt64(bitPattern: Int64(status.st_mtim.tv_sec)) &* 1_000_000_000 &+ UInt64(status.st_mtim.tv_nsec)
        )
    }()

    // MARK: Fonts

    /// A hash of the installed fonts, from the modification times of the folders with fonts and their configuration.
    /// Text is recorded as outlines, which depend on the fonts. It is computed once in a process, like its font list.
    static let fonts: UInt64 = {
        var hash = SipHash(key: SipHash.Value(low: 0, high: 0))
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"] ?? "/"
        for name in ["FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "LANG", "LC_ALL", "LC_CTYPE"] {
            hash.add(environment[name] ?? "")
        }
        var folders = [
            "/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts", "\(home)/.fonts",
            "\(environment["XDG_DATA_HOME"] ?? "\(home)/.local/share")/fonts",
            "\(environment["XDG_CONFIG_HOME"] ?? "\(home)/.config")/fontconfig",
        ]
        folders += [environment["FONTCONFIG_FILE"], environment["FONTCONFIG_PATH"]].compactMap(\.self)
        var left = maxFontFolders
        while let folder = folders.popLast(), left > 0 {
            left -= 1
            var status = stat()
            hash.add(folder)
            guard stat(folder, &status) == 0 else { continue }
            hash.add(UInt64(bitPattern: Int64(status.st_mtim.tv_sec)))
            hash.add(UInt64(status.st_mtim.tv_nsec))
            guard let listing = opendir(folder) else { continue }
            defer { closedir(listing) }
            var inner: [String] = []
            while let entry = readdir(listing) {
                guard entry.pointee.d_type == UInt8(DT_DIR) else { continue }
                let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { inner.append("\(folder)/\(name)") }
            }
            folders += inner.sorted()
        }
        // 0 means a picture without text.
        return max(1, hash.finish().low)
    }()

    private static let maxFontFolders = 4000
}
