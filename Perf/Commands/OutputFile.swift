import Foundation

/// Files that appear under their names only when they are whole.
enum OutputFile {
    /// Writes beside the file, then gives it its name.
    static func write(_ data: Data, to path: String) throws(PerfComplaint) {
        let folder = (path as NSString).deletingLastPathComponent
        let draft = (folder as NSString).appendingPathComponent(
            ".\((path as NSString).lastPathComponent).\(getpid()).part")
        do {
            try data.write(to: URL(fileURLWithPath: draft))
            guard rename(draft, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            unlink(draft)
            let reason = (error as NSError).userInfo[NSUnderlyingErrorKey].map { "\($0)" } ?? "\(error)"
            throw PerfComplaint("\(path) can't be written: \(reason)", .brokenRun)
        }
    }

    /// Sees that a folder is there.
    static func makeFolder(_ path: String) throws(PerfComplaint) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw PerfComplaint("the folder \(path) can't be made", .brokenRun)
        }
    }
}
