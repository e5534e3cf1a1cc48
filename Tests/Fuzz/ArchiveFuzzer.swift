import Foundation
import TileArchives

/// The entry point for libFuzzer. The bytes are an archive of one file, or a Deep Zoom description.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArchive(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let file = open(place.archive, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(file >= 0 && write(file, start, count) == count, "the archive can't be written")
    close(file)
    do throws(ArchiveFailure) {
        try read(count)
    } catch {
        _ = error.description
    }
    return 0
}

private func read(_ count: Int) throws(ArchiveFailure) {
    let reader = try TileArchive.open(place.archive)
    _ = reader.description.plan
    var cursor = try reader.tiles()
    var runs = 0
    while let run = try cursor.nextRun() {
        _ = try? reader.bytes(of: run.first)
        runs += 1
    }
    precondition(runs <= count + 1, "more tiles than bytes")
    _ = try ArchiveVerifier(reader, jobs: 1, mostProblems: 3).run()
}

/// The paths of the archive and its folder, in memory if the system has a folder for that.
private let place: (archive: String, folder: String) = {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
    let folder = "\(parent)/tilework-fuzz-\(getpid())"
    try! FileManager.default.createDirectory(atPath: "\(folder)/a_files/0", withIntermediateDirectories: true)
    try! Data([1]).write(to: URL(fileURLWithPath: "\(folder)/a_files/0/0_0.png"))
    atexit { try? FileManager.default.removeItem(atPath: place.folder) }
    return ("\(folder)/a.dzi", folder)
}()
